import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Lazily } from '../lazy-parts.ts'
import type { Feedback } from '../feedback/store.ts'
import { lastPage, pageLimitMax } from './contract.ts'
import type { ListedNoun, ListQuery, NoFilter, ReadingParts } from './listed.ts'
import type { Page } from './pages.ts'
import { createRowSearch, selectRows } from './select.ts'
import { afterReading, toggled, withRows } from './selection.ts'
import { sortOf } from './sort.ts'
import { nothingRead, statusOf, type ListState, type ListStatus } from './state.ts'

/** The list of one noun. Every face draws this and calls this; none searches or sorts rows itself. */
export type List<Row, Filter = NoFilter, Field extends string = string> = Pick<
  StoreApi<ListState<Row, Filter, Field>>,
  'getState' | 'getInitialState' | 'subscribe'
> & {
  readonly listed: ListedNoun<Row, Filter, Field>
  status(): ListStatus
  /**
   * Shows a scope. Returning to the current scope keeps the window and reads it again; any other begins at the first
   * page.
   */
  open(scope: string, query?: Partial<ListQuery<Filter, Field>>): Promise<void>
  /** Changes the search, filter or order. Of several changes during a request, only the last is sent. */
  change(query: Partial<ListQuery<Filter, Field>>): Promise<void>
  /** Adds the page after the window, or before it; once the window is full, a page at the other end is dropped. */
  next(): Promise<void>
  previous(): Promise<void>
  first(): Promise<void>
  last(): Promise<void>
  /** Reads the window again at its position; search, order and selection stay. */
  refresh(): Promise<void>
  /**
   * Refreshes without user action: does not set isFetching, does not report failures, does not extend the session. Skipped
   * while another read is in progress; leaves the state alone if no row changed.
   */
  refreshQuietly(): Promise<void>
  /** Takes over all rows of a scope that were read elsewhere. */
  take(scope: string, rows: readonly Row[]): void
  /** A changed row replaces the one with its id (spec section 4). A new one is added if the list holds all rows. */
  replace(row: Row): void
  remove(id: string): void
  toggle(row: Row): void
  select(rows: readonly Row[]): void
  clearSelection(): void
  /** The screen was closed: cancels the request in progress and keeps the rows. */
  stop(): void
}

/** A list of any filter, for callers that do not use the filter. */
export type BrowsedList<Row> = Omit<List<Row, unknown>, 'listed'> & {
  readonly listed: Pick<ListedNoun<Row, never>, 'idOf' | 'searchedBy' | 'sorts' | 'ownSort'>
}

export type ListParts = ReadingParts & {
  readonly feedback: Feedback
  /** Maximum pages to hold of a list that the server searches. */
  readonly pagesHeld?: number
}

/** The list of a noun in this core: created at the first call and then reused. */
export function listOf<Row, Filter, Field extends string>(
  { lazily }: { readonly lazily: Lazily },
  listed: ListedNoun<Row, Filter, Field>,
): List<Row, Filter, Field> {
  return lazily((parts) => createList(parts, listed), listed)
}

type Held<Row> = Page<Row> & { readonly cursor: string | undefined }

/**
 * Search, order, window, selection, empty and failed states of one noun. Of a list that the server searches, a face
 * never holds more than `pagesHeld` pages.
 */
