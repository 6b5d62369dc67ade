import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { cut } from '../../output/width.ts'
import { placeOf, type Area } from './area.ts'

/** Draws the lines of an {@link Area} around its cursor; `mask` hides secrets. */
export function TextArea(props: { area: Area; height: number; width: number; mask?: boolean | undefined }) {
  const { area, height, width, mask = false } = props
  const state = useStore(area)
  const { line, column, lines } = placeOf(state)
  const first = Math.max(0, Math.min(line - height + 1, lines.length - height))
  return (
    <Box flexDirection="column" height={Math.min(height, lines.length)} overflow="hidden">
      {lines.slice(first, first + height).map((text, at) => {
        const shown = mask ? '*'.repeat(text.length) : text
        if (first + at !== line) return <Text key={first + at}>{cut(shown, width) || ' '}</Text>
        const start = Math.max(0, column - width + 2)
        return (
          <Text key={first + at} wrap="truncate">
            {shown.slice(start, column)}
            <Text inverse>{shown[column] ?? ' '}</Text>
            {shown.slice(column + 1, start + width - 1)}
          </Text>
        )
      })}
    </Box>
  )
}
