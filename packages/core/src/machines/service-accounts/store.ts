import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Role } from '../../access/app-roles/contract.ts'
import type { LazyParts } from '../../kit/lazy-parts.ts'
import {
  deleteServiceAccount,
  listAssignableRoles,
  listServiceAccounts,
  type ListedServiceAccount,
  type ServiceAccount,
} from './contract.ts'
import { listOf, type List } from '../../kit/lists/list.ts'
import { serviceAccountList, type ServiceAccountFilter, type ServiceAccountSort } from './list.ts'
import { lookUpQuery } from './query.ts'

export type ServiceAccountList = List<ListedServiceAccount, ServiceAccountFilter, ServiceAccountSort>

export type ServiceAccountsState = {
  readonly environmentId: string | undefined
  /** Whether the environment is read-only. */
  readonly readonly: boolean
  /** Roles by application id, as far as they were requested. */
  readonly roles: Readonly<Record<string, { readonly roles: readonly Role[]; readonly readonly: boolean }>>
}

export type ServiceAccounts = StoreApi<ServiceAccountsState> & {
  /** The list, page by page; saving and deleting here updates it. */
  readonly list: ServiceAccountList
  /** Drops the roles of another environment, and reads whether this one is read-only. */
  enter(environmentId: string): Promise<void>
  /** The accounts that match an id, a URN or a name, for `matchByIdOrName`; undefined: a failure was reported. */
  lookUp(environmentId: string, wanted: string): Promise<readonly ServiceAccount[] | undefined>
  fetchRoles(environmentId: string, appId: string): Promise<void>
  remove(environmentId: string, id: string): Promise<boolean>
}

/** `core.lazily(createServiceAccounts)`. */
export function createServiceAccounts(parts: LazyParts): ServiceAccounts {
  const { client, feedback, say } = parts
  const store = createStore<ServiceAccountsState>(() => ({ environmentId: undefined, readonly: false, roles: {} }))
  const list = listOf(parts, serviceAccountList)

  return {
    ...store,
    list,
    async enter(environmentId) {
      if (store.getState().environmentId !== environmentId)
        store.setState({ environmentId, readonly: false, roles: {} })
      const params = { envId: environmentId }
      const outcome = await client.call(listServiceAccounts, { params, query: { limit: '1' } })
      if (store.getState().environmentId !== environmentId) return
      if (!outcome.ok) return feedback.reportLoad(outcome.problem)
      store.setState({ readonly: outcome.value.readonly })
    },
    async lookUp(environmentId, wanted) {
      const params = { envId: environmentId }
      const outcome = await client.call(listServiceAccounts, { params, query: lookUpQuery(wanted) })
      if (outcome.ok) return outcome.value.serviceAccounts
      feedback.report(outcome.problem)
      return undefined
    },
    async fetchRoles(environmentId, appId) {
      const outcome = await client.call(listAssignableRoles, { params: { envId: environmentId, appId } })
      if (!outcome.ok) return feedback.report(outcome.problem)
      const roles = outcome.value.roles.filter((role) => role.visible)
      store.setState((state) => ({ roles: { ...state.roles, [appId]: { roles, readonly: outcome.value.readonly } } }))
    },
    async remove(environmentId, id) {
      feedback.clear()
      const outcome = await client.call(deleteServiceAccount, { params: { envId: environmentId, id } })
      if (!outcome.ok) {
        feedback.report(outcome.problem)
        return false
      }
      list.remove(id)
      feedback.openSuccess(say('serviceAccount.deleted'))
      return true
    },
  }
}
