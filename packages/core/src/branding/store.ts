import type { Messages } from '@lingui/core'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Client } from '../http/client.ts'
import type { Words } from '../words/words.ts'
import { getBranding, getWords, type Branding } from './contract.ts'

export type BrandingState = { readonly branding: Branding | undefined; readonly words: Words }

export type BrandingStore = StoreApi<BrandingState> & {
  /** Reads branding and words; after a failure the page keeps what it was built with, so that sign-in still works. */
  fetch(): Promise<void>
  /** Adds the sentences of a lazily loaded screen. */
  learn(messages: Messages): void
}

export function createBranding({ client, words }: { client: Client; words: Words }): BrandingStore {
  const store = createStore<BrandingState>(() => ({ branding: undefined, words }))
  let learned: Messages = {}
  return {
    ...store,
    learn(messages) {
      learned = { ...learned, ...messages }
      store.setState(({ words: before }) => ({ words: before.with(messages) }))
    },
    async fetch() {
      const [branding, messages] = await Promise.all([client.call(getBranding), client.call(getWords, { query: {} })])
      if (branding.ok) store.setState({ branding: branding.value })
      if (messages.ok) {
        const { locale, messages: catalogue } = messages.value
        store.setState({ words: words.of(locale, catalogue as Messages).with(learned) })
      }
    },
  }
}
