import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.ts'
import { placeOf } from './cursor.ts'
import { pageOf, walkOf } from './keyset.ts'

type Row = { readonly id: string; readonly sortText: string }

const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
// Several rows have the same key: only the id puts them in order.
const rows: readonly Row[] = ['a', 'b', 'b', 'b', 'c', 'd', 'd'].map((sortText, n) => ({ id: idOf(n), sortText }))
const limit = 2
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

async function read(cursor: string | undefined, isDescending: boolean) {
  const place = placeOf(cursor, 'name', () => true)
  const columns = { key: sql`key`, id: sql`id`, cast: sql`text` }
  const { where, direction, isBackward } = walkOf(columns, place, isDescending)
  const values = sql.join(rows.map(({ id, sortText }) => sql`(${sortText}::text, ${id}::uuid)`))
  const found = await sql<Row>`
    select id, key as "sortText" from (values ${values}) r (key, id) where ${where}
     order by key ${direction}, id ${direction} limit ${limit + 1}`.execute(database.owner)
  return pageOf(found.rows, { limit, place, sort: 'name', isBackward })
}

/** The pages from the first or the last one on, until there are no more. */
async function walk(way: 'next' | 'previous', isDescending: boolean): Promise<(readonly Row[])[]> {
  const pages: (readonly Row[])[] = []
  let cursor = way === 'next' ? undefined : 'end'
  // A walk that does not end would be longer than the list.
  while (pages.length <= rows.length) {
    const page = await read(cursor, isDescending)
    pages.push(page.rows)
    const following = page[way]
    if (following === null) break
    cursor = following
  }
  return pages
}

test.each([
  ['ascending', false],
  ['descending', true],
])('forward or backward, a walk shows each row once and in order: %s', async (_, isDescending) => {
  const inOrder = isDescending ? rows.toReversed() : rows
  expect((await walk('next', isDescending)).flat()).toEqual(inOrder)
  expect((await walk('previous', isDescending)).toReversed().flat()).toEqual(inOrder)
})

test('a page leads back to the one before it', async () => {
  const first = await read(undefined, false)
  const second = await read(first.next ?? '', false)
  expect(first.previous).toBeNull()
  expect((await read(second.previous ?? '', false)).rows).toEqual(first.rows)
})
