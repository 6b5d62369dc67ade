import { createStore, type StoreApi } from 'zustand/vanilla'

import { getBranding } from '../../tenant/branding/contract.ts'
import type { LazyParts } from '../../kit/lazy-parts.ts'

/** The page of support and training. A failure is not reported, because the section is only a help. */
export type LauncherSupport = StoreApi<{ readonly address: string | null }> & { fetch(): Promise<void> }

/** `core.lazily(createLauncherSupport)`, for a face that does not read branding at its start. */
export function createLauncherSupport({ client }: LazyParts): LauncherSupport {
  const store = createStore<{ readonly address: string | null }>(() => ({ address: null }))
  return {
    ...store,
    async fetch() {
      const branding = await client.call(getBranding)
      if (branding.ok) store.setState({ address: branding.value.supportUrl })
    },
  }
}
