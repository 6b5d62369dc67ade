import { createSignInRecords, signInNoun, signInRecordDays, type SignInRecord } from '@portico/core'
import { createStore } from 'zustand/vanilla'

import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import type { PageLine } from '../../../kit/terminal/page/page-line.ts'
import { pageView } from '../../../kit/terminal/page/page-view.tsx'
import { signInLines } from './sign-in-lines.ts'

type Opened = { readonly record: SignInRecord | 'not-found' | 'failed' | undefined }

/** One sign-in by its code: every check with what happened and what to do. */
export function signInView(app: App, code: string): View {
  const { words } = app
  const records = app.core.lazily(createSignInRecords)
  const store = createStore<Opened>(() => ({ record: undefined }))
  const record = () => {
    const { record: opened } = store.getState()
    return typeof opened === 'object' ? opened : undefined
  }

  return pageView(app, {
    name: 'sign-in',
    stores: [store],
    lines,
    crumbs: () => [app.words.text(signInNoun.labelPlural), code],
    command: () => commandText(['sign-in', 'show', code]),
    webPath: () => `/portal/admin/sign-ins/${encodeURIComponent(code)}`,
    open: async () => store.setState({ record: (await records.open(code)) ?? 'failed' }),
    bindings,
  })

  function lines(): readonly PageLine[] {
    const { record: opened } = store.getState()
    if (opened === undefined) return [{ text: words.say('banner.loading'), look: 'dim' }]
    if (opened === 'failed') return [{ text: words.say('error.notLoaded.title') }]
    if (opened === 'not-found') return [{ text: words.say('signIns.notFound', { days: signInRecordDays }) }]
    return signInLines(opened, words)
  }

  function bindings(): readonly Binding[] {
    const provider = record()?.provider ?? undefined
    const username = record()?.username ?? undefined
    return [
      {
        id: 'sign-in.provider',
        keys: ['p'],
        label: 'Provider',
        refused: () => (provider === undefined ? 'No identity provider was found for it.' : undefined),
        run: () => provider && app.go({ view: 'identity-provider', id: provider.id }),
      },
      {
        id: 'sign-in.whereis',
        keys: ['w'],
        label: 'Where is',
        refused: () => (username === undefined ? 'No username is known.' : undefined),
        run: () => app.go({ view: 'whereis', username: username ?? '' }),
      },
      {
        id: 'sign-in.copy',
        keys: ['c'],
        label: 'Copy code',
        run: () => {
          app.copy(code)
          app.say(app.words.say('tui.copied', { what: code }))
        },
      },
      {
        id: 'sign-in.back',
        keys: ['esc'],
        label: 'Back',
        run: () => app.replace({ view: 'sign-ins' }),
      },
    ]
  }
}
