import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Feedback } from '../feedback/store.ts'
import type { Client } from '../http/client.ts'
import { listApplications, type Application } from './contract.ts'
import { orderApplications } from './order.ts'

/** Spec section 4, "Apps for an environment". */
export type ApplicationsState = {
  readonly isFetching: boolean
  readonly environmentId: string | undefined
  readonly applications: readonly Application[]
  readonly selectedId: string | undefined
}

export type Applications = StoreApi<ApplicationsState> & {
  fetch(environmentId: string): Promise<void>
  select(id: string): void
}

export function createApplications({ client, feedback }: { client: Client; feedback: Feedback }): Applications {
  const store = createStore<ApplicationsState>(() => ({
    isFetching: false,
    environmentId: undefined,
    applications: [],
    selectedId: undefined,
  }))
  return {
    ...store,
    async fetch(environmentId) {
      store.setState({ isFetching: true, environmentId, applications: [] })
      const outcome = await client.call(listApplications, { params: { envId: environmentId } })
      // A slower answer for an environment the person has left again must not replace the newer one.
      if (store.getState().environmentId !== environmentId) return
      if (!outcome.ok) {
        store.setState({ isFetching: false })
        return feedback.report(outcome.problem)
      }
      const applications = orderApplications(outcome.value.applications)
      store.setState(({ selectedId }) => ({
        isFetching: false,
        applications,
        selectedId: applications.some((one) => one.id === selectedId) ? selectedId : applications[0]?.id,
      }))
    },
    select: (selectedId) => store.setState({ selectedId }),
  }
}
