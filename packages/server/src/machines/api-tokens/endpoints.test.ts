import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import {
  ClientConfig,
  createApiToken,
  listApiTokenApplications,
  listApiTokenRoles,
  type CreatedApiToken,
} from '@portico/core'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { saveClient, setClientSecret } from '../../applications/clients/queries.ts'
import { clientSecretHash, newClientSecret } from '../../applications/clients/secrets.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

// API tokens at the OAuth endpoints, asked about by registered applications over a socket.

type Client = { readonly id: string; readonly secret: string }

let server: TestServer
let http: Server
let acme: ImportedTenant
let bob: Browser
let billing: Client
let wiki: Client
let foreign: Client
/** Billing in Staging: the same URN. */
let staging: Client

beforeAll(async () => {
  server = await createTestServer()
  http = createServer(server.tokenEndpoint.handler)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  acme = await server.importTenant(smallTenant('acme'))
  const globex = await server.importTenant(smallTenant('globex'))
  bob = await signedIn(server, acme, { username: 'bob@acme.example', groups: ['staff', 'finance'] })
  billing = await register(acme, 'billing')
  wiki = await register(acme, 'wiki')
  foreign = await register(globex, 'billing')
  staging = await register(acme, 'billing', 'staging')
})
afterAll(async () => {
  await new Promise((resolve) => http?.close(resolve))
  await server?.close()
})

/** Registers an application in an environment. */
async function register(tenant: ImportedTenant, slug: string, environment = 'production'): Promise<Client> {
  const [id, secret] = [randomUUID(), newClientSecret()]
  const config = v.parse(ClientConfig, { protocol: 'openid', redirectUris: [`https://${slug}.example/cb`] })
  await tenantScope(server.database, tenant.id).transaction(async (tx) => {
    const { rows } = await sql<{ environment: string; application: string }>`
      select e.id as environment, a.id as application from environments e, applications a
       where e.slug = ${environment} and a.slug = ${slug}`.execute(tx.db)
    const { environment: environmentId = '', application: applicationId = '' } = rows[0] ?? {}
    await saveClient(tx, { id, environmentId, applicationId, config })
    await setClientSecret(tx, { id, hash: clientSecretHash(secret), keepPrevious: false })
  })
  return { id, secret }
}

/** A token of bob for Billing, with all of his roles there. */
async function make(): Promise<CreatedApiToken> {
  const { client } = bob.core
  const choices = await client.call(listApiTokenApplications)
  const appId = choices.ok ? (choices.value.applications.find(({ label }) => label === 'Billing')?.id ?? '') : ''
  const held = await client.call(listApiTokenRoles, { params: { appId } })
  const roles = held.ok ? held.value.roles.map(({ id }) => id) : []
  const made = await client.call(createApiToken, { params: { appId }, body: { name: randomUUID(), roles } })
  if (!made.ok) throw new Error(made.problem.errorMessage)
  return made.value
}

async function ask(path: 'introspect' | 'revoke', { id, secret }: Client, token: string): Promise<string> {
  const { port } = http.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/oauth2/${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ token }),
  })
  expect(response.status).toBe(200)
  return response.text()
}

const inactive = '{"active":false}'

it('the application learns who it is and which roles they hold now; any other learns nothing', async () => {
  const { id, token } = await make()
  const facts = JSON.parse(await ask('introspect', billing, token)) as object
  expect(facts).toMatchObject({ active: true, jti: id, username: 'bob@acme.example', roles: ['clerk', 'viewer'] })
  expect(await ask('introspect', wiki, token)).toBe(inactive)
  expect(await ask('introspect', foreign, token)).toBe(inactive)
  expect(await ask('introspect', staging, token)).toBe(inactive)
  await tenantScope(server.database, acme.id).transaction(({ db }) =>
    sql`delete from user_groups ug using groups g where g.id = ug.group_id and g.claim = 'finance'`.execute(db),
  )
  expect(JSON.parse(await ask('introspect', billing, token))).toMatchObject({ active: true, roles: ['viewer'] })
})

it('the application revokes it, another one does not', async () => {
  const { token } = await make()
  await ask('revoke', wiki, token)
  await ask('revoke', foreign, token)
  await ask('revoke', staging, token)
  expect(await ask('introspect', billing, token)).not.toBe(inactive)
  await ask('revoke', billing, token)
  expect(await ask('introspect', billing, token)).toBe(inactive)
})

it('opens nothing at Portico itself, neither the API nor userinfo, and makes no further token', async () => {
  const { token } = await make()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { baseUrl } = server.deps.settings
  const send = (path: string, init: RequestInit = {}) =>
    server.fetch(new Request(`${baseUrl}/api${path}`, { ...init, headers }))
  const choices = await bob.core.client.call(listApiTokenApplications)
  const appId = choices.ok ? choices.value.applications[0]?.id : ''
  const body = JSON.stringify({ name: 'another' })
  for (const response of [
    await send('/portal/launcher'),
    await send('/portal/apitoken/tokens'),
    await send(`/portal/apitoken/applications/${appId}`, { method: 'POST', body }),
  ])
    expect(response.status).toBe(401)
  const { port } = http.address() as AddressInfo
  expect((await fetch(`http://127.0.0.1:${port}/oauth2/userinfo`, { headers })).status).toBe(401)
})
