import type { Clock, Field } from '@portico/core'

import type { Io } from '../io/io.ts'
import { cellText } from './cell.ts'
import { paint } from './colour.ts'
import { terminalColumns } from './terminal-columns.ts'
import { cut, padEnd, widthOf } from './width.ts'

type Ports = { readonly io: Io; readonly clock: Clock }

const gap = '  '
const columnMin = 6

/** An aligned table, no line wider than the terminal. No rows give no head either. */
export function tableText<Row>(
  fields: readonly Field<Row>[],
  rows: readonly Row[],
  { io, clock }: Ports,
  headers = true,
): string {
  if (rows.length === 0) return ''
  if (io.accessible) return rows.map((row) => spokenText(fields, row, clock.now())).join('\n')
  const heads = fields.map((field) => field.label.toUpperCase())
  const body = rows.map((row) => fields.map((field) => cellText(field, row, clock.now())))
  const natural = heads.map((head, at) => Math.max(widthOf(head), ...body.map((cells) => widthOf(cells[at] ?? ''))))
  const widths = fit(natural, terminalColumns(io))
  const line = (cells: readonly string[]) => {
    const fitted = cells.map((cell, at) => padEnd(cut(cell, widths[at] ?? 0), widths[at] ?? 0))
    return cut(fitted.join(gap).trimEnd(), terminalColumns(io))
  }
  const head = headers ? [paint(line(heads), 'bold', io.stdout, io.env)] : []
  return [...head, ...body.map(line)].map((text) => `${text}\n`).join('')
}

/** One object, a line a field. */
export function cardText<Row>(fields: readonly Field<Row>[], row: Row, { io, clock }: Ports): string {
  if (io.accessible) return spokenText(fields, row, clock.now())
  const labelWidth = Math.max(...fields.map((field) => widthOf(field.label)))
  return fields
    .map((field) => {
      const label = paint(padEnd(field.label, labelWidth), 'bold', io.stdout, io.env)
      return `${label}${gap}${cellText(field, row, clock.now())}`.trimEnd()
    })
    .map((text) => `${text}\n`)
    .join('')
}

/** One object for the ear: a line a field, no columns to hold in mind. */
function spokenText<Row>(fields: readonly Field<Row>[], row: Row, now: number): string {
  return fields.map((field) => `${field.label}: ${cellText(field, row, now) || 'none'}\n`).join('')
}

/** Takes cells off the widest column until the line fits, or every column is at its least. */
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
