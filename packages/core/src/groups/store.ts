import type { ReplyOf } from '../http/endpoint.ts'
import type { LazyParts } from '../lazy-parts.ts'
import { listOf } from '../lists/list.ts'
import { forgetGroups } from './contract.ts'
import { providerGroupList } from './list.ts'

export type Groups = {
  /** Forgets the groups of a provider that are mapped nowhere. undefined: a failure was reported. */
  forget(idp: string): Promise<ReplyOf<typeof forgetGroups> | undefined>
}

/** `core.lazily(createGroups)`; the groups themselves are in {@link providerGroupList}. */
export function createGroups({ client, feedback, lazily, say }: LazyParts): Groups {
  return {
    async forget(idp) {
      feedback.clear()
      const outcome = await client.call(forgetGroups, { params: { id: idp } })
      if (!outcome.ok) {
        feedback.report(outcome.problem)
        return undefined
      }
      const list = listOf({ lazily }, providerGroupList)
      if (list.getState().scope === idp) await list.refresh()
      feedback.openSuccess(say('groups.forgotten', { count: outcome.value.forgotten }))
      return outcome.value
    },
  }
}
