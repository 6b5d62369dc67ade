import type { FieldKind, Words } from '@portico/core'
import { useList } from '@portico/core/react'
import { Box, Text } from 'ink'
import { Fragment } from 'react'
import { useStore } from 'zustand'

import { exactTime } from '../../output/cell.ts'
import { statusColour } from '../../output/colour.ts'
import { cut, cutStart, padEnd, widthOf } from '../../output/width.ts'
import { wrapWords } from '../../output/wrap.ts'
import type { App } from '../app/app.ts'
import type { Colour, Colours } from '../app/theme.ts'
import { useApp } from '../draw/app-context.tsx'
import { cellIn } from './cell-in.ts'
import { columnWidths } from './column-widths.ts'
import type { Column, ListSort } from './list-sort.ts'
import { changesText, type RowChanges } from './row-changes.ts'
import { firstDrawn, type ListCursor } from './list-cursor.ts'

export type TableProps<Row> = {
  cursor: ListCursor<Row>
  fields: readonly Column<Row>[]
  /** Those of a wide window too. */
  all: readonly Column<Row>[]
  sort: ListSort
  width: number
  height: number
  /** Lines for rows. */
  tableHeight: number
  isFetching: boolean
  /** Shown if there are no rows at all. */
  empty: string
  /** Rows that were marked by the last reading. */
  changes: RowChanges
  /** A sentence about the row under the cursor; by default what is cut in it, whole, and its times, exact. */
  detail?: ((row: Row) => string) | undefined
  /** A sentence on a second line of each row, in place of a column. */
  under: ((row: Row) => string) | undefined
  /** Lines below the rows for the sentence about the row under the cursor, where it is too long for the status line. */
  detailLines: number
  /** Lines about the whole list. */
  about: readonly string[]
}

/** Draws only the rows on screen. */
export function Table<Row>(props: TableProps<Row>) {
  const { cursor, fields, all, sort, width, height, tableHeight, isFetching, empty, detail, about, changes } = props
  const { under, detailLines } = props
  const app = useApp()
  const { index } = useStore(cursor)
  const { search, selected } = useList(cursor.list)
  const { idOf } = cursor.list.listed
  const { focus } = useStore(app.state)
  const { colours } = app
  const rows = cursor.rows()
  if (cursor.total() === 0)
    return <Text dimColor>{isFetching ? app.words.say('banner.loading') : [empty, ...about].join(' ')}</Text>

  const [start, count] = [cursor.start(), cursor.count()]
  const first = firstDrawn(cursor, tableHeight)
  const shown = rows.slice(first - start, first - start + tableHeight)
  const now = app.core.clock.now()
  const { heads, widths, cells } = tableColumns({ fields, sort, rows, shown, now, width, words: app.words })
  const head = joined(widths.map((cells, at) => (cells === 0 ? '' : padEnd(cut(heads[at] ?? '', cells), cells))))
  const line = (texts: readonly string[]) => joined(cellsOf(fields, texts, widths))
  const current = Math.min(index, count - 1)
  const { pointer, mark } = app.glyphs
  const row = rows[current - start]
  const facts = row === undefined ? {} : aboutRow({ detail, fields, all, row, widths, now, words: app.words })
  const sentence = detailLines === 0 ? [] : wrapWords(facts.detail ?? '', width).slice(0, detailLines)

  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      {app.layout().isCompact ? null : (
        <Text bold wrap="truncate">
          {cut(' '.repeat(leadCells) + head, width)}
        </Text>
      )}
      {shown.map((row, at) => {
        const isCurrent = first + at === current
        const news = changes.added.has(idOf(row)) ? '+' : changes.changed.has(idOf(row)) ? '~' : ' '
        const lead = `${isCurrent ? pointer : ' '}${news}${selected.has(idOf(row)) ? mark : ' '} `
        return (
          <Fragment key={idOf(row)}>
            <Text inverse={isCurrent && focus === 'view'} wrap="truncate">
              {isCurrent ? padEnd(cut(lead + line(cells[at] ?? []), width), width) : lead}
              {isCurrent ? null : <Cells {...{ fields, row, widths, colours }} texts={cells[at] ?? []} />}
            </Text>
            {under === undefined ? null : (
              <Text dimColor wrap="truncate">
                {cut(underIndent + under(row), width)}
              </Text>
            )}
          </Fragment>
        )
      })}
      <Box flexGrow={1} />
      {sentence.map((line, at) => (
        <Text key={`detail ${at}`} wrap="truncate">
          {cut(line, width)}
        </Text>
      ))}
      {about.map((line, at) => (
        <Text key={at} wrap="truncate">
          {cut(line, width)}
        </Text>
      ))}
      <Text dimColor wrap="truncate">
        {cut(
          statusText(app.words, width, {
            place: placeText(app.words, cursor),
            filter: search,
            sorted: sort.text(),
            marks: selected.size,
            isFetching,
            changed: changesText(changes, app.words),
            ...(sentence.length > 0 ? {} : facts),
          }),
          width,
        )}
      </Text>
    </Box>
  )
}

