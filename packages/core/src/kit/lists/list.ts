import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Lazily } from '../lazy-parts.ts'
import type { ListedNoun, ListQuery, NoFilter } from './listed.ts'
import type { Page } from './pages.ts'
import { createPaging, type PagingParts } from './paging.ts'
import { readList } from './read.ts'
import { createRowSearch, selectRows } from './select.ts'
import { afterReading, toggled, without, withRows } from './selection.ts'
import { sortOf } from './sort.ts'
import { isMoreThanCounted, totalWithout } from './total.ts'
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
   * while another read is in progress; keeps the state if no row changed.
   */
  refreshQuietly(): Promise<void>
  /** Takes over all rows of a scope that were read elsewhere. */
  take(scope: string, rows: readonly Row[]): void
  /** A changed row replaces the one with its id (spec section 4). A new one is added if the list holds all rows. */
  replace(row: Row): void
  remove(...ids: readonly string[]): void
  toggle(row: Row): void
  select(rows: readonly Row[]): void
  deselect(rows: readonly Row[]): void
  /** Reads every row that matches the search and filter, and selects it. Resolves to whether they could be read. */
  selectMatching(): Promise<boolean>
  clearSelection(): void
  /** The screen was closed: cancels the request in progress and keeps the rows. */
  stop(): void
}

/** A list of any filter, for callers that do not use the filter. */
export type BrowsedList<Row> = Omit<List<Row, unknown>, 'listed'> & {
  readonly listed: Pick<ListedNoun<Row, never>, 'idOf' | 'searchedBy' | 'sorts' | 'ownSort'>
}

/** The list of a noun in this core: created at the first call and then reused. */
export function listOf<Row, Filter, Field extends string>(
  { lazily }: { readonly lazily: Lazily },
  listed: ListedNoun<Row, Filter, Field>,
): List<Row, Filter, Field> {
  return lazily((parts) => createList(parts, listed), listed)
}

/**
 * Search, order, window, selection, empty and failed states of one noun. Of a list that the server searches, a face
 * never holds more than `pagesHeld` pages.
 */
