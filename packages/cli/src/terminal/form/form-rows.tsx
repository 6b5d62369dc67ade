import { Box, Text } from 'ink'

import { neutralise } from '../../output/neutralise.ts'
import { cut, widthOf } from '../../output/width.ts'
import { useApp } from '../draw/app-context.tsx'
import { wrapWords } from '../draw/wrap-words.ts'
import { placeOf } from '../fields/area.ts'
import { TextArea } from '../fields/text-area.tsx'
import { TextLine } from '../fields/text-line.tsx'
import { wrapLines } from '../page/page-line.ts'
import { firstShown, lastShown } from './shown-rows.ts'
import type { FieldRow, FormRow, RowEditor } from './form-row.ts'

const areaHeightMax = 8

/** The rows of a form around its cursor. Help is shown for the row under it, complaints and warnings always. */
export function FormRows(props: { rows: readonly FormRow[]; at: number; width: number; height: number }) {
  const { rows, at, width, height } = props
  const labelWidth = labelWidthOf(rows, width)
  const heights = rows.map((row, index) => heightOf(row, index === at, { width, labelWidth, height }))
  const first = firstShown(heights, at, height)
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      {rows.slice(first, lastShown(heights, first, height)).map((row, index) => (
        // Rows that do not fit are cut off at the end; left to itself the layout would squeeze all of them.
        <Box key={row.id} flexDirection="column" flexShrink={0}>
          <Row {...{ row, width, height, labelWidth }} isCurrent={first + index === at} />
        </Box>
      ))}
    </Box>
  )
}

type RowProps = { row: FormRow; width: number; height: number; labelWidth: number; isCurrent: boolean }

function Row(props: RowProps) {
  const { row, width, isCurrent } = props
  const { glyphs, colours } = useApp()
  if (row.kind === 'heading')
    return (
      <Text bold {...colours.accent} wrap="truncate">
        {cut(row.text, width)}
      </Text>
    )
  if (row.kind === 'note')
    return (
      <Box flexDirection="column">
        {wrapWords(row.text, width).map((line, at) => (
          <Text key={at} {...(row.look === undefined ? {} : colours[row.look])} wrap="truncate">
            {cut(line, width)}
          </Text>
        ))}
      </Box>
    )
  if (row.kind === 'action')
    return (
      <Text inverse={isCurrent} wrap="truncate">
        {cut(`${isCurrent ? glyphs.pointer : ' '} ${row.text}`, width)}
      </Text>
    )
  return <Field {...props} row={row} />
}

function Field({ row, width, height, labelWidth, isCurrent }: RowProps & { row: FieldRow }) {
  const { glyphs, colours } = useApp()
  const labelCells = labelCellsOf(row, width, labelWidth)
  const room = Math.max(1, width - labelCells)
  const below = belowOf(row, isCurrent, width)
  return (
    <Box flexDirection="column">
      <Box>
        <Box width={labelCells} flexShrink={0}>
          <Text bold={isCurrent} inverse={isCurrent} wrap="truncate">
            {cut(`${isCurrent ? glyphs.pointer : ' '} ${row.label}`, labelCells - 1)}
          </Text>
        </Box>
        {row.editor === undefined ? (
          <Box flexDirection="column">
            {valueLines(row, isCurrent, room).map((line, at) => (
              <Text key={at} dimColor={row.isDefault === true} wrap="truncate">
                {line || ' '}
              </Text>
            ))}
          </Box>
        ) : row.editor.kind === 'line' ? (
          <TextLine
            line={row.editor.line}
            hasKeyboard
            label={row.label}
            mask={row.editor.mask}
            placeholder={row.editor.placeholder}
          />
        ) : (
          <Box flexDirection="column">
            <Text dimColor wrap="truncate">
              {cut(row.editor.note, room)}
            </Text>
            <TextArea area={row.editor.area} height={areaRows(height)} width={room} mask={row.editor.mask} />
          </Box>
        )}
      </Box>
      {below.map(({ text, look }, at) => (
        <Text key={at} dimColor={look === 'help'} {...(look === 'help' ? {} : colours[look])} wrap="truncate">
          {cut(text, width)}
        </Text>
      ))}
    </Box>
  )
}

/** A value in one line; under the cursor all of it. */
function valueLines({ shown }: FieldRow, isCurrent: boolean, room: number): readonly string[] {
  const text = neutralise(shown)
  return isCurrent ? wrapLines([{ text }], room).map((line) => line.text) : [cut(text, room)]
}

type Below = { readonly text: string; readonly look: 'bad' | 'warn' | 'help' }

/** What stands under a field: what is wrong, what will go wrong, and for the row under the cursor what it is for. */
function belowOf(row: FieldRow, isCurrent: boolean, width: number): readonly Below[] {
  const lines = (mark: string, text: string | undefined, look: Below['look']): readonly Below[] =>
    text === undefined ? [] : wrapWords(`    ${mark}${neutralise(text)}`, width).map((line) => ({ text: line, look }))
  return [
    ...lines('! ', row.complaint, 'bad'),
    ...lines('! ', row.warning, 'warn'),
    ...(isCurrent ? lines('', row.help, 'help') : []),
  ]
}

/** As wide as the widest label, but never more than the half of the window that values need. */
function labelWidthOf(rows: readonly FormRow[], width: number): number {
  const widest = Math.max(8, ...rows.map((row) => (row.kind === 'field' ? widthOf(row.label) : 0)))
  return Math.min(widest + 4, Math.max(10, Math.floor(width * 0.45)))
}

/** A long label is shown whole where its value is short. */
function labelCellsOf({ editor, label, shown }: FieldRow, width: number, labelWidth: number): number {
  const spare = editor === undefined ? width - widthOf(shown) : 0
  return Math.max(labelWidth, Math.min(widthOf(label) + 3, spare))
}

function areaRows(height: number): number {
  return Math.max(1, Math.min(areaHeightMax, height - 5))
}

type Room = { readonly width: number; readonly labelWidth: number; readonly height: number }

function heightOf(row: FormRow, isCurrent: boolean, { width, labelWidth, height }: Room): number {
  if (row.kind === 'heading' || row.kind === 'action') return 1
  if (row.kind === 'note') return wrapWords(row.text, width).length
  const own =
    row.editor === undefined
      ? valueLines(row, isCurrent, Math.max(1, width - labelCellsOf(row, width, labelWidth))).length
      : editorHeight(row.editor, { width, labelWidth, height })
  return own + belowOf(row, isCurrent, width).length
}

function editorHeight(editor: RowEditor, { width, labelWidth, height }: Room): number {
  if (editor.kind === 'area') return 1 + Math.min(placeOf(editor.area.getState()).lines.length, areaRows(height))
  // The text wraps, with a cell for the cursor.
  const cells = Math.max(widthOf(editor.line.getState().value) + 1, widthOf(editor.placeholder))
  return Math.ceil(cells / Math.max(1, width - labelWidth))
}
