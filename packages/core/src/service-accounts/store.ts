import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Role } from '../app-roles/contract.ts'
import { compareLabels } from '../applications/order.ts'
import type { Feedback } from '../feedback/store.ts'
import type { Client } from '../http/client.ts'
import type { WordId } from '../words/english.ts'
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
import type { ServiceAccountInput } from './rules.ts'

export type ServiceAccountsState = {
  readonly isFetching: boolean
  readonly environmentId: string | undefined
  readonly serviceAccounts: readonly ServiceAccount[] | undefined
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
  fetch(environmentId: string): Promise<void>
  /** The account with what it may use; 'not-found' draws the no-data message, undefined means it was reported. */
  open(environmentId: string, id: string): Promise<OpenedAccount | 'not-found' | undefined>
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

export function createServiceAccounts(deps: {
  client: Client
  feedback: Feedback
  say: (id: WordId) => string
}): ServiceAccounts {
  const { client, feedback, say } = deps
  const store = createStore<ServiceAccountsState>(() => ({
    isFetching: false,
    environmentId: undefined,
    serviceAccounts: undefined,
    readonly: false,
    roles: {},
  }))
  const replace = (account: ServiceAccount) =>
    store.setState(({ serviceAccounts }) => {
      if (serviceAccounts === undefined) return {}
      const others = serviceAccounts.filter((one) => one.id !== account.id)
      return { serviceAccounts: byName([...others, account]) }
    })

  return {
    ...store,
    async fetch(environmentId) {
      const other = store.getState().environmentId !== environmentId
      store.setState({ isFetching: true, environmentId, ...(other ? { serviceAccounts: undefined, roles: {} } : {}) })
      const outcome = await client.call(listServiceAccounts, { params: { envId: environmentId } })
      if (store.getState().environmentId !== environmentId) return
      store.setState({ isFetching: false })
      if (!outcome.ok) return feedback.report(outcome.problem)
      store.setState({ serviceAccounts: byName(outcome.value.serviceAccounts), readonly: outcome.value.readonly })
    },
    async open(environmentId, id) {
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
        feedback.report(outcome.problem)
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
      replace(account.value)
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
      store.setState(({ serviceAccounts }) => ({ serviceAccounts: serviceAccounts?.filter((one) => one.id !== id) }))
      feedback.openSuccess(say('serviceAccount.deleted'))
      return true
    },
  }
}

function byName(accounts: readonly ServiceAccount[]): ServiceAccount[] {
  return accounts.toSorted((a, b) => compareLabels(a.name, b.name))
}
