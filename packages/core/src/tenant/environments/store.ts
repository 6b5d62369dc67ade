import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Feedback } from '../../kit/feedback/store.ts'
import type { Client } from '../../kit/http/client.ts'
import { listAdminEnvironments, listEnvironments, type AdminEnvironment, type Environment } from './contract.ts'

export type EnvironmentsState = {
  readonly isFetching: boolean
  /** undefined until they are read. */
  readonly environments: readonly Environment[] | undefined
  readonly selectedId: string | null
  /** The environment being opened: the picker shows that it is loading (spec section 2). */
  readonly openingId: string | undefined
  readonly adminEnvironments: readonly AdminEnvironment[] | undefined
}

export type Environments = StoreApi<EnvironmentsState> & {
  fetch(): Promise<void>
  fetchAdmin(): Promise<void>
  /** Takes over what the list of environments has read. */
  learn(admin: readonly AdminEnvironment[] | undefined): void
  open(id: string): void
}

export function createEnvironments({ client, feedback }: { client: Client; feedback: Feedback }): Environments {
  const store = createStore<EnvironmentsState>(() => ({
    isFetching: false,
    environments: undefined,
    selectedId: null,
    openingId: undefined,
    adminEnvironments: undefined,
  }))
  return {
    ...store,
    async fetch() {
      store.setState({ isFetching: true })
      const outcome = await client.call(listEnvironments)
      store.setState({ isFetching: false })
      if (!outcome.ok) return feedback.reportLoad(outcome.problem)
      store.setState({ environments: outcome.value.environments, selectedId: outcome.value.selected })
    },
    async fetchAdmin() {
      store.setState({ isFetching: true })
      const outcome = await client.call(listAdminEnvironments)
      store.setState({ isFetching: false })
      if (!outcome.ok) return feedback.reportLoad(outcome.problem)
      store.setState({ adminEnvironments: outcome.value.environments })
    },
    learn: (adminEnvironments) => store.setState(adminEnvironments === undefined ? {} : { adminEnvironments }),
    open: (openingId) => store.setState({ openingId }),
  }
}
