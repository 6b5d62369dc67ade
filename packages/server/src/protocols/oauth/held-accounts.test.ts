import { randomUUID } from 'node:crypto'

import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDatabase, type Database } from '../../kit/database/connect.ts'
import { silentLog } from '../../kit/database/testing/silent-log.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/database/testing/test-database.ts'
import { claimsOf, makeAssertion, makeKey, type AccountKey } from './testing/assertions.ts'
import { addTenant, type Tenant } from './testing/tenant.ts'
import { publicIssuer, startTokenServer, type TokenServer } from './testing/token-server.ts'

let database: TestDatabase
let hearing: Database
let deaf: Database
let acme: Tenant
/** The process that makes the changes, one that hears of them, one that knows it does not, and one that misses each of them. */
let [own, other, unheard, frozen]: TokenServer[] = []
const [first, second] = [makeKey(), makeKey()]
const billing = 'urn:portico:acme:application:billing'

beforeAll(async () => {
  database = await createTestDatabase()
  const connection = { dataDir: '', databaseUrl: database.url, appDatabaseUrl: database.appUrl, log: silentLog }
  hearing = await openDatabase({ ...connection, secretKey: Buffer.alloc(32) })
  deaf = await openDatabase({
    ...connection,
    secretKey: Buffer.alloc(32),
    listenDatabaseUrl: 'postgresql://x:y@127.0.0.1:9/none',
  })
  const changes = { ...hearing.changes, follow: () => () => {}, completeTo: () => performance.now() }
  const missing = Object.create(hearing, { changes: { value: changes } }) as Database
  ;[own, other, unheard, frozen] = await Promise.all(
    [database, hearing, deaf, missing].map((one) => startTokenServer(one)),
  )
  acme = await addTenant(database, 'acme')
})
afterAll(async () => {
  for (const server of [own, other, unheard, frozen]) await server?.close()
  for (const one of [hearing, deaf, database]) await one?.close()
})

const servers = (): TokenServer[] => [own, other, unheard, frozen].flatMap((one) => one ?? [])
const ask = (server: TokenServer | undefined, account: string, key: AccountKey, more?: Record<string, string>) =>
  (server as TokenServer).ask(makeAssertion(claimsOf(account, publicIssuer), { key: key.privateKey }), more)

/** A new account that every process holds. */
async function heldAccount(roles: readonly string[]): Promise<string> {
  const account = await acme.addAccount(randomUUID(), [first], roles)
  for (const server of servers()) expect((await ask(server, account, first)).status).toBe(200)
  return account
}

async function statuses(account: string, key: AccountKey, more?: Record<string, string>): Promise<number[]> {
  const answers = []
  for (const server of servers()) answers.push((await ask(server, account, key, more)).status)
  return answers
}

const setKeys = (account: string, key: AccountKey) =>
  acme.in(({ db }) =>
    db
      .updateTable('service_accounts')
      .set({ key1: key.pem, key1_thumbprint: key.thumbprint })
      .where('id', '=', account)
      .execute(),
  )

describe('a process that still holds an account as it was', () => {
  test('refuses a key that was removed, and accepts the one that was put in its place, at once', async () => {
    const account = await heldAccount([])
    await setKeys(account, second)
    expect(await statuses(account, first)).toEqual([401, 401, 401, 401])
    expect(await statuses(account, second)).toEqual([200, 200, 200, 200])
  })

  test('refuses an account that was deleted, at once', async () => {
    const account = await heldAccount([])
    await acme.in(({ db }) => db.deleteFrom('service_accounts').where('id', '=', account).execute())
    expect(await statuses(account, first)).toEqual([401, 401, 401, 401])
  })

  test('gives tokens for an application that was added, at once', async () => {
    const account = await heldAccount([])
    expect(await statuses(account, first, { resource: billing })).toEqual([400, 400, 400, 400])
    await acme.in(({ db }) =>
      db
        .insertInto('service_account_dependencies')
        .values({
          tenant_id: acme.id,
          service_account_id: account,
          environment_id: acme.environmentId,
          application_id: 'app-billing',
          role_id: null,
        })
        .execute(),
    )
    expect(await statuses(account, first, { resource: billing })).toEqual([200, 200, 200, 200])
  })

  test('names roles and applications as they are now where it hears of changes, and in five seconds where it does not', async () => {
    const account = await heldAccount(['billing/clerk', 'billing/auditor'])
    const rolesOn = async (server: TokenServer | undefined) => {
      const { status, body } = await ask(server, account, first, { resource: billing })
      return status === 200 ? decodeJwt(String(body['access_token']))['roles'] : status
    }
    const remove = (role: string) =>
      acme.in(({ db }) =>
        db
          .deleteFrom('service_account_dependencies')
          .where('service_account_id', '=', account)
          .where('role_id', 'in', db.selectFrom('app_roles').select('id').where('name', '=', role))
          .execute(),
      )
    expect(await Promise.all([own, other, unheard].map(rolesOn))).toEqual([
      ['auditor', 'clerk'],
      ['auditor', 'clerk'],
      ['auditor', 'clerk'],
    ])
    await remove('clerk')
    expect(await rolesOn(own)).toEqual(['auditor'])
    await expect.poll(() => rolesOn(other), { timeout: 4_000 }).toEqual(['auditor'])
    await expect.poll(() => rolesOn(unheard), { timeout: 5_000, interval: 200 }).toEqual(['auditor'])
    await remove('auditor')
    expect(await rolesOn(own)).toBe(400)
    await expect.poll(() => rolesOn(other), { timeout: 4_000 }).toBe(400)
  })
})
