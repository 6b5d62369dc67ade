import type { Mapping, Words } from '@portico/core'
import { useList } from '@portico/core/react'
import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { cut, padEnd, widthOf } from '../../../kit/output/width.ts'
import { useApp } from '../../../kit/terminal/draw/app-context.tsx'
import { firstDrawn, type ListCursor } from '../../../kit/terminal/list/list-cursor.ts'
import { placeAmongMatches } from '../../../kit/terminal/list/table.tsx'
import type { MatrixColumns } from './matrix-columns.ts'
import { headLine, leadCells, matrixLayout, roleName } from './matrix-layout.ts'

type Properties = {
  readonly cursor: ListCursor<Mapping>
  readonly columns: MatrixColumns
  readonly width: number
  readonly height: number
  /** Shown if there are no rows. */
  readonly empty: string
}

/** Roles against groups. Only the rows and columns on screen are drawn; the names at the left and above stay. */
export function MatrixGrid({ cursor, columns, width, height, empty }: Properties) {
  const app = useApp()
  useStore(app.state)
  useStore(columns)
  const { index } = useStore(cursor)
  const { isFetching } = useList(cursor.list)
  const rows = cursor.rows()
  if (rows.length === 0)
    return <Text dimColor>{isFetching ? app.words.say('banner.loading') : app.words.text(empty)}</Text>

  const { groups, rows: cells } = columns.matrix()
  const { nameCells, columnCells, headLines, rowLines, columns: room } = matrixLayout(app, rows, groups)
  const from = columns.first()
  const shown = groups.slice(from, from + room)
  const here = columns.at() - from
  const start = cursor.start()
  const first = firstDrawn(cursor, rowLines) - start
  const current = Math.min(index, cursor.count() - 1) - start
  const { mark, dot, pointer } = app.glyphs
  const lead = ' '.repeat(leadCells)
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      {Array.from({ length: headLines }, (_, line) => (
        <Text key={`head ${line}`} wrap="truncate">
          {lead + padEnd(line === headLines - 1 ? cut(app.words.text('Role').toUpperCase(), nameCells) : '', nameCells)}
          {headLine(
            shown.map(({ name }) => name),
            { line, lines: headLines, columnCells, here, bar: app.glyphs.bar },
          ).map(({ text, isHere }, at) => (
            <Text key={at} bold={isHere} {...(isHere ? app.colours.accent : {})}>
              {text}
            </Text>
          ))}
        </Text>
      ))}
      {cells.slice(first, first + rowLines).map(({ mapping, groupIds }, at) => {
        const isCurrent = first + at === current
        const name = roleName(mapping, nameCells)
        return (
          <Line
            key={mapping.id}
            name={`${isCurrent ? pointer : ' '} ${padEnd(name, nameCells)}`}
            signs={shown.map(({ id }) => (groupIds.has(id) ? mark : dot))}
            columnCells={columnCells}
            here={isCurrent ? here : undefined}
          />
        )
      })}
      <Box flexGrow={1} />
      <Text dimColor wrap="truncate">
        {placeText(app.words, cursor, columns, width)}
      </Text>
    </Box>
  )
}

/** A line as few parts: before the column of the cursor, that column, and after it. */
function Line(line: {
  readonly name: string
  readonly signs: readonly string[]
  readonly columnCells: number
  readonly here: number | undefined
}) {
  const { name, signs, columnCells, here } = line
  const texts = signs.map((sign) => ` ${padEnd(sign, columnCells - 1)}`)
  if (here === undefined || signs[here] === undefined) return <Text wrap="truncate">{name + texts.join('')}</Text>
  return (
    <Text bold wrap="truncate">
      {name + texts.slice(0, here).join('')}
      <Text bold inverse>
        {texts[here]}
      </Text>
      {texts.slice(here + 1).join('')}
    </Text>
  )
}

/** `finance (Main): mapped - 3 of 2000 - group 5 of 120`, with fewer parts in a narrow window. */
export function placeText(words: Words, cursor: ListCursor<Mapping>, columns: MatrixColumns, width: number): string {
  const group = columns.current()
  const row = placeAmongMatches(words, cursor)
  if (group === undefined) return cut(`${row} - ${words.text('no groups')}`, width)
  const isMapped = cursor.current()?.groups.some(({ id }) => id === group.id) === true
  const said = (whose: string) => words.say(isMapped ? 'tui.mapped' : 'tui.notMapped', { name: whose })
  const name = neutralise(group.name)
  const column = words.say('tui.groupPlace', { at: columns.at() + 1, count: columns.matrix().groups.length })
  const all = [
    `${said(`${name} (${neutralise(group.idpName)})`)} - ${row} - ${column}`,
    `${said(name)} - ${row} - ${column}`,
    `${said(name)} - ${row}`,
  ]
  return (
    all.find((text) => widthOf(text) <= width) ??
    cut(`${words.text(isMapped ? 'mapped' : 'not mapped')}: ${name}`, width)
  )
}
