import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { listGroups, listPrimaryGroups, listProviderGroups } from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

const tenantId = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let cloud: Server
/** What Graph answers next. */
let graph: { status: number; body: unknown }

beforeAll(async () => {
  cloud = createServer((request, response) => {
    const path = request.url ?? ''
    const origin = `http://${request.headers.host}`
    const issuer = `${origin}/${tenantId}/v2.0`
    const { status, body } = path.startsWith('/v1.0/groups')
      ? graph
      : path === '/token'
        ? { status: 200, body: { access_token: 'x', expires_in: 1 } }
        : {
            status: 200,
            body: {
              issuer,
              authorization_endpoint: `${issuer}/a`,
              token_endpoint: `${origin}/token`,
              jwks_uri: `${origin}/keys`,
            },
          }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => cloud.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(cloud.address() as AddressInfo).port}`
  server = await createTestServer({ azureAuthorityUrl: origin, graphUrl: origin })
  const entra = {
    name: 'Entra',
    type: 'AAD2',
    primary: true,
    config: { domainName: 'contoso.example', applicationId: 'app' },
    applicationSecret: 'not-a-secret-in-tests',
  }
  acme = await server.importTenant(smallTenant('acme', { identityProviders: [entra] }))
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
})
afterAll(async () => {
  cloud.closeAllConnections()
  await new Promise((resolve) => cloud.close(resolve))
  await server.close()
})

const list = async (search?: string) => {
  // Past what is remembered of the directory.
  server.clock.advance(600_000)
  const outcome = await admin.core.client.call(listGroups, { query: search === undefined ? {} : { search } })
  return outcome.ok ? outcome.value.tenantGroups[0] : undefined
}

it('groups of a directory are listed before the first sign-in with them, and keep their id under a new name', async () => {
  graph = {
    status: 200,
    body: {
      value: [
        { id: 'g-2', displayName: 'Zulu' },
        { id: 'g-1', displayName: 'Alpha' },
      ],
    },
  }
  const first = await list()
  expect(first).toMatchObject({
    source: 'directory',
    groups: [
      { name: 'Alpha', claim: 'g-1' },
      { name: 'Zulu', claim: 'g-2' },
    ],
  })
  graph = { status: 200, body: { value: [{ id: 'g-1', displayName: 'Alpha renamed' }] } }
  const second = await list('ALPHA')
  expect(second?.groups).toEqual([{ id: first?.groups[0]?.id, name: 'Alpha renamed', claim: 'g-1' }])
  const primary = await admin.core.client.call(listPrimaryGroups, { query: {} })
  expect(primary).toMatchObject({ value: { groups: [{ name: 'Alpha renamed' }] } })
})

it('where the directory cannot be asked, groups that were seen are listed, and the source says so', async () => {
  graph = { status: 403, body: { error: { code: 'Authorization_RequestDenied' } } }
  const told = await list('admins')
  expect(told).toMatchObject({ source: 'unavailable', groups: [{ name: 'admins' }] })
})

it('no transaction is open while the directory is asked', async () => {
  let open = -1
  const watching = cloud.listeners('request')[0] as (...args: unknown[]) => void
  cloud.removeAllListeners('request')
  cloud.on('request', (request, response) => {
    void tenantScope(server.database, acme.id)
      .transaction(async (tx) => {
        const { rows } = await sql<{ n: string }>`
          select count(*) as n from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`.execute(
          tx.db,
        )
        open = Math.max(open, Number(rows[0]?.n))
      })
      .then(() => watching(request, response))
  })
  graph = { status: 200, body: { value: [] } }
  await list()
  expect(open).toBe(0)
})

it('the groups of a directory come in pages too, and only the first page asks the directory', async () => {
  graph = {
    status: 200,
    body: { value: ['A', 'B', 'C'].map((name) => ({ id: `paged-${name}`, displayName: `Paged ${name}` })) },
  }
  server.clock.advance(600_000)
  const id = [...acme.identityProviderIds.values()][0] ?? ''
  const page = async (cursor?: string) => {
    const query = { search: 'paged', limit: '2', ...(cursor === undefined ? {} : { cursor }) }
    const outcome = await admin.core.client.call(listProviderGroups, { params: { id }, query })
    if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
    return outcome.value
  }
  const first = await page()
  expect(first).toMatchObject({ source: 'directory', total: 3, groups: [{ name: 'Paged A' }, { name: 'Paged B' }] })
  graph = { status: 403, body: {} }
  server.clock.advance(600_000)
  expect(await page(first.next ?? '')).toMatchObject({ groups: [{ name: 'Paged C' }], next: null })
  expect(await page()).toMatchObject({ source: 'unavailable', total: 3 })
})
