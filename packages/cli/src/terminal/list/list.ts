import { folded, matchesSearch, parseSearch, type List as PagedList } from '@portico/core'
import { createStore, type StoreApi } from 'zustand/vanilla'

export type ListState = {
  readonly index: number
  /** First row on screen, among the filtered rows. */
  readonly offset: number
  readonly filter: string
  /** A field, `-field`, or '' for the list's own order. */
  readonly sort: string
  readonly marks: ReadonlySet<string>
  /** Where a range begins. */
  readonly anchor: string | undefined
}

type Narrowed = Pick<ListState, 'filter' | 'sort'>

export type List<Row> = StoreApi<ListState> & {
  /** The filtered rows; in a paged list the loaded ones. */
  rows(): readonly Row[]
  /** Index of the first of `rows` among all filtered rows. */
  start(): number
  /** Number of filtered rows. */
  count(): number
  total(): number
  current(): Row | undefined
  /** Resolves once the row is loaded, because the next keys are meant for it. */
  move(by: number): void | Promise<void>
  moveTo(index: number): void | Promise<void>
  /** Moves the cursor to a row, if it is in the list. */
  select(id: string): void
  setFilter(text: string): void | Promise<void>
  setSort(sort: string): void | Promise<void>
  /** Resolves once the rows match the last filter and sort, because the next keys are meant for them. */
  narrowed(): void | Promise<void>
  toggleMark(): void
  /** Marks from the last marked row to the cursor. */
  markRange(): void
  clearMarks(): void
  marked(): readonly Row[]
  page(): number
}

/**
 * Cursor, filter and marks of a list; the rows belong to a store of core. The cost of a key does not grow with the number
 * of rows: only a filter visits all of them, with cached texts. With `paged` rows the server filters, and pages are
 * loaded as the cursor approaches them; `index` and `offset` count all matching rows.
 */
