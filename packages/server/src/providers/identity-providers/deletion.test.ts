import {
  deleteIdentityProvider,
  forgetGroups,
  getIdentityProvider,
  getPrincipalInfo,
  listIdentityProviders,
  login,
} from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { purge, purgeSome } from '../../app/purge.ts'
import { hashToken, randomToken } from '../../kit/secrets/secret-box.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  createBrowser,
  createTestServer,
  signedIn,
  smallTenant,
  testBaseUrl,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'

const people = 3000

let server: TestServer
let tenant: ImportedTenant
let admin: Browser
let id: string
let round = 0

beforeAll(async () => {
  server = await createTestServer()
})
afterEach(() => purge(server.deps))
afterAll(() => server?.close())

const partners = (slug: string) => ({
  name: 'Partners',
  type: 'OIDC',
  config: { issuer: 'http://127.0.0.1:9/partners', clientId: 'portico' },
  clientSecret: 'not-a-secret-in-tests',
  emailSuffixes: [`partners-of-${slug}.example`],
})

function fileOf(slug: string) {
  const file = smallTenant(slug)
  return { ...file, identityProviders: [...(file['identityProviders'] as unknown[]), partners(slug)] }
}

beforeEach(async () => {
  const slug = `acme${++round}`
  tenant = await server.importTenant(fileOf(slug))
  admin = await signedIn(server, tenant, { username: `admin@${slug}.example`, groups: ['admins'] })
  id = tenant.identityProviderIds.get('Partners') ?? ''
  await addPeople()
})

/** People of the provider, each with a session, a group and a sign-in. */
async function addPeople(): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(server.database.owner)
  const all = sql`generate_series(1, ${people}::int) n`
  const userId = sql`md5(${id} || 'u' || n)::uuid`
  const groupId = sql`md5(${id} || 'g' || n)::uuid`
  await run(sql`
    insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname)
    select ${tenant.id}::uuid, ${userId}, ${id}::uuid, 's' || n, 'p' || n, 'p', 'p' from ${all}`)
  await run(sql`
    insert into groups (tenant_id, id, identity_provider_id, claim, name)
    select ${tenant.id}::uuid, ${groupId}, ${id}::uuid, 'g' || n, 'group ' || n from ${all}`)
  await run(sql`
    insert into user_groups (tenant_id, user_id, group_id)
    select ${tenant.id}::uuid, ${userId}, ${groupId} from ${all}`)
  await run(sql`
    insert into sign_in_records (tenant_id, id, code, identity_provider_id, user_id, purpose, checks, address, request_id)
    select ${tenant.id}::uuid, md5(${id} || 'r' || n)::uuid, 'R' || n, ${id}::uuid, ${userId}, 'login', '[]', '::1', 'r'
      from ${all}`)
}

async function personOf(provider: string): Promise<Browser> {
  const token = randomToken()
  await sql`
    insert into sessions (tenant_id, id_hash, user_id, identity_provider_id, sign_in_id, idle_secs, authenticated_at, expires_at)
    select ${tenant.id}::uuid, ${hashToken(token)}, u.id, u.identity_provider_id, gen_random_uuid(), 1800, now(),
           now() + interval '1 hour'
      from users u where u.identity_provider_id = ${provider} limit 1`.execute(server.database.owner)
  return createBrowser(server, testBaseUrl, { session: token })
}

