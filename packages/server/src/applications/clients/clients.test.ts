import { randomUUID } from 'node:crypto'

import { ClientConfig, type ClientConfigInput } from '@portico/core/contract'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { createTestServer, smallTenant, type TestServer } from '../../testing/test-server.ts'
import { deleteClient, findClient, findClientOf, listClients, saveClient, setClientSecret } from './queries.ts'
import { clientSecretHash, isClientSecret, newClientSecret } from './secrets.ts'

let server: TestServer
let acme: string
let globex: string
let place: { environmentId: string; applicationId: string }

beforeAll(async () => {
  server = await createTestServer()
  acme = (await server.importTenant(smallTenant('acme'))).id
  globex = (await server.importTenant(smallTenant('globex'))).id
  place = await placeOf(acme, 'billing')
})
afterAll(() => server?.close())

function inTenant<T>(tenantId: string, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
  return tenantScope(server.database, tenantId).transaction(work)
}

async function placeOf(tenantId: string, slug: string) {
  return inTenant(tenantId, (tx) =>
    tx.db
      .selectFrom('environment_applications as ea')
      .innerJoin('applications as a', (join) =>
        join.onRef('a.tenant_id', '=', 'ea.tenant_id').onRef('a.id', '=', 'ea.application_id'),
      )
      .innerJoin('environments as e', (join) =>
        join.onRef('e.tenant_id', '=', 'ea.tenant_id').onRef('e.id', '=', 'ea.environment_id'),
      )
      .select(['ea.environment_id as environmentId', 'ea.application_id as applicationId'])
      .where('ea.tenant_id', '=', tenantId)
      .where('a.slug', '=', slug)
      .where('e.slug', '=', 'production')
      .executeTakeFirstOrThrow(),
  )
}

const openid = (more: Partial<ClientConfigInput> = {}) =>
  v.parse(ClientConfig, { protocol: 'openid', redirectUris: ['https://billing.example/callback'], ...more })

async function register(tenantId: string, at: typeof place, config: ClientConfig = openid()) {
  const id = randomUUID()
  await inTenant(tenantId, (tx) => saveClient(tx, { id, ...at, config }))
  return id
}

test('a registration is found by its client id, in its tenant and by its application, and keeps its id when it changes', async () => {
  const id = await register(acme, place)
  const found = await findClient(server.database, id)
  expect(found).toMatchObject({ tenantId: acme, tenantSlug: 'acme', id, environmentId: place.environmentId })
  expect(found?.application).toMatchObject({ slug: 'billing', urn: 'urn:portico:acme:application:billing' })
  await register(acme, place, openid({ redirectUris: ['https://billing.example/other'] }))
  const changed = await inTenant(acme, (tx) => findClientOf(tx, place.environmentId, place.applicationId))
  expect(changed).toMatchObject({ id, config: { redirectUris: ['https://billing.example/other'] }, version: 2 })
  expect(await inTenant(globex, (tx) => listClients(tx, place.environmentId))).toEqual([])
  expect(await findClient(server.database, randomUUID())).toBeUndefined()
  expect(await findClient(server.database, 'no id')).toBeUndefined()
})

test('a replaced secret counts beside the new one until its overlap is over', async () => {
  const id = await register(acme, await placeOf(acme, 'wiki'))
  const [first, second] = [newClientSecret(), newClientSecret()]
  const set = (secret: string) =>
    inTenant(acme, (tx) => setClientSecret(tx, { id, hash: clientSecretHash(secret), keepPrevious: true }))
  const counts = async (secret: string) =>
    isClientSecret(secret, (await findClient(server.database, id))?.secretHashes ?? [])
  expect(await counts(first)).toBe(false)
  await set(first)
  expect([await counts(first), await counts(second)]).toEqual([true, false])
  await set(second)
  expect([await counts(first), await counts(second)]).toEqual([true, true])
  await inTenant(acme, async ({ db, tenantId }) => {
    const over = sql`update application_clients set previous_secret_until = now() where tenant_id = ${tenantId} and id = ${id}`
    await over.execute(db)
  })
  expect([await counts(first), await counts(second)]).toEqual([false, true])
})

test('a change and a deletion of a registration are sent to every process', async () => {
  const id = await register(acme, await placeOf(acme, 'vault'))
  const told: string[] = []
  const stop = server.database.changes.follow((changes) => void told.push(...changes))
  await inTenant(acme, (tx) => setClientSecret(tx, { id, hash: null, keepPrevious: false }))
  expect(told).toContain(`client:${id}`)
  told.length = 0
  expect(await inTenant(acme, (tx) => deleteClient(tx, id))).toBe(true)
  expect(told).toContain(`client:${id}`)
  expect(await findClient(server.database, id)).toBeUndefined()
  stop()
})

test('addresses are https, or http on the machine of the browser, without a user name and a part after #', () => {
  const accepted = (uri: string) => v.safeParse(ClientConfig, { protocol: 'openid', redirectUris: [uri] }).success
  for (const uri of [
    'https://a.example/cb?x=1',
    'http://127.0.0.1:8081/cb',
    'http://127.0.0.2/',
    'http://localhost/cb',
    'http://[::1]:1/',
  ])
    expect(accepted(uri), uri).toBe(true)
  for (const uri of [
    'http://a.example/',
    'http://127.0.0.1.example/',
    'https://u@a.example/',
    'https://a.example/#x',
    'javascript:alert(1)',
    '',
  ])
    expect(accepted(uri), uri).toBe(false)
})
