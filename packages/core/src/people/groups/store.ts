import type { ReplyOf } from '../../kit/http/endpoint.ts'
import type { LazyParts } from '../../kit/lazy-parts.ts'
import { listOf } from '../../kit/lists/list.ts'
import { createGroup, forgetGroups, type Group } from './contract.ts'
import { groupChoices, providerGroupList } from './list.ts'

export type Groups = {
  /** Forgets the groups of a provider that are mapped nowhere. undefined: a failure was reported. */
  forget(idp: string): Promise<ReplyOf<typeof forgetGroups> | undefined>
  /**
   * Adds a group that no sign-in has named yet. `claim`: its spelling in tokens; at an Azure provider its object id.
   * `sentence`: why it was refused. Other failures are reported.
   */
  add(idp: string, claim: string): Promise<{ readonly group?: Group; readonly sentence?: string }>
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
    async add(idp, claim) {
      const outcome = await client.call(createGroup, { params: { id: idp }, body: { claim: claim.trim() } })
      if (outcome.ok) {
        await listOf({ lazily }, groupChoices).refreshQuietly()
        return { group: outcome.value }
      }
      const { problem } = outcome
      if (problem.kind === 'expected') return { sentence: problem.details[0]?.errorMessage ?? problem.errorMessage }
      feedback.report(problem)
      return {}
    },
  }
}
