import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { describe, expect, it } from 'vitest'

import { parseFilter } from '../filter.ts'
import { userType } from '../schemas.ts'
import { userLookup } from '../users/queries.ts'
import { compileFilter } from './compile-filter.ts'

/** Compiles statements and runs none. */
const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (one) => new PostgresIntrospector(one),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

function compiled(text: string) {
  const { where, isExact } = compileFilter(parseFilter(text, userType), userLookup)
  const query = where.compile(db)
  return { sql: query.sql, parameters: query.parameters, isExact }
}

describe('a value of a filter', () => {
  const hostile = "x' or 1=1 --"
  const texts = ['userName', 'externalId', 'title', 'emails.value', 'name.familyName']
  const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'le']

  it.each(texts.flatMap((name) => operators.map((op) => [name, op])))(
    'is a parameter of the statement, never a part of it: %s %s',
    (name, op) => {
      expect(compiled(`${name} ${op} "${hostile}"`).sql).not.toMatch(/1=1|--/)
    },
  )

  it('is compared as it is stored: userName in lower case, externalId as it was sent', () => {
    expect(compiled('userName eq "Ada"').parameters).toEqual(['ada'])
    expect(compiled('externalId eq "Ada"').parameters).toEqual(['Ada'])
  })

  it.each(['co', 'sw', 'ew'])('has no wildcards: %s', (op) => {
    const { sql, parameters } = compiled(`userName ${op} "100%_"`)
    expect(sql).not.toMatch(/like/i)
    expect(new Set(parameters)).toEqual(new Set(['100%_']))
  })
})

describe('a condition that the statement cannot decide', () => {
  it('selects rows that may match, to be compared one by one', () => {
    expect(compiled('title gt "a"')).toMatchObject({ sql: 'true', isExact: false })
    expect(compiled('userName eq "a" and title gt "a"').isExact).toBe(false)
  })

  it('excludes no row when it is negated', () => {
    expect(compiled('not (title eq "chief")')).toEqual({ sql: 'true', parameters: [], isExact: false })
    expect(compiled('title ne "chief"')).toEqual({ sql: 'true', parameters: [], isExact: false })
    expect(compiled('not (userName eq "a")').isExact).toBe(true)
  })
})
