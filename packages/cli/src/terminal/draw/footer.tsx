import { bannerWords } from '@portico/core'
import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { neutralise } from '../../output/neutralise.ts'
import { cut, widthOf } from '../../output/width.ts'
import { TextLine } from '../fields/text-line.tsx'
import { keyText, type Binding } from '../focus/binding.ts'
import { reachableBindings } from '../focus/reachable.ts'
import type { Layers } from '../shell/layers.ts'
import { useApp } from './app-context.tsx'
import { useWatched, type Watched } from './use-watched.ts'

/** The line above the hints: an error, a success, or a sentence in answer to the last key. */
export function BannerLine({ width }: { width: number }) {
  const app = useApp()
  const { notice } = useStore(app.state)
  const { success, expected, system } = useStore(app.core.feedback)
  const problem = system ?? expected
  if (notice !== undefined) return <Text wrap="truncate">{cut(neutralise(notice), width) || ' '}</Text>
  if (problem !== undefined) {
    const { title, message, hint } = bannerWords(problem, app.words)
    const text = neutralise(`${title} ${message}`.trim()) + (hint === undefined ? '' : ' (details: !)')
    return (
      <Text bold {...app.colours.bad} wrap="truncate">
        {cut(`Error: ${text}`, width)}
      </Text>
    )
  }
  return (
    <Text {...app.colours.good} wrap="truncate">
      {success === undefined ? ' ' : cut(neutralise(success.message), width)}
    </Text>
  )
}

/** The keys of the topmost layers, as many as fit: exactly those that are bound. */
export function Hints({ layers, width }: { layers: Layers; width: number }) {
  const { view } = useStore(useApp().state)
  useWatched(view.watched)
  useWatched(layers.dialog()?.watched ?? none)
  const bindings = reachableBindings(layers.all())
  return (
    <Text dimColor wrap="truncate">
      {hintText(bindings, width)}
    </Text>
  )
}

const none: readonly Watched[] = []

export function hintText(bindings: readonly Binding[], width: number): string {
  let text = ''
  for (const { keys, label, hint = true, refused } of bindings) {
    const [key] = keys
    if (key === undefined || !hint) continue
    if (refused?.() !== undefined) continue
    const next = `${text === '' ? '' : '  '}${keyText(key)} ${label}`
    if (widthOf(text + next) > width) break
    text += next
  }
  return text || ' '
}

/** The line typed after `:` or `/`. */
export function PromptLine() {
  const app = useApp()
  const { prompt, view } = useStore(app.state)
  if (prompt === 'palette')
    return (
      <Box height={1}>
        <Text bold>:</Text>
        <TextLine line={app.palette} hasKeyboard label="Command" />
      </Box>
    )
  if (prompt === 'filter' && view.filter !== undefined)
    return (
      <Box height={1}>
        <Text bold>/</Text>
        <TextLine line={view.filter.line} hasKeyboard label="Filter" />
      </Box>
    )
  return null
}
