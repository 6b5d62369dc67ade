import type { Palette, PaletteState } from '@portico/core'
import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { cut, padEnd, widthOf } from '../../../kit/output/width.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { useApp } from '../../../kit/terminal/draw/app-context.tsx'

/** Cells of a label before its detail, at most. */
const labelCellsMax = 40

type Line = {
  readonly id: string
  readonly kind: 'title' | 'entry' | 'note'
  readonly label: string
  readonly detail: string
}

type Properties = {
  readonly palette: Palette
  /** Enter opens the active entry. */
  readonly isMarked: boolean
  readonly width: number
  readonly height: number
}

/** What core's palette found, by group, around its active entry. */
export function FoundObjects({ palette, isMarked, width, height }: Properties) {
  const app = useApp()
  const state = useStore(palette)
  const lines = foundLines(app, state)
  const labelCells = Math.min(labelCellsMax, Math.max(0, ...lines.map(({ label }) => widthOf(label))))
  const at = isMarked ? lines.findIndex(({ id }) => id === state.active?.id) : 0
  const first = Math.max(0, Math.min(at - Math.floor(height / 2), lines.length - height))
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      {lines.slice(first, first + height).map(({ id, kind, label, detail }) => {
        const isActive = isMarked && kind === 'entry' && id === state.active?.id
        const lead = kind === 'entry' ? `${isActive ? app.glyphs.pointer : ' '} ` : ''
        const text = cut(detail === '' ? label : `${padEnd(label, labelCells)}  ${detail}`, width - widthOf(lead))
        return (
          <Text key={`${kind} ${id}`} bold={kind === 'title'} dimColor={kind === 'note'} inverse={isActive}>
            {lead + text}
          </Text>
        )
      })}
    </Box>
  )
}

/** A title for each group, its entries, and what the search is doing. */
export function foundLines({ words }: Pick<App, 'words'>, state: PaletteState): readonly Line[] {
  const { sections, asking, active, text, isSearching, hasFailed } = state
  const line = (kind: Line['kind'], id: string, label: string, detail = ''): Line => ({
    kind,
    id,
    label: neutralise(label),
    detail: neutralise(detail),
  })
  const note = hasFailed
    ? words.say('palette.failed')
    : isSearching
      ? words.say('palette.searching')
      : active === undefined && text !== ''
        ? words.say('palette.none', { text })
        : undefined
  return [
    ...(asking === undefined ? [] : [line('title', asking, words.say(`palette.ask.${asking}`))]),
    ...sections.flatMap(({ group, entries }) => [
      // The question says already what is listed.
      ...(asking === undefined ? [line('title', group, words.say(`palette.group.${group}`))] : []),
      ...entries.map(({ id, label, detail }) => line('entry', id, label, detail)),
    ]),
    ...(note === undefined ? [] : [line('note', 'note', note)]),
  ]
}
