import { listProviderGroups } from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import {
  comeBack,
  landing,
  newBrowser,
  providerEntry,
  refusedWith,
  startAt,
  tenantWith,
} from '../../testing/sign-in-run.ts'
import { createTestServer, signedIn, type Browser, type TestServer } from '../../testing/test-server.ts'
import { noteGroupsSeen } from './groups-seen.ts'
import { playedProvider, signIn as signInBySaml } from '../saml/testing/saml-run.ts'

// When the groups of a provider were last seen: written by the sign-ins that have them.

let server: TestServer
let acme: ImportedTenant
let oidc: ScriptedProvider
let admin: Browser
const saml = playedProvider('saml.example')
const signedInAt = { status: 303, path: '/portal/environments', error: null }

beforeAll(async () => {
  oidc = await startScriptedProvider()
  server = await createTestServer()
  acme = await server.importTenant({
    ...tenantWith('acme', [
      providerEntry(oidc.issuer, { suffixes: ['acme.example'] }),
      saml.entry({
        name: 'Partners',
        primary: false,
        suffixes: ['saml.example'],
        config: { attributes: { username: 'uid', group: 'groups' } },
      }),
    ]),
    applications: [{ slug: 'wiki', label: 'Wiki', groups: ['finance'] }],
  })
  admin = await signedIn(server, acme, { username: 'admin@acme.example', groups: ['admins'] })
})
afterAll(async () => {
  await server?.close()
  await oidc?.stop()
})

async function signIn(name: string, groups: readonly string[], username = `${name}@acme.example`) {
  oidc.plays({ person: { sub: name, preferred_username: username, groups } })
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, 'someone@acme.example')
  return landing(await comeBack(browser, redirectUrl, oidc.authorize(redirectUrl)))
}

const run = <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  tenantScope(server.database, acme.id).transaction(async ({ db }) => (await query.execute(db)).rows)

/** As the list of groups shows them. */
async function seen(...claims: string[]): Promise<(string | null | undefined)[]> {
  const [idp = '', partners = ''] = [...acme.identityProviderIds.values()]
  const pages = await Promise.all(
    [idp, partners].map((id) => admin.core.client.call(listProviderGroups, { params: { id }, query: {} })),
  )
  const groups = pages.flatMap((page) => (page.ok ? page.value.groups : []))
  return claims.map((claim) => groups.find((group) => group.claim === claim)?.lastSeenAt)
}

async function signedInTime(username: string): Promise<string | undefined> {
  const [row] = await run(sql<{ at: Date }>`select last_sign_in_at as at from users where username = ${username}`)
  return row?.at.toISOString()
}

const age = (claim: string, minutes: number) =>
  run(sql`update groups set last_seen_at = now() - make_interval(mins => ${minutes}) where claim = ${claim}`)

it('a sign-in is the time of its groups, new ones and those that were mapped before, and of no other', async () => {
  expect(await signIn('ada', ['finance', 'new here'])).toEqual(signedInAt)
  const at = await signedInTime('ada@acme.example')
  expect(await seen('finance', 'new here', 'admins')).toEqual([at, at, null])
})

it('a sign-in by SAML too', async () => {
  const answer = { nameId: { value: 'p-1' }, attributes: { uid: ['kim@saml.example'], groups: ['partners'] } }
  expect((await signInBySaml(server, saml, answer, 'kim@saml.example')).landed).toEqual(signedInAt)
  expect(await seen('partners')).toEqual([await signedInTime('kim@saml.example')])
})

it('of several members the latest counts, at most five minutes late, also after the member left', async () => {
  await signIn('hanna', ['shared', 'left'])
  const first = await signedInTime('hanna@acme.example')
  await signIn('oskar', ['shared'])
  expect(await seen('shared')).toEqual([first])
  await age('shared', 6)
  await age('left', 6)
  const [, aged] = await seen('shared', 'left')
  await signIn('hanna', ['shared'])
  expect(await seen('shared', 'left')).toEqual([await signedInTime('hanna@acme.example'), aged])
})

