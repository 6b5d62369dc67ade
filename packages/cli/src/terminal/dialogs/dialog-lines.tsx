import { Box, Text } from 'ink'

import { cut } from '../../output/width.ts'
import { useApp } from '../draw/app-context.tsx'

/** Lines of a dialog; those of a difference in its colours. What does not fit is counted, never silently missing. */
export function DialogLines({ lines, width, height }: { lines: readonly string[]; width: number; height: number }) {
  const { colours } = useApp()
  const room = Math.max(1, height)
  const shown = lines.length > room ? lines.slice(0, room - 1) : lines
  const colourOf = (line: string) => (line.startsWith('+ ') ? colours.good : line.startsWith('- ') ? colours.bad : {})
  return (
    <Box flexDirection="column">
      {shown.map((line, at) => (
        <Text key={at} {...colourOf(line)} wrap="truncate">
          {cut(line, width) || ' '}
        </Text>
      ))}
      {shown.length < lines.length ? <Text dimColor>and {lines.length - shown.length} more lines</Text> : null}
    </Box>
  )
}

/** Words in lines of at most `width` cells, for sentences longer than a dialog is wide. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
