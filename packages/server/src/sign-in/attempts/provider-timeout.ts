import type { Checks } from '../../kit/checks/checks.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import type { Recording } from '../records/recording.ts'

/**
 * The work's result, or a failure after `limitMs`, when the work's signal is aborted too. Shared work (discovery, keys)
 * continues within its own limit; what it finds then is no longer recorded.
 */
export function beforeLimit<Result>(
  limitMs: number,
  { checks }: Pick<Recording, 'checks'>,
  work: (checks: Checks, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(limitMs)
  const whileOpen: Checks = {
    passed: (...line) => void (signal.aborted || checks.passed(...line)),
    warned: (...line) => void (signal.aborted || checks.warned(...line)),
    refuse(finding, evidence) {
      if (signal.aborted) throw new SignInFault('IDP_ERROR', `too late for ${finding}`, finding)
      return checks.refuse(finding, evidence)
    },
  }
  return new Promise((resolve, reject) => {
    const late = () => {
      try {
        checks.refuse('answer-late', { seconds: limitMs / 1000 })
      } catch (fault) {
        reject(fault as SignInFault)
      }
    }
    signal.addEventListener('abort', late, { once: true })
    void work(whileOpen, signal)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', late))
  })
}
