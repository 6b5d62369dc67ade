import { isMoreThanCounted, totalText, type BrowsedList, type Words } from '@portico/core'
import { createStore, type StoreApi } from 'zustand/vanilla'

export type CursorState = {
  readonly index: number
  /** First row on screen, among all that match. */
  readonly offset: number
  /** Where a range begins. */
  readonly anchor: string | undefined
}

export type ListCursor<Row> = StoreApi<CursorState> & {
  readonly list: BrowsedList<Row>
  /** The rows that are loaded. */
  rows(): readonly Row[]
  /** Index of the first of `rows` among all that match. */
  start(): number
  /** Number of rows that match. */
  count(): number
  /** Number of rows without a search, as far as it is known. */
  total(): number
  /** A number of rows in words: beyond what the server counts, "more than 1,000"; `…` before it counted. */
  countText(words: Words, count: number): string
  /** Place of the cursor, from 1; from the end where its distance from the beginning is not known. */
  place(): { readonly at: number; readonly isFromEnd: boolean }
  current(): Row | undefined
  /** Resolves once the row is loaded, because the next keys are meant for it. */
  move(by: number): void | Promise<void>
  moveTo(index: number): void | Promise<void>
  /** Moves the cursor to a row, if it is in the list. */
  select(id: string): void
  setSearch(text: string): void | Promise<void>
  setSort(sort: string): void | Promise<void>
  /** Resolves once the rows match the last search and sort, because the next keys are meant for them. */
  narrowed(): void | Promise<void>
  toggleMark(): void
  /** Marks from the last marked row to the cursor. */
  markRange(): void
  clearMarks(): void
  marked(): readonly Row[]
  page(): number
}

const none: readonly never[] = []

/** Index of the end of a list whose rows are not all counted, where it was reached from the end. */
const farEnd = 1_000_000_000

/**
 * The cursor in a list of core, which searches, orders and selects. Pages of a list that the server searches are loaded
 * as the cursor approaches them; `index` and `offset` count all matching rows.
 */
