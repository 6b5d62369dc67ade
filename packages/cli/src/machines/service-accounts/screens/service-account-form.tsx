import { createServiceAccounts, isPrivateKey, keyLengthMax, type KeySlot, type Words } from '@portico/core'
import { useEditor } from '@portico/core/react'
import { Box, Text } from 'ink'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { cut, cutStart, padEnd, widthOf } from '../../../kit/output/width.ts'
import { wrapAll, wrapWords } from '../../../kit/output/wrap.ts'
import type { Target } from '../../../kit/terminal/app/view.ts'
import { useApp } from '../../../kit/terminal/draw/app-context.tsx'
import { TextArea } from '../../../kit/terminal/fields/text-area.tsx'
import { TextLine } from '../../../kit/terminal/fields/text-line.tsx'
import type { Finder } from '../../../kit/terminal/find/finder.ts'
import { Found } from '../../../kit/terminal/find/marked.tsx'
import { firstShown, rowAtLine } from '../../../kit/terminal/form/shown-rows.ts'
import { columnWidths } from '../../../kit/terminal/list/column-widths.ts'
import { fieldOf, type AccountForm, type FormItem } from './account-form.ts'
import { keyWords, shortKeyWords } from './key-words.ts'

const isNarrow = (width: number) => width < 50
/** Cells for pointer and label; fewer in a narrow window. */
const labelWidth = (width: number) => (isNarrow(width) ? 8 : 16)
const valueCells = (width: number) => Math.max(1, width - labelWidth(width))
const problemLines = (problem: string | undefined, width: number) =>
  problem === undefined ? [] : wrapWords(`! ${neutralise(problem)}`, valueCells(width))
const keyLabel = (slot: KeySlot, width: number, words: Words) =>
  `${words.text(isNarrow(width) ? 'Key' : 'Public key')} ${slot.slice(-1)}`
const areaHeightMax = 10

/** The form of one account; it scrolls with the cursor. */
export function serviceAccountFormBody(model: AccountForm, finder: Finder) {
  return function ServiceAccountForm({ width, height }: { width: number; height: number }) {
    const { words, core } = useApp()
    const { cursor, isEditing } = useStore(model.view)
    const { status } = useEditor(model.editor)
    const { wanted } = useStore(finder)
    useStore(core.lazily(createServiceAccounts), (state) => state.roles)
    if (status === 'loading') return <Text dimColor>{words.say('banner.loading')}</Text>
    if (status === 'not-found') return <Text>{words.say('serviceAccount.notFound')}</Text>
    if (status === 'failed') return <Text>{words.say('error.notLoaded.title')}</Text>
    const items = model.items()
    const at = Math.min(cursor, items.length - 1)
    const { first } = shownOf(model, width, height)
    const widths = applicationWidths(items, width, model.app.words)
    return (
      <Box flexDirection="column" height={height} overflow="hidden">
        {items.slice(first).map((item, index) => (
          <Item
            key={item.kind === 'application' ? item.row.appId : (fieldOf(item) ?? item.kind)}
            {...{ model, item, wanted, width, height, widths }}
            isCurrent={first + index === at}
            isEditing={first + index === at && isEditing}
          />
        ))}
      </Box>
    )
  }
}

const pillsOf = (roles: readonly string[], words: Words) =>
  roles.length === 0 ? words.text('(no role)') : roles.map((role) => `[${role}]`).join(' ')

/** Cells for label, roles and URN. URNs give way first: they begin alike, and a narrow window has no room for them. */
function applicationWidths(items: readonly FormItem[], width: number, words: Words): readonly number[] {
  const texts = items.flatMap((item) =>
    item.kind === 'application' ? [[item.row.label, pillsOf(item.row.roles, words), item.row.urn].map(neutralise)] : [],
  )
  const pointer = 2
  return columnWidths(isNarrow(width) ? ['', ''] : ['', '', ''], texts, width - pointer)
}

/** Heights of the items, and the first one drawn. */
function shownOf(model: AccountForm, width: number, height: number) {
  const items = model.items()
  const { cursor, isEditing } = model.view.getState()
  const at = Math.min(cursor, items.length - 1)
  const heights = items.map((item, index) =>
    heightOf(model, item, { isCurrent: index === at, isEditing, width, height }),
  )
  return { at, heights, first: firstShown(heights, at, height) }
}

/** What is in a line of the form. */
export function accountTarget(model: AccountForm, line: number): Target | undefined {
  if (model.editor.getState().status !== 'ready') return undefined
  const { contentWidth, contentHeight } = model.app.layout()
  const { at, heights, first } = shownOf(model, contentWidth, contentHeight)
  const index = rowAtLine(heights, first, line)
  return index === undefined ? undefined : { isCurrent: index === at, select: () => model.move(index - at) }
}

type ItemProps = {
  model: AccountForm
  item: FormItem
  /** The search text; empty: no search. */
  wanted: string
  width: number
  height: number
  /** Cells of the columns of applications. */
  widths: readonly number[]
  isCurrent: boolean
  isEditing: boolean
}

