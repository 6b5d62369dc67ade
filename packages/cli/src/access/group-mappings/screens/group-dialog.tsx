import { createList, groupsOfProviders, type MappedGroup } from '@portico/core'
import { useList } from '@portico/core/react'
import { Box, Text } from 'ink'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { cut, padEnd } from '../../../kit/output/width.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { Dialog } from '../../../kit/terminal/app/view.ts'
import { createLine } from '../../../kit/terminal/fields/line.ts'
import { TextLine } from '../../../kit/terminal/fields/text-line.tsx'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import { createListCursor, firstDrawn } from '../../../kit/terminal/list/list-cursor.ts'
import { placeAmongMatches } from '../../../kit/terminal/list/table.tsx'

type Options = {
  readonly title: string
  readonly action: string
  readonly providers: readonly { readonly id: string; readonly name: string }[]
  /** Ticked at the beginning; absent: one group is taken. */
  readonly ticked?: readonly MappedGroup[] | undefined
  readonly take: (groups: readonly MappedGroup[]) => void | Promise<void>
  /** Called with the text that no group matches. */
  readonly missing?: ((text: string) => void | Promise<void>) | undefined
}

/**
 * Groups of several providers, searched by the server while typing. Enter takes the group under the cursor; with ticks,
 * Tab ticks groups in one search after another, and Enter takes them.
 */
export function groupDialog(app: App, options: Options): Dialog {
  const { title, action, providers, ticked, take, missing } = options
  // Below the search and the count.
  const room = () => Math.max(1, app.layout().dialogHeight - 2)
  const list = createList({ ...app.core, pagesHeld: Infinity }, groupsOfProviders(providers))
  const cursor = createListCursor<MappedGroup>(list, { height: room })
  const line = createLine({ changed: (text) => void cursor.setSearch(text) })
  const before: ReadonlyMap<string, MappedGroup> = new Map(ticked?.map((group) => [group.id, group]))
  const ticks = createStore(() => ({ now: before }))
  const isTicked = (id: string) => ticks.getState().now.has(id)
  void list.open('')

  async function tick(): Promise<void> {
    await cursor.narrowed()
    const current = cursor.current()
    if (current === undefined) return
    const now = new Map(ticks.getState().now)
    if (!now.delete(current.id)) now.set(current.id, current)
    ticks.setState({ now })
    await cursor.move(1)
  }

  /** The rows must match what was typed, because Enter is meant for them. */
  async function taken(): Promise<void> {
    await cursor.narrowed()
    const { now } = ticks.getState()
    const current = cursor.current()
    if (now !== before) return take([...now.values()])
    if (current !== undefined) return take([...before.values(), current])
    const text = line.getState().value.trim()
    if (text !== '') return missing?.(text)
  }

  function textOf({ name, claim, idpName }: MappedGroup): string {
    const provider = providers.length > 1 ? idpName : ''
    return neutralise([name, claim === name ? '' : claim, provider].filter(Boolean).join('  '))
  }

  const none = () =>
    app.words.text(missing === undefined ? 'Nothing matches.' : 'Nothing matches. Enter adds a group by its name.')

  function Body({ width }: { width: number }) {
    const { index } = useStore(cursor)
    const { rows = [], isFetching } = useList(list)
    useStore(ticks)
    const { glyphs, words } = app
    const first = firstDrawn(cursor, room())
    const place = rows.length > 0 ? placeAmongMatches(words, cursor) : undefined
    return (
      <Box flexDirection="column">
        <Box>
          <Text bold>{app.words.text('Search')}: </Text>
          <TextLine line={line} hasKeyboard label={app.words.text('Search')} />
        </Box>
        <Text dimColor wrap="truncate">
          {cut(place ?? (isFetching ? words.say('banner.loading') : none()), width)}
        </Text>
        {rows.slice(first, first + room()).map((group, at) => {
          const isCurrent = first + at === index
          const box = ticked === undefined ? '' : `${isTicked(group.id) ? glyphs.yes : glyphs.no} `
          const text = `${isCurrent ? glyphs.pointer : ' '} ${box}${textOf(group)}`
          return (
            <Text key={group.id} inverse={isCurrent} wrap="truncate">
              {padEnd(cut(text, width), width)}
            </Text>
          )
        })}
      </Box>
    )
  }

  return {
    title,
    Body,
    watched: [cursor, list, line, ticks],
    target(at) {
      const index = firstDrawn(cursor, room()) + at - 2
      if (at < 2 || at - 2 >= room() || index >= cursor.rows().length) return undefined
      return { isCurrent: index === cursor.getState().index, select: () => cursor.moveTo(index) }
    },
    spoken: () => {
      const current = cursor.current()
      if (current === undefined) return [`${app.words.text('Search')}: ${line.getState().value}`, none()]
      const state = ticked === undefined ? [] : [app.words.text(isTicked(current.id) ? 'ticked' : 'not ticked')]
      const place = placeAmongMatches(app.words, cursor)
      return [`${app.words.text('Search')}: ${line.getState().value}`, [textOf(current), ...state, place].join(', ')]
    },
    layer: { name: title, isModal: true, field: () => line, bindings },
  }

  function bindings(): readonly Binding[] {
    return [
      { id: 'pick.up', keys: ['up', 'ctrl-p'], label: 'Up', run: () => cursor.move(-1), hint: false },
      { id: 'pick.down', keys: ['down', 'ctrl-n'], label: 'Down', run: () => cursor.move(1), hint: false },
      { id: 'pick.page-up', keys: ['pageup'], label: 'Page up', run: () => cursor.move(-room()), hint: false },
      { id: 'pick.page-down', keys: ['pagedown'], label: 'Page down', run: () => cursor.move(room()), hint: false },
      ...(ticked === undefined ? [] : [{ id: 'pick.tick', keys: ['tab'], label: 'Tick', run: tick } satisfies Binding]),
      { id: 'pick.take', keys: ['enter'], label: action, run: taken },
      { id: 'pick.cancel', keys: ['esc'], label: 'Cancel', run: () => app.closeDialog() },
    ]
  }
}
