import { Box, Text } from 'ink'

import { cut } from '../../output/width.ts'
import { wrapAll } from '../../output/wrap.ts'
import { useApp } from '../draw/app-context.tsx'

/** The lines as they are drawn, and how many do not fit. A long name that must be typed is shown whole, over several lines. */
export function fittingLines(
  lines: readonly string[],
  width: number,
  height: number,
): { readonly shown: readonly string[]; readonly more: number } {
  const room = Math.max(1, height)
  const wrapped = lines.flatMap((line) => wrapAll(line, width))
  const shown = wrapped.length > room ? wrapped.slice(0, room - 1) : wrapped
  return { shown, more: wrapped.length - shown.length }
}

/** Lines of a dialog; diff lines are coloured. Lines that do not fit are counted. */
export function DialogLines({ lines, width, height }: { lines: readonly string[]; width: number; height: number }) {
  const { colours, words } = useApp()
  const { shown, more } = fittingLines(lines, width, height)
  const colourOf = (line: string) => (line.startsWith('+ ') ? colours.good : line.startsWith('- ') ? colours.bad : {})
  return (
    <Box flexDirection="column">
      {shown.map((line, at) => (
        <Text key={at} {...colourOf(line)} wrap="truncate">
          {cut(line, width) || ' '}
        </Text>
      ))}
      {more > 0 ? <Text dimColor>{words.say('tui.moreLines', { count: more })}</Text> : null}
    </Box>
  )
}
