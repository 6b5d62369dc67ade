import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { cut, padEnd, widthOf } from '../../../kit/output/width.ts'
import type { PaletteSearch } from '../../../kit/terminal/app/app.ts'
import { useApp } from '../../../kit/terminal/draw/app-context.tsx'
import { suggestions, summaryOf } from '../shell/palette.ts'
import { FoundObjects, foundLines } from './found-objects.tsx'

/** Minimum width in cells for a cut summary to be useful. */
const summaryMin = 16
/** Cells of a colon before a command and of the space behind it. */
const gap = 3

/** Completions of the palette's text while typing, and below them what is found. */
export function SuggestionList({ width, height }: { width: number; height: number }) {
  const { search } = useStore(useApp().state)
  if (search === undefined) return <Commands width={width} height={height} />
  return <Searched search={search} width={width} height={height} />
}

function Searched({ search, width, height }: { search: PaletteSearch; width: number; height: number }) {
  const app = useApp()
  const { value } = useStore(app.palette)
  const state = useStore(search.palette)
  const found = foundLines(app, state)
  const count = suggestions(app, value).length
  if (state.asking !== undefined || (count === 0 && found.length > 0))
    return <FoundObjects palette={search.palette} isMarked width={width} height={height} />
  const [below, commands] = shares(height, { found: found.length, commands: count + 2, ...leastOf(search, value) })
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      <Commands width={width} height={commands} />
      {below === 0 ? null : (
        <FoundObjects palette={search.palette} isMarked={search.isChoosing} width={width} height={below} />
      )}
    </Box>
  )
}

/** Before a text is typed, all commands are shown; only recent entries take space from them. */
function leastOf({ palette, isChoosing }: PaletteSearch, typed: string): { least: 'half' | number } {
  const [first] = palette.getState().sections
  if (isChoosing || typed.trim() !== '') return { least: 'half' }
  return { least: first?.group === 'recent' ? first.entries.length + 1 : 0 }
}

/** Lines for what is found and for the commands, which together have the height. */
function shares(
  height: number,
  { found, commands, least }: { found: number; commands: number; least: 'half' | number },
): [number, number] {
  const half = Math.floor(height / 2)
  const below = Math.min(found, Math.max(height - commands, least === 'half' ? half : Math.min(least, half)))
  return [below, height - below]
}

function Commands({ width, height }: { width: number; height: number }) {
  const app = useApp()
  const { value } = useStore(app.palette)
  const { words } = app
  const found = suggestions(app, value).map((one) => ({ ...one, summary: summaryOf(one, words) }))
  const cellsOf = (texts: readonly string[]) => Math.max(0, ...texts.map(widthOf))
  const summaryCells = cellsOf(found.map(({ summary }) => summary))
  const usages = found.map(({ usage }) => usage)
  // Arguments give way to the summaries.
  const heads = cellsOf(usages) + gap + summaryCells <= width ? usages : found.map(({ names }) => names[0] ?? '')
  const headCells = cellsOf(heads) + gap
  const hasHeading = found.length < height
  const room = Math.max(1, height - (hasHeading ? 1 : 0))
  // A line says how many do not fit.
  const shown = found.length > room ? found.slice(0, room - 1) : found
  const hasRoom = width - headCells >= Math.min(summaryMin, summaryCells)
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      {hasHeading ? <Text bold>{words.text('Commands')}</Text> : null}
      {shown.map(({ usage, summary }, at) => (
        <Text key={usage} wrap="truncate">
          {cut(hasRoom ? padEnd(`:${heads[at]}`, headCells) + summary : `:${heads[at]}`, width)}
        </Text>
      ))}
      {shown.length < found.length ? (
        <Text dimColor>{cut(words.say('tui.moreCommands', { count: found.length - shown.length }), width)}</Text>
      ) : null}
      {found.length === 0 ? <Text dimColor>{words.text('No command begins like this.')}</Text> : null}
    </Box>
  )
}