async function rowsLeft(): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from identity_providers where id = ${id}) as providers,
           (select count(*)::int from users where identity_provider_id = ${id}) as users,
           (select count(*)::int from groups where identity_provider_id = ${id}) as groups,
           (select count(*)::int from sessions where identity_provider_id = ${id}) as sessions,
           (select count(*)::int from sign_in_records where identity_provider_id = ${id}) as records`.execute(
    server.database.owner,
  )
  return rows[0] ?? {}
}

const remove = () => admin.core.client.call(deleteIdentityProvider, { params: { id } })
const status = (answer: { ok: boolean; problem?: unknown }) =>
  answer.ok ? 'ok' : (answer.problem as { status?: number }).status

describe('deleting a provider with thousands of people', () => {
  it('takes effect at once and leaves its rows for later', async () => {
    const person = await personOf(id)
    expect(status(await person.core.client.call(getPrincipalInfo, {}))).toBe('ok')
    expect(status(await remove())).toBe('ok')
    expect(await rowsLeft()).toMatchObject({ users: people, groups: people })

    expect(status(await admin.core.client.call(getIdentityProvider, { params: { id } }))).toBe(404)
    expect(status(await remove())).toBe(404)
    const list = await admin.core.client.call(listIdentityProviders, {})
    expect(list.ok && list.value.idps.map((one) => one.name)).toEqual(['Main'])
    expect(status(await person.core.client.call(getPrincipalInfo, {}))).toBe(401)
    const callback = await server.fetch(new Request(`${testBaseUrl}/api/login/idps/${id}/initiate`))
    const random = await server.fetch(new Request(`${testBaseUrl}/api/login/idps/${crypto.randomUUID()}/initiate`))
    expect(callback.status).toBe(random.status)
    const username = `x@partners-of-acme${round}.example`
    const answer = await createBrowser(server, testBaseUrl).core.client.call(login, { body: { username }, query: {} })
    expect(answer.ok && answer.value.redirectUrl).toBeFalsy()
  })

  it('frees its name and its formats, before its rows are gone', async () => {
    expect(status(await remove())).toBe('ok')
    const again = await server.importTenant(fileOf(`acme${round}`))
    expect(again.identityProviderIds.get('Partners')).not.toBe(id)
    expect(await rowsLeft()).toMatchObject({ users: people })
  })

  it('removes its rows in batches, which any process continues', async () => {
    await personOf(id)
    expect(status(await remove())).toBe('ok')
    expect(await purgeSome(server.database, 700)).toBe(700)
    expect((await rowsLeft())['records']).toBe(people - 700)
    await purge(server.deps)
    expect(await rowsLeft()).toEqual({ providers: 0, users: 0, groups: 0, sessions: 0, records: 0 })
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from sign_in_records where tenant_id = ${tenant.id}`.execute(server.database.owner)
    expect(rows).toEqual([{ n: people }])
    expect(await purgeSome(server.database, 700)).toBe(0)
    expect(status(await admin.core.client.call(getPrincipalInfo, {}))).toBe('ok')
  })

  it('removes what its directory sent in batches too', async () => {
    await sql`
      insert into scim_requests (tenant_id, identity_provider_id, id, at, method, path, status, took_ms, dialect, dry_run,
                                 token_beginning, request_id, changes)
      select ${tenant.id}, ${id}, gen_random_uuid(), now(), 'GET', '/Users', 200, 1, 'standard', false, 'scim_test', 'r', '[]'
        from generate_series(1, 1000)`.execute(server.database.owner)
    const left = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from scim_requests where identity_provider_id = ${id}`.execute(server.database.owner)
      return rows[0]?.n
    }
    expect(status(await remove())).toBe('ok')
    while ((await rowsLeft())['records'] !== 0) await purgeSome(server.database, people)
    expect([await purgeSome(server.database, 700), await left()]).toEqual([700, 300])
    await purge(server.deps)
    expect([await left(), (await rowsLeft())['providers']]).toEqual([0, 0])
  })
})

it('groups are deleted at once, and their memberships in batches', async () => {
  const count = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from user_groups ug join users u on u.tenant_id = ug.tenant_id and u.id = ug.user_id
       where u.identity_provider_id = ${id}`.execute(server.database.owner)
    return rows[0]?.n
  }
  const person = await personOf(id)
  const groupsOf = async () => {
    const answer = await person.core.client.call(getPrincipalInfo, {})
    return answer.ok ? answer.value.groups.length : undefined
  }
  expect(await groupsOf()).toBe(1)
  expect(status(await admin.core.client.call(forgetGroups, { params: { id } }))).toBe('ok')
  expect(await groupsOf()).toBe(0)
  expect(await count()).toBe(people)
  await purge(server.deps)
  expect(await count()).toBe(0)
  expect(await rowsLeft()).toMatchObject({ providers: 1, users: people, groups: 0 })
})
