import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Feedback } from '../feedback/store.ts'
import type { Outcome } from '../http/client.ts'
import type { Problem } from '../http/problem.ts'
import { lastPage, pageLimitMax } from './contract.ts'
import type { Page } from './pages.ts'

/** What narrows and orders a list. `search` is as typed; `sort` is a field, `-field`, or '' for the list's own order. */
export type ListQuery = { readonly search: string; readonly sort: string }

/** A request of one page. `scope` is where the rows live, e.g. an environment's id. */
export type PageRequest = ListQuery & {
  readonly scope: string
  readonly cursor: string | undefined
  readonly limit: number
}

export type ListState<Row> = ListQuery & {
  readonly scope: string | undefined
  /** The window: rows that follow one another. undefined before the first answer. */
  readonly rows: readonly Row[] | undefined
  /** Place of the window's first row among all that match. */
  readonly start: number
  /** How many rows match. */
  readonly total: number
  readonly hasNext: boolean
  readonly hasPrevious: boolean
  readonly isFetching: boolean
  /** What the last request failed with; the rows before it stay. */
  readonly failure: Problem | undefined
  readonly readonly: boolean
  /** Rows chosen for an action, by id: also those outside the window. */
  readonly selected: ReadonlyMap<string, Row>
}

export type List<Row> = StoreApi<ListState<Row>> & {
  /**
   * Shows a scope. Coming back to what is held keeps the window and reads it again; anything else begins at the
   * first page.
   */
  open(scope: string, query?: Partial<ListQuery>): Promise<void>
  /** Begins at the first page of another search or order. Of several at once, only the last is asked for. */
  change(query: Partial<ListQuery>): Promise<void>
  /** Adds the page after the window, or the one before it; the other end leaves once the window is full. */
  next(): Promise<void>
  previous(): Promise<void>
  first(): Promise<void>
  last(): Promise<void>
  /** Reads the window again, where it is. */
  refresh(): Promise<void>
  /** A row that was changed replaces the one of its id (spec section 4). */
  replace(row: Row): void
  remove(id: string): void
  toggle(row: Row): void
  select(rows: readonly Row[]): void
  clearSelection(): void
}

export type ListParts<Row> = {
  readonly feedback: Feedback
  readonly idOf: (row: Row) => string
  readonly fetchPage: (request: PageRequest) => Promise<Outcome<Page<Row>>>
  /** Rows of a page. */
  readonly pageLength?: number
  /** Pages held at most. */
  readonly pagesMax?: number
}

type Held<Row> = Page<Row> & { readonly cursor: string | undefined }

/**
 * A list that the server pages: search, order, window, selection, empty and failed states. What a face holds never
 * grows with the list: `pagesMax` pages of `pageLength` rows.
 */
