import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { cut, padEnd } from '../../../kit/output/width.ts'
import { useApp } from '../../../kit/terminal/draw/app-context.tsx'
import { sidebarLines } from '../shell/sidebar.ts'

/** The available nouns with their keys, under the headings of their areas. */
export function Sidebar({ width, height }: { width: number; height: number }) {
  const app = useApp()
  const { focus, sidebarIndex, history } = useStore(app.state)
  useStore(app.core.launcher)
  useStore(app.own)
  const present = history.places[history.at]?.view
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      {sidebarLines(app).map((line) => {
        if (line.kind === 'area')
          return (
            <Text key={line.label} dimColor wrap="truncate">
              {cut(app.words.text(line.label), width)}
            </Text>
          )
        const { entry, at } = line
        const isHere = present !== undefined && entry.views.includes(present)
        const isCurrent = focus === 'sidebar' && at === sidebarIndex
        const text = `${isHere ? app.glyphs.pointer : ' '} ${entry.key ?? ' '} ${app.words.text(entry.label)}`
        return (
          <Text key={entry.names[0]} bold={isHere} inverse={isCurrent} wrap="truncate">
            {padEnd(cut(text, width), width)}
          </Text>
        )
      })}
    </Box>
  )
}
