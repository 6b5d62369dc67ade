import { listOf } from '../lists/list.ts'
import { identityProviderList } from '../identity-providers/list.ts'
import type { LazyParts } from '../lazy-parts.ts'
import type { Outcome } from '../http/client.ts'
import {
  getIdpSwitch,
  getPrimaryIdp,
  putPrimaryIdp,
  rehearsePrimaryIdp,
  rejectPrimaryIdp,
  type IdpSwitch,
  type PrimaryIdp,
  type SwitchRehearsal,
} from './contract.ts'

type Choice = { readonly idp: string; readonly group: string; readonly graceSecs: number }

/** The primary provider and its switch. undefined or false: a failure was reported. */
export type PrimaryIdpStore = {
  read(): Promise<PrimaryIdp | undefined>
  rehearse(choice: Pick<Choice, 'idp' | 'group'>): Promise<SwitchRehearsal | undefined>
  choose(choice: Choice): Promise<boolean>
  reject(): Promise<boolean>
  /** What the person signed in is asked. */
  readQuestion(): Promise<IdpSwitch | undefined>
}

/** `core.lazily(createPrimaryIdp)`. */
export function createPrimaryIdp({ client, feedback, say, lazily }: LazyParts): PrimaryIdpStore {
  const loaded = <T>(outcome: Outcome<T>): T | undefined => {
    if (outcome.ok) return outcome.value
    feedback.reportLoad(outcome.problem)
    return undefined
  }
  const changed = async (outcome: Outcome<unknown>, said: 'idpSwitch.chosen' | 'idpSwitch.rejected') => {
    if (!outcome.ok) {
      feedback.report(outcome.problem)
      return false
    }
    // The list says of each provider whether a switch to it is pending.
    await listOf({ lazily }, identityProviderList).refreshQuietly()
    feedback.openSuccess(say(said))
    return true
  }
  return {
    read: async () => loaded(await client.call(getPrimaryIdp, {})),
    rehearse: async ({ idp, group }) => loaded(await client.call(rehearsePrimaryIdp, { query: { idp, group } })),
    choose: async (body) => {
      feedback.clear()
      return changed(await client.call(putPrimaryIdp, { body }), 'idpSwitch.chosen')
    },
    reject: async () => {
      feedback.clear()
      return changed(await client.call(rejectPrimaryIdp, {}), 'idpSwitch.rejected')
    },
    readQuestion: async () => loaded(await client.call(getIdpSwitch, {})),
  }
}
