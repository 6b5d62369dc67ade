import { createStore, type StoreApi } from 'zustand/vanilla'

import type { DeviceMemory } from '../../kit/http/port.ts'
import type { LazyParts } from '../../kit/lazy-parts.ts'
import type { Words } from '../../kit/words/words.ts'
import { getLauncherNotices, type LauncherNotices } from './contract.ts'

/** undefined until they were read. They are only a help: a failure is not reported, and nothing is shown then. */
export type LauncherNoticesStore = StoreApi<{ readonly notices: LauncherNotices | undefined }> & {
  fetch(): Promise<void>
}

const nothing: LauncherNotices = { announcement: null, accessContact: null, requestable: [] }

export function createLauncherNotices({ client }: LazyParts): LauncherNoticesStore {
  const store = createStore<{ readonly notices: LauncherNotices | undefined }>(() => ({ notices: undefined }))
  return {
    ...store,
    async fetch() {
      const outcome = await client.call(getLauncherNotices)
      store.setState(({ notices }) => ({ notices: outcome.ok ? outcome.value : (notices ?? nothing) }))
    },
  }
}

/** Tells a person without access whom to ask. */
export function accessSentence(
  words: Pick<Words, 'say'>,
  { contact, tenant }: { readonly contact: string | null | undefined; readonly tenant: string },
): string {
  return contact ? words.say('launcher.askContact', { contact }) : words.say('launcher.askAdministrator', { tenant })
}

const closedKey = 'portico.announcement-closed'

/** Whether the announcement was closed on this device; another text has another id. */
export function isAnnouncementClosed(id: string, memory: DeviceMemory): boolean {
  return memory.get(closedKey) === id
}

export function closeAnnouncement(id: string, memory: DeviceMemory): void {
  memory.set(closedKey, id)
}
