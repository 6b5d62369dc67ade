import { Box, Text } from 'ink'

import { cut } from '../../output/width.ts'
import { useApp } from '../draw/app-context.tsx'
import { wrapWords } from '../../output/wrap.ts'
import { TextArea } from '../fields/text-area.tsx'
import { TextLine } from '../fields/text-line.tsx'
import { Found } from '../find/marked.tsx'
import type { FieldRow, FormRow } from './form-row.ts'
import { areaRows, belowOf, heightOf, labelCellsOf, labelWidthOf, valueLines } from './row-lines.ts'
import { firstShown, lastShown } from './shown-rows.ts'

/** The rows of a form around its cursor. Help is shown for the row under it, problems and warnings always. */
export function FormRows(props: {
  rows: readonly FormRow[]
  at: number
  /** The search text; empty: no search. */
  wanted: string
  width: number
  height: number
}) {
  const { rows, at, wanted, width, height } = props
  const labelWidth = labelWidthOf(rows, width)
  const heights = rows.map((row, index) => heightOf(row, index === at, { width, labelWidth, height }))
  const first = firstShown(heights, at, height)
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      {rows.slice(first, lastShown(heights, first, height)).map((row, index) => (
        // Rows that do not fit are cut off at the end; otherwise the layout would shrink all of them.
        <Box key={row.id} flexDirection="column" flexShrink={0}>
          <Row {...{ row, wanted, width, height, labelWidth }} isCurrent={first + index === at} />
        </Box>
      ))}
    </Box>
  )
}

type RowProps = {
  row: FormRow
  wanted: string
  width: number
  height: number
  labelWidth: number
  isCurrent: boolean
}

function Row(props: RowProps) {
  const { row, wanted, width, isCurrent } = props
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
        <Found text={cut(`${isCurrent ? glyphs.pointer : ' '} ${row.text}`, width)} {...{ wanted }} />
      </Text>
    )
  return <Field {...props} row={row} />
}

function Field({ row, wanted, width, height, labelWidth, isCurrent }: RowProps & { row: FieldRow }) {
  const { glyphs, colours } = useApp()
  const labelCells = labelCellsOf(row, width, labelWidth)
  const room = Math.max(1, width - labelCells)
  const below = belowOf(row, isCurrent, width)
  return (
    <Box flexDirection="column">
      <Box>
        <Box width={labelCells} flexShrink={0}>
          <Text bold={isCurrent} inverse={isCurrent} wrap="truncate">
            <Found text={cut(`${isCurrent ? glyphs.pointer : ' '} ${row.label}`, labelCells - 1)} {...{ wanted }} />
          </Text>
        </Box>
        {row.editor === undefined ? (
          <Box flexDirection="column">
            {valueLines(row, isCurrent, room).map((line, at) => (
              <Text key={at} dimColor={row.isDefault === true} wrap="truncate">
                <Found text={line || ' '} wanted={wanted} isHere={isCurrent} />
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
          <Found text={cut(text, width)} wanted={wanted} isHere={isCurrent} />
        </Text>
      ))}
    </Box>
  )
}
