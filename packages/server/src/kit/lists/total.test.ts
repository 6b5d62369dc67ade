import { countedMax, endpoints, totalMax, type Endpoint } from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  createTestServer,
  signedIn,
  smallTenant,
  vendorTenant,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'

// Every list of the contract that answers a total, each with more rows than are counted.

const many = 1_100
let server: TestServer
let acme: ImportedTenant
let ada: Browser
let kofi: Browser
const ids = { envId: '', appId: '', provider: '' }

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
  const vendor = await server.importTenant(vendorTenant())
  acme = await server.importTenant(smallTenant('acme'))
  ada = await signedIn(server, acme, { username: 'ada', groups: ['admins', 'staff'] })
  kofi = await signedIn(server, vendor, { username: 'kofi@vendor.example', groups: ['support'] })
  // An owner who is not a superuser is held by row-level security too.
  await sql`alter table tenants no force row level security`.execute(server.database.owner)
  await sql`
    insert into tenants (tenant_id, slug, name) select gen_random_uuid(), 'many' || n, 'Many ' || n
      from generate_series(1, ${many}::int) n`.execute(server.database.owner)
  await sql`alter table tenants force row level security`.execute(server.database.owner)
  const [found] = await rows<typeof ids>(`
    select e.id as "envId", a.id as "appId", p.id as provider from environments e, applications a, identity_providers p
     where e.slug = 'production' and a.slug = 'billing' and p.is_primary`)
  Object.assign(ids, found)
  await fill()
}, 120_000)
afterAll(() => server?.close())

const rows = <Row>(text: string): Promise<Row[]> =>
  tenantScope(server.database, acme.id).transaction(async ({ db }) => (await sql.raw<Row>(text).execute(db)).rows)

async function fill(): Promise<void> {
  const each = `from generate_series(1, ${many}) n`
  const key = `'${acme.id}'::uuid, gen_random_uuid()`
  const { envId, appId, provider } = ids
  await rows(`insert into service_accounts (tenant_id, id, environment_id, name, key1, key1_algorithm, key1_thumbprint)
    select ${key}, '${envId}', 'robot ' || n, 'pem', 'RSA', 'x' ${each}`)
  await rows(`insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname)
    select ${key}, '${provider}', n::text, 'worker' || n || '@acme.example', 'Worker ' || n, 'w' ${each}`)
  await rows(`insert into user_groups (tenant_id, user_id, group_id)
    select u.tenant_id, u.id, g.id from users u, groups g where g.claim = 'staff' on conflict do nothing`)
  await rows(`insert into groups (tenant_id, id, identity_provider_id, claim, name)
    select ${key}, '${provider}', 'team' || n, 'team ' || n ${each}`)
  await rows(`insert into tenant_roles (tenant_id, id, label)
    select ${key}, case when n <= ${countedMax} then 'thousand ' else 'few ' end || n ${each}`)
  await rows(`insert into api_tokens (tenant_id, id, user_id, environment_id, application_id, name, beginning, token_hash,
                                      role_ids, tenant_role_ids, expires_at)
    select ${key}, u.id, '${envId}', '${appId}', 'job ' || n, 'pat_' || n, sha256(n::text::bytea), '{}', '{}',
           now() + interval '1 day' ${each}, users u where u.username = 'ada'`)
  await rows(`insert into scim_requests (tenant_id, identity_provider_id, id, at, method, path, status, took_ms, dialect,
                                         dry_run, token_beginning, request_id, changes)
    select '${acme.id}', '${provider}', gen_random_uuid(), now(), 'GET', '/Users', 200, 1, 'standard', false, 'scim_x', 'r',
           '[]' ${each}`)
  await rows(`insert into provisioning_connections
      (tenant_id, id, environment_id, application_id, url, bearer_token, send_groups, removal, enabled)
    select ${key}, '${envId}', '${appId}', 'https://app.example/scim', '\\x01', true, 'deactivate', false`)
  await rows(`insert into provisioned_objects (tenant_id, connection_id, kind, id, name, wanted, obstacle, found_at)
    select tenant_id, id, 'person', gen_random_uuid(), 'person' || n, '\\x01', 'approval', now()
      from provisioning_connections, generate_series(1, ${many}) n`)
}

type Asked = Readonly<Record<string, string>>

/** Who reads a list, and where. */
const places: Readonly<Record<string, { readonly who?: () => Browser; readonly params?: () => Asked }>> = {
  listApiTokens: {},
  listMappings: { params: () => ({ envId: ids.envId }) },
  listOpeners: { params: () => ({ envId: ids.envId, appId: ids.appId }) },
  listOperatedTenants: { who: () => kofi },
  listOwnApiTokens: {},
  listPeople: {},
  listProviderGroups: { params: () => ({ id: ids.provider }) },
  listProvisioningBehind: { params: () => ({ envId: ids.envId, appId: ids.appId }) },
  listScimRequests: { params: () => ({ id: ids.provider }) },
  listServiceAccounts: { params: () => ({ envId: ids.envId }) },
  listTakeovers: { params: () => ({ envId: ids.envId, appId: ids.appId }) },
  listTenantRoles: {},
}

const has = (schema: unknown, name: string) =>
  typeof schema === 'object' && schema !== null && name in ((schema as { entries?: object }).entries ?? {})
const counted = endpoints.filter(({ reply }) => has(reply, 'next') && has(reply, 'total'))

async function read(endpoint: Endpoint, query: Asked = {}): Promise<{ total?: number; next?: string | null }> {
  const { who = () => ada, params } = places[endpoint.name] ?? {}
  const asked = { ...(params === undefined ? {} : { params: params() }), query: { limit: '10', ...query } }
  const answer = await who().core.client.call(endpoint as never, ...([asked] as unknown as [never]))
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value as { total?: number; next?: string | null }
}

it('every list that answers a total is among them, and says in its query how it is counted', () => {
  expect(counted.map(({ name }) => name).toSorted()).toEqual(Object.keys(places))
  expect(counted.filter(({ query }) => !has(query, 'total'))).toEqual([])
})

describe.each(counted.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  it('counts no further than "more than 1,000", on the first page and the last', async () => {
    const first = await read(endpoint)
    expect(first.total).toBe(totalMax)
    expect((await read(endpoint, { cursor: 'end' })).total).toBe(totalMax)
    expect(await read(endpoint, { cursor: first.next ?? '' })).not.toHaveProperty('total')
  })

  it('counts to the end where the number itself is asked for, and not at all where it is declined', async () => {
    expect((await read(endpoint, { total: 'exact' })).total).toBeGreaterThanOrEqual(many)
    expect(await read(endpoint, { total: 'none' })).not.toHaveProperty('total')
  })
})

it('a total is exact up to 1,000, also of a search', async () => {
  const [roles] = counted.filter(({ name }) => name === 'listTenantRoles')
  const totalOf = async (search: string) => (await read(roles as Endpoint, { search })).total
  expect([await totalOf('thousand'), await totalOf('few')]).toEqual([countedMax, many - countedMax])
  await rows(
    `insert into tenant_roles (tenant_id, id, label) values ('${acme.id}', gen_random_uuid(), 'one thousand more')`,
  )
  expect(await totalOf('thousand')).toBe(totalMax)
})
