import type { LazyParts } from '../../kit/lazy-parts.ts'
import { getIdpSwitch, type IdpSwitch } from './contract.ts'

/** The page that asks for the acceptance of a switch; switch.ts chooses one. */
export type PrimaryIdpStore = {
  /** What the person signed in is asked. undefined: a failure was reported. */
  readQuestion(): Promise<IdpSwitch | undefined>
}

/** `core.lazily(createPrimaryIdp)`. */
export function createPrimaryIdp({ client, feedback }: LazyParts): PrimaryIdpStore {
  return {
    async readQuestion() {
      const outcome = await client.call(getIdpSwitch, {})
      if (outcome.ok) return outcome.value
      feedback.reportLoad(outcome.problem)
      return undefined
    },
  }
}
