import type { Words } from '../words/words.ts'
import type { Provisioning, ProvisioningFailure } from './contract.ts'
import { provisioningState } from './noun.ts'

type Saying = Pick<Words, 'say' | 'find'>

/** Why the application did not accept something, with what it says. A kind that this version does not know stays as it is. */
export function provisioningFailureInWords({ kind, status, detail }: ProvisioningFailure, words: Saying): string {
  const why = words.find(`provisioning.failure.${kind}`, { status: String(status ?? '') }) ?? kind
  return detail === null ? why : `${why}: ${detail}`
}

export function provisioningStateInWords(row: Provisioning, words: Saying): string {
  const state = provisioningState(row)
  return words.find(`provisioning.state.${state}`, { count: row.removals }) ?? state
}

/** What is to be done with a person or group in the application. */
export function provisioningChangeInWords(change: string, words: Saying): string {
  return words.find(`provisioning.change.${change}`) ?? change
}
