import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { cut } from '../../output/width.ts'
import type { App } from '../app/app.ts'
import type { View } from '../app/view.ts'
import { useWatched, type Watched } from '../draw/use-watched.ts'
import { createFinder } from '../find/finder.ts'
import { matchesIn } from '../find/matches.ts'
import type { Binding } from '../focus/binding.ts'
import { wrapLines, type PageLine } from './page-line.ts'
import { PageLines } from './page-lines.tsx'
import { createScroll } from './scroll.ts'

export type PageOptions = {
  readonly name: string
  readonly lines: () => readonly PageLine[]
  /** Stores that the lines come from. */
  readonly stores: readonly Watched[]
  readonly bindings: () => readonly Binding[]
} & Pick<View, 'crumbs' | 'command' | 'webPath' | 'open'>

/** A scrollable, searchable text with a position indicator. */
export function pageView(app: App, options: PageOptions): View {
  const { name, lines, stores, bindings, crumbs, command, webPath, open } = options
  const height = () => Math.max(1, app.layout().contentHeight - 1)
  const wrapped = () => wrapLines(lines(), app.layout().contentWidth)
  const scroll = createScroll(() => wrapped().length, height)
  const matches = (wanted: string) => matchesIn(lines(), wrapped(), wanted)
  const finder = createFinder(app.words, {
    count: (wanted) => matches(wanted).length,
    nearest: (wanted) =>
      Math.max(
        0,
        matches(wanted).findIndex(([part]) => (part?.line ?? 0) >= scroll.first()),
      ),
    show: (at, wanted) => scroll.reveal(matches(wanted)[at]?.[0]?.line ?? 0),
  })

  function Body({ width, height: rows }: { width: number; height: number }) {
    useStore(app.state)
    useStore(scroll)
    const { wanted } = useStore(finder)
    useWatched(stores)
    const all = wrapped()
    const first = scroll.first()
    const until = Math.min(all.length, first + rows - 1)
    const place =
      all.length > rows - 1 ? app.words.say('tui.lines', { first: first + 1, last: until, count: all.length }) : ''
    return (
      <Box flexDirection="column" height={rows} overflow="hidden">
        <PageLines {...{ first, width, lines: all }} height={rows - 1} matches={matches(wanted)} match={finder.at()} />
        <Text dimColor wrap="truncate">
          {cut(place, width) || ' '}
        </Text>
      </Box>
    )
  }

  return {
    Body,
    crumbs,
    command,
    webPath,
    open,
    close: () => undefined,
    filter: finder.filter,
    watched: [scroll, finder, ...stores],
    spoken: () => lines().flatMap(({ text }) => (text.trim() === '' ? [] : [text.trim()])),
    layer: { name, isModal: false, bindings: () => [...finder.bindings(), ...bindings(), ...scroll.bindings()] },
  }
}