const gap = '  '

/** A line of cells; one of width 0 is not shown. */
const joined = (cells: readonly string[]) => cells.filter((cell) => cell !== '').join(gap)

/** Cells before the first column: the cursor, what changed, the mark. */
const leadCells = 4
const underIndent = ' '.repeat(leadCells + gap.length)

/** Headers, widths and cells of a table, as it draws them. */
function tableColumns<Row>(table: {
  readonly fields: readonly Column<Row>[]
  readonly sort: ListSort
  readonly rows: readonly Row[]
  readonly shown: readonly Row[]
  readonly now: number
  readonly width: number
  readonly words: Words
}) {
  const { fields, sort, rows, shown, now, width, words } = table
  const textsOf = (row: Row) => fields.map((field) => cellIn(words, field, row, now))
  const cells = shown.map(textsOf)
  const heads = fields.map((field) => sort.head(field))
  return { heads, cells, widths: columnWidths(heads, [...cells, ...rows.slice(0, 50).map(textsOf)], width - leadCells) }
}

/** The column whose header is drawn at a cell of the first line; undefined beside all of them. */
export function columnAt<Row>(
  app: App,
  table: Pick<TableProps<Row>, 'cursor' | 'fields' | 'sort' | 'width' | 'tableHeight'>,
  cell: number,
): Column<Row> | undefined {
  const { cursor, fields, tableHeight } = table
  const rows = cursor.rows()
  const first = firstDrawn(cursor, tableHeight) - cursor.start()
  const shown = rows.slice(first, first + tableHeight)
  const { widths } = tableColumns({ ...table, rows, shown, now: app.core.clock.now(), words: app.words })
  let from = leadCells
  for (const [at, cells] of widths.entries()) {
    if (cell >= from && cell < from + cells) return fields[at]
    if (cells > 0) from += cells + gap.length
  }
  return undefined
}

/** Each as wide as its column; '' for one that is not shown. */
function cellsOf<Row>(fields: readonly Column<Row>[], texts: readonly string[], widths: readonly number[]): string[] {
  return widths.map((cells, at) =>
    cells === 0 ? '' : padEnd(cutCell(fields[at]?.kind, texts[at] ?? '', cells), cells),
  )
}

/** The cells of a row, states in their colours; as few parts as there are colours, because each costs bytes and time. */
function Cells<Row>(props: {
  fields: readonly Column<Row>[]
  row: Row
  texts: readonly string[]
  widths: readonly number[]
  colours: Colours
}) {
  const { fields, row, texts, widths, colours } = props
  const cells = cellsOf(fields, texts, widths)
  const parts: { text: string; colour: Colour | undefined }[] = []
  for (const [at, cell] of cells.entries()) {
    if (cell === '') continue
    const field = fields[at]
    const status =
      field &&
      statusColour(field.sortBy ?? field.name, field.status?.(row) ?? (field.isWord ? field.value(row) : texts[at]))
    const text = at === cells.length - 1 ? cell.trimEnd() : cell + gap
    const last = parts.at(-1)
    const colour = status && colours[looks[status]]
    if (last !== undefined && last.colour === colour) last.text += text
    else parts.push({ text, colour })
  }
  return parts.map(({ text, colour }, at) => (
    <Text key={at} {...colour}>
      {text}
    </Text>
  ))
}