function Item(props: ItemProps) {
  const { model, item, wanted, width, widths, isCurrent, isEditing } = props
  const { glyphs, words } = useApp()
  switch (item.kind) {
    case 'line': {
      const { name, label } = item.field
      return (
        <Labelled {...props} label={words.say(label)} problem={model.editor.problemOf(name)}>
          {wanted === '' || isEditing ? (
            <TextLine line={model.lines[name]} hasKeyboard={isEditing} label={words.say(label)} />
          ) : (
            <Text>
              <Found text={neutralise(model.editor.getState().form.values[name])} wanted={wanted} isHere={isCurrent} />
            </Text>
          )}
        </Labelled>
      )
    }
    case 'key':
      return <KeyItem {...props} slot={item.field.name} />
    case 'add':
      return (
        <Text inverse={isCurrent} wrap="truncate">
          <Found text={`${isCurrent ? glyphs.pointer : ' '} + ${words.say('dependency.add')}`} wanted={wanted} />
        </Text>
      )
    case 'application': {
      const { label, urn, roles } = item.row
      const pills = pillsOf(roles, words)
      const [labelCells = 0, , urnCells] = widths
      const cells = [
        ...(urnCells === undefined ? [] : [padEnd(cutStart(neutralise(urn), urnCells), urnCells)]),
        padEnd(cut(neutralise(label), labelCells), labelCells),
        neutralise(pills),
      ]
      return (
        <Text inverse={isCurrent} wrap="truncate">
          <Found text={cut(`${isCurrent ? glyphs.pointer : ' '} ${cells.join('  ')}`, width)} wanted={wanted} />
        </Text>
      )
    }
  }
}

function KeyItem(props: ItemProps & { slot: KeySlot }) {
  const { model, slot, wanted, width, height, isCurrent, isEditing } = props
  const { words } = model.app
  return (
    <Labelled {...props} label={keyLabel(slot, width, words)} problem={model.editor.problemOf(slot)}>
      {isEditing ? (
        <Box flexDirection="column">
          {pasteLines(model, slot, width).map((line, at) => (
            <Text key={at} dimColor wrap="truncate">
              {line}
            </Text>
          ))}
          <TextArea
            area={model.keys[slot]}
            height={areaRows(height)}
            width={valueCells(width)}
            mask={isPrivateKey(model.editor.getState().form.values[slot])}
          />
        </Box>
      ) : (
        <Box flexDirection="column">
          {keyLines(model, slot, { isCurrent, width }).map((line, at) => (
            <Text key={at} wrap="truncate">
              <Found text={line} wanted={wanted} isHere={isCurrent} />
            </Text>
          ))}
        </Box>
      )}
    </Labelled>
  )
}

/** What to paste, and how much of it there is. */
function pasteLines(model: AccountForm, slot: KeySlot, width: number): readonly string[] {
  const { values } = model.editor.getState().form
  const text = model.app.words.say('tui.pasteKey', {
    algorithm: values[`${slot}Algorithm`],
    count: values[slot].trim().length,
    max: keyLengthMax,
  })
  return wrapWords(text, valueCells(width))
}

/** A key in one line; under the cursor its whole fingerprint, its size, and when it was added and used. */
function keyLines(model: AccountForm, slot: KeySlot, at: { isCurrent: boolean; width: number }): readonly string[] {
  const room = valueCells(at.width)
  if (at.isCurrent) return wrapAll(neutralise(keyWords(model, slot)), room)
  return [neutralise(shortKeyWords(model, slot, room))]
}

function Labelled(props: {
  label: string
  problem: string | undefined
  wanted: string
  isCurrent: boolean
  width: number
  children: ReactNode
}) {
  const { label, problem, wanted, isCurrent, width, children } = props
  const { glyphs, colours } = useApp()
  return (
    // An item that does not fit is cut off at the end; otherwise the layout would draw its lines over each other.
    <Box flexDirection="column" flexShrink={0}>
      <Box>
        <Box width={labelWidth(width)} flexShrink={0}>
          <Text bold={isCurrent} inverse={isCurrent} wrap="truncate">
            <Found text={`${isCurrent ? glyphs.pointer : ' '} ${label}`} wanted={wanted} />
          </Text>
        </Box>
        {children}
      </Box>
      {problemLines(problem, width).map((line, at) => (
        <Text key={at} {...colours.bad} wrap="truncate">
          {' '.repeat(labelWidth(width)) + line}
        </Text>
      ))}
    </Box>
  )
}

function areaRows(height: number): number {
  return Math.max(1, Math.min(areaHeightMax, height - 5))
}

function heightOf(
  model: AccountForm,
  item: FormItem,
  room: { isCurrent: boolean; isEditing: boolean; width: number; height: number },
): number {
  if (item.kind === 'add' || item.kind === 'application') return 1
  const field = fieldOf(item)
  const below = field === undefined ? 0 : problemLines(model.editor.problemOf(field), room.width).length
  if (item.kind === 'line') {
    // The text wraps, with one cell for the cursor.
    const cells = widthOf(model.editor.getState().form.values[item.field.name]) + 1
    return Math.ceil(cells / valueCells(room.width)) + below
  }
  if (!room.isCurrent || !room.isEditing) return keyLines(model, item.field.name, room).length + below
  const lines = model.editor.getState().form.values[item.field.name].split('\n').length
  return pasteLines(model, item.field.name, room.width).length + below + Math.min(lines, areaRows(room.height))
}
