import type { Words } from '@portico/core'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { View } from '../app/view.ts'
import { createLine } from '../fields/line.ts'
import type { Binding } from '../focus/binding.ts'

/** A search inside a screen, as in a pager: `/` starts it, n and N move between matches. */
export type Finder = StoreApi<{ readonly wanted: string; readonly at: number }> & {
  /** For the view: the text field of `/`. */
  readonly filter: NonNullable<View['filter']>
  /** Index of the current match among `count`. */
  at(): number
  /** Keys of the search; they take precedence over the screen's keys, including Esc while a search is active. */
  bindings(): readonly Binding[]
}

export function createFinder(
  words: Words,
  options: {
    /** Number of matches. */
    readonly count: (wanted: string) => number
    /** The first match at or after what is on screen. */
    readonly nearest: (wanted: string) => number
    readonly show: (at: number, wanted: string) => void
    /** Called when a search starts, to show collapsed rows. */
    readonly begin?: (() => void) | undefined
  },
): Finder {
  const { count, nearest, show, begin } = options
  const store = createStore(() => ({ wanted: '', at: 0 }))
  const wanted = () => store.getState().wanted
  const at = () => Math.max(0, Math.min(store.getState().at, count(wanted()) - 1))
  const goTo = (place: number) => {
    store.setState({ at: place })
    if (count(wanted()) > 0) show(place, wanted())
  }
  const line = createLine({
    changed: (text) => {
      if (text !== '') begin?.()
      store.setState({ wanted: text })
      if (count(text) > 0) goTo(nearest(text))
    },
  })
  const step = (by: number) => () => {
    const total = count(wanted())
    goTo((at() + by + total) % total)
  }
  const refused = () => {
    if (wanted().trim() === '') return 'Search first: press /.'
    return count(wanted()) === 0 ? words.say('tui.notFound', { text: wanted() }) : undefined
  }
  const clear = () => line.set('')

  return {
    ...store,
    at,
    filter: {
      line,
      clear,
      isSearch: true,
      found() {
        if (wanted().trim() === '') return undefined
        const total = count(wanted())
        return total === 0
          ? words.say('tui.notFound', { text: wanted() })
          : words.say('tui.match', { at: at() + 1, count: total, text: wanted() })
      },
    },
    bindings: () => [
      ...(wanted() === '' ? [] : [{ id: 'find.end', keys: ['esc'], label: 'End search', run: clear }]),
      { id: 'find.next', keys: ['n'], label: 'Next match', refused, run: step(1) },
      { id: 'find.previous', keys: ['N'], label: 'Previous match', refused, run: step(-1), hint: false },
    ],
  }
}
