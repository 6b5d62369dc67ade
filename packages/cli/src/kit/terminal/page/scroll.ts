import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Binding } from '../focus/binding.ts'

/** Scroll position of a text, in lines. */
export type Scroll = StoreApi<{ readonly offset: number }> & {
  /** The first line shown, clamped to the current text and window. */
  first(): number
  /** Scrolls a line into view, with some context. */
  reveal(line: number): void
  bindings(): readonly Binding[]
}

/** A text of `count` lines in a window of `height`; both are read again at every key. */
export function createScroll(count: () => number, height: () => number): Scroll {
  const store = createStore(() => ({ offset: 0 }))
  const last = () => Math.max(0, count() - Math.max(1, height()))
  const first = () => Math.min(store.getState().offset, last())
  const to = (offset: number) => store.setState({ offset: Math.max(0, Math.min(offset, last())) })
  const whole = () => (last() === 0 ? 'All of it is on the screen.' : undefined)
  const move = (id: string, keys: readonly string[], label: string, by: () => number): Binding => ({
    id: `scroll.${id}`,
    keys,
    label,
    refused: whole,
    run: () => to(first() + by()),
    hint: id === 'down',
  })
  return {
    ...store,
    first,
    reveal(line) {
      const [top, around] = [first(), Math.min(3, Math.floor((height() - 1) / 2))]
      if (line < top || line >= top + height()) to(line - around)
    },
    bindings: () => [
      move('down', ['down', 'j'], 'Scroll', () => 1),
      move('up', ['up', 'k'], 'Up', () => -1),
      move('page-down', ['pagedown', 'ctrl-f', ' '], 'Page down', () => height()),
      move('page-up', ['pageup', 'ctrl-b'], 'Page up', () => -height()),
      move('last', ['end', 'G'], 'End', () => Number.MAX_SAFE_INTEGER),
      move('first', ['home', 'g'], 'Begin', () => -Number.MAX_SAFE_INTEGER),
    ],
  }
}
