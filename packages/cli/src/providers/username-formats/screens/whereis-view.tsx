import { createUsernameFormats, typeName, type WhereIs } from '@portico/core'
import { Box, Text } from 'ink'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { createLine } from '../../../kit/terminal/fields/line.ts'
import { TextLine } from '../../../kit/terminal/fields/text-line.tsx'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import { wrapLines, type PageLine } from '../../../kit/terminal/page/page-line.ts'
import { PageLines } from '../../../kit/terminal/page/page-lines.tsx'
import { filled, phrase } from '../../../kit/phrases/phrase.ts'

type WhereIsState = { readonly isTyping: boolean; readonly found: WhereIs | undefined }

/** A username field, with the provider it leads to and the reason below. */
export function whereIsView(app: App, username: string): View {
  const { words } = app
  const calls = app.core.lazily(createUsernameFormats)
  const store = createStore<WhereIsState>(() => ({ isTyping: username === '', found: undefined }))
  const line = createLine({ value: username })

  async function ask(): Promise<void> {
    const asked = line.getState().value.trim()
    if (asked === '') return app.say(words.say('USERNAME_REQUIRED'))
    const found = await calls.whereIs(asked)
    if (found !== undefined) store.setState({ found, isTyping: false })
  }

  function Body({ width, height }: { width: number; height: number }) {
    const { isTyping, found } = useStore(store)
    useStore(line)
    return (
      <Box flexDirection="column" height={height} overflow="hidden">
        <Box marginBottom={1}>
          <Text bold>{words.say('field.username')}: </Text>
          <TextLine
            line={line}
            hasKeyboard={isTyping}
            placeholder={words.say('whereis.placeholder')}
            label={words.say('field.username')}
          />
        </Box>
        {found === undefined ? null : (
          <PageLines lines={wrapLines(whereIsLines(app, found), width)} first={0} width={width} height={height - 2} />
        )}
      </Box>
    )
  }

  return {
    Body,
    crumbs: () => [words.say('whereis.title'), neutralise(line.getState().value)].filter((part) => part !== ''),
    command: () => commandText(['whereis', line.getState().value.trim() || 'USERNAME']),
    webPath: () => '/portal/admin/global-settings/identity-providers',
    open: async () => {
      if (line.getState().value.trim() !== '') await ask()
    },
    close: () => undefined,
    watched: [store, line],
    spoken: () => {
      const { found } = store.getState()
      return [
        `${words.say('field.username')}: ${line.getState().value}`,
        ...(found === undefined ? [] : whereIsLines(app, found).map(({ text }) => text)),
      ]
    },
    layer: {
      name: 'whereis',
      isModal: false,
      field: () => (store.getState().isTyping ? line : undefined),
      bindings: () => bindings(),
    },
  }

  function bindings(): readonly Binding[] {
    const { isTyping, found } = store.getState()
    if (isTyping)
      return [
        { id: 'whereis.ask', keys: ['enter'], label: words.say('whereis.ask'), run: ask },
        { id: 'whereis.stop', keys: ['esc'], label: 'Stop typing', run: () => store.setState({ isTyping: false }) },
      ]
    const provider = found?.provider ?? undefined
    const none = () => (provider === undefined ? 'It leads to no identity provider.' : undefined)
    const go = (view: 'identity-provider' | 'username-formats') => () => provider && app.go({ view, id: provider.id })
    return [
      {
        id: 'whereis.type',
        keys: ['enter', 'e'],
        label: 'Another username',
        run: () => {
          line.set('')
          store.setState({ isTyping: true, found: undefined })
        },
      },
      {
        id: 'whereis.provider',
        keys: ['p'],
        label: 'Its identity provider',
        refused: none,
        run: go('identity-provider'),
      },
      {
        id: 'whereis.formats',
        keys: ['t'],
        label: words.say('idp.formats'),
        refused: none,
        run: go('username-formats'),
      },
    ]
  }
}

/** The result as lines: destination and reason, then the evidence. */
export function whereIsLines(
  { words }: Pick<App, 'words'>,
  { outcome, explanation, provider, candidates, tenant }: WhereIs,
): readonly PageLine[] {
  const lines: PageLine[] = [
    { text: explanation, look: outcome === 'found' ? 'good' : 'warn' },
    { text: '' },
    ...(provider === null
      ? []
      : [{ text: filled(phrase`Identity provider: ${provider.name} (${typeName(provider.type)})`, words.text) }]),
    ...(tenant === null ? [] : [{ text: filled(phrase`Tenant: ${tenant}`, words.text) }]),
    ...(candidates.length === 0
      ? []
      : [{ text: words.say('whereis.lookedFor', { list: candidates.join(', ') }), look: 'dim' as const }]),
  ]
  return lines.map((line) => ({ ...line, text: neutralise(line.text) }))
}
