import { createStore, type StoreApi } from 'zustand/vanilla'

import { orderApplications } from '../applications/order.ts'
import type { Feedback } from '../../kit/feedback/store.ts'
import type { Client } from '../../kit/http/client.ts'
import {
  adminTabId,
  getAdminModules,
  getAppSwitcher,
  getLauncher,
  getLauncherApplications,
  getPrincipalInfo,
  getUserData,
  type AdminModule,
  type LauncherApplication,
  type PortalUser,
  type PrincipalInfo,
} from './contract.ts'

export type SwitcherEntry = { readonly id: string; readonly label: string; readonly url: string }

export type LauncherState = {
  readonly isFetching: boolean
  readonly user: PortalUser | undefined
  readonly userData: { readonly tenantId: string; readonly environmentId: string | null } | undefined
  readonly principal: PrincipalInfo | undefined
  /** undefined until they were read. */
  readonly applications: readonly LauncherApplication[] | undefined
  readonly switcher: readonly SwitcherEntry[]
  /** undefined until they are known. Fetched only where a tab has the id ADMIN_ID (spec section 2); else empty. */
  readonly adminModules: readonly AdminModule[] | undefined
  readonly filter: string
  /** The environment that another tab opened since this one read its own; undefined if they agree. */
  readonly movedTo: string | undefined
}

export type Launcher = StoreApi<LauncherState> & {
  /** Reads the person, the tabs and, where there is an admin tab, its modules. */
  fetch(): Promise<void>
  fetchApplications(): Promise<void>
  fetchPrincipal(): Promise<void>
  /** Reads the tenant's name, which an operator may have changed. The environment stays that of this tab. */
  fetchTenantName(): Promise<void>
  setFilter(text: string): void
  /** Another tab opened this environment: if the server confirms it, the person is warned before they act in the old one. */
  hearOfEnvironment(environment: { readonly id: string; readonly name: string }): Promise<void>
}

export function createLauncher({ client, feedback }: { client: Client; feedback: Feedback }): Launcher {
  const store = createStore<LauncherState>(() => ({
    isFetching: false,
    user: undefined,
    userData: undefined,
    principal: undefined,
    applications: undefined,
    switcher: [],
    adminModules: undefined,
    filter: '',
    movedTo: undefined,
  }))
  return {
    ...store,
    async fetch() {
      store.setState({ isFetching: true })
      const [user, data, switcher] = await Promise.all([
        client.call(getLauncher),
        client.call(getUserData),
        client.call(getAppSwitcher),
      ])
      store.setState({ isFetching: false })
      if (!user.ok) return feedback.reportLoad(user.problem)
      store.setState({ user: user.value, movedTo: undefined })
      if (data.ok)
        store.setState({
          userData: { tenantId: data.value.tenant.id, environmentId: data.value.tenant.environment.id },
        })
      else feedback.reportLoad(data.problem)
      if (switcher.ok) store.setState({ switcher: switcher.value.applications })
      else feedback.report(switcher.problem)
      if (!user.value.routes.some((tab) => tab.id === adminTabId)) return store.setState({ adminModules: [] })
      const modules = await client.call(getAdminModules)
      if (!modules.ok) return feedback.report(modules.problem)
      store.setState({ adminModules: modules.value.modules })
    },
    async fetchApplications() {
      const outcome = await client.call(getLauncherApplications)
      if (!outcome.ok) return feedback.reportLoad(outcome.problem)
      store.setState({ applications: orderApplications(outcome.value.applications) })
    },
    async fetchPrincipal() {
      const outcome = await client.call(getPrincipalInfo)
      if (!outcome.ok) return feedback.report(outcome.problem)
      store.setState({ principal: outcome.value })
    },
    async fetchTenantName() {
      const outcome = await client.call(getLauncher)
      const { user } = store.getState()
      if (!outcome.ok || user === undefined) return
      const { tenantName } = outcome.value
      if (tenantName !== user.tenantName) store.setState({ user: { ...user, tenantName } })
    },
    async hearOfEnvironment({ id, name }) {
      const isOther = () => ![undefined, id].includes(store.getState().userData?.environmentId ?? undefined)
      if (!isOther()) return
      const data = await client.call(getUserData)
      // The message may arrive late, after this tab itself changed the environment.
      if (data.ok && data.value.tenant.environment.id === id && isOther()) store.setState({ movedTo: name })
    },
    setFilter: (filter) => store.setState({ filter }),
  }
}
