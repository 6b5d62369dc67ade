import { describe, expect, it } from 'vitest'

import { createFeedback } from '../feedback/store.ts'
import { createList } from './list.ts'
import type { ListedNoun, PageRequest } from './listed.ts'
import { compareNames, orderByName } from './order.ts'
import { allRows, type Page } from './pages.ts'
import { matchesSearch, parseSearch } from './search.ts'

type Row = { readonly id: string; readonly name: string }

const noun: ListedNoun<Row>['noun'] = {
  fields: ['id', 'name'].map((name) => ({
    name,
    label: name,
    kind: 'text' as const,
    summary: '',
    value: (row: Row) => row[name as keyof Row],
  })),
  columns: ['name'],
  wideColumns: [],
}

/** A server with `count` rows whose answers wait until the test releases them, unless it answers at once. */
function serving(
  count: number,
  { atOnce = true, pagesMax = 1, searchedBy = 'server' as ListedNoun<Row>['searchedBy'], countsLater = false } = {},
) {
  let rows: Row[] = Array.from({ length: count }, (_, at) => ({ id: `id-${at}`, name: `row ${at}` }))
  const asked: PageRequest[] = []
  const waiting: (() => void)[] = []
  let isFailing = false
  const parts = {
    client: { call: () => Promise.reject(new Error('no server')) },
    clock: { now: () => 0 },
    feedback: createFeedback({ now: () => 0 }),
    pagesHeld: pagesMax,
  }
  const list = createList<Row>(parts, {
    noun,
    idOf: (row) => row.id,
    searchedBy,
    noFilter: {},
    pageLength: 10,
    fetchPage: async (_, request) => {
      asked.push(request)
      if (!atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
      if (isFailing || request.search === 'fail')
        return {
          ok: false,
          problem: { kind: 'expected', status: 503, code: '503', errorMessage: 'Later.', details: [] },
        }
      return { ok: true, value: pageOf(request) }
    },
  })
  function pageOf({ cursor, limit, search: typed, sort, total }: PageRequest): Page<Row> {
    const search = searchedBy === 'server' ? typed : ''
    const found = rows.filter((row) => row.name.includes(search))
    const ordered = sort === '-name' ? found.toReversed() : found
    const end = cursor === 'end'
    const from = end ? Math.max(0, ordered.length - limit) : cursor === undefined ? 0 : Number(cursor)
    const until = Math.min(ordered.length, from + limit)
    return {
      rows: ordered.slice(from, until),
      next: until < ordered.length ? String(until) : null,
      previous: from > 0 ? String(Math.max(0, from - limit)) : null,
      total: (cursor === undefined || end) && !(countsLater && total === 'none') ? ordered.length : undefined,
    }
  }
  const letGo = async (place = 0) => {
    waiting.splice(place, 1)[0]?.()
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  const set = (change: (rows: Row[]) => Row[]) => (rows = change(rows))
  return { list, asked, letGo, set, fail: (fails: boolean) => (isFailing = fails) }
}

const names = (list: ReturnType<typeof serving>['list']) => list.getState().rows?.map((row) => row.name)

describe('the window', () => {
  it('never holds more than its pages, and knows its position, forward and back', async () => {
    const { list } = serving(95, { pagesMax: 3 })
    await list.open('e')
    const seen = [...(list.getState().rows ?? [])]
    for (let page = 0; page < 9; page += 1) {
      await list.next()
      const { rows = [], start, total } = list.getState()
      expect(rows.length).toBeLessThanOrEqual(30)
      expect(rows[0]?.name).toBe(`row ${start}`)
      expect(total).toBe(95)
      seen.push(...rows.filter((row) => !seen.includes(row)))
    }
    expect(seen).toHaveLength(95)
    expect(list.getState().hasNext).toBe(false)
    for (let page = 0; page < 9; page += 1) {
      await list.previous()
      expect(list.getState().rows?.[0]?.name).toBe(`row ${list.getState().start}`)
    }
    expect(list.getState()).toMatchObject({ start: 0, hasPrevious: false })
  })

  it('begins at the end on request, and counts its position from there', async () => {
    const { list } = serving(95)
    await list.open('e')
    await list.last()
    expect(list.getState()).toMatchObject({ start: 85, total: 95, hasNext: false, hasPrevious: true })
    await list.first()
    expect(list.getState()).toMatchObject({ start: 0, hasNext: true })
  })

  it('is read again at the same position when reopened, and begins at the start for another scope', async () => {
    const { list, set } = serving(50)
    await list.open('e')
    await list.next()
    set((rows) => rows.map((row) => ({ ...row, name: `${row.name} changed` })))
    await list.open('e')
    expect(names(list)?.[0]).toBe('row 10 changed')
    await list.open('other')
    expect(list.getState().start).toBe(0)
  })

  it('goes to the first page if its rows were deleted', async () => {
    const { list, set } = serving(25)
    await list.open('e')
    await list.last()
    set((rows) => rows.slice(0, 5))
    await list.refresh()
    expect(list.getState()).toMatchObject({ start: 0, total: 5 })
    expect(names(list)).toHaveLength(5)
  })

  it('a changed row replaces the one with its id, a removed one leaves the window and the selection', async () => {
    const { list } = serving(25)
    await list.open('e')
    const [first] = list.getState().rows ?? []
    if (first === undefined) throw new Error('no row')
    list.toggle(first)
    list.replace({ id: 'id-0', name: 'renamed' })
    expect(names(list)?.[0]).toBe('renamed')
    list.remove('id-0')
    expect(names(list)?.[0]).toBe('row 1')
    expect(list.getState()).toMatchObject({ total: 24 })
    expect(list.getState().selected.size).toBe(0)
  })
})

describe('selected rows', () => {
  const selected = (list: ReturnType<typeof serving>['list']) => [...list.getState().selected.keys()]

  it('stay selected when the window leaves their page, and when other rows are searched or read again', async () => {
    const { list } = serving(25)
    await list.open('e')
    list.select((list.getState().rows ?? []).slice(0, 1))
    await list.next()
    list.select((list.getState().rows ?? []).slice(0, 1))
    expect(names(list)).not.toContain('row 0')
    await list.refresh()
    await list.change({ search: 'row 2' })
    expect(selected(list)).toEqual(['id-0', 'id-10'])
  })

  it('can be all that match the search, also those beyond the window', async () => {
    const { list } = serving(25)
    await list.open('e', { search: 'row 1' })
    expect(names(list)).toHaveLength(10)
    expect(await list.selectMatching()).toBe(true)
    expect(selected(list)).toEqual(['id-1', ...Array.from({ length: 10 }, (_, at) => `id-${10 + at}`)])
  })

  it('stay as they are if the matching ones cannot be read', async () => {
    const { list, fail } = serving(25)
    await list.open('e')
    list.select((list.getState().rows ?? []).slice(0, 1))
    fail(true)
    expect(await list.selectMatching()).toBe(false)
    expect(selected(list)).toEqual(['id-0'])
  })
})

describe('a search', () => {
  it('of many letters typed during a request sends one more, for the last of them', async () => {
    const { list, asked, letGo } = serving(95, { atOnce: false })
    const opened = list.open('e')
    await letGo()
    await opened
    const typed = [...'row 9'].map((_, at) => list.change({ search: 'row 9'.slice(0, at + 1) }))
    await letGo()
    await letGo()
    await Promise.all(typed)
    expect(asked.map(({ search }) => search)).toEqual(['', 'r', 'row 9'])
    expect(list.getState()).toMatchObject({ search: 'row 9', total: 6, isFetching: false })
  })

  it('that is older never overwrites a newer one, nor does a page of the previous list', async () => {
    const { list, letGo } = serving(95, { atOnce: false })
    const opened = list.open('e')
    await letGo()
    await opened
    const page = list.next()
    const searched = list.change({ search: 'row 42' })
    // The page requested first is answered last.
    await letGo(1)
    expect(names(list)).toEqual(['row 42'])
    await letGo()
    await Promise.all([page, searched])
    expect(names(list)).toEqual(['row 42'])
  })

  it('that fails keeps the rows and reports the failure, and the next one works', async () => {
    const { list } = serving(15)
    await list.open('e')
    await list.change({ search: 'fail' })
    expect(list.getState()).toMatchObject({ isFetching: false, failure: { status: 503 } })
    expect(names(list)).toHaveLength(10)
    await list.change({ search: '' })
    expect(list.getState().failure).toBeUndefined()
  })
})

describe('what a face draws', () => {
  it.each(['server', 'here'] as const)('is distinguished by status, searched by %s', async (searchedBy) => {
    const { list, set, fail } = serving(15, { searchedBy })
    expect(list.status()).toBe('loading')
    fail(true)
    await list.open('e')
    expect(list.status()).toBe('failed')
    fail(false)
    await list.refresh()
    expect(list.status()).toBe('rows')
    await list.change({ search: 'nothing like it' })
    expect(list.status()).toBe('no-match')
    await list.change({ search: '' })
    expect(list.status()).toBe('rows')
    set(() => [])
    await list.refresh()
    expect(list.status()).toBe('empty')
  })

  it('has the rows of the one before until it is answered, and says so', async () => {
    const { list, letGo } = serving(30, { atOnce: false })
    const opened = list.open('e')
    expect(list.getState().isOutdated).toBe(false)
    await letGo()
    await opened
    const searched = list.change({ search: 'row 2' })
    expect(list.getState().isOutdated).toBe(true)
    await letGo()
    await searched
    expect(list.getState()).toMatchObject({ isOutdated: false, search: 'row 2' })
    const read = list.refresh()
    expect(list.getState()).toMatchObject({ isOutdated: false, isFetching: true })
    await letGo()
    await read
  })

  it('is not "nothing at all" while the answer to a cleared search is on its way', async () => {
    const { list, letGo } = serving(15, { atOnce: false })
    const opened = list.open('e', { search: 'nothing like it' })
    await letGo()
    await opened
    const cleared = list.change({ search: '' })
    expect(list.status()).toBe('no-match')
    await letGo()
    await cleared
    expect(list.status()).toBe('rows')
  })
})

describe('a list that holds all its rows', () => {
  it('is searched and sorted without a request, and reading again keeps both', async () => {
    const { list, asked, set } = serving(12, { searchedBy: 'here' })
    await list.open('')
    await list.next()
    const before = asked.length
    void list.change({ search: 'row 1' })
    expect(names(list)).toEqual(['row 1', 'row 10', 'row 11'])
    void list.change({ sort: '-name' })
    expect(names(list)).toEqual(['row 11', 'row 10', 'row 1'])
    expect(list.getState()).toMatchObject({ total: 3, all: 10 + 2 })
    expect(asked).toHaveLength(before)
    set((rows) => [...rows, { id: 'id-100', name: 'row 100' }])
    await list.refresh()
    expect(names(list)).toEqual(['row 100', 'row 11', 'row 10', 'row 1'])
  })

  it('adds a new row, and keeps the selection as long as its rows exist', async () => {
    const { list, set } = serving(3, { searchedBy: 'here' })
    await list.open('')
    list.select(list.getState().rows ?? [])
    list.replace({ id: 'new', name: 'row 0 again' })
    expect(names(list)).toContain('row 0 again')
    set((rows) => rows.slice(1).map((row) => ({ ...row, name: `${row.name} renamed` })))
    await list.refresh()
    expect([...list.getState().selected.values()].map(({ name }) => name)).toEqual(['row 1 renamed', 'row 2 renamed'])
  })
})

it('a closed list cancels its request, and is read when the screen is opened again', async () => {
  const { list, asked, letGo } = serving(15, { atOnce: false })
  const opened = list.open('e')
  list.stop()
  expect([asked[0]?.signal?.aborted, list.getState().isFetching]).toEqual([true, false])
  await opened
  expect(list.getState().rows).toBeUndefined()
  const again = list.open('e')
  await letGo(1)
  await again
  expect(names(list)).toHaveLength(10)
})

describe('the words of a search', () => {
  it.each([
    ['billing', ['billing robot', 'billing archive']],
    ['robot bill', ['billing robot']],
    ['!billing', ['invoice importer']],
    ['-f biar', ['billing archive']],
    ['IMPORTÉR', ['invoice importer']],
    ['', ['billing robot', 'invoice importer', 'billing archive']],
  ])('%j leaves %j', (typed, left) => {
    const rows = ['billing robot', 'invoice importer', 'billing archive']
    expect(rows.filter((row) => matchesSearch(row, parseSearch(typed)))).toEqual(left)
  })
})

it.each([
  ['node 9', 'node 10'],
  ['Élan', 'Zebra'],
  ['alpha', 'Beta'],
  ['\uffff', '😀'],
])('%s comes before %s', (before, after) => {
  expect(compareNames(before, after)).toBeLessThan(0)
  expect(compareNames(after, before)).toBeGreaterThan(0)
})

it('a command reads each row once and stops when it has enough', async () => {
  const asked: number[] = []
  const fetchPage = async ({ cursor, limit }: { cursor: string | undefined; limit: number }): Promise<Page<number>> => {
    asked.push(limit)
    const from = Number(cursor ?? 0)
    const rows = Array.from({ length: Math.min(limit, 25 - from) }, (_, at) => from + at)
    const until = from + rows.length
    return { rows, next: until < 25 ? String(until) : null, previous: null }
  }
  expect(await allRows(fetchPage, { pageLength: 10 })).toEqual(Array.from({ length: 25 }, (_, at) => at))
  expect(asked).toEqual([10, 10, 10])
  expect(await allRows(fetchPage, { pageLength: 10, most: 12 })).toHaveLength(12)
  expect(asked.slice(3)).toEqual([10, 2])
})

it('a server that returns the same next page again is not followed forever', async () => {
  let asked = 0
  const fetchPage = async (): Promise<Page<number>> => {
    asked += 1
    if (asked > 100) throw new Error('followed')
    return { rows: [asked], next: asked % 2 === 0 ? 'a' : 'b', previous: null }
  }
  await expect(allRows(fetchPage, { pageLength: 10 })).rejects.toThrow('same next page')
  expect(asked).toBe(3)
})

it('sorts names without case and accents, numbers as numbers, and equal names always in the same order', () => {
  const names = ['node 10', 'Éclair', 'node 9', 'eclair', 'Zulu', 'alpha', 'ECLAIR']
  const ordered = ['alpha', 'ECLAIR', 'eclair', 'Éclair', 'node 9', 'node 10', 'Zulu']
  expect(orderByName(names, String)).toEqual(ordered)
  expect(orderByName(names.toReversed(), String)).toEqual(ordered)
  expect(orderByName(names, String, (name) => (name === 'Zulu' ? 0 : 1))[0]).toBe('Zulu')
})

describe('reading by itself', () => {
  it.each(['server', 'here'] as const)('draws nothing where nothing changed, searched by %s', async (searchedBy) => {
    const { list, asked } = serving(25, { searchedBy })
    await list.open('')
    let drawn = 0
    list.subscribe(() => (drawn += 1))
    const before = asked.length
    await list.refreshQuietly()
    expect(asked.length).toBeGreaterThan(before)
    expect(drawn).toBe(0)
  })

  it('leaves a page that was added meanwhile', async () => {
    const { list, letGo } = serving(25, { searchedBy: 'here', atOnce: false })
    const opening = list.open('')
    await letGo()
    await opening
    const count = list.getState().rows?.length ?? 0
    const quiet = list.refreshQuietly()
    const adding = list.next()
    await letGo(1)
    await adding
    await letGo()
    await quiet
    expect(list.getState().rows?.length).toBeGreaterThan(count)
  })

  it('begins at the first page again where the rows of a later one are gone', async () => {
    const { list, set } = serving(25, { searchedBy: 'server' })
    await list.open('')
    await list.next()
    await list.next()
    expect(list.getState().start).toBeGreaterThan(0)
    set((rows) => rows.slice(0, 3))
    await list.refreshQuietly()
    expect([list.getState().start, list.getState().rows?.length]).toEqual([0, 3])
  })

  it('gives way to a search, and shows no sign of reading', async () => {
    const { list, letGo, asked } = serving(25, { atOnce: false })
    const opening = list.open('')
    await letGo()
    await opening
    const quiet = list.refreshQuietly()
    expect(list.getState().isFetching).toBe(false)
    const searching = list.change({ search: 'row 1' })
    await letGo()
    await quiet
    expect(list.getState().search).toBe('row 1')
    await letGo()
    await searching
    expect(list.getState().rows?.every(({ name }) => name.includes('row 1'))).toBe(true)
    expect(asked.at(-1)?.search).toBe('row 1')
  })
})

describe('the rows are shown before they are counted', () => {
  it('the page is asked for without a total, and one more request counts', async () => {
    const { list, asked, letGo } = serving(95, { atOnce: false, countsLater: true })
    const opened = list.open('e')
    await letGo()
    await opened
    expect(list.getState()).toMatchObject({ isFetching: false, isCounted: false, total: 10 })
    expect(asked.map(({ cursor, limit, total }) => [cursor, limit, total])).toEqual([
      [undefined, 10, 'none'],
      ['end', 1, undefined],
    ])
    await letGo()
    expect(list.getState()).toMatchObject({ isCounted: true, total: 95 })
  })

  it('a page that holds every row is not counted again', async () => {
    const { list, asked } = serving(5, { countsLater: true })
    await list.open('e')
    expect([list.getState().isCounted, list.getState().total, asked.length]).toEqual([true, 5, 1])
  })

  it('the number of an earlier search is dropped', async () => {
    const { list, letGo } = serving(95, { atOnce: false, countsLater: true })
    const opened = list.open('e')
    await letGo()
    await opened
    const changed = list.change({ search: 'row 1' })
    // The number of all rows, the page of the search, and its number.
    await letGo()
    expect(list.getState().isCounted).toBe(false)
    await letGo()
    await changed
    expect(list.getState()).toMatchObject({ isCounted: false, total: 10 })
    await letGo()
    expect(list.getState()).toMatchObject({ isCounted: true, total: 11, isNarrowed: true })
  })
})
