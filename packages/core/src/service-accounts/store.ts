import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Role } from '../app-roles/contract.ts'
import type { LazyParts } from '../create-core.ts'
import type { ReadInto } from '../feedback/store.ts'
import {
  createServiceAccount,
  deleteServiceAccount,
  getServiceAccount,
  listAssignableRoles,
  listDependencies,
  listServiceAccounts,
  saveDependencies,
  updateServiceAccount,
  type DependencyRow,
  type ServiceAccount,
} from './contract.ts'
import type { ServiceAccountFormState } from './form.ts'
import { inputOf, savedDependencies } from './input.ts'
import { createServiceAccountList, type ServiceAccountList } from './list.ts'
import { lookUpQuery } from './query.ts'
import type { ServiceAccountInput } from './rules.ts'

export type ServiceAccountsState = {
  readonly environmentId: string | undefined
  /** The environment can be read only. */
  readonly readonly: boolean
  /** Roles by application id, as far as they were asked for. */
  readonly roles: Readonly<Record<string, { readonly roles: readonly Role[]; readonly readonly: boolean }>>
}

export type OpenedAccount = {
  readonly account: ServiceAccount
  readonly dependencies: readonly DependencyRow[]
  readonly etag: string | undefined
}

export type ServiceAccounts = StoreApi<ServiceAccountsState> & {
  /** The list, page by page; what is saved and removed here changes there. */
  readonly list: ServiceAccountList
  /** Forgets the roles of another environment, and asks whether this one is read-only. */
  enter(environmentId: string): Promise<void>
  /** The accounts that an id, a URN or a name can mean, for `matchByIdOrName`; undefined: the failure was reported. */
  lookUp(environmentId: string, wanted: string): Promise<readonly ServiceAccount[] | undefined>
  /** The account with what it may use; 'not-found' draws the no-data message, undefined means it was reported. */
  open(environmentId: string, id: string, into?: ReadInto): Promise<OpenedAccount | 'not-found' | undefined>
  fetchRoles(environmentId: string, appId: string): Promise<void>
  /**
   * Saves the account, then its dependencies; success only if no error is present (spec section 4). What was saved
   * comes back even when the dependencies failed, so that a second try updates instead of creating again.
   */
  save(target: SaveTarget, form: ServiceAccountFormState): Promise<SaveResult>
  remove(environmentId: string, id: string): Promise<boolean>
}

export type SaveTarget = {
  readonly environmentId: string
  /** Absent: create. */
  readonly id?: string | undefined
  readonly etag?: string | undefined
  /** Kept for all tries of one creation. */
  readonly idempotencyKey?: string | undefined
}

export type SaveResult =
  | {
      readonly ok: true
      readonly account: ServiceAccount
      readonly dependencies: readonly DependencyRow[]
      readonly etag: string | undefined
    }
  | { readonly ok: false; readonly account: ServiceAccount | undefined }

/** Rows of a page: a few screens, and 150 kB. */
const pageLength = 100

/** `core.lazily(createServiceAccounts)`. */
export function createServiceAccounts(parts: LazyParts): ServiceAccounts {
  const { client, feedback, say } = parts
  const store = createStore<ServiceAccountsState>(() => ({ environmentId: undefined, readonly: false, roles: {} }))
  const list = createServiceAccountList(parts, { pageLength, pagesMax: parts.pagesHeld })

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
    async open(environmentId, id, into) {
      const params = { envId: environmentId, id }
      const [account, dependencies] = await Promise.all([
        client.call(getServiceAccount, { params }),
        client.call(listDependencies, { params }),
      ])
      if (account.ok && dependencies.ok) {
        return { account: account.value, dependencies: dependencies.value.dependencies, etag: account.etag }
      }
      for (const outcome of [account, dependencies]) {
        if (outcome.ok) continue
        if (outcome.problem.kind === 'expected' && outcome.problem.status === 404) return 'not-found'
        feedback.reportLoad(outcome.problem, into)
        return undefined
      }
      return undefined
    },
    async fetchRoles(environmentId, appId) {
      const outcome = await client.call(listAssignableRoles, { params: { envId: environmentId, appId } })
      if (!outcome.ok) return feedback.report(outcome.problem)
      const roles = outcome.value.roles.filter((role) => role.visible)
      store.setState((state) => ({ roles: { ...state.roles, [appId]: { roles, readonly: outcome.value.readonly } } }))
    },
    async save(target, form) {
      feedback.clear()
      const body = inputOf(form.values) as ServiceAccountInput
      const envId = target.environmentId
      const account =
        target.id === undefined
          ? await client.call(createServiceAccount, { params: { envId }, body, idempotencyKey: target.idempotencyKey })
          : await client.call(updateServiceAccount, { params: { envId, id: target.id }, body, ifMatch: target.etag })
      if (!account.ok) {
        feedback.report(account.problem)
        return { ok: false, account: undefined }
      }
      list.replace(account.value)
      const dependencies = await client.call(saveDependencies, {
        params: { envId, id: account.value.id },
        body: { dependencies: savedDependencies(form.dependencies) },
        ifMatch: account.etag,
      })
      if (!dependencies.ok) {
        feedback.report(dependencies.problem)
        return { ok: false, account: account.value }
      }
      feedback.openSuccess(say(target.id === undefined ? 'serviceAccount.created' : 'serviceAccount.updated'))
      return {
        ok: true,
        account: account.value,
        dependencies: dependencies.value.dependencies,
        etag: dependencies.etag,
      }
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
