import { bannerWords } from '@portico/core'
import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { neutralise } from '../../output/neutralise.ts'
import type { TerminalSession } from '../../terminal/app/terminal-session.ts'
import type { Layers } from '../shell/layers.ts'
import { useApp } from '../../terminal/draw/app-context.tsx'
import { reachableBindings } from '../../terminal/focus/reachable.ts'
import { hintText } from './footer.tsx'
import { useWatched, type Watched } from '../../terminal/draw/use-watched.ts'

const none: readonly Watched[] = []

/** The screen as lines for a screen reader: prints what changed instead of drawing. */
export function Spoken({ layers, clock }: { layers: Layers; clock: TerminalSession }) {
  const app = useApp()
  const { view, prompt, notice } = useStore(app.state)
  const { success, expected, system } = useStore(app.core.feedback)
  const { value } = useStore(app.palette)
  useStore(app.core.leaveBlocker)
  useStore(clock, clock.asking)
  const dialog = layers.dialog()
  useWatched(view.watched)
  useWatched(dialog?.watched ?? none)
  const problem = system ?? expected
  const error = problem === undefined ? undefined : bannerWords(problem, app.words)
  const lines = [
    view.crumbs().join(', '),
    ...(dialog === undefined ? view.spoken() : [dialog.title, ...dialog.spoken()]),
    prompt === 'palette' ? `Command: ${value}` : undefined,
    prompt === 'filter' ? `Filter: ${view.filter?.line.getState().value ?? ''}` : undefined,
    error === undefined ? undefined : `Error: ${error.title} ${error.message}`,
    success?.message,
    notice,
    `Keys: ${hintText(reachableBindings(layers.all()), 200)}`,
  ].filter((line): line is string => line !== undefined && line !== '')
  return (
    <Box flexDirection="column">
      {lines.map((line, at) => (
        <Text key={at}>{neutralise(line)}</Text>
      ))}
    </Box>
  )
}
