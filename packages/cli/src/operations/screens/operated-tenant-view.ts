import { createOperations, operatedTenantNoun, type OperatedTenant } from '@portico/core'
import { createStore } from 'zustand/vanilla'

import { neutralise } from '../../output/neutralise.ts'
import type { App } from '../../terminal/app/app.ts'
import { commandText } from '../../terminal/app/command-text.ts'
import type { View } from '../../terminal/app/view.ts'
import type { PageLine } from '../../terminal/page/page-line.ts'
import { pageView } from '../../terminal/page/page-view.tsx'
import { tenantLines } from '../tenant-lines.ts'

type Opened = { readonly tenant: OperatedTenant | 'not-found' | 'failed' | undefined }

/** One tenant, for support: state, environments, identity providers, and what expires. */
export function operatedTenantView(app: App, slug: string): View {
  const { words } = app
  const operations = app.core.lazily(createOperations)
  const store = createStore<Opened>(() => ({ tenant: undefined }))
  const name = () => {
    const { tenant } = store.getState()
    return typeof tenant === 'object' ? tenant.name : slug
  }

  return pageView(app, {
    name: 'operated-tenant',
    stores: [store],
    lines,
    crumbs: () => [app.words.text(operatedTenantNoun.labelPlural), neutralise(name())],
    command: () => commandText(['operations', 'show', slug]),
    webPath: () => `/operations/${encodeURIComponent(slug)}`,
    open: async () => store.setState({ tenant: (await operations.open(slug)) ?? 'failed' }),
    bindings: () => [
      { id: 'operated-tenant.back', keys: ['esc'], label: 'Back', run: () => app.replace({ view: 'operations' }) },
    ],
  })

  function lines(): readonly PageLine[] {
    const { tenant } = store.getState()
    if (tenant === undefined) return [{ text: words.say('banner.loading'), look: 'dim' }]
    if (tenant === 'failed') return [{ text: words.say('error.notLoaded.title') }]
    if (tenant === 'not-found') return [{ text: words.say('operations.notFound') }]
    return tenantLines(tenant, words)
  }
}