export function createList<Row, Filter = NoFilter, Field extends string = string>(
  parts: ListParts,
  listed: ListedNoun<Row, Filter, Field>,
): List<Row, Filter, Field> {
  type State = ListState<Row, Filter, Field>
  const { idOf, noFilter, pageLength: limit = 100 } = listed
  const isHere = listed.searchedBy === 'here'
  const pagesMax = isHere ? Infinity : (parts.pagesHeld ?? 1)
  const store = createStore<State>(() => ({
    ...nothingRead,
    scope: undefined,
    search: '',
    sort: '',
    filter: noFilter,
  }))
  const search = createRowSearch(listed)
  let pages: readonly Held<Row>[] = []
  /** Counts the requests that make earlier answers outdated. */
  let turn = 0
  let running: AbortController | undefined
  let beginning: Promise<void> | undefined
  let isStale = false
  /** Rows to read from the beginning: more if a longer window is read again. */
  let wanted = limit

  /** A failure is reported; the answer to an outdated question is dropped. Both are undefined. */
  async function ask(cursor: string | undefined, most: number, isQuiet = false): Promise<Held<Row> | undefined> {
    const { scope, search: typed, sort, filter } = store.getState()
    if (scope === undefined) return undefined
    const mine = turn
    running = new AbortController()
    if (!isQuiet) store.setState({ isFetching: true })
    const { signal } = running
    // The port may not be able to cancel a request; the next one does not wait for it.
    const cancelled = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)))
    const request = { scope, search: typed, sort, filter, cursor, limit: most, signal }
    const answer = await Promise.race([listed.fetchPage(isQuiet ? inBackground(parts) : parts, request), cancelled])
    if (mine !== turn || answer === undefined) return undefined
    if (answer.ok) return { ...answer.value, cursor }
    if (isQuiet) return undefined
    store.setState({ isFetching: false, failure: answer.problem })
    parts.feedback.reportLoad(answer.problem)
    return undefined
  }

  const isFiltered = (filter: Filter) => !isSame(filter, noFilter) && listed.filterRows === undefined

  /** The rows to show of those that were read, if core searches them. */
  function view(held: readonly Row[], query: ListQuery<Filter, Field>): Partial<State> {
    const filtered = listed.filterRows?.(held, query.filter) ?? held
    const found = search(filtered, query.search)
    const rows = selectRows(found, { filters: [], sort: sortOf(listed.noun, query.sort) })
    return { rows, total: rows.length }
  }

  function show(read: readonly Held<Row>[], start: number): void {
    pages = read
    const before = store.getState()
    const hasNext = (read.at(-1)?.next ?? null) !== null
    const hasPrevious = (read[0]?.previous ?? null) !== null
    const came = read.flatMap((page) => page.rows)
    const held = listed.order?.(came) ?? came
    const counted = read.findLast((page) => page.total !== undefined)?.total ?? before.total
    const total = hasNext || hasPrevious ? counted : held.length
    const isNarrowed = before.search.trim() !== '' || isFiltered(before.filter)
    store.setState({
      ...(isHere ? view(held, before) : { rows: held, total }),
      held,
      start,
      all: isHere ? held.length : isNarrowed ? Math.max(before.all, total) : total,
      isNarrowed,
      hasNext,
      hasPrevious,
      readonly: read.at(-1)?.readonly ?? false,
      selected: afterReading(before.selected, held, { idOf, isAll: isHere && !hasNext }),
    })
  }

  /** Reads from the first page until there are enough rows: a page may be short and still have a next one. */
  async function readFromStart(): Promise<void> {
    const read: Held<Row>[] = []
    const isAnew = store.getState().rows === undefined
    let count = 0
    do {
      const page = await ask(read.at(-1)?.next ?? undefined, isHere ? limit : wanted)
      if (page === undefined || isStale) return
      read.push(page)
      count += page.rows.length
      const isComplete = !isHere || page.next === null || count >= wanted
      // Show the rows so far, unless more are shown already.
      if (isComplete || (isAnew && count > 0)) show(read, 0)
      if (isComplete) return store.setState({ isFetching: false, failure: undefined })
    } while (!isStale)
  }

  /** One request at a time: changes during a request cause one more request after its answer. */
  async function begin(count = limit): Promise<void> {
    if (listed.clears === true)
      store.setState({ ...nothingRead, selected: store.getState().selected, isFetching: true })
    supersede()
    isStale = true
    wanted = count
    beginning ??= (async () => {
      while (isStale) {
        isStale = false
        await readFromStart()
      }
    })().finally(() => (beginning = undefined))
    return beginning
  }

  function cancel(): void {
    turn += 1
    running?.abort()
  }

  function supersede(): void {
    turn += 1
    if (beginning === undefined) running?.abort()
  }

  /** The server does not count positions: after the last page, or a window that shrank, the position is known again. */
  const placed = (read: readonly Held<Row>[], start: number, total: number): number => {
    const count = read.reduce((sum, page) => sum + page.rows.length, 0)
    if ((read[0]?.previous ?? null) === null) return 0
    if ((read.at(-1)?.next ?? null) === null) return Math.max(0, total - count)
    return Math.max(0, start)
  }

  async function extend(side: 'next' | 'previous'): Promise<void> {
    const { isFetching, start, total } = store.getState()
    const cursor = side === 'next' ? pages.at(-1)?.next : pages[0]?.previous
    if (isFetching || cursor === undefined || cursor === null) return
    const page = await ask(cursor, limit)
    if (page === undefined) return
    if (side === 'previous') {
      const read = [page, ...pages].slice(0, pagesMax)
      show(read, placed(read, start - page.rows.length, total))
    } else {
      const every = [...pages, page]
      const gone = every.slice(0, Math.max(0, every.length - pagesMax)).reduce((sum, one) => sum + one.rows.length, 0)
      const read = every.slice(-pagesMax)
      show(read, isHere ? 0 : placed(read, start + gone, total))
    }
    store.setState({ isFetching: false, failure: undefined })
  }

  /** Pages may be short: adds pages until a whole page of rows was added. */
  async function more(): Promise<void> {
    const count = (store.getState().held?.length ?? 0) + limit
    let before: readonly Held<Row>[]
    do {
      before = pages
      await extend('next')
    } while (isHere && pages !== before && pages.at(-1)?.next != null && (store.getState().held?.length ?? 0) < count)
  }

  async function refresh(): Promise<void> {
    const [top] = pages
    const { held, start, total } = store.getState()
    const count = Math.max(limit, held?.length ?? 0)
    const length = isHere ? count : Math.min(pageLimitMax, pagesMax * limit, count)
    if (top?.cursor === undefined) return begin(length)
    supersede()
    const page = await ask(top.cursor, length)
    if (page === undefined) return
    // The rows at this position were deleted: the remaining ones begin before it.
    if (page.rows.length === 0) return begin()
    show([page], placed([page], start, page.total ?? total))
    store.setState({ isFetching: false, failure: undefined })
  }

  async function refreshQuietly(): Promise<void> {
    const [top] = pages
    const { held, start, total, isFetching } = store.getState()
    if (top === undefined || held === undefined || isFetching || beginning !== undefined) return
    const count = Math.max(limit, held.length)
    const read: Held<Row>[] = []
    let cursor = top.cursor
    do {
      const page = await ask(cursor, isHere ? limit : Math.min(pageLimitMax, pagesMax * limit, count), true)
      // The rows at this position are gone; the next refresh by the user starts at the first page.
      if (page === undefined || (page.rows.length === 0 && cursor !== undefined)) return
      read.push(page)
      cursor = page.next ?? undefined
    } while (isHere && cursor !== undefined && read.reduce((sum, { rows }) => sum + rows.length, 0) < count)
    const rowsOf = (all: readonly Held<Row>[]) => JSON.stringify(all.flatMap(({ rows }) => rows))
    if (rowsOf(read) === rowsOf(pages)) return
    show(read, isHere ? 0 : placed(read, start, read.at(-1)?.total ?? total))
  }

  /** Puts the query into the state. Returns whether it needs a request. */
  function put(query: Partial<ListQuery<Filter, Field>>): 'same' | 'shown' | 'ask' {
    const before = store.getState()
    const next = {
      search: query.search ?? before.search,
      sort: query.sort ?? before.sort,
      filter: query.filter ?? before.filter,
    }
    const isOtherFilter = !isSame(next.filter, before.filter)
    if (next.search === before.search && next.sort === before.sort && !isOtherFilter) return 'same'
    if (!isHere || (isOtherFilter && listed.filterRows === undefined)) {
      store.setState(next)
      return 'ask'
    }
    const isNarrowed = next.search.trim() !== '' || (before.isNarrowed && isFiltered(before.filter))
    store.setState({ ...next, isNarrowed, ...(before.held === undefined ? {} : view(before.held, next)) })
    return 'shown'
  }

  function edit(change: (rows: readonly Row[]) => readonly Row[], fewer: number): void {
    const { start, total, all, held } = store.getState()
    if (held === undefined) return
    show(
      pages.map((page) => ({ ...page, rows: change(page.rows), total: undefined })),
      start,
    )
    if (!isHere) store.setState({ total: Math.max(0, total - fewer), all: Math.max(0, all - fewer) })
  }

  return {
    ...store,
    listed,
    status: () => statusOf(store.getState()),
    async open(scope, query = {}) {
      const before = store.getState()
      const asked = { search: '', sort: '' as const, filter: noFilter, ...query }
      const isOtherFilter = listed.filterRows === undefined && !isSame(asked.filter, before.filter)
      if (before.scope !== scope || isOtherFilter) {
        pages = []
        cancel()
        store.setState({ ...nothingRead, scope, ...asked })
        return begin()
      }
      return put(asked) === 'ask' || before.rows === undefined ? begin() : refresh()
    },
    async change(query) {
      const put_ = put(query)
      return put_ === 'ask' ? begin() : put_ === 'same' ? beginning : undefined
    },
    next: () => (isHere ? more() : extend('next')),
    previous: () => extend('previous'),
    first: () => begin(),
    async last() {
      supersede()
      const page = await ask(lastPage, limit)
      if (page === undefined) return
      show([page], placed([page], 0, page.total ?? store.getState().total))
      store.setState({ isFetching: false, failure: undefined })
    },
    refresh,
    refreshQuietly,
    take(scope, rows) {
      turn += 1
      store.setState({ ...nothingRead, selected: store.getState().selected, scope })
      show([{ rows, next: null, previous: null, cursor: undefined }], 0)
    },
    replace(row) {
      const isNew = isHere && store.getState().held?.every((one) => idOf(one) !== idOf(row)) === true
      if (isNew)
        pages = pages.map((page, at) => (at === pages.length - 1 ? { ...page, rows: [...page.rows, row] } : page))
      edit((rows) => rows.map((one) => (idOf(one) === idOf(row) ? row : one)), 0)
    },
    remove(id) {
      const wasHeld = store.getState().held?.some((row) => idOf(row) === id) === true
      edit((rows) => rows.filter((row) => idOf(row) !== id), wasHeld ? 1 : 0)
      store.setState(({ selected }) => ({ selected: new Map([...selected].filter(([one]) => one !== id)) }))
    },
    toggle: (row) => store.setState(({ selected }) => ({ selected: toggled(selected, idOf(row), row) })),
    select: (rows) => store.setState(({ selected }) => ({ selected: withRows(selected, rows, idOf) })),
    clearSelection: () => store.setState({ selected: new Map() }),
    stop() {
      cancel()
      isStale = false
      store.setState({ isFetching: false })
    },
  }
}

/** The same calls, which do not extend the session. */
function inBackground(parts: ReadingParts): ReadingParts {
  const call: ReadingParts['client']['call'] = (endpoint, ...[args]) =>
    parts.client.call(endpoint, ...([{ ...args, background: true }] as unknown as [never]))
  return { ...parts, client: { call } }
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  const [one, other] = [a, b] as Readonly<Record<string, unknown>>[]
  return [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])].every(
    (name) => one?.[name] === other?.[name],
  )
}
