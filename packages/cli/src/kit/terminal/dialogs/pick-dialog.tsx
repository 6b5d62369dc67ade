import { createList, type ListedNoun } from '@portico/core'
import { useList } from '@portico/core/react'
import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { cut, padEnd, widthOf } from '../../output/width.ts'
import type { App } from '../app/app.ts'
import type { Dialog } from '../app/view.ts'
import { wrapWords } from '../../output/wrap.ts'
import type { Binding } from '../focus/binding.ts'
import { createLine } from '../fields/line.ts'
import { TextLine } from '../fields/text-line.tsx'
import { createListCursor, firstDrawn } from '../list/list-cursor.ts'

export type PickItem = {
  readonly id: string
  readonly label: string
  readonly note?: string | undefined
  /** Detail of the row under the cursor, shown below the list and searched too. */
  readonly help?: string | undefined
  /** Why the row cannot be picked. */
  readonly refused?: string | undefined
}

/** Cells that the detail of a row takes before it wraps. */
const helpCellsMax = 76

/** They are handed in, so there is nothing to read. */
const pickItems: ListedNoun<PickItem> = {
  noun: { fields: [], columns: [], wideColumns: [] },
  idOf: ({ id }) => id,
  searchedBy: 'here',
  noFilter: {},
  texts: ({ label, note = '', help = '' }) => [label, note, help],
  fetchPage: () => Promise.resolve({ ok: true, value: { rows: [], next: null, previous: null } }),
}

/**
 * A list that is filtered while typing. Enter picks the row under the cursor; with `several`, Tab toggles rows and Enter
 * takes all selected ones.
 */
export function pickDialog(
  app: App,
  options: {
    title: string
    items: readonly PickItem[]
    action: string
    several?: { readonly ticked: readonly string[] } | undefined
    /** Id of the row under the cursor at first; absent: the first one. */
    current?: string | undefined
    pick: (ids: readonly string[]) => void | Promise<void>
  },
): Dialog {
  const { title, items, action, several, current: first, pick } = options
  const { words } = app
  const helpHeight = items.some(({ help }) => help !== undefined) ? 3 : 0
  // Below the search and the count.
  const room = () => Math.max(1, app.layout().dialogHeight - 2 - helpHeight)
  const list = createList(app.core, pickItems)
  list.take('', items)
  list.select(items.filter(({ id }) => several?.ticked.includes(id) === true))
  const cursor = createListCursor<PickItem>(list, { height: room })
  void cursor.moveTo(
    Math.max(
      0,
      items.findIndex(({ id }) => id === first),
    ),
  )
  const line = createLine({ changed: (text) => void cursor.setSearch(text) })
  const isTicked = (id: string) => list.getState().selected.has(id)
  const refused = () => {
    const current = cursor.current()
    if (several !== undefined) return undefined
    return current === undefined ? words.text('Nothing matches.') : current.refused
  }

  const placeText = (index: number, count: number) => words.say('tui.place', { at: Math.min(index + 1, count), count })

  const bindings = (): readonly Binding[] => [
    { id: 'pick.up', keys: ['up', 'ctrl-p'], label: 'Up', run: () => cursor.move(-1), hint: false },
    { id: 'pick.down', keys: ['down', 'ctrl-n'], label: 'Down', run: () => cursor.move(1), hint: false },
    { id: 'pick.page-up', keys: ['pageup'], label: 'Page up', run: () => cursor.move(-room()), hint: false },
    { id: 'pick.page-down', keys: ['pagedown'], label: 'Page down', run: () => cursor.move(room()), hint: false },
    ...(several === undefined
      ? []
      : [{ id: 'pick.tick', keys: ['tab'], label: 'Tick', run: () => cursor.toggleMark() } satisfies Binding]),
    {
      id: 'pick.take',
      keys: ['enter'],
      label: action,
      refused,
      run: () =>
        pick(
          several === undefined
            ? [cursor.current()?.id ?? '']
            : items.filter(({ id }) => isTicked(id)).map(({ id }) => id),
        ),
    },
    { id: 'pick.cancel', keys: ['esc'], label: 'Cancel', run: () => app.closeDialog() },
  ]

  function Body({ width }: { width: number }) {
    const { index } = useStore(cursor)
    const { rows = [] } = useList(list)
    const first = firstDrawn(cursor, room())
    const { glyphs } = app
    return (
      <Box flexDirection="column">
        <Box>
          <Text bold>{words.text('Search')}: </Text>
          <TextLine line={line} hasKeyboard label={words.text('Search')} />
        </Box>
        <Text dimColor>{rows.length === 0 ? words.text('Nothing matches.') : placeText(index, rows.length)}</Text>
        {rows.slice(first, first + room()).map((item, at) => {
          const isCurrent = first + at === index
          const tick = several === undefined ? '' : `${isTicked(item.id) ? glyphs.yes : glyphs.no} `
          const text = `${isCurrent ? glyphs.pointer : ' '} ${tick}${item.label}${item.note ? `  ${item.note}` : ''}`
          return (
            <Text key={item.id} inverse={isCurrent} dimColor={item.refused !== undefined} wrap="truncate">
              {padEnd(cut(text, width), width)}
            </Text>
          )
        })}
        {(helpHeight === 0 ? [] : wrapWords(rows[index]?.help ?? '', width).slice(0, helpHeight)).map((text, at) => (
          <Text key={`help ${at}`} dimColor wrap="truncate">
            {cut(text, width) || ' '}
          </Text>
        ))}
      </Box>
    )
  }

  const widest = Math.max(
    0,
    ...items.map(({ label, note = '' }) => widthOf(label) + (note === '' ? 0 : 2 + widthOf(note))),
  )
  const helpCells = Math.min(helpCellsMax, Math.max(0, ...items.map(({ help = '' }) => widthOf(help))))

  return {
    title,
    Body,
    // Beside the pointer and the tick.
    cells: () => Math.max(widest + 2 + (several === undefined ? 0 : widthOf(app.glyphs.no) + 1), helpCells),
    watched: [cursor, list, line],
    target(at) {
      // Below the search and the count.
      const index = firstDrawn(cursor, room()) + at - 2
      if (at < 2 || at - 2 >= room() || index >= cursor.count()) return undefined
      return { isCurrent: index === cursor.getState().index, select: () => cursor.moveTo(index) }
    },
    spoken: () => {
      const current = cursor.current()
      const tick =
        several === undefined || current === undefined
          ? ''
          : isTicked(current.id)
            ? `, ${words.text('ticked')}`
            : `, ${words.text('not ticked')}`
      return [
        `${words.text('Search')}: ${line.getState().value}`,
        current === undefined
          ? words.text('Nothing matches.')
          : `${current.label}${tick}, ${placeText(cursor.getState().index, cursor.count())}`,
        current?.help ?? '',
      ]
    },
    layer: { name: title, isModal: true, field: () => line, bindings },
  }
}
