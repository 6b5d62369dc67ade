import type { Clock, Field } from '@portico/core'

import type { Io } from '../io/io.ts'
import { englishPhrases, type Phrases } from '../phrases/phrases.ts'
import { cellText, shortTime } from './cell.ts'
import { paint, statusColour } from './colour.ts'
import { terminalColumns } from './terminal-columns.ts'
import { cut, padEnd, widthOf } from './width.ts'

type Ports = { readonly io: Io; readonly clock: Clock; readonly phrases?: Phrases | undefined }

const gap = '  '
const columnMin = 6

/**
 * An aligned table, at most as wide as the terminal: cells are cut, then the last columns are dropped; nouns list their
 * columns by importance. `isWhole` cuts nothing. Without rows there is no header either.
 */
export function tableText<Row>(
  fields: readonly Field<Row>[],
  rows: readonly Row[],
  { io, clock, phrases = englishPhrases }: Ports,
  headers = true,
  isWhole = false,
): string {
  if (rows.length === 0) return ''
  if (io.accessible) return rows.map((row) => spokenText(fields, row, clock.now(), phrases)).join('\n')
  const available = isWhole ? Infinity : terminalColumns(io)
  const shown = fields.slice(0, columnsThatFit(fields.length, available))
  const heads = shown.map((field) => heading(field.label, phrases))
  const body = rows.map((row) => shown.map((field) => cellText(field, row, clock.now(), phrases, shortTime)))
  const natural = heads.map((head, at) => Math.max(widthOf(head), ...body.map((cells) => widthOf(cells[at] ?? ''))))
  const widths = isWhole ? natural : fit(natural, available)
  const last = shown.length - 1
  const cell = (text: string, at: number) => {
    const fitted = cut(text, widths[at] ?? 0)
    return at === last ? fitted : padEnd(fitted, widths[at] ?? 0)
  }
  const line = (texts: readonly string[]) => cut(texts.map(cell).join(gap).trimEnd(), available)
  const coloured = (texts: readonly string[], row: Row) => {
    const colours = shown.map((field) => statusColour(field.name, field.value(row)))
    // Cutting the whole line would lose the colour's reset sequence.
    if (colours.every((colour) => colour === undefined) || widthOf(texts.map(cell).join(gap)) > available)
      return line(texts)
    const painted = texts.map((text, at) => {
      const [fitted, colour] = [cell(text, at), colours[at]]
      const bare = fitted.trimEnd()
      return colour === undefined ? fitted : paint(bare, colour, io.stdout, io.env) + fitted.slice(bare.length)
    })
    return painted.join(gap).trimEnd()
  }
  const head = headers ? [paint(line(heads), 'bold', io.stdout, io.env)] : []
  const lines = rows.map((row, at) => coloured(body[at] ?? [], row))
  return [...head, ...lines].map((text) => `${text}\n`).join('')
}

/** One object, one line per field. */
export function cardText<Row>(
  fields: readonly Field<Row>[],
  row: Row,
  { io, clock, phrases = englishPhrases }: Ports,
): string {
  if (io.accessible) return spokenText(fields, row, clock.now(), phrases)
  const labelWidth = Math.max(...fields.map((field) => widthOf(phrases.text(field.label))))
  return fields
    .map((field) => {
      const label = paint(padEnd(phrases.text(field.label), labelWidth), 'bold', io.stdout, io.env)
      return `${label}${gap}${cellText(field, row, clock.now(), phrases)}`.trimEnd()
    })
    .map((text) => `${text}\n`)
    .join('')
}

/** One object for screen readers: one line per field, without columns. */
function spokenText<Row>(fields: readonly Field<Row>[], row: Row, now: number, phrases: Phrases): string {
  const { text } = phrases
  return fields.map((field) => `${text(field.label)}: ${cellText(field, row, now, phrases) || text('none')}\n`).join('')
}

/** A column's heading in capitals, as far as the language has them. */
function heading(label: string, { locale, text }: Phrases): string {
  return text(label).toLocaleUpperCase(locale)
}

/** How many columns fit at their minimum width; at least one. */
function columnsThatFit(count: number, available: number): number {
  return Math.min(count, Math.max(1, Math.floor((available + gap.length) / (columnMin + gap.length))))
}

/** Shrinks the widest column until the line fits or all columns have their minimum width. */
function fit(natural: readonly number[], available: number): number[] {
  const widths = [...natural]
  const room = available - gap.length * (widths.length - 1)
  for (let over = widths.reduce((sum, width) => sum + width, 0) - room; over > 0; over -= 1) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) <= columnMin) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}
