import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { cut, padEnd } from '../../output/width.ts'
import { useApp } from '../../terminal/draw/app-context.tsx'
import { shownEntries } from '../shell/sidebar.ts'

/** The available nouns with their keys. */
export function Sidebar({ width, height }: { width: number; height: number }) {
  const app = useApp()
  const { focus, sidebarIndex, history } = useStore(app.state)
  useStore(app.core.launcher)
  const present = history.places[history.at]?.view
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      {shownEntries(app).map((entry, index) => {
        const isHere = present !== undefined && entry.views.includes(present)
        const isCurrent = focus === 'sidebar' && index === sidebarIndex
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
