import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { widthOf } from '../../output/width.ts'
import type { App } from '../app/app.ts'
import type { Dialog } from '../app/view.ts'
import { useWatched, type Watched } from '../draw/use-watched.ts'
import type { Binding } from '../focus/binding.ts'
import { differenceLine, wrapLines } from '../page/page-line.ts'
import { PageLines } from '../page/page-lines.tsx'
import { createScroll } from '../page/scroll.ts'

/** Scrollable lines, optionally with an action to confirm with Enter. */
export function textDialog(
  app: App,
  options: {
    title: string
    lines: () => readonly string[]
    /** Stores that the lines and keys depend on. */
    stores?: readonly Watched[]
    confirm?: Binding | undefined
    more?: readonly Binding[]
    /** In place of all other keys but those that scroll. */
    keys?: () => readonly Binding[]
    /** Called when closed without confirming. */
    cancelled?: () => void
  },
): Dialog {
  const { title, lines, stores = [], confirm, more = [], cancelled } = options
  // A token that would not fit by a cell or two takes the padding, so that it can be selected as a whole.
  const padding = () => {
    const { dialogWidth } = app.layout()
    const word = Math.max(
      0,
      ...lines()
        .flatMap((line) => line.split(' '))
        .map(widthOf),
    )
    return word > dialogWidth && word <= dialogWidth + 2 ? 0 : 1
  }
  const width = () => Math.max(1, app.layout().dialogWidth + (app.layout().isCompact ? 0 : 2 - 2 * padding()))
  const wrapped = () => wrapLines(lines().map(differenceLine), width())
  // Leaves a line for the count of hidden lines.
  const height = () => (wrapped().length > app.layout().dialogHeight ? app.layout().dialogHeight - 1 : wrapped().length)
  const scroll = createScroll(() => wrapped().length, height)

  function Body({ width: columns }: { width: number; height: number }) {
    useStore(scroll)
    useWatched(stores)
    const all = wrapped()
    const first = scroll.first()
    const below = all.length - first - height()
    return (
      <Box flexDirection="column">
        <PageLines lines={all} first={first} width={columns} height={Math.max(1, height())} />
        {all.length > height() ? (
          <Text dimColor>
            {below > 0 ? app.words.say('tui.moreLines', { count: below }) : app.words.text('the end')}
          </Text>
        ) : null}
      </Box>
    )
  }

  const ownKeys: readonly Binding[] = [
    ...(confirm === undefined ? [] : [confirm]),
    ...more,
    {
      id: 'text.close',
      keys: confirm === undefined ? ['esc', 'enter', 'q'] : ['esc'],
      label: confirm === undefined ? 'Close' : 'Cancel',
      run: () => {
        app.closeDialog()
        cancelled?.()
      },
    },
  ]
  return {
    title,
    Body,
    cells: () => Math.max(0, ...lines().map(widthOf)),
    padding,
    watched: [scroll, ...stores],
    spoken: lines,
    layer: {
      name: title,
      isModal: true,
      bindings: () => [...(options.keys?.() ?? ownKeys), ...scroll.bindings()],
    },
  }
}
