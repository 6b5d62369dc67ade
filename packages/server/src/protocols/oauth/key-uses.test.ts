import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../kit/database/testing/test-database.ts'
import { findAccount } from '../../machines/service-accounts/queries.ts'
import { claimsOf, makeAssertion, makeKey, type AccountKey } from './testing/assertions.ts'
import { addTenant, type Tenant } from './testing/tenant.ts'
import { publicIssuer, startTokenServer, type TokenServer } from './testing/token-server.ts'

let database: TestDatabase
let server: TokenServer
let acme: Tenant
const [first, second] = [makeKey(), makeKey()]

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startTokenServer(database)
  acme = await addTenant(database, 'acme')
})
afterAll(async () => {
  await server?.close()
  await database?.close()
})

const ask = (account: string, key: AccountKey, change = {}) =>
  server.ask(makeAssertion(claimsOf(account, publicIssuer, change), { key: key.privateKey }))

/** When the two keys were last used, as an administrator sees it. */
async function usesOf(account: string, of = server) {
  await of.endpoint.settled()
  const found = await acme.in((tx) => findAccount(tx, acme.environmentId, account))
  return [found?.key1LastUsedAt, found?.key2LastUsedAt]
}

const age = (account: string, by: string) =>
  acme.in(({ db }) =>
    sql`update service_account_keys set last_used_at = last_used_at - ${by}::interval
         where service_account_id = ${account}`.execute(db),
  )

describe('the last use of a key', () => {
  test('is noted for the key that signed, and for no other', async () => {
    const account = await acme.addAccount('two keys', [first, second], [])
    expect(await usesOf(account)).toEqual([null, null])
    expect((await ask(account, second)).status).toBe(200)
    expect(await usesOf(account)).toEqual([null, expect.stringMatching(/^20.*Z$/)])
  })

  test('is not noted where no token was issued', async () => {
    const account = await acme.addAccount('refused', [first], [])
    expect((await ask(account, second)).status).toBe(401)
    expect((await ask(account, first, { aud: 'https://other.example' })).status).toBe(401)
    expect(await usesOf(account)).toEqual([null, undefined])
  })

  test('is written once in five minutes, whichever process issues the tokens', async () => {
    const account = await acme.addAccount('busy', [first], [])
    await ask(account, first)
    await usesOf(account)
    await age(account, '4 minutes')
    const [noted] = await usesOf(account)
    const other = await startTokenServer(database)
    await ask(account, first)
    await other.ask(makeAssertion(claimsOf(account, publicIssuer), { key: first.privateKey }))
    expect(await usesOf(account, other)).toEqual([noted, undefined])
    await other.close()
    await age(account, '2 minutes')
    const later = await startTokenServer(database)
    await later.ask(makeAssertion(claimsOf(account, publicIssuer), { key: first.privateKey }))
    const [again] = await usesOf(account, later)
    expect(Date.parse(again ?? '')).toBeGreaterThan(Date.parse(noted ?? ''))
    await later.close()
  })

  test('that cannot be written fails no token, is logged, and is written at the next one', async () => {
    const account = await acme.addAccount('unlucky', [first], [])
    await sql`alter table service_account_keys rename to service_account_keys_away`.execute(database.owner)
    expect((await ask(account, first)).status).toBe(200)
    await server.endpoint.settled()
    expect(server.log.map(({ msg }) => msg)).toContain('the last use of keys was not written; their next use is')
    await sql`alter table service_account_keys_away rename to service_account_keys`.execute(database.owner)
    expect((await ask(account, first)).status).toBe(200)
    expect(await usesOf(account)).toEqual([expect.any(String), undefined])
  })

  test('does not wait in the answer: a token is issued while the row of the key is locked', async () => {
    const account = await acme.addAccount('locked', [first], [])
    await ask(account, first)
    await usesOf(account)
    await age(account, '6 minutes')
    const other = await startTokenServer(database)
    await acme.in(async ({ db }) => {
      await sql`select from service_account_keys where service_account_id = ${account} for update`.execute(db)
      const answer = await other.ask(makeAssertion(claimsOf(account, publicIssuer), { key: first.privateKey }))
      expect(answer.status).toBe(200)
    })
    await other.close()
  })
})
