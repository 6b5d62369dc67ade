import { createStore, type StoreApi } from 'zustand/vanilla'

import { matchesFilter, parseFilter } from './filter.ts'

export type ListState = {
  readonly index: number
  /** First row on screen. */
  readonly offset: number
  readonly filter: string
  readonly marks: ReadonlySet<string>
  /** Where a range begins. */
  readonly anchor: string | undefined
}

export type List<Row> = StoreApi<ListState> & {
  /** Rows that pass the filter. */
  rows(): readonly Row[]
  total(): number
  current(): Row | undefined
  move(by: number): void
  moveTo(index: number): void
  /** Puts the cursor on a row, where it is in the list. */
  select(id: string): void
  setFilter(text: string): void
  toggleMark(): void
  /** Marks from the last marked row to the cursor. */
  markRange(): void
  clearMarks(): void
  marked(): readonly Row[]
  page(): number
}

/**
 * A list as far as its cursor, filter and marks go; the rows belong to a store of core. Costs of a key do not grow
 * with the number of rows: only a filter walks all of them, over texts made once.
 */
export function createList<Row>(options: {
  readonly source: () => readonly Row[]
  readonly idOf: (row: Row) => string
  /** What a filter looks at. */
  readonly textOf: (row: Row) => string
  /** Rows on screen. */
  readonly height: () => number
}): List<Row> {
  const { source, idOf, textOf } = options
  const store = createStore<ListState>(() => ({ index: 0, offset: 0, filter: '', marks: new Set(), anchor: undefined }))
  const haystacks = new WeakMap<readonly Row[], readonly string[]>()
  let last: { readonly source: readonly Row[]; readonly filter: string; readonly rows: readonly Row[] } | undefined

  function haystacksOf(all: readonly Row[]): readonly string[] {
    const made = haystacks.get(all) ?? all.map((row) => textOf(row).toLowerCase())
    haystacks.set(all, made)
    return made
  }

  function rows(): readonly Row[] {
    const all = source()
    const { filter: typed } = store.getState()
    if (last?.source === all && last.filter === typed) return last.rows
    const filter = parseFilter(typed)
    const texts = filter.text === '' ? [] : haystacksOf(all)
    const passed = filter.text === '' ? all : all.filter((_, at) => matchesFilter(texts[at] ?? '', filter))
    last = { source: all, filter: typed, rows: passed }
    return passed
  }

  const page = () => Math.max(1, options.height())
  const at = () => Math.max(0, Math.min(store.getState().index, rows().length - 1))

  function moveTo(wanted: number): void {
    const index = Math.max(0, Math.min(wanted, rows().length - 1))
    store.setState(({ offset }) => ({ index, offset: offsetFor(index, offset, rows().length, page()) }))
  }

  return {
    ...store,
    rows,
    page,
    moveTo,
    total: () => source().length,
    current: () => rows()[at()],
    move: (by) => moveTo(at() + by),
    select(id) {
      const index = rows().findIndex((row) => idOf(row) === id)
      if (index !== -1) moveTo(index)
    },
    setFilter(filter) {
      const current = rows()[at()]
      store.setState({ filter })
      const index = current === undefined ? -1 : rows().findIndex((row) => idOf(row) === idOf(current))
      moveTo(Math.max(0, index))
    },
    toggleMark() {
      const row = rows()[at()]
      if (row === undefined) return
      const id = idOf(row)
      store.setState(({ marks }) => ({ marks: toggled(marks, id), anchor: id }))
      moveTo(at() + 1)
    },
    markRange() {
      const { anchor, marks } = store.getState()
      const from = Math.max(
        0,
        rows().findIndex((row) => idOf(row) === anchor),
      )
      const [first, until] = [Math.min(from, at()), Math.max(from, at())]
      const range = rows()
        .slice(first, until + 1)
        .map(idOf)
      store.setState({ marks: new Set([...marks, ...range]), anchor: range.at(-1) })
    },
    clearMarks: () => store.setState({ marks: new Set(), anchor: undefined }),
    marked: () => source().filter((row) => store.getState().marks.has(idOf(row))),
  }
}

/** The window moves no further than the cursor makes it. */
export function offsetFor(index: number, offset: number, count: number, height: number): number {
  const latest = Math.max(0, count - height)
  return Math.max(0, Math.min(latest, index, Math.max(offset, index - height + 1)))
}

function toggled(marks: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(marks)
  if (!next.delete(id)) next.add(id)
  return next
}
