import { createStore, type StoreApi } from 'zustand/vanilla'

import type { LazyParts } from '../../kit/lazy-parts.ts'
import type { ActivityBy } from './activity.ts'
import {
  getScimActivity,
  getScimDrift,
  getScimRequest,
  type ScimActivityHour,
  type ScimDrift,
  type ScimRequest,
} from './contract.ts'

export type ScimInboxState = {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly hours: readonly ScimActivityHour[]
  /** What the chart shows. */
  readonly by: ActivityBy
  readonly drift: ScimDrift | undefined
  /** The request that is open. */
  readonly request: ScimRequest | undefined
  readonly isReading: boolean
}

export type ScimInboxStore = StoreApi<ScimInboxState> & {
  /** Reads activity and drift. */
  fetch(): Promise<void>
  showBy(by: ActivityBy): void
  /** Opens one request. Whether it could be read; of several, the last one is shown. */
  open(id: string): Promise<boolean>
  close(): void
}

/** What the directory of one identity provider has sent: activity, drift, and one request. Its list is `scimRequestList`. */
export function scimInboxOf({ lazily }: Pick<LazyParts, 'lazily'>, idp: string): ScimInboxStore {
  return lazily((parts) => createScimInboxStore(parts, idp), `scim inbox ${idp}`)
}

export function createScimInboxStore({ client, feedback }: LazyParts, idp: string): ScimInboxStore {
  const store = createStore<ScimInboxState>(() => ({
    status: 'loading',
    hours: [],
    by: 'day',
    drift: undefined,
    request: undefined,
    isReading: false,
  }))
  const params = { id: idp }
  let wanted: string | undefined
  return {
    ...store,
    async fetch() {
      const [activity, drift] = await Promise.all([
        client.call(getScimActivity, { params }),
        client.call(getScimDrift, { params }),
      ])
      if (activity.ok && drift.ok)
        return store.setState({ status: 'ready', hours: activity.value.hours, drift: drift.value })
      const refused = !activity.ok ? activity.problem : !drift.ok ? drift.problem : undefined
      if (refused !== undefined) feedback.reportLoad(refused)
      store.setState({ status: 'failed' })
    },
    showBy: (by) => store.setState({ by }),
    async open(id) {
      wanted = id
      store.setState({ isReading: true })
      const answer = await client.call(getScimRequest, { params: { ...params, requestId: id } })
      if (wanted !== id) return false
      store.setState({ isReading: false, request: answer.ok ? answer.value : undefined })
      if (!answer.ok) feedback.report(answer.problem)
      return answer.ok
    },
    close() {
      wanted = undefined
      store.setState({ request: undefined, isReading: false })
    },
  }
}
