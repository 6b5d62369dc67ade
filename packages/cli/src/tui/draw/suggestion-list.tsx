import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { cut, padEnd, widthOf } from '../../output/width.ts'
import { useApp } from '../../terminal/draw/app-context.tsx'
import { suggestions } from '../shell/palette.ts'

/** Minimum width in cells for a cut summary to be useful. */
const summaryMin = 16

/** Completions of the palette's text while typing. */
export function SuggestionList({ width, height }: { width: number; height: number }) {
  const app = useApp()
  const { value } = useStore(app.palette)
  const found = suggestions(value)
  const usageCells = Math.max(0, ...found.map(({ usage }) => widthOf(usage))) + 3
  const hasRoom = width - usageCells >= summaryMin
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      <Text bold>Commands</Text>
      {found.slice(0, Math.max(0, height - 1)).map(({ usage, summary }) => (
        <Text key={usage} wrap="truncate">
          {cut(hasRoom ? padEnd(`:${usage}`, usageCells) + summary : `:${usage}`, width)}
        </Text>
      ))}
      {found.length === 0 ? <Text dimColor>No command begins like this.</Text> : null}
    </Box>
  )
}
