import type { StoreApi } from 'zustand/vanilla'

import type { Feedback } from '../feedback/store.ts'
import { lastPage, pageLimitMax } from './contract.ts'
import type { ListedNoun, ReadingParts } from './listed.ts'
import type { Page } from './pages.ts'
import { isMoreThanCounted } from './total.ts'
import { nothingRead, type ListState } from './state.ts'

export type PagingParts = ReadingParts & {
  readonly feedback: Feedback
  /** Maximum pages to hold of a list that the server searches. */
  readonly pagesHeld?: number
}

/** A page with the cursor it was read at, so that it can be read again. */
export type Held<Row> = Page<Row> & { readonly cursor: string | undefined }

/**
 * Which pages of a list are held, and the requests that bring them: one at a time, the answer to an outdated question is
 * dropped. `show` is called with the pages after each change, and with the place of their first row; `counted` with the
 * number of rows, which the server counts after the page.
 */
export function createPaging<Row, Filter, Field extends string>(
  parts: PagingParts,
  listed: ListedNoun<Row, Filter, Field>,
  store: Pick<StoreApi<ListState<Row, Filter, Field>>, 'getState' | 'setState'>,
  {
    show,
    counted,
  }: {
    readonly show: (pages: readonly Held<Row>[], start: number) => void
    readonly counted: (total: number) => void
  },
) {
  const limit = listed.pageLength ?? 100
  const isHere = listed.searchedBy === 'here'
  const pagesMax = isHere ? Infinity : (parts.pagesHeld ?? 1)
  let pages: readonly Held<Row>[] = []
  /** Counts the requests that make earlier answers outdated. */
  let turn = 0
  let running: AbortController | undefined
  let beginning: Promise<void> | undefined
  let isStale = false
  /** Rows to read from the beginning: more if a longer window is read again. */
  let wanted = limit

  function hold(read: readonly Held<Row>[], start: number): void {
    pages = read
    show(read, start)
  }

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
    const request = { scope, search: typed, sort, filter, cursor, limit: most, total: 'none' as const, signal }
    const answer = await Promise.race([listed.fetchPage(isQuiet ? inBackground(parts) : parts, request), cancelled])
    if (mine !== turn || answer === undefined) return undefined
    if (answer.ok) return { ...answer.value, cursor }
    if (isQuiet) return undefined
    store.setState({ isFetching: false, failure: answer.problem })
    parts.feedback.reportLoad(answer.problem)
    return undefined
  }

  /** Asks how many rows match, where not all of them are held. A failure leaves the number unknown. */
  async function countMatches(): Promise<void> {
    const { scope, search: typed, sort, filter, hasNext, hasPrevious } = store.getState()
    const isAsked = !isHere && (hasNext || hasPrevious) && pages.every((page) => page.total === undefined)
    if (!isAsked || scope === undefined) return
    const mine = turn
    // The first page of a directory would ask the directory again.
    const request = { scope, search: typed, sort, filter, cursor: lastPage, limit: 1 }
    const answer = await listed.fetchPage(inBackground(parts), request)
    if (mine === turn && answer.ok && answer.value.total !== undefined) counted(answer.value.total)
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
      if (isComplete || (isAnew && count > 0)) hold(read, 0)
      if (isComplete) {
        store.setState({ isFetching: false, failure: undefined })
        void countMatches()
        return
      }
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

  /**
   * The server does not count positions: after the last page, or a window that shrank, the position is known again. At the end of
   * more rows than are counted it is known only where the window came there from the first page.
   */
  const placed = (read: readonly Held<Row>[], start: number, total: number): number => {
    const count = read.reduce((sum, page) => sum + page.rows.length, 0)
    if ((read[0]?.previous ?? null) === null) return 0
    if (!isHere && (isMoreThanCounted(total) || !store.getState().isCounted))
      return start < 0 && (read.at(-1)?.next ?? null) === null ? -count : start
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
      hold(read, placed(read, start - page.rows.length, total))
    } else {
      const every = [...pages, page]
      const gone = every.slice(0, Math.max(0, every.length - pagesMax)).reduce((sum, one) => sum + one.rows.length, 0)
      const read = every.slice(-pagesMax)
      hold(read, isHere ? 0 : placed(read, start + gone, total))
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
    hold([page], placed([page], start, page.total ?? total))
    store.setState({ isFetching: false, failure: undefined })
    void countMatches()
  }

  async function refreshQuietly(): Promise<void> {
    const [top] = pages
    const { held, start, total, isFetching } = store.getState()
    if (top === undefined || held === undefined || isFetching || beginning !== undefined) return
    const count = Math.max(limit, held.length)
    const read: Held<Row>[] = []
    const before = pages
    let cursor = top.cursor
    do {
      const most = isHere ? limit : Math.min(pageLimitMax, pagesMax * limit, count)
      let page = await ask(cursor, most, true)
      const isGone = cursor !== undefined && page?.rows.length === 0
      // All rows from this position on are gone.
      if (isGone && !isHere) page = await ask(undefined, limit, true)
      // A page that was added meanwhile stays.
      if (page === undefined || pages !== before || (isGone && isHere)) return
      read.push(page)
      cursor = page.next ?? undefined
    } while (isHere && cursor !== undefined && read.reduce((sum, { rows }) => sum + rows.length, 0) < count)
    const rowsOf = (all: readonly Held<Row>[]) => JSON.stringify(all.flatMap(({ rows }) => rows))
    if (rowsOf(read) === rowsOf(pages)) return
    hold(read, isHere ? 0 : placed(read, start, read.at(-1)?.total ?? total))
    void countMatches()
  }

  async function last(): Promise<void> {
    supersede()
    const page = await ask(lastPage, limit)
    if (page === undefined) return
    hold([page], placed([page], -page.rows.length, page.total ?? store.getState().total))
    store.setState({ isFetching: false, failure: undefined })
    void countMatches()
  }

  return {
    held: () => pages,
    hold,
    begin,
    /** The reading from the beginning that is under way. */
    beginning: () => beginning,
    next: () => (isHere ? more() : extend('next')),
    previous: () => extend('previous'),
    last,
    refresh,
    refreshQuietly,
    /** Answers that are under way no longer count. */
    outdate: () => void (turn += 1),
    forget() {
      pages = []
      cancel()
    },
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