const looks = { red: 'bad', yellow: 'warn', green: 'good', bold: 'accent', dim: 'accent' } as const

/** The sentence about a row, or else its cells that are cut and each of its times, exact. */
function aboutRow<Row>(of: {
  readonly detail: ((row: Row) => string) | undefined
  readonly fields: readonly Column<Row>[]
  readonly all: readonly Column<Row>[]
  readonly row: Row
  readonly widths: readonly number[]
  readonly now: number
  readonly words: Words
}): { detail?: string; times?: string } {
  const { detail, fields, all, row, widths, now, words } = of
  if (detail !== undefined) return { detail: detail(row) }
  const texts = fields.slice(0, widths.length).map((field) => cellIn(words, field, row, now))
  const times = all.flatMap((field) => {
    const value = field.kind === 'time' ? field.value(row) : null
    return typeof value === 'string' ? [`${words.text(field.label)} ${exactTime(value)}`] : []
  })
  return {
    detail: texts.filter((text, at) => widthOf(text) > (widths[at] ?? 0)).join(', '),
    times: times.join(', '),
  }
}

/** URNs differ at their end. */
function cutCell(kind: FieldKind | undefined, text: string, cells: number): string {
  return kind === 'urn' ? cutStart(text, cells) : cut(text, cells)
}

/** Cells in which the start of a sentence about a row is worth its place. */
const detailCellsMin = 16

/** `3 of 12 (of 40)`: the place of the cursor among the rows that match, and of all. */
export function placeText<Row>(words: Words, cursor: ListCursor<Row>): string {
  const [shown, total] = [cursor.count(), cursor.total()]
  if (shown === 0) return words.text('Nothing matches')
  const { at, isFromEnd } = cursor.place()
  const texts = { at, count: cursor.countText(words, shown), total: cursor.countText(words, total) }
  if (isFromEnd || texts.count === texts.total) return placeAmongMatches(words, cursor)
  return words.say('tui.placeOfAll', texts)
}

/** `3 of 12`: the same without those that do not match. */
export function placeAmongMatches<Row>(words: Words, cursor: ListCursor<Row>): string {
  const { at, isFromEnd } = cursor.place()
  return words.say(isFromEnd ? 'tui.placeFromEnd' : 'tui.place', { at, count: cursor.countText(words, cursor.count()) })
}

/**
 * `3 of 12 (of 40) - filter: text - 2 marked`; in a narrow window without its least important parts. Only the sentence
 * about the row is cut.
 */
export function statusText(
  words: Words,
  width: number,
  state: {
    place: string
    filter: string
    marks: number
    sorted?: string | undefined
    isFetching?: boolean
    changed?: string | undefined
    detail?: string | undefined
    times?: string | undefined
  },
): string {
  const { place, filter, marks, sorted, isFetching, changed, detail, times } = state
  const sentence = detail === '' ? undefined : detail
  // The number is the order in which parts give way.
  const partsWith = (about: string | undefined): readonly (readonly [number, string | undefined])[] => [
    [0, place],
    [3, about],
    [4, times === '' ? undefined : times],
    [2, filter === '' ? undefined : words.say('tui.filtered', { text: filter })],
    [5, sorted],
    [1, marks === 0 ? undefined : words.say('tui.marked', { count: marks })],
    [2, changed],
    [6, isFetching === true ? words.text('reading…') : undefined],
  ]
  const upTo = (rank: number, about = sentence) =>
    partsWith(about)
      .flatMap(([own, text]) => (own <= rank && text !== undefined ? [text] : []))
      .join(' - ')
  const room = width - widthOf(upTo(2)) - ' - '.length
  const start = sentence !== undefined && room >= detailCellsMin ? [upTo(3, cut(sentence, room))] : []
  const lines = [upTo(6), upTo(5), upTo(4), upTo(3), ...start, upTo(2), upTo(1)]
  return lines.find((text) => widthOf(text) <= width) ?? upTo(0)
}
