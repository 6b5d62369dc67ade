import { Box, Text } from 'ink'

import { cut } from '../../output/width.ts'
import type { Colour, Colours } from '../app/glyphs.ts'
import { useApp } from '../draw/app-context.tsx'
import type { PageLine, PageLook } from './page-line.ts'

/** The lines of a window into a text; above and below it is said how much more there is. */
export function PageLines(props: { lines: readonly PageLine[]; first: number; width: number; height: number }) {
  const { lines, first, width, height } = props
  const { colours } = useApp()
  const shown = lines.slice(first, first + height)
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      {shown.map(({ text, look = 'plain' }, at) => (
        <Text
          key={first + at}
          bold={look === 'title'}
          dimColor={look === 'dim'}
          {...colourOf(look, colours)}
          wrap="truncate"
        >
          {cut(text, width) || ' '}
        </Text>
      ))}
    </Box>
  )
}

function colourOf(look: PageLook, colours: Colours): Colour {
  if (look === 'title') return colours.accent
  return look === 'good' || look === 'bad' || look === 'warn' ? colours[look] : {}
}