it('a sign-in that is refused has seen no groups', async () => {
  expect(await signIn('mallory', ['finance', 'unknown'], 'mallory@elsewhere.example')).toEqual(
    refusedWith('AUTH-001001'),
  )
  expect(await seen('unknown')).toEqual([undefined])
})

it('where a directory sends the groups, those of the person are seen, and a group that no one signed in with is not', async () => {
  await signIn('bruno', [])
  await run(sql`update identity_providers set group_source = 'scim' where is_primary`)
  await run(sql`
    insert into groups (tenant_id, id, identity_provider_id, claim, name)
    select tenant_id, gen_random_uuid(), id, claim, claim from identity_providers, unnest(array['sent', 'sent to others']) claim
     where is_primary`)
  await run(sql`
    insert into user_groups (tenant_id, user_id, group_id)
    select u.tenant_id, u.id, g.id from users u, groups g where u.username = 'bruno@acme.example' and g.claim = 'sent'`)
  await signIn('bruno', ['claimed'])
  expect(await seen('sent', 'sent to others', 'claimed')).toEqual([
    await signedInTime('bruno@acme.example'),
    null,
    undefined,
  ])
  await run(sql`update identity_providers set group_source = 'claims' where is_primary`)
})

it('a sign-in does not wait for another one, or for an administrator, that holds the row of a group', async () => {
  await signIn('ada', ['held', 'free'])
  await Promise.all(['held', 'free'].map((claim) => age(claim, 10)))
  const [before] = await seen('held')
  await tenantScope(server.database, acme.id).transaction(async ({ db }) => {
    await sql`select from groups where claim = 'held' for no key update`.execute(db)
    expect(await signIn('ada', ['held', 'free'])).toEqual(signedInAt)
  })
  expect(await seen('held', 'free')).toEqual([before, await signedInTime('ada@acme.example')])
})

it('sign-ins at once with the same groups, in any order, all succeed', async () => {
  const groups = Array.from({ length: 20 }, (_, at) => `team ${at}`)
  await signIn('ada', groups)
  await run(sql`update groups set last_seen_at = null`)
  oidc.plays({ person: { sub: 'ada', preferred_username: 'ada@acme.example', groups } })
  const all = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const browser = newBrowser(server)
      const redirectUrl = await startAt(browser, 'someone@acme.example')
      return landing(await comeBack(browser, redirectUrl, oidc.authorize(redirectUrl)))
    }),
  )
  expect(all).toEqual(all.map(() => signedInAt))
  expect(await seen(...groups)).not.toContain(null)
})

it('reads each group of the person a few times, and not once for each group of the tenant', async () => {
  await signIn('many', ['finance'])
  await run(sql`
    insert into groups (tenant_id, id, identity_provider_id, claim, name)
    select p.tenant_id, gen_random_uuid(), p.id, 'g' || n, 'g' || n
      from identity_providers p cross join generate_series(1, 3000) n where p.is_primary`)
  await run(sql`
    insert into user_groups (tenant_id, user_id, group_id)
    select u.tenant_id, u.id, g.id from users u join groups g on g.claim ~ '^g[0-9]+$'
     where u.username = 'many@acme.example'`)
  // Statistics of one of the two tables, as autovacuum may leave them.
  await sql`analyze user_groups`.execute(server.database.owner)
  await run(sql`
    delete from user_groups using groups g
     where group_id = g.id and g.claim ~ '^g[0-9]{3,}$'`)
  const visited = await tenantScope(server.database, acme.id).transaction(async (tx) => {
    await sql`discard plans`.execute(tx.db)
    const { rows } = await sql<{ id: string }>`select id from users where username = 'many@acme.example'`.execute(tx.db)
    const count = async () => {
      const found = await sql<{ n: number }>`
        select (coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::int as n
          from pg_stat_xact_user_tables where relname = 'groups'`.execute(tx.db)
      return found.rows[0]?.n ?? 0
    }
    const before = await count()
    await noteGroupsSeen(tx, rows[0]?.id ?? '')
    return (await count()) - before
  })
  expect(visited).toBeGreaterThanOrEqual(99)
  expect(visited).toBeLessThan(10_000)
})
