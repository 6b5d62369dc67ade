import { createList, groupsOfProviders, type MappedGroup } from '@portico/core'
import { useList } from '@portico/core/react'
import { Box, Text } from 'ink'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { neutralise } from '../../output/neutralise.ts'
import { cut, padEnd } from '../../output/width.ts'
import { createLine } from '../../terminal/fields/line.ts'
import { TextLine } from '../../terminal/fields/text-line.tsx'
import { createListCursor, firstDrawn } from '../../terminal/list/list-cursor.ts'
import type { Dialog } from '../../terminal/app/view.ts'
import { askForUnseenGroup, providersOf } from './ask-for-unseen-group.ts'
import type { MappingForm } from './mapping-form.ts'

/** Groups of every provider, searched by the server while typing. Enter adds the one under the cursor, or takes the ticks. */
export async function pickGroups(form: MappingForm): Promise<void> {
  const { app } = form
  const providers = await providersOf(app)
  if (providers === undefined) return
  if (providers.length === 0) return app.say(app.words.say('idp.none'))
  app.openDialog(groupDialog(form, providers))
}

function groupDialog(form: MappingForm, providers: readonly { readonly id: string; readonly name: string }[]): Dialog {
  const { app, editor } = form
  const title = `Groups of ${neutralise(form.name)}`
  // Below the search and the count.
  const room = () => Math.max(1, app.layout().dialogHeight - 2)
  const list = createList({ ...app.core, pagesHeld: Infinity }, groupsOfProviders(providers))
  const cursor = createListCursor<MappedGroup>(list, { height: room })
  const line = createLine({ changed: (text) => void cursor.setSearch(text) })
  const before = new Map(editor.getState().form.groups.map((group) => [group.id, group]))
  const ticks = createStore(() => ({ ticked: before }))
  const isTicked = (id: string) => ticks.getState().ticked.has(id)
  void list.open('')

  function tick(): void {
    const current = cursor.current()
    if (current === undefined) return
    const ticked = new Map(ticks.getState().ticked)
    if (!ticked.delete(current.id)) ticked.set(current.id, current)
    ticks.setState({ ticked })
    void cursor.move(1)
  }

  /** The rows must match what was typed: the next keys are meant for them. */
  async function take(): Promise<void> {
    await cursor.narrowed()
    const { ticked } = ticks.getState()
    const current = cursor.current()
    const typed = line.getState().value.trim()
    if (ticked === before && current === undefined && typed !== '') return askForUnseenGroup(form, typed)
    app.closeDialog()
    if (ticked !== before) editor.replace([...ticked.values()])
    else if (current !== undefined) editor.replace([...before.values(), current])
  }

  function Body({ width }: { width: number }) {
    const { index } = useStore(cursor)
    const { rows = [], isFetching } = useList(list)
    useStore(ticks)
    const { glyphs, words } = app
    const first = firstDrawn(cursor, room())
    const count = cursor.count()
    const none = isFetching ? words.say('banner.loading') : 'Nothing matches. Enter adds a group by its name.'
    return (
      <Box flexDirection="column">
        <Box>
          <Text bold>Search: </Text>
          <TextLine line={line} hasKeyboard label="Search" />
        </Box>
        <Text dimColor wrap="truncate">
          {cut(rows.length === 0 ? none : `${Math.min(index + 1, count)} of ${count}`, width)}
        </Text>
        {rows.slice(first, first + room()).map((group, at) => {
          const isCurrent = first + at === index
          const mark = isTicked(group.id) ? glyphs.yes : glyphs.no
          const text = `${isCurrent ? glyphs.pointer : ' '} ${mark} ${textOf(group, providers.length > 1)}`
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
      if (at < 2 || at - 2 >= room() || index >= cursor.count()) return undefined
      return { isCurrent: index === cursor.getState().index, select: () => cursor.moveTo(index) }
    },
    spoken: () => {
      const current = cursor.current()
      const about =
        current === undefined
          ? 'Nothing matches.'
          : `${textOf(current, providers.length > 1)}, ${isTicked(current.id) ? 'ticked' : 'not ticked'}, ${
              cursor.getState().index + 1
            } of ${cursor.count()}`
      return [`Search: ${line.getState().value}`, about]
    },
    layer: {
      name: title,
      isModal: true,
      field: () => line,
      bindings: () => [
        { id: 'pick.up', keys: ['up', 'ctrl-p'], label: 'Up', run: () => cursor.move(-1), hint: false },
        { id: 'pick.down', keys: ['down', 'ctrl-n'], label: 'Down', run: () => cursor.move(1), hint: false },
        { id: 'pick.page-up', keys: ['pageup'], label: 'Page up', run: () => cursor.move(-room()), hint: false },
        { id: 'pick.page-down', keys: ['pagedown'], label: 'Page down', run: () => cursor.move(room()), hint: false },
        {
          id: 'pick.tick',
          keys: ['tab'],
          label: 'Tick',
          run: async () => {
            await cursor.narrowed()
            tick()
          },
        },
        { id: 'pick.take', keys: ['enter'], label: 'Take', run: take },
        { id: 'pick.cancel', keys: ['esc'], label: 'Cancel', run: () => app.closeDialog() },
      ],
    },
  }
}

/** `finance  cn=finance  Acme Partners`: what differs from the name, and the provider where there are several. */
function textOf({ name, claim, idpName }: MappedGroup, hasOthers: boolean): string {
  return neutralise([name, claim === name ? '' : claim, hasOthers ? idpName : ''].filter(Boolean).join('  '))
}