export function createList<Row>(options: {
  readonly source: () => readonly Row[]
  readonly idOf: (row: Row) => string
  /** The text that a filter searches. */
  readonly textOf: (row: Row) => string
  /** Rows on screen. */
  readonly height: () => number
  readonly paged?: PagedList<Row> | undefined
  /** Sorts rows that are all loaded; the server sorts those of a paged list. */
  readonly order?: ((rows: readonly Row[], sort: string) => readonly Row[]) | undefined
}): List<Row> {
  const { source, idOf, textOf, paged, order = (all) => all } = options
  const store = createStore<ListState>(() => ({
    index: 0,
    offset: 0,
    filter: '',
    sort: '',
    marks: new Set(),
    anchor: undefined,
  }))
  const haystacks = new WeakMap<readonly Row[], readonly string[]>()
  let last: (Narrowed & { readonly source: readonly Row[]; readonly rows: readonly Row[] }) | undefined
  /** Number of rows without a filter, if known. */
  let unfiltered = 0
  let reaching = Promise.resolve()
  let narrowing: Promise<void> | undefined

  function haystacksOf(all: readonly Row[]): readonly string[] {
    const made = haystacks.get(all) ?? all.map((row) => folded(textOf(row)))
    haystacks.set(all, made)
    return made
  }

  function rows(): readonly Row[] {
    const all = source()
    const { filter: typed, sort } = store.getState()
    if (paged !== undefined) return all
    if (last?.source === all && last.filter === typed && last.sort === sort) return last.rows
    const search = parseSearch(typed)
    const texts = search.text === '' ? [] : haystacksOf(all)
    const passed = search.text === '' ? all : all.filter((_, at) => matchesSearch(texts[at] ?? '', search))
    last = { source: all, filter: typed, sort, rows: sort === '' ? passed : order(passed, sort) }
    return last.rows
  }

  const page = () => Math.max(1, options.height())
  const start = () => paged?.getState().start ?? 0
  const count = () => (paged === undefined ? rows().length : Math.max(paged.getState().total, start() + rows().length))
  const at = () => Math.max(0, Math.min(store.getState().index, count() - 1))
  const current = () => rows()[at() - start()]
  const isHeld = (index: number) => index >= start() && index < start() + rows().length

  function total(): number {
    if (paged === undefined) return source().length
    if (paged.getState().search.trim() === '') unfiltered = count()
    return store.getState().filter === '' ? count() : Math.max(unfiltered, count(), 1)
  }

  function moveTo(wanted: number): void | Promise<void> {
    const index = Math.max(0, Math.min(wanted, count() - 1))
    store.setState(({ offset }) => ({ index, offset: offsetFor(index, offset, count(), page()) }))
    if (paged === undefined) return undefined
    const wasHeld = isHeld(index)
    // Sequentially: the previous read may already include this row.
    reaching = reaching.then(() => reach(paged))
    return wasHeld ? undefined : reaching
  }

  /** Loads pages until the row under the cursor is loaded, and adjacent pages as the cursor approaches them. */
  async function reach(list: PagedList<Row>): Promise<void> {
    for (;;) {
      const index = at()
      if (!isHeld(index) && (index === 0 || index === count() - 1)) {
        await (index === 0 ? list.first() : list.last())
        if (!isHeld(at())) return
        continue
      }
      const { isFetching, hasNext, hasPrevious, rows: before } = list.getState()
      if (isFetching) return
      const wantsNext = hasNext && index >= start() + rows().length - page()
      if (!wantsNext && !(hasPrevious && index < start() + page())) return
      await (wantsNext ? list.next() : list.previous())
      if (list.getState().rows === before) return
    }
  }

  /** Keeps the cursor on its row if that is still loaded. */
  function narrow({ filter, sort }: Narrowed): void | Promise<void> {
    const row = current()
    const id = row === undefined ? undefined : idOf(row)
    store.setState({ filter, sort })
    const place = () => {
      const found = id === undefined ? -1 : rows().findIndex((one) => idOf(one) === id)
      void moveTo(start() + Math.max(0, found))
    }
    if (paged === undefined) return place()
    const asked = paged.change({ search: filter, sort }).then(() => {
      const now = store.getState()
      if (now.filter === filter && now.sort === sort) place()
      if (narrowing === asked) narrowing = undefined
    })
    narrowing = asked
    return asked
  }

  return {
    ...store,
    rows,
    start,
    count,
    page,
    moveTo,
    total,
    current,
    move: (by) => moveTo(at() + by),
    select(id) {
      const index = rows().findIndex((row) => idOf(row) === id)
      if (index !== -1) void moveTo(start() + index)
    },
    setFilter: (filter) => narrow({ ...store.getState(), filter }),
    setSort: (sort) => narrow({ ...store.getState(), sort }),
    narrowed: () => narrowing,
    toggleMark() {
      const row = current()
      if (row === undefined) return
      const id = idOf(row)
      paged?.toggle(row)
      store.setState(({ marks }) => ({ marks: toggled(marks, id), anchor: id }))
      void moveTo(at() + 1)
    },
    markRange() {
      const { anchor, marks } = store.getState()
      const here = at() - start()
      const found = rows().findIndex((row) => idOf(row) === anchor)
      // A range that starts outside the loaded rows would have gaps.
      const from = found === -1 && paged !== undefined ? here : Math.max(0, found)
      const range = rows().slice(Math.min(from, here), Math.max(from, here) + 1)
      paged?.select(range)
      store.setState({ marks: new Set([...marks, ...range.map(idOf)]), anchor: range.map(idOf).at(-1) })
    },
    clearMarks() {
      paged?.clearSelection()
      store.setState({ marks: new Set(), anchor: undefined })
    },
    marked() {
      const { marks } = store.getState()
      const known = paged === undefined ? source() : [...paged.getState().selected.values()]
      return known.filter((row) => marks.has(idOf(row)))
    },
  }
}

/** Scrolls the window only as far as the cursor requires. */
export function offsetFor(index: number, offset: number, count: number, height: number): number {
  const latest = Math.max(0, count - height)
  return Math.max(0, Math.min(latest, index, Math.max(offset, index - height + 1)))
}

function toggled(marks: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(marks)
  if (!next.delete(id)) next.add(id)
  return next
}
