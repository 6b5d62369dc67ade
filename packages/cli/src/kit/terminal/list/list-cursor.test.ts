import { createFeedback, createList, createWords, englishMessages, totalMax, type ListedNoun } from '@portico/core'
import { describe, expect, it } from 'vitest'

import { allWords } from '../../words/all-words.ts'
import { markBindings } from './list-bindings.ts'
import { createListCursor, offsetFor } from './list-cursor.ts'
import { placeText } from './table.tsx'

const words = createWords('en', englishMessages)

type Row = { readonly id: string; readonly name: string }

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: `id-${at}`, name: `Row ${at}` }))

const parts = {
  client: { call: () => Promise.reject(new Error('no server')) },
  clock: { now: () => 0 },
  feedback: createFeedback({ now: () => 0 }),
}
const named: ListedNoun<Row> = {
  noun: { fields: [], columns: [], wideColumns: [] },
  idOf: (row) => row.id,
  searchedBy: 'here',
  noFilter: {},
  texts: (row) => [row.name],
  fetchPage: () => Promise.reject(new Error('no server')),
}

function listOf(rows: readonly Row[], height = 10) {
  const list = createList(parts, named)
  list.take('', rows)
  return createListCursor(list, { height: () => height })
}

describe('cursor and window', () => {
  it.each([
    [0, 0, 100, 10, 0],
    [9, 0, 100, 10, 0],
    [10, 0, 100, 10, 1],
    [5, 8, 100, 10, 5],
    [99, 0, 100, 10, 90],
    [2, 50, 3, 10, 0],
  ])('row %i from offset %i of %i rows in %i lines begins at %i', (index, offset, count, height, expected) => {
    expect(offsetFor(index, offset, count, height)).toBe(expected)
  })

  it('the cursor is always on a row, and the row in the window', () => {
    const list = listOf(rowsOf(25))
    for (const by of [1, 30, -3, 100, -100, 12, -1]) {
      void list.move(by)
      const { index, offset } = list.getState()
      expect(list.current()?.id).toBe(`id-${index}`)
      expect(index).toBeGreaterThanOrEqual(offset)
      expect(index).toBeLessThan(offset + 10)
    }
  })

  it('an empty list has no row under the cursor and can be moved in', () => {
    const list = listOf([])
    void list.move(1)
    list.toggleMark()
    expect(list.current()).toBeUndefined()
  })
})

describe('filter', () => {
  const rows = ['Billing robot', 'Invoice importer', 'Billing archive'].map((name) => ({ id: name, name }))
  it.each([
    ['billing', ['Billing robot', 'Billing archive']],
    ['robot bill', ['Billing robot']],
    ['!billing', ['Invoice importer']],
    ['-f biar', ['Billing archive']],
    ['-f', ['Billing robot', 'Invoice importer', 'Billing archive']],
    ['', ['Billing robot', 'Invoice importer', 'Billing archive']],
    ['nothing', []],
  ])('%j leaves %j', (typed, left) => {
    const list = listOf(rows)
    void list.setSearch(typed)
    expect(list.rows().map((row) => row.name)).toEqual(left)
  })

  it('the cursor stays on its row while the list narrows', () => {
    const list = listOf(rows)
    void list.moveTo(2)
    void list.setSearch('billing')
    expect(list.current()?.name).toBe('Billing archive')
  })
})

describe('marks', () => {
  it('space marks and goes on; a range marks from there to the cursor', () => {
    const list = listOf(rowsOf(10))
    list.toggleMark()
    void list.moveTo(3)
    list.markRange()
    expect(list.marked().map((row) => row.id)).toEqual(['id-0', 'id-1', 'id-2', 'id-3'])
    void list.moveTo(1)
    list.toggleMark()
    expect(list.marked().map((row) => row.id)).toEqual(['id-0', 'id-2', 'id-3'])
    list.clearMarks()
    expect(list.marked()).toEqual([])
  })

  it('a filter hides marked rows and keeps them marked', () => {
    const list = listOf(rowsOf(3))
    list.toggleMark()
    void list.setSearch('Row 2')
    expect(list.marked().map((row) => row.id)).toEqual(['id-0'])
  })
})

it('a key in a list of 100,000 rows reads no more rows than in a list of 100', () => {
  const looks = (count: number) => {
    let looked = 0
    const all = new Proxy(rowsOf(count), {
      get(rows, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) looked += 1
        return Reflect.get(rows, name) as unknown
      },
    })
    const list = createList(parts, { ...named, order: () => all })
    list.take('', rowsOf(count))
    const cursor = createListCursor(list, { height: () => 10 })
    looked = 0
    for (let key = 0; key < 200; key += 1) {
      void cursor.move(key % 7 === 0 ? -3 : 1)
      cursor.current()
    }
    expect(looked).toBeGreaterThan(0)
    return looked
  }
  expect(looks(100_000)).toBeLessThanOrEqual(looks(100))
})

it('marks are offered where there is a row to mark', () => {
  const refusals = (rows: readonly Row[]) =>
    markBindings(listOf(rows), () => 'There is none.').map((binding) => binding.refused?.())
  expect(refusals([])).toEqual(['There is none.', 'There is none.', undefined])
  expect(refusals(rowsOf(1))).toEqual([undefined, undefined, undefined])
})

