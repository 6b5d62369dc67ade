import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from './testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

// Without one, deleting a row reads the whole referencing table for each row deleted.
test('every foreign key is covered by an index that begins with its columns', async () => {
  const { rows } = await sql<{ missing: string }>`
    select c.conrelid::regclass || ': ' || pg_get_constraintdef(c.oid) as missing
      from pg_constraint c
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace
       and not exists (
         select from pg_index i
          where i.indrelid = c.conrelid and i.indisvalid
            -- An index without the rows where the column is null has all that refer to something.
            and coalesce(pg_get_expr(i.indpred, i.indrelid), '') ~ '^(\\(\\w+ IS NOT NULL\\))?$'
            and i.indnkeyatts >= cardinality(c.conkey)
            and (select array_agg(k.attnum order by k.attnum)
                   from unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
                  where k.place <= cardinality(c.conkey))
              = (select array_agg(k order by k) from unnest(c.conkey) as k))
     order by 1`.execute(database.owner)
  expect(rows.map((row) => row.missing)).toEqual([])
})
