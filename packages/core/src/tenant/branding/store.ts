import type { Messages } from '@lingui/core'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Client } from '../../kit/http/client.ts'
import { joinMessages } from '../../kit/words/join-messages.ts'
import type { Words } from '../../kit/words/words.ts'
import { getBranding, getWords, type Branding } from './contract.ts'

export type BrandingState = {
  readonly branding: Branding | undefined
  /** Whether the server has answered, or failed: until then the name may still come, and move what stands beside it. */
  readonly isAnswered: boolean
  readonly words: Words
}

export type BrandingStore = StoreApi<BrandingState> & {
  /** Reads branding and words; after a failure the page keeps what it was built with, so that sign-in still works. */
  fetch(): Promise<void>
  /** Adds the sentences of a lazily loaded screen. */
  learn(...catalogues: readonly Messages[]): void
}

export function createBranding({ client, words }: { client: Client; words: Words }): BrandingStore {
  const store = createStore<BrandingState>(() => ({ branding: undefined, isAnswered: false, words }))
  let learned: Messages = {}
  return {
    ...store,
    learn(...catalogues) {
      const messages = joinMessages(...catalogues)
      if (holds(store.getState().words, messages)) return
      learned = joinMessages(learned, messages)
      store.setState(({ words: before }) => ({ words: before.with(messages) }))
    },
    async fetch() {
      const asked = client.call(getWords, { query: {} })
      const branding = await client.call(getBranding)
      store.setState({ isAnswered: true, ...(branding.ok && { branding: branding.value }) })
      const messages = await asked
      if (messages.ok) {
        const { locale, messages: catalogue } = messages.value
        const { words: before } = store.getState()
        // Every screen is drawn again when words change, and mostly the server has the sentences of the build.
        if (locale === before.locale && holds(before, catalogue as Messages)) return
        store.setState({ words: words.of(locale, catalogue as Messages).with(learned) })
      }
    },
  }
}

/** Whether words say all of these sentences already. */
function holds({ messages }: Words, wanted: Messages): boolean {
  return Object.entries(wanted).every(([id, parts]) => JSON.stringify(messages[id]) === JSON.stringify(parts))
}
