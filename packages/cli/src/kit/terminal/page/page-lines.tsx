import { Box, Text } from 'ink'

import { cut } from '../../output/width.ts'
import type { Colour, Colours } from '../app/theme.ts'
import { useApp } from '../draw/app-context.tsx'
import type { Match } from '../find/matches.ts'
import { Marked } from '../find/marked.tsx'
import type { PageLine, PageLook } from './page-line.ts'

const none: readonly Match[] = []

/** The visible lines of a text, with counts of the lines above and below. */
export function PageLines(props: {
  lines: readonly PageLine[]
  first: number
  width: number
  height: number
  /** The matches, and the current one. */
  matches?: readonly Match[] | undefined
  match?: number | undefined
}) {
  const { lines, first, width, height, matches = none, match } = props
  const { colours } = useApp()
  const shown = lines.slice(first, first + height)
  const marks = matches.flatMap((parts, at) => parts.map((part) => ({ ...part, isHere: at === match })))
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
          <Marked text={cut(text, width) || ' '} marks={marks.filter(({ line }) => line === first + at)} />
        </Text>
      ))}
    </Box>
  )
}

function colourOf(look: PageLook, colours: Colours): Colour {
  if (look === 'title') return colours.accent
  return look === 'good' || look === 'bad' || look === 'warn' ? colours[look] : {}
}
