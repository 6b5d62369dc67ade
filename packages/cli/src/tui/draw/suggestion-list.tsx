import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { cut, padEnd, widthOf } from '../../output/width.ts'
import { useApp } from '../../terminal/draw/app-context.tsx'
import { suggestions } from '../shell/palette.ts'

/** Minimum width in cells for a cut summary to be useful. */
const summaryMin = 16
/** Cells of a colon before a command and of the space behind it. */
const gap = 3

/** Completions of the palette's text while typing. */
export function SuggestionList({ width, height }: { width: number; height: number }) {
  const app = useApp()
  const { value } = useStore(app.palette)
  const found = suggestions(value)
  const cellsOf = (texts: readonly string[]) => Math.max(0, ...texts.map(widthOf))
  const summaryCells = cellsOf(found.map(({ summary }) => summary))
  const usages = found.map(({ usage }) => usage)
  // Arguments give way to the summaries.
  const heads = cellsOf(usages) + gap + summaryCells <= width ? usages : found.map(({ names }) => names[0] ?? '')
  const headCells = cellsOf(heads) + gap
  const hasHeading = found.length < height
  const room = Math.max(1, height - (hasHeading ? 1 : 0))
  // A line says how many do not fit.
  const shown = found.length > room ? found.slice(0, room - 1) : found
  const hasRoom = width - headCells >= Math.min(summaryMin, summaryCells)
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      {hasHeading ? <Text bold>Commands</Text> : null}
      {shown.map(({ usage, summary }, at) => (
        <Text key={usage} wrap="truncate">
          {cut(hasRoom ? padEnd(`:${heads[at]}`, headCells) + summary : `:${heads[at]}`, width)}
        </Text>
      ))}
      {shown.length < found.length ? (
        <Text dimColor>{cut(`and ${found.length - shown.length} more: type to find them`, width)}</Text>
      ) : null}
      {found.length === 0 ? <Text dimColor>No command begins like this.</Text> : null}
    </Box>
  )
}