export function createList<Row>(parts: ListParts<Row>): List<Row> {
  const { feedback, idOf, fetchPage } = parts
  const limit = parts.pageLength ?? 100
  const pagesMax = parts.pagesMax ?? 1
  const store = createStore<ListState<Row>>(() => ({ ...nothing, scope: undefined, search: '', sort: '' }))
  let pages: readonly Held<Row>[] = []
  /** Counts questions that make earlier answers worthless. */
  let turn = 0
  let beginning: Promise<void> | undefined
  let isStale = false
  /** Rows of the first page: more where a longer window is read again. */
  let firstLength = limit

  async function ask(cursor: string | undefined, most = limit): Promise<Held<Row> | undefined> {
    const { scope, search, sort } = store.getState()
    if (scope === undefined) return undefined
    const mine = turn
    store.setState({ isFetching: true })
    const outcome = await fetchPage({ scope, search, sort, cursor, limit: most })
    if (mine !== turn) return undefined
    store.setState({ isFetching: false, failure: outcome.ok ? undefined : outcome.problem })
    if (outcome.ok) return { ...outcome.value, cursor }
    feedback.report(outcome.problem)
    return undefined
  }

  function show(held: readonly Held<Row>[], start: number): void {
    pages = held
    const rows = held.flatMap((page) => page.rows)
    const hasNext = (held.at(-1)?.next ?? null) !== null
    const hasPrevious = (held[0]?.previous ?? null) !== null
    const counted = held.findLast((page) => page.total !== undefined)?.total ?? store.getState().total
    store.setState({
      rows,
      start,
      total: hasNext || hasPrevious ? counted : rows.length,
      hasNext,
      hasPrevious,
      readonly: held.at(-1)?.readonly ?? false,
    })
  }

  /** One request at a time: what is asked for meanwhile is asked for once, when the answer is there. */
  async function begin(length = limit): Promise<void> {
    turn += 1
    isStale = true
    firstLength = length
    beginning ??= (async () => {
      while (isStale) {
        isStale = false
        const page = await ask(undefined, firstLength)
        if (page !== undefined && !isStale) show([page], 0)
      }
    })().finally(() => (beginning = undefined))
    return beginning
  }

  /** A place is not counted by the server: after the last page, or a window that shrank, it is known again. */
  const placed = (held: readonly Held<Row>[], start: number, total: number): number => {
    const count = held.reduce((sum, page) => sum + page.rows.length, 0)
    if ((held[0]?.previous ?? null) === null) return 0
    if ((held.at(-1)?.next ?? null) === null) return Math.max(0, total - count)
    return Math.max(0, start)
  }

  async function extend(side: 'next' | 'previous'): Promise<void> {
    const { isFetching, start, total } = store.getState()
    const cursor = side === 'next' ? pages.at(-1)?.next : pages[0]?.previous
    if (isFetching || cursor === undefined || cursor === null) return
    const page = await ask(cursor)
    if (page === undefined) return
    if (side === 'next') {
      const all = [...pages, page]
      const gone = all.slice(0, Math.max(0, all.length - pagesMax)).reduce((sum, one) => sum + one.rows.length, 0)
      const held = all.slice(-pagesMax)
      return show(held, placed(held, start + gone, total))
    }
    const held = [page, ...pages].slice(0, pagesMax)
    show(held, placed(held, start - page.rows.length, total))
  }

  const edit = (change: (rows: readonly Row[]) => readonly Row[], fewer: number) => {
    const { start, total } = store.getState()
    if (store.getState().rows === undefined) return
    show(
      pages.map((page) => ({ ...page, rows: change(page.rows), total: undefined })),
      start,
    )
    store.setState({ total: Math.max(0, total - fewer) })
  }

  async function refresh(): Promise<void> {
    const [top] = pages
    const { rows, start, total } = store.getState()
    const length = Math.min(pageLimitMax, pagesMax * limit, Math.max(limit, rows?.length ?? 0))
    if (top?.cursor === undefined) return begin(length)
    turn += 1
    const page = await ask(top.cursor, length)
    if (page === undefined) return
    // The rows of this place are gone: what is left begins before them.
    if (page.rows.length === 0) return begin()
    show([page], placed([page], start, page.total ?? total))
  }

  return {
    ...store,
    async open(scope, query = {}) {
      const before = store.getState()
      const wanted = { search: query.search ?? '', sort: query.sort ?? '' }
      const isSame = before.scope === scope && before.search === wanted.search && before.sort === wanted.sort
      if (isSame && before.rows !== undefined) return refresh()
      if (before.scope !== scope) pages = []
      store.setState({ ...(before.scope === scope ? {} : nothing), scope, ...wanted })
      return begin()
    },
    async change(query) {
      const { search, sort } = store.getState()
      if ((query.search ?? search) === search && (query.sort ?? sort) === sort) return beginning
      store.setState(query)
      return begin()
    },
    next: () => extend('next'),
    previous: () => extend('previous'),
    first: () => begin(),
    async last() {
      turn += 1
      const page = await ask(lastPage)
      if (page !== undefined) show([page], placed([page], 0, page.total ?? store.getState().total))
    },
    refresh,
    replace: (row) => edit((rows) => rows.map((one) => (idOf(one) === idOf(row) ? row : one)), 0),
    remove(id) {
      const wasShown = store.getState().rows?.some((row) => idOf(row) === id) === true
      edit((rows) => rows.filter((row) => idOf(row) !== id), wasShown ? 1 : 0)
      store.setState(({ selected }) => ({ selected: new Map([...selected].filter(([one]) => one !== id)) }))
    },
    toggle: (row) =>
      store.setState(({ selected }) => {
        const next = new Map(selected)
        if (!next.delete(idOf(row))) next.set(idOf(row), row)
        return { selected: next }
      }),
    select: (rows) =>
      store.setState(({ selected }) => ({
        selected: new Map([...selected, ...rows.map((row) => [idOf(row), row] as const)]),
      })),
    clearSelection: () => store.setState({ selected: new Map() }),
  }
}

const nothing = {
  rows: undefined,
  start: 0,
  total: 0,
  hasNext: false,
  hasPrevious: false,
  isFetching: false,
  failure: undefined,
  readonly: false,
  selected: new Map<string, never>(),
}
