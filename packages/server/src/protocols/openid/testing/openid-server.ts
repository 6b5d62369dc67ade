import { createHash, randomUUID } from 'node:crypto'

import { ClientConfig, type ClientConfigInput } from '@portico/core/contract'
import { sql } from 'kysely'
import { decodeJwt } from 'jose'
import * as v from 'valibot'

import { deleteClient, findClientOf, saveClient, setClientSecret } from '../../../applications/clients/queries.ts'
import { clientSecretHash, newClientSecret } from '../../../applications/clients/secrets.ts'
import { tenantScope, type TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { randomToken } from '../../../kit/secrets/secret-box.ts'
import { serve } from '../../../app/serve.ts'
import type { ImportedTenant } from '../../../operator/tenant-import/import.ts'
import {
  createTestServer,
  signedIn,
  smallTenant,
  testBaseUrl,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../../testing/test-server.ts'

export type Registered = {
  readonly id: string
  readonly secret: string
  readonly redirectUri: string
  readonly tenant: ImportedTenant
}

export type Answered = { readonly status: number; readonly headers: Headers; readonly body: Record<string, unknown> }

/** Fields of a request; undefined leaves one out that is there by default. */
export type Fields = Readonly<Record<string, string | undefined>>

/** The real server on a loopback port, with two tenants. */
export async function startOpenidServer() {
  const server = await createTestServer(withoutRateLimits())
  const running = await serve(server.deps, {
    host: '127.0.0.1',
    port: 0,
    tokenEndpoint: server.tokenEndpoint,
    pages: new Map(),
  })
  const address = `http://127.0.0.1:${running.port}`
  const acme = await server.importTenant(smallTenant('acme'))
  const globex = await server.importTenant(smallTenant('globex'))
  const inTenant = <T>(tenant: ImportedTenant, work: (tx: TenantTransaction) => Promise<T>) =>
    tenantScope(server.database, tenant.id).transaction(work)

  /** Registers an application of a tenant, in production, in place of an earlier registration there. */
  async function register(
    tenant: ImportedTenant,
    slug: string,
    config: Partial<Extract<ClientConfigInput, { protocol: 'openid' }>> = {},
    environment = 'production',
  ): Promise<Registered> {
    const id = randomUUID()
    const secret = newClientSecret()
    const redirectUri = config.redirectUris?.[0] ?? `https://${slug}.example/callback`
    await inTenant(tenant, async (tx) => {
      const { rows } = await sql<{ environmentId: string; applicationId: string }>`
        select e.id as "environmentId", a.id as "applicationId" from environments e, applications a
         where e.tenant_id = ${tx.tenantId} and e.slug = ${environment}
           and a.tenant_id = e.tenant_id and a.slug = ${slug}`.execute(tx.db)
      const [place] = rows
      if (place === undefined) throw new Error(`There is no ${slug}.`)
      const earlier = await findClientOf(tx, place.environmentId, place.applicationId)
      if (earlier !== undefined) await deleteClient(tx, earlier.id)
      const parsed = v.parse(ClientConfig, { protocol: 'openid', redirectUris: [redirectUri], ...config })
      await saveClient(tx, { id, ...place, config: parsed })
      await setClientSecret(tx, { id, hash: clientSecretHash(secret), keepPrevious: false })
    })
    return { id, secret, redirectUri, tenant }
  }

  let people = 0
  const signIn = (tenant: ImportedTenant, groups: readonly string[] = ['staff'], environment = 'production') => {
    people += 1
    return signedIn(server, tenant, { username: `p${people}@${tenant.slug}.example`, groups, environment })
  }

  function get(path: string, { browser, headers }: { browser?: Browser | undefined; headers?: HeadersInit } = {}) {
    const cookie = [...(browser?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
    const all = new Headers(headers)
    if (cookie !== '') all.set('cookie', cookie)
    return fetch(address + path, { redirect: 'manual', headers: all })
  }

  /** The query of an authorization request, with the verifier of its challenge. */
  function request(client: Registered, change: Fields = {}) {
    const verifier = randomToken()
    const query = fieldsOf({
      client_id: client.id,
      redirect_uri: client.redirectUri,
      response_type: 'code',
      scope: 'openid profile email',
      state: 'the state',
      nonce: 'the nonce',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...change,
    })
    return { path: `/oauth2/authorize?${query.toString()}`, query, verifier }
  }

  /** Where an authorization request leads: the fields that the client gets, or the address of ours. */
  async function authorize(client: Registered, browser: Browser | undefined, change: Fields = {}) {
    const { path, verifier } = request(client, change)
    const response = await get(path, { browser })
    return { ...(await landed(response)), verifier }
  }

  async function landed(response: Response) {
    const location = response.headers.get('location') ?? ''
    const url = new URL(location, testBaseUrl)
    return {
      status: response.status,
      text: await response.text(),
      headers: response.headers,
      location,
      to: url.origin + url.pathname,
      fields: Object.fromEntries(url.searchParams),
    }
  }

  async function post(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Answered> {
    const response = await fetch(address + path, {
      method: 'POST',
      redirect: 'manual',
      body: fieldsOf(fields),
      headers,
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text },
    }
  }

  /** The token request of a client with Basic. */
  const redeem = (client: Registered, fields: Fields, headers = basic(client)) =>
    post('/oauth2/token', { grant_type: 'authorization_code', redirect_uri: client.redirectUri, ...fields }, headers)

  /** A whole sign-in: the token answer and its claims. */
  async function signInAt(client: Registered, browser: Browser, change: Fields = {}) {
    const { fields, verifier } = await authorize(client, browser, change)
    const { code } = fields
    const answer = await redeem(client, { code, code_verifier: verifier })
    const { id_token: idToken, access_token: accessToken } = answer.body as Record<string, string>
    if (idToken === undefined || accessToken === undefined) throw new Error(JSON.stringify(answer.body))
    const read = { id: decodeJwt(idToken), access: decodeJwt(accessToken) }
    return { answer, idToken, accessToken, code, verifier, ...read }
  }

  const userinfo = (token: string) => get('/oauth2/userinfo', { headers: { authorization: `Bearer ${token}` } })

  return {
    server,
    address,
    acme,
    globex,
    inTenant,
    register,
    signIn,
    get,
    request,
    authorize,
    landed,
    post,
    redeem,
    signInAt,
    userinfo,
    async close() {
      await running.stop()
      await server.close()
    },
  }
}

export type OpenidServer = Awaited<ReturnType<typeof startOpenidServer>>

export function basic({ id, secret }: Pick<Registered, 'id' | 'secret'>): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
}

function fieldsOf(fields: Fields): URLSearchParams {
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** Changes rows of a tenant without the application knowing. */
export function changeRows(
  { server }: { readonly server: TestServer },
  tenant: ImportedTenant,
  statement: ReturnType<typeof sql>,
) {
  return tenantScope(server.database, tenant.id).transaction(({ db }) => statement.execute(db))
}
