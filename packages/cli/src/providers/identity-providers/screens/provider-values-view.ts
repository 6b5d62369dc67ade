import {
  createIdentityProviders,
  identityProviderNoun,
  typeNames,
  type IdentityProvider,
  type OurMetadata,
} from '@portico/core'
import { createStore } from 'zustand/vanilla'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import type { PageLine } from '../../../kit/terminal/page/page-line.ts'
import { pageView } from '../../../kit/terminal/page/page-view.tsx'
import { chooseValueToCopy, guideLines, ourValuesFor } from './guide-dialog.ts'
import { requestRollover } from './request-rollover.ts'

type Ours = {
  readonly status: 'loading' | 'ready' | 'not-found' | 'failed'
  readonly provider: IdentityProvider | undefined
  readonly metadata: OurMetadata | undefined
}

/** The steps to take at the provider, and the values it needs: our addresses, metadata and keys. */
export function providerValuesView(app: App, id: string): View {
  const { words } = app
  const providers = app.core.lazily(createIdentityProviders)
  const store = createStore<Ours>(() => ({ status: 'loading', provider: undefined, metadata: undefined }))
  const name = () => neutralise(store.getState().provider?.name ?? identityProviderNoun.label)

  async function open(): Promise<void> {
    const opened = await providers.open(id)
    if (opened === undefined || opened === 'not-found')
      return store.setState({ status: opened === undefined ? 'failed' : 'not-found' })
    const metadata = await providers.ourMetadata(opened.provider)
    store.setState({ status: metadata === undefined ? 'failed' : 'ready', provider: opened.provider, metadata })
  }

  return pageView(app, {
    name: 'values for the provider',
    stores: [store],
    lines,
    crumbs: () => [app.words.text(identityProviderNoun.labelPlural), name(), words.say('guide.ours')],
    command: () => commandText(['idp', 'metadata', store.getState().provider?.name ?? id]),
    webPath: () => `/portal/admin/global-settings/identity-providers/${encodeURIComponent(id)}/configuration`,
    open,
    bindings,
  })

  function lines(): readonly PageLine[] {
    const { status, provider, metadata } = store.getState()
    if (status === 'loading') return [{ text: words.say('banner.loading'), look: 'dim' }]
    if (provider === undefined || metadata === undefined)
      return [{ text: words.say(status === 'not-found' ? 'idp.notFound' : 'error.notLoaded.title') }]
    return [
      { text: words.say('guide.ours'), look: 'title' as const },
      ...ourValuesFor(metadata, id).flatMap(({ label, value }): PageLine[] => [
        { text: `  ${label}`, look: 'dim' },
        { text: `    ${value}` },
      ]),
      { text: '' },
      { text: `${words.say('guide.title')}: ${typeNames[provider.type].name}`, look: 'title' as const },
      ...guideLines(provider.type).map((text): PageLine => ({ text: text === '' ? '' : `  ${text}` })),
      ...(metadata.keys.length === 0 ? [] : [{ text: words.say('keys.ours'), look: 'title' as const }]),
      ...metadata.keys.map(({ use, state, notAfter, fingerprint }): PageLine => ({
        text: `  ${words.say(`keys.${use}`)}: ${words.say(`keys.${state}`)}, ${words.say('keys.until', { date: notAfter.slice(0, 10) })}, ${fingerprint.slice(0, 16)}…`,
      })),
    ].map((line) => ({ ...line, text: neutralise(line.text) }))
  }

  function bindings(): readonly Binding[] {
    const { metadata } = store.getState()
    const notYet = () => (metadata === undefined ? words.say('banner.loading') : undefined)
    return [
      {
        id: 'values.copy',
        keys: ['c'],
        label: 'Copy a value',
        refused: notYet,
        run: () => metadata && chooseValueToCopy(app, ourValuesFor(metadata, id)),
      },
      {
        id: 'values.xml',
        keys: ['x'],
        label: words.say('guide.copyXml'),
        refused: () =>
          notYet() ?? (metadata?.xml ? undefined : 'There is no metadata for OpenID Connect: copy the values.'),
        run: () => {
          app.copy(metadata?.xml ?? '')
          app.say('Copied: our metadata as XML')
        },
      },
      {
        id: 'values.keys',
        keys: ['r'],
        label: 'Replace our keys',
        refused: () => notYet() ?? (metadata?.type === 'saml2' ? app.tenantRefusal() : 'These keys are only for SAML.'),
        run: () => requestRollover(app, open),
      },
      {
        id: 'values.provider',
        keys: ['t', 'esc'],
        label: 'Configuration',
        run: () => app.replace({ view: 'identity-provider', id }),
      },
    ]
  }
}