export function createList<Row, Filter = NoFilter, Field extends string = string>(
  parts: PagingParts,
  listed: ListedNoun<Row, Filter, Field>,
): List<Row, Filter, Field> {
  type State = ListState<Row, Filter, Field>
  const { idOf, noFilter } = listed
  const isHere = listed.searchedBy === 'here'
  const store = createStore<State>(() => ({
    ...nothingRead,
    scope: undefined,
    search: '',
    sort: '',
    filter: noFilter,
  }))
  const search = listed.search ?? createRowSearch(listed)
  const paging = createPaging(parts, listed, store, { show, counted })

  const isFiltered = (filter: Filter) => !isSame(filter, noFilter) && listed.filterRows === undefined

  /** The rows to show of those that were read, if core searches them. */
  function view(held: readonly Row[], query: ListQuery<Filter, Field>): Partial<State> {
    const filtered = listed.filterRows?.(held, query.filter) ?? held
    const found = search(filtered, query.search)
    const rows = selectRows(found, { filters: [], sort: sortOf(listed.noun, query.sort) })
    return { rows, total: rows.length }
  }

  function show(read: readonly Page<Row>[], start: number): void {
    const before = store.getState()
    const hasNext = (read.at(-1)?.next ?? null) !== null
    const hasPrevious = (read[0]?.previous ?? null) !== null
    const came = read.flatMap((page) => page.rows)
    const held = listed.order?.(came) ?? came
    const counted = read.findLast((page) => page.total !== undefined)?.total
    const known = counted ?? (before.isCounted ? before.total : undefined)
    const isWhole = !hasNext && !hasPrevious
    const total = isWhole ? held.length : (known ?? Math.max(0, start) + held.length)
    const isNarrowed = before.search.trim() !== '' || isFiltered(before.filter)
    store.setState({
      ...(isHere ? view(held, before) : { rows: held, total }),
      held,
      start,
      isCounted: isHere || isWhole || known !== undefined,
      isOutdated: false,
      all: isHere ? held.length : isNarrowed ? Math.max(before.all, total) : total,
      isNarrowed,
      hasNext,
      hasPrevious,
      readonly: read.at(-1)?.readonly ?? false,
      selected: afterReading(before.selected, held, { idOf, isAll: isHere && !hasNext }),
    })
  }

  function counted(total: number): void {
    const { all, isNarrowed, start } = store.getState()
    // Positions that were counted from the end are known where everything is counted.
    const place = start < 0 && !isMoreThanCounted(total) ? Math.max(0, total + start) : start
    store.setState({ total, isCounted: true, start: place, all: isNarrowed ? Math.max(all, total) : total })
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
      store.setState({ ...next, isOutdated: before.rows !== undefined, isCounted: false })
      return 'ask'
    }
    const isNarrowed = next.search.trim() !== '' || (before.isNarrowed && isFiltered(before.filter))
    store.setState({ ...next, isNarrowed, ...(before.held === undefined ? {} : view(before.held, next)) })
    return 'shown'
  }

  type Change = (rows: readonly Row[], isLastPage: boolean) => readonly Row[]

  function edit(change: Change, fewer: number): void {
    const { start, total, all, held } = store.getState()
    if (held === undefined) return
    const pages = paging.held()
    const last = pages.length - 1
    paging.hold(
      pages.map((page, at) => ({ ...page, rows: change(page.rows, at === last), total: undefined })),
      start,
    )
    if (!isHere) store.setState({ total: totalWithout(total, fewer), all: totalWithout(all, fewer) })
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
        paging.forget()
        store.setState({ ...nothingRead, scope, ...asked })
        return paging.begin()
      }
      return put(asked) === 'ask' || before.rows === undefined ? paging.begin() : paging.refresh()
    },
    async change(query) {
      const needs = put(query)
      return needs === 'ask' ? paging.begin() : needs === 'same' ? paging.beginning() : undefined
    },
    next: paging.next,
    previous: paging.previous,
    first: () => paging.begin(),
    last: paging.last,
    refresh: paging.refresh,
    refreshQuietly: paging.refreshQuietly,
    take(scope, rows) {
      paging.outdate()
      store.setState({ ...nothingRead, selected: store.getState().selected, scope })
      paging.hold([{ rows, next: null, previous: null, cursor: undefined }], 0)
    },
    replace(row) {
      const isNew = isHere && store.getState().held?.every((one) => idOf(one) !== idOf(row)) === true
      const put = (rows: readonly Row[]) => rows.map((one) => (idOf(one) === idOf(row) ? row : one))
      edit((rows, isLastPage) => (isNew && isLastPage ? [...rows, row] : put(rows)), 0)
    },
    remove(...ids) {
      const gone = new Set(ids)
      const held = store.getState().held?.filter((row) => gone.has(idOf(row))) ?? []
      edit((rows) => rows.filter((row) => !gone.has(idOf(row))), held.length)
      store.setState(({ selected }) => ({ selected: without(selected, gone) }))
    },
    toggle: (row) => store.setState(({ selected }) => ({ selected: toggled(selected, idOf(row), row) })),
    select: (rows) => store.setState(({ selected }) => ({ selected: withRows(selected, rows, idOf) })),
    deselect: (rows) =>
      store.setState(({ selected }) => ({ selected: without(selected, new Set(rows.map((row) => idOf(row)))) })),
    async selectMatching() {
      const { scope, search: wanted, filter } = store.getState()
      const answer = await readList(parts, listed, { scope, search: wanted, filter })
      if (!answer.ok) {
        parts.feedback.report(answer.problem)
        return false
      }
      const now = store.getState()
      if (now.scope === scope && now.search === wanted)
        store.setState({ selected: withRows(now.selected, answer.value, idOf) })
      return true
    },
    clearSelection: () => store.setState({ selected: new Map() }),
    stop: () => paging.stop(),
  }
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  const [one, other] = [a, b] as Readonly<Record<string, unknown>>[]
  return [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])].every(
    (name) => one?.[name] === other?.[name],
  )
}
