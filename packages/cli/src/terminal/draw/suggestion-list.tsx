import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { cut } from '../../output/width.ts'
import { suggestions } from '../shell/palette.ts'
import { useApp } from './app-context.tsx'

/** What the palette's text may become, while it is typed. */
export function SuggestionList({ width, height }: { width: number; height: number }) {
  const app = useApp()
  const { value } = useStore(app.palette)
  const found = suggestions(value)
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      <Text bold>Commands</Text>
      {found.slice(0, Math.max(0, height - 1)).map(({ usage, summary }) => (
        <Text key={usage} wrap="truncate">
          {cut(`:${usage.padEnd(34)} ${summary}`, width)}
        </Text>
      ))}
      {found.length === 0 ? <Text dimColor>No command begins like this.</Text> : null}
    </Box>
  )
}