export function createListCursor<Row>(
  list: BrowsedList<Row>,
  options: {
    /** Rows on screen. */
    readonly height: () => number
    /** Until the list shows this scope, there are no rows. */
    readonly scope?: string
  },
): ListCursor<Row> {
  const { idOf, searchedBy } = list.listed
  const isPaged = searchedBy === 'server'
  const store = createStore<CursorState>(() => ({ index: 0, offset: 0, anchor: undefined }))
  let reaching = Promise.resolve()
  let narrowing: Promise<void> | undefined

  const isHere = () => options.scope === undefined || list.getState().scope === options.scope
  const rows = () => (isHere() ? list.getState().rows : undefined) ?? none
  const page = () => Math.max(1, options.height())
  const isFromEnd = () => isHere() && list.getState().start < 0
  const start = () => (isHere() ? list.getState().start + (isFromEnd() ? farEnd : 0) : 0)
  const count = () => {
    if (!isPaged || !isHere()) return rows().length
    const { total, isCounted, hasNext } = list.getState()
    // If rows are not counted, at least one more follows.
    const known = start() + rows().length + (hasNext && (!isCounted || isMoreThanCounted(total)) ? 1 : 0)
    return isFromEnd() ? farEnd : Math.max(total, known)
  }
  const at = () => Math.max(0, Math.min(store.getState().index, count() - 1))
  const current = () => rows()[at() - start()]
  const isHeld = (index: number) => index >= start() && index < start() + rows().length

  function total(): number {
    const { search, all } = list.getState()
    if (!isHere()) return 0
    if (!isPaged) return all
    return search === '' ? count() : Math.max(all, count(), 1)
  }

  function countText(words: Words, rows: number): string {
    if (isPaged && !list.getState().isCounted) return '…'
    return isPaged && isMoreThanCounted(rows) ? totalText(words, rows) : String(rows)
  }

  function put(index: number): void {
    store.setState(({ offset }) => ({ index, offset: offsetFor(index, offset, count(), page()) }))
  }

  function moveTo(wanted: number): void | Promise<void> {
    const index = Math.max(0, Math.min(wanted, count() - 1))
    put(index)
    if (!isPaged) return undefined
    const wasHeld = isHeld(index)
    // Sequentially: the previous read may already include this row.
    reaching = reaching.then(reach)
    return wasHeld ? undefined : reaching
  }

  /** Loads pages until the row under the cursor is loaded, and adjacent pages as the cursor approaches them. */
  async function reach(): Promise<void> {
    for (;;) {
      const index = at()
      if (!isHeld(index) && (index === 0 || index === count() - 1)) {
        await (index === 0 ? list.first() : list.last())
        // The index of the end is `farEnd` once it was reached from there.
        if (isFromEnd()) put(count() - 1)
        if (!isHeld(at())) return
        continue
      }
      const { isFetching, hasNext, hasPrevious, rows: before } = list.getState()
      if (isFetching) return
      const wantsNext = hasNext && index >= start() + rows().length - page()
      if (!wantsNext && !(hasPrevious && index < start() + page())) return
      const wasFromEnd = isFromEnd()
      const [place, first] = [start(), before?.[0]]
      await (wantsNext ? list.next() : list.previous())
      if (list.getState().rows === before) return
      // The first page is there: its rows are counted from the beginning.
      if (wasFromEnd && !isFromEnd() && first !== undefined) put(store.getState().index + placeOf(first) - place)
    }
  }

  const placeOf = (wanted: Row) =>
    start() +
    Math.max(
      0,
      rows().findIndex((row) => idOf(row) === idOf(wanted)),
    )

  /** Keeps the cursor on its row if that is still loaded. */
  function narrow(query: { readonly search: string } | { readonly sort: string }): void | Promise<void> {
    const row = current()
    const id = row === undefined ? undefined : idOf(row)
    const place = () => {
      const found = id === undefined ? -1 : rows().findIndex((one) => idOf(one) === id)
      void moveTo(start() + Math.max(0, found))
    }
    const changed = list.change(query as { readonly search: string })
    if (!isPaged) return place()
    const { search, sort } = list.getState()
    const asked = changed.then(() => {
      const now = list.getState()
      if (now.search === search && now.sort === sort) place()
      if (narrowing === asked) narrowing = undefined
    })
    narrowing = asked
    return asked
  }

  return {
    ...store,
    list,
    rows,
    start,
    count,
    page,
    moveTo,
    total,
    countText,
    place: () => ({ at: isFromEnd() ? farEnd - at() : Math.min(at() + 1, count()), isFromEnd: isFromEnd() }),
    current,
    move: (by) => moveTo(at() + by),
    select(id) {
      const index = rows().findIndex((row) => idOf(row) === id)
      if (index !== -1) void moveTo(start() + index)
    },
    setSearch: (search) => narrow({ search }),
    setSort: (sort) => narrow({ sort }),
    narrowed: () => narrowing,
    toggleMark() {
      const row = current()
      if (row === undefined) return
      list.toggle(row)
      store.setState({ anchor: idOf(row) })
      void moveTo(at() + 1)
    },
    markRange() {
      const { anchor } = store.getState()
      const here = at() - start()
      const found = rows().findIndex((row) => idOf(row) === anchor)
      // A range that starts outside the loaded rows would have gaps.
      const from = found === -1 && isPaged ? here : Math.max(0, found)
      const range = rows().slice(Math.min(from, here), Math.max(from, here) + 1)
      list.select(range)
      store.setState({ anchor: range.map(idOf).at(-1) })
    },
    clearMarks() {
      list.clearSelection()
      store.setState({ anchor: undefined })
    },
    marked: () => [...list.getState().selected.values()],
  }
}

/** Index of the first row drawn in a table of this height; rows before and after the loaded ones are not drawn. */
export function firstDrawn<Row>(cursor: ListCursor<Row>, height: number): number {
  const [start, { length }] = [cursor.start(), cursor.rows()]
  return Math.max(start, Math.min(cursor.getState().offset, start + length - height))
}

/** Scrolls the window only as far as the cursor requires. */
export function offsetFor(index: number, offset: number, count: number, height: number): number {
  const latest = Math.max(0, count - height)
  return Math.max(0, Math.min(latest, index, Math.max(offset, index - height + 1)))
}
