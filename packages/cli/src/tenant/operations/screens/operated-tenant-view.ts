import { bannerWords, createOperations, operatedTenantNoun, supportHours, type OperatedTenant } from '@portico/core'
import { createStore } from 'zustand/vanilla'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import type { PageLine } from '../../../kit/terminal/page/page-line.ts'
import { pageView } from '../../../kit/terminal/page/page-view.tsx'
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
      {
        id: 'operated-tenant.enter',
        keys: ['enter'],
        label: words.say('operations.enter'),
        refused: notEntered,
        run: ask,
      },
      { id: 'operated-tenant.back', keys: ['esc'], label: 'Back', run: () => app.replace({ view: 'operations' }) },
    ],
  })

  /** Why the tenant cannot be entered, as the portal says it. */
  function notEntered(): string | undefined {
    const { tenant } = store.getState()
    if (typeof tenant !== 'object') return words.say('operations.notFound')
    if (tenant.vendor) return words.say('operations.enter.own')
    if (tenant.deactivated) return words.say('operations.enter.deactivated')
    return tenant.allowProsAccess ? undefined : words.say('operations.enter.off')
  }

  /** Asks for a reason, which the tenant's administrators read; then the terminal UI begins again inside the tenant. */
  function ask(): void {
    const { tenant } = store.getState()
    if (typeof tenant !== 'object') return
    app.openDialog(
      typedDialog(app, {
        title: neutralise(words.say('operations.enter.title', { name: tenant.name })),
        lines: [
          words.say(tenant.allowProsChange ? 'operations.enter.change' : 'operations.enter.read'),
          words.say('operations.enter.hint'),
        ],
        label: words.say('operations.enter.reason'),
        action: words.say('operations.enter'),
        run: async (reason) => {
          if (reason.trim() === '') return app.say(words.say('REASON_REQUIRED'))
          const problem = await operations.enter(tenant, { reason, hours: supportHours.usual })
          if (problem === undefined) return app.restart()
          if (problem.kind === 'session-ended') return app.closeDialog()
          const { title, message } = bannerWords(problem, words)
          app.say(`${title} ${message}`.trim())
        },
      }),
    )
  }

  function lines(): readonly PageLine[] {
    const { tenant } = store.getState()
    if (tenant === undefined) return [{ text: words.say('banner.loading'), look: 'dim' }]
    if (tenant === 'failed') return [{ text: words.say('error.notLoaded.title') }]
    if (tenant === 'not-found') return [{ text: words.say('operations.notFound') }]
    return tenantLines(tenant, words)
  }
}
