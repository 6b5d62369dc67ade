import { Box, Text } from 'ink'

import { cut } from '../../output/width.ts'
import { wrapAll } from '../../output/wrap.ts'
import { useApp } from '../draw/app-context.tsx'

/** Lines of a dialog; diff lines are coloured. Lines that do not fit are counted. */
export function DialogLines({ lines, width, height }: { lines: readonly string[]; width: number; height: number }) {
  const { colours } = useApp()
  const room = Math.max(1, height)
  // A long name that must be typed is shown whole, over several lines.
  const wrapped = lines.flatMap((line) => wrapAll(line, width))
  const shown = wrapped.length > room ? wrapped.slice(0, room - 1) : wrapped
  const colourOf = (line: string) => (line.startsWith('+ ') ? colours.good : line.startsWith('- ') ? colours.bad : {})
  return (
    <Box flexDirection="column">
      {shown.map((line, at) => (
        <Text key={at} {...colourOf(line)} wrap="truncate">
          {cut(line, width) || ' '}
        </Text>
      ))}
      {shown.length < wrapped.length ? <Text dimColor>and {wrapped.length - shown.length} more lines</Text> : null}
    </Box>
  )
}
