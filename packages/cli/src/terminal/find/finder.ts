import { createStore, type StoreApi } from 'zustand/vanilla'

import type { View } from '../app/view.ts'
import { createLine } from '../fields/line.ts'
import type { Binding } from '../focus/binding.ts'

/** A search inside of a screen, as in a pager: `/` types, n and N go from match to match. */
export type Finder = StoreApi<{ readonly wanted: string; readonly at: number }> & {
  /** For the view: what `/` types into. */
  readonly filter: NonNullable<View['filter']>
  /** The match that one is at, among `count`. */
  at(): number
  /** Keys of the search; they come before those of the screen, whose Esc they take while something is looked for. */
  bindings(): readonly Binding[]
}

export function createFinder(options: {
  /** How many matches there are. */
  readonly count: (wanted: string) => number
  /** The first match at or after what is on screen. */
  readonly nearest: (wanted: string) => number
  readonly show: (at: number, wanted: string) => void
  /** Something is looked for: what is folded away is shown. */
  readonly begin?: (() => void) | undefined
}): Finder {
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
    return count(wanted()) === 0 ? notFound(wanted()) : undefined
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
        return total === 0 ? notFound(wanted()) : `Match ${at() + 1} of ${total} for “${wanted()}”`
      },
    },
    bindings: () => [
      ...(wanted() === '' ? [] : [{ id: 'find.end', keys: ['esc'], label: 'End search', run: clear }]),
      { id: 'find.next', keys: ['n'], label: 'Next match', refused, run: step(1) },
      { id: 'find.previous', keys: ['N'], label: 'Previous match', refused, run: step(-1), hint: false },
    ],
  }
}

function notFound(wanted: string): string {
  return `“${wanted}” was not found.`
}
