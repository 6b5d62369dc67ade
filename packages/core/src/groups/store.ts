import { createStore, type StoreApi } from 'zustand/vanilla'

import type { ReplyOf } from '../http/endpoint.ts'
import type { LazyParts } from '../lazy-parts.ts'
import { forgetGroups, listGroups, type ProviderGroups } from './contract.ts'

export type GroupsState = { readonly isFetching: boolean; readonly tenantGroups: readonly ProviderGroups[] | undefined }

export type Groups = StoreApi<GroupsState> & {
  /** Groups of all identity providers; `search` is part of a name. */
  fetch(search?: string): Promise<void>
  /** Forgets the groups of a provider that are mapped nowhere. undefined: a failure was reported. */
  forget(idp: string): Promise<ReplyOf<typeof forgetGroups> | undefined>
}

/** `core.lazily(createGroups)`. */
export function createGroups({ client, feedback }: LazyParts): Groups {
  const store = createStore<GroupsState>(() => ({ isFetching: false, tenantGroups: undefined }))
  return {
    ...store,
    async fetch(search) {
      store.setState({ isFetching: true })
      const outcome = await client.call(listGroups, { query: { search } })
      store.setState({ isFetching: false })
      if (!outcome.ok) return feedback.report(outcome.problem)
      store.setState({ tenantGroups: outcome.value.tenantGroups })
    },
    async forget(idp) {
      feedback.clear()
      const outcome = await client.call(forgetGroups, { params: { id: idp } })
      if (!outcome.ok) {
        feedback.report(outcome.problem)
        return undefined
      }
      const groups = outcome.value.kept.map(({ mappedTo: _, ...group }) => group)
      store.setState(({ tenantGroups }) => ({
        tenantGroups: tenantGroups?.map((one) => (one.idp === idp ? { ...one, groups } : one)),
      }))
      return outcome.value
    },
  }
}