describe('a list that the server pages', () => {
  /** Rows of a server that pages by numbers; responses arrive a turn later, as from a network. */
  async function pagedList(total: number, { isBounded = false } = {}) {
    const all = rowsOf(total)
    let asked = 0
    const paged = createList<Row>(
      { ...parts, pagesHeld: 3 },
      {
        ...named,
        searchedBy: 'server',
        pageLength: 20,
        fetchPage: async (_, { cursor, limit, search }) => {
          asked += 1
          await new Promise((resolve) => setImmediate(resolve))
          const found = all.filter((row) => row.name.includes(search))
          const from = cursor === 'end' ? Math.max(0, found.length - limit) : Number(cursor ?? 0)
          const until = Math.min(found.length, from + limit)
          const next = until < found.length ? String(until) : null
          const previous = from > 0 ? String(Math.max(0, from - limit)) : null
          const counted = isBounded ? Math.min(found.length, totalMax) : found.length
          const count = cursor === undefined || cursor === 'end' ? counted : undefined
          return { ok: true, value: { rows: found.slice(from, until), next, previous, total: count } }
        },
      },
    )
    await paged.open('e')
    const list = createListCursor(paged, { height: () => 10, scope: 'e' })
    return { list, paged, asked: () => asked }
  }

  it('many keys at once land on the row that the same keys, one by one, would', async () => {
    const { list, paged, asked } = await pagedList(1_000)
    // Each key waits for the row that the previous one requested, as in the terminal.
    for (let key = 0; key < 315; key += 1) await list.move(1)
    expect(list.current()?.id).toBe('id-315')
    for (let key = 0; key < 200; key += 1) await list.move(-1)
    expect(list.current()?.id).toBe('id-115')
    expect(paged.getState().rows?.length).toBeLessThanOrEqual(60)
    expect(asked()).toBeLessThan(40)
  })

  it('jumps to the last row and to the first with one request each', async () => {
    const { list, asked } = await pagedList(1_000)
    const before = asked()
    await list.moveTo(Number.MAX_SAFE_INTEGER)
    expect([list.current()?.id, list.count()]).toEqual(['id-999', 1_000])
    await list.moveTo(0)
    expect(list.current()?.id).toBe('id-0')
    expect(asked() - before).toBeLessThanOrEqual(4)
  })

  it('counts from the beginning or from the end of more rows than the server counts, and never claims a number', async () => {
    const { list } = await pagedList(1_100, { isBounded: true })
    const place = () => placeText(words, list)
    expect(place()).toBe('1 of more than 1,000')
    for (let key = 0; key < 1_040; key += 1) await list.move(1)
    expect([list.current()?.id, place()]).toEqual(['id-1040', '1041 of more than 1,000'])
    await list.moveTo(Number.MAX_SAFE_INTEGER)
    expect([list.current()?.id, place()]).toEqual(['id-1099', '1 from the end of more than 1,000'])
    for (let key = 0; key < 150; key += 1) await list.move(-1)
    expect([list.current()?.id, place()]).toEqual(['id-949', '151 from the end of more than 1,000'])
    for (let key = 0; key < 949; key += 1) await list.move(-1)
    expect([list.current()?.id, place()]).toEqual(['id-0', '1 of more than 1,000'])
    await list.setSearch('Row 99')
    expect(place()).toBe('1 of 11 (of more than 1,000)')
  })

  it('counts exactly 1,000 rows', async () => {
    const { list } = await pagedList(1_000, { isBounded: true })
    await list.moveTo(Number.MAX_SAFE_INTEGER)
    expect(placeText(words, list)).toBe('1000 of 1000')
  })

  it('says so in German too', async () => {
    const { list } = await pagedList(1_100, { isBounded: true })
    expect(placeText(await allWords('de'), list)).toBe('1 von mehr als 1.000')
  })

  it('has no row under the cursor while that row is still on its way', async () => {
    const { list } = await pagedList(1_000)
    const arrived = list.moveTo(40)
    expect(list.current()).toBeUndefined()
    await arrived
    expect(list.current()?.id).toBe('id-40')
  })

  it('keeps what is marked on pages that left the window', async () => {
    const { list } = await pagedList(1_000)
    list.toggleMark()
    await list.moveTo(Number.MAX_SAFE_INTEGER)
    list.toggleMark()
    expect(list.marked().map((row) => row.id)).toEqual(['id-0', 'id-999'])
  })

  it('is filtered by the server, and says of how many', async () => {
    const { list, paged } = await pagedList(1_000)
    list.total()
    void list.setSearch('Row 99')
    await paged.change({ search: 'Row 99' })
    expect([list.count(), list.total()]).toEqual([11, 1_000])
    expect(list.rows().every((row) => row.name.includes('Row 99'))).toBe(true)
  })

  it('has a found row under the cursor once filtering or sorting has finished', async () => {
    const { list } = await pagedList(1_000)
    for (const typed of ['R', 'Row 9', 'Row 99']) void list.setSearch(typed)
    await list.narrowed()
    expect(list.current()?.name).toContain('Row 99')
    expect(list.narrowed()).toBeUndefined()
    await list.setSort('-name')
    expect(list.narrowed()).toBeUndefined()
  })
})
