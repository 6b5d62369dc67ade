import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { cut, padEnd } from '../../../kit/output/width.ts'
import { useApp } from '../../../kit/terminal/draw/app-context.tsx'
import { drawnEntries } from '../shell/sidebar.ts'

/** The available nouns with their keys, as many as fit. */
export function Sidebar({ width, height }: { width: number; height: number }) {
  const app = useApp()
  const { focus, sidebarIndex, history } = useStore(app.state)
  useStore(app.core.launcher)
  const present = history.places[history.at]?.view
  const { first, entries } = drawnEntries(app)
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      {entries.map((entry, index) => {
        const isHere = present !== undefined && entry.views.includes(present)
        const isCurrent = focus === 'sidebar' && first + index === sidebarIndex
        const text = `${isHere ? app.glyphs.pointer : ' '} ${entry.key} ${app.words.text(entry.label)}`
        return (
          <Text key={entry.key} bold={isHere} inverse={isCurrent} wrap="truncate">
            {padEnd(cut(text, width), width)}
          </Text>
        )
      })}
    </Box>
  )
}
