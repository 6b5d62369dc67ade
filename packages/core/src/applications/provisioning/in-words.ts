import type { Words } from '../../kit/words/words.ts'
import type { Provisioning, ProvisioningFailure } from './contract.ts'
import { provisioningState } from './state.ts'

type Saying = Pick<Words, 'say' | 'find'>

/** Why the application did not accept something, with what it says. A kind that this version does not know is named in a sentence. */
export function provisioningFailureInWords({ kind, status, detail }: ProvisioningFailure, words: Saying): string {
  const why =
    words.find(`provisioning.failure.${kind}`, { status: String(status ?? '') }) ??
    words.say('provisioning.failure.other', { kind })
  return detail === null ? why : `${why}: ${detail}`
}

/** What a test found, in a sentence. */
export type ProvisioningTest = { readonly accepted: boolean; readonly sentence: string }

export function provisioningTestInWords(failure: ProvisioningFailure | null, words: Saying): ProvisioningTest {
  if (failure === null) return { accepted: true, sentence: words.say('provisioning.tested') }
  const { kind, status, detail } = failure
  const isToken = kind === 'status' && (status === 401 || status === 403)
  const sentence = isToken
    ? words.say('provisioning.testToken', { status })
    : words.find(`provisioning.test.${kind}`, { status: status ?? '' })
  if (sentence === undefined)
    return {
      accepted: false,
      sentence: words.say('provisioning.testFailed', { why: provisioningFailureInWords(failure, words) }),
    }
  const says = detail === null ? '' : ` ${words.say('provisioning.testSays', { detail })}`
  return { accepted: false, sentence: sentence + says }
}

export function provisioningStateInWords(row: Provisioning, words: Saying): string {
  const state = provisioningState(row)
  return words.find(`provisioning.state.${state}`, { count: row.removals, kind: row.refusedKind ?? '' }) ?? state
}

/**
 * What to say when `now` was read after `before`: another state, and that sending has caught up. undefined: nothing that a person
 * waits for.
 */
export function provisioningNewsInWords(before: Provisioning, now: Provisioning, words: Saying): string | undefined {
  if (before.config === null || now.config === null) return undefined
  const isOther = provisioningState(before) !== provisioningState(now)
  const why = ['retrying', 'refused'].includes(provisioningState(now)) ? now.lastFailure : null
  const wasBehind = before.behind > 0 || before.comparedAt === null
  const isUpToDate = now.behind === 0 && now.comparedAt !== null
  const parts = [
    isOther && words.say('provisioning.stateNow', { state: provisioningStateInWords(now, words) }),
    isOther && why !== null && provisioningFailureInWords(why, words),
    wasBehind && isUpToDate && words.say('provisioning.behindNone'),
  ].filter((part) => part !== false)
  if (parts.length === 0) return undefined
  return parts.map((part, at) => (at < parts.length - 1 ? part.replace(/\.$/, '') : part)).join('. ')
}

/** What is to be done with a person or group in the application. */
export function provisioningChangeInWords(change: string, words: Saying): string {
  return words.find(`provisioning.change.${change}`) ?? change
}
