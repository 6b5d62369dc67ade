import { bannerWords } from '@portico/core'
import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App, PaletteSearch } from '../../../kit/terminal/app/app.ts'
import { systemNotice } from '../../../kit/terminal/app/system-notice.ts'
import type { TerminalSession } from '../../../kit/terminal/app/terminal-session.ts'
import type { Layers } from '../shell/layers.ts'
import { useApp } from '../../../kit/terminal/draw/app-context.tsx'
import { reachableBindings } from '../../../kit/terminal/focus/reachable.ts'
import { hintText } from './footer.tsx'
import { foundLines } from './found-objects.tsx'
import { useWatched, type Watched } from '../../../kit/terminal/draw/use-watched.ts'

const none: readonly Watched[] = []

/** The screen as lines for a screen reader: prints what changed instead of drawing. */
export function Spoken({ layers, clock }: { layers: Layers; clock: TerminalSession }) {
  const app = useApp()
  const { view, prompt, notice, search } = useStore(app.state)
  const { success, expected, system } = useStore(app.core.feedback)
  const { value } = useStore(app.palette)
  useStore(app.core.leaveBlocker)
  useStore(app.core.session)
  useStore(clock, clock.asking)
  useStore(app.work)
  const dialog = layers.dialog()
  useWatched(view.watched)
  useWatched(dialog?.watched ?? none)
  useWatched(search === undefined ? none : [search.palette])
  const problem = system ?? expected
  const error = problem === undefined ? undefined : bannerWords(problem, app.words)
  const own = dialog === undefined ? view.spoken() : [app.words.text(dialog.title), ...dialog.spoken()]
  // Title and keys are read once, with what is loaded.
  const isLoading = dialog === undefined && own.join() === app.words.say('banner.loading')
  const lines = [
    isLoading ? undefined : view.crumbs().join(', '),
    ...own,
    ...(prompt === 'palette' ? spokenPalette(app, value, search) : []),
    prompt === 'filter' ? `${app.words.text('Filter')}: ${view.filter?.line.getState().value ?? ''}` : undefined,
    error === undefined ? undefined : app.words.say('tui.error', { text: `${error.title} ${error.message}` }),
    success?.message,
    systemNotice(app.core),
    notice,
    isLoading && prompt === undefined
      ? undefined
      : `${app.words.say('tui.keys')}: ${hintText(reachableBindings(layers.all()), 200, app.words)}`,
  ].filter((line): line is string => line !== undefined && line !== '')
  return (
    <Box flexDirection="column">
      {lines.map((line, at) => (
        <Text key={at}>{neutralise(line)}</Text>
      ))}
    </Box>
  )
}

/** What is typed, the entry that the arrow keys are on, and how much is found. */
function spokenPalette(app: App, typed: string, search: PaletteSearch | undefined): readonly string[] {
  const line = `${app.words.text('Command')}: ${typed}`
  if (search === undefined) return [line]
  const state = search.palette.getState()
  const lines = foundLines(app, state)
  const question = state.asking === undefined ? [] : [lines[0]?.label ?? '']
  const notes = lines.filter(({ kind }) => kind === 'note').map(({ label }) => label)
  const entries = state.sections.flatMap(({ group, entries: some }) => some.map((entry) => ({ ...entry, group })))
  const at = entries.findIndex(({ id }) => id === state.active?.id)
  const active = search.isChoosing || state.asking !== undefined ? entries[at] : undefined
  if (active === undefined) {
    const found = typed.trim() === '' ? [] : [app.words.say('palette.count', { count: entries.length })]
    return [line, ...question, ...found, ...notes]
  }
  const where = app.words.say(`palette.group.${active.group}`)
  const parts = [active.label, active.detail, where, app.words.say('tui.place', { at: at + 1, count: entries.length })]
  return [line, ...question, parts.filter((part) => part !== '').join(', '), ...notes]
}
