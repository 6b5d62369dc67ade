import { bannerWords, inOneLine, type ExpectedProblem, type SystemProblem, type Words } from '@portico/core'
import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { cut, widthOf } from '../../../kit/output/width.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { systemNotice } from '../../../kit/terminal/app/system-notice.ts'
import { hasDetails } from '../../../kit/terminal/dialogs/error-details.ts'
import { useApp } from '../../../kit/terminal/draw/app-context.tsx'
import { useWatched, type Watched } from '../../../kit/terminal/draw/use-watched.ts'
import { wrapWords } from '../../../kit/output/wrap.ts'
import { TextLine } from '../../../kit/terminal/fields/text-line.tsx'
import { keyText, type Binding } from '../../../kit/terminal/focus/binding.ts'
import { reachableBindings } from '../../../kit/terminal/focus/reachable.ts'
import type { Layers } from '../shell/layers.ts'

/** The lines above the hints: an error, a success, or a message about the last key. */
export function BannerLine({ width, height }: { width: number; height: number }) {
  const app = useApp()
  const { notice, view } = useStore(app.state)
  useWatched(view.watched)
  const { success, expected, system } = useStore(app.core.feedback)
  useStore(app.core.session)
  const problem = system ?? expected
  const { text, ...look } = bannerOf(app, notice, problem, success?.message ?? view.filter?.found?.())
  const wrapped = wrapWords(neutralise(text), width)
  const shown =
    wrapped.length > height ? [...wrapped.slice(0, height - 1), wrapped.slice(height - 1).join(' ')] : wrapped
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      {shown.map((line, at) => (
        <Text key={at} {...look} wrap="truncate">
          {cut(line, width) || ' '}
        </Text>
      ))}
    </Box>
  )
}

/** The latest message comes first; an error stays until it is closed, and what the operator tells is below all. */
function bannerOf(
  app: App,
  notice: string | undefined,
  problem: ExpectedProblem | SystemProblem | undefined,
  success: string | undefined,
): { text: string; bold?: boolean; color?: string } {
  if (notice !== undefined) return { text: notice }
  if (problem === undefined && success !== undefined) return { text: success, ...app.colours.good }
  if (problem === undefined) return { text: systemNotice(app.core) ?? '', bold: true, ...app.colours.warn }
  const { title, message } = bannerWords(problem, app.words)
  const text = app.words.say(hasDetails(app) ? 'tui.errorDetails' : 'tui.error', { text: inOneLine(title, message) })
  return { text, bold: true, ...app.colours.bad }
}

/** In a small window: what the operator tells everyone, in one line. */
export function NoticeLine({ width }: { width: number }) {
  const app = useApp()
  return (
    <Text bold {...app.colours.warn} wrap="truncate">
      {cut(neutralise(systemNotice(app.core) ?? ''), width)}
    </Text>
  )
}

/** As many keys of the topmost layers as fit, generated from the bindings. */
export function Hints({ layers, width }: { layers: Layers; width: number }) {
  const { state, words } = useApp()
  const { view } = useStore(state)
  useWatched(view.watched)
  useWatched(layers.dialog()?.watched ?? none)
  const bindings = reachableBindings(layers.all())
  return (
    <Text dimColor wrap="truncate">
      {hintText(bindings, width, words)}
    </Text>
  )
}

const none: readonly Watched[] = []

export function hintText(bindings: readonly Binding[], width: number, words: Pick<Words, 'text'>): string {
  const hints = bindings.flatMap(({ id, keys: [key], label, hint = true, refused }) =>
    key === undefined || !hint || refused?.() !== undefined
      ? []
      : [{ id, text: `${keyText(key)} ${words.text(label)}` }],
  )
  const texts = hints.map(({ text }) => text)
  const last = hints.find(({ id }) => id === listOfKeys)?.text
  if (last === undefined || widthOf(texts.join(gap)) <= width) return asMuchAs(texts, width) || ' '
  // Keys that do not fit are in the key list, so its key is always shown.
  const others = hints.filter(({ id }) => id !== listOfKeys).map(({ text }) => text)
  const begin = asMuchAs(others, width - widthOf(gap + last))
  return begin === '' ? cut(last, width) : begin + gap + last
}

const gap = '  '
const listOfKeys = 'shell.keys'

function asMuchAs(texts: readonly string[], width: number): string {
  let line = ''
  for (const text of texts) {
    const longer = line === '' ? text : line + gap + text
    if (widthOf(longer) > width) break
    line = longer
  }
  return line
}

/** The line typed after `:` or `/`, and at its right the keys for it, where there is room. */
export function PromptLine({ layers, width }: { layers: Layers; width: number }) {
  const app = useApp()
  const { prompt, view, search } = useStore(app.state)
  const isPalette = prompt === 'palette'
  const line = isPalette ? app.palette : (view.filter?.line ?? app.palette)
  const { value } = useStore(line)
  useWatched(search === undefined ? none : [search.palette])
  const label = app.words.text(isPalette ? 'Command' : view.filter?.isSearch === true ? 'Search' : 'Filter')
  // The sign in front, the cursor behind the text, and a gap.
  const room = width - widthOf(value) - 4
  const hints = room < hintCellsMin ? '' : hintText(reachableBindings(layers.all()), room, app.words).trim()
  return (
    <Box height={1} width={width} justifyContent="space-between">
      <Box flexShrink={0}>
        <Text bold>{isPalette ? ':' : '/'}</Text>
        <TextLine line={line} hasKeyboard label={label} />
      </Box>
      {hints === '' ? null : <Text dimColor>{hints}</Text>}
    </Box>
  )
}

/** Cells in which hints beside a typed text are worth their place. */
const hintCellsMin = 12
