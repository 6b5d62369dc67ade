import { createStore, type StoreApi } from 'zustand/vanilla'

import type { DeviceMemory } from '../../kit/http/port.ts'
import type { LazyParts } from '../../kit/lazy-parts.ts'
import {
  listNotices,
  listStalledProvisioning,
  type AuditLogNotice,
  type Notice,
  type StalledProvisioning,
} from './contract.ts'

type Read = {
  readonly notices: readonly Notice[] | undefined
  /** Applications to which people are no longer sent. */
  readonly stalled: readonly StalledProvisioning[] | undefined
  readonly auditLog: AuditLogNotice | undefined
}

/** undefined until they were read. They are only a help: a failure is not reported, and nothing is shown then. */
export type Notices = StoreApi<Read> & { fetch(): Promise<void> }

export function createNotices({ client }: LazyParts): Notices {
  const store = createStore<Read>(() => ({ notices: undefined, stalled: undefined, auditLog: undefined }))
  return {
    ...store,
    async fetch() {
      const [notices, stalled] = await Promise.all([
        client.call(listNotices, { background: true }),
        client.call(listStalledProvisioning, { background: true }),
      ])
      if (notices.ok) store.setState({ notices: notices.value.notices, auditLog: notices.value.auditLog ?? undefined })
      if (stalled.ok) store.setState({ stalled: stalled.value.stalled })
    },
  }
}

const closedKey = 'portico.notices-closed'

/**
 * What the banner for administrators is about, the most urgent first: what was not closed on this device at the step that
 * it has reached. A setup URL has a separate banner, and what is replaced needs none.
 */
export function bannerNotices(notices: readonly Notice[], memory: DeviceMemory): readonly Notice[] {
  const closed = new Set(memory.get(closedKey)?.split('\n'))
  return notices.filter(
    (notice) => notice.kind !== 'setup-url' && !notice.isReplaced && !closed.has(closedMark(notice)),
  )
}

/** Closes the banner about these until one of them reaches its next step. What no longer expires is forgotten. */
export function closeNotices(closing: readonly Notice[], notices: readonly Notice[], memory: DeviceMemory): void {
  const closed = new Set([...(memory.get(closedKey)?.split('\n') ?? []), ...closing.map(closedMark)])
  const kept = notices.map(closedMark).filter((mark) => closed.has(mark))
  memory.set(closedKey, kept.join('\n'))
}

function closedMark({ id, step }: Notice): string {
  return `${id} ${step}`
}
