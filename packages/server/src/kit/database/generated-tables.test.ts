import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createTestDatabase } from './testing/test-database.ts'

test('the row types are those of the schema', async () => {
  const database = await createTestDatabase()
  try {
    const { rows } = await columns.execute(database.owner)
    await expect(typesOf(rows)).toMatchFileSnapshot('generated-tables.ts', 'Run: npm run tables')
  } finally {
    await database.close()
  }
})

type Column = {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly hasDefault: boolean
  readonly isComputed: boolean
  readonly checks: readonly string[]
}

/** Of our tables, in the order of the statements that made them. */
const columns = sql<Column>`
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
         not a.attnotnull as "isNullable", a.atthasdef or a.attidentity = 'd' as "hasDefault",
         a.attgenerated <> '' or a.attidentity = 'a' as "isComputed",
         array(select pg_get_constraintdef(k.oid) from pg_constraint k
                where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and a.attnum > 0 and not a.attisdropped and not starts_with(c.relname, 'kysely_')
   order by c.relname collate "C", a.attnum`

const types: Readonly<Record<string, string>> = {
  bigint: 'Bigint',
  boolean: 'boolean',
  bytea: 'Buffer',
  integer: 'number',
  jsonb: 'Json',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  uuid: 'string',
  'uuid[]': 'string[]',
}

function typesOf(rows: readonly Column[]): string {
  const tables = [...new Set(rows.map(({ table }) => table))]
  const linesOf = (name: string) => rows.filter(({ table }) => table === name).map(lineOf)
  return `// Made from the schema by \`npm run tables\`. Columns whose type is narrower than in the schema are in tables.ts.
import type { Generated, GeneratedAlways } from 'kysely'

import type { Bigint, Json } from './value-types.ts'

export interface GeneratedTables {
${tables.map((name) => `  ${name}: {\n${linesOf(name).join('')}  }\n`).join('')}}
`
}

function lineOf({ table, name, type, isNullable, hasDefault, isComputed, checks }: Column): string {
  const known = checks.map(textsOf).find((texts) => texts !== undefined) ?? types[type]
  if (known === undefined) throw new Error(`Add the type ${type} of ${table}.${name} to types in this test`)
  // Our expressions have a value in every row, which the schema does not say.
  if (isComputed) return `    ${name}: GeneratedAlways<${known}>\n`
  const value = isNullable ? `${known} | null` : known
  return `    ${name}: ${hasDefault ? `Generated<${value}>` : value}\n`
}

/** The texts that `check (column in ('a', 'b'))` allows. */
function textsOf(check: string): string | undefined {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'[^']+'::text(?:, )?)+)\]\)\)\)$/.exec(check)?.[1]
  return list?.replaceAll('::text', '').replaceAll(', ', ' | ')
}
