import {
  createApiToken,
  deactivatePerson,
  listApiTokenApplications,
  listApiTokenRoles,
  listApiTokens,
  listApiTokenTenantRoles,
  listOwnApiTokens,
  reactivatePerson,
  revokeApiToken,
  revokeOwnApiToken,
  type ApiTokenInput,
  type CreatedApiToken,
  type Outcome,
} from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { sweep } from '../../app/sweep.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'
import { introspectApiToken, revokePresentedApiToken } from './introspect.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let bob: Browser
let count = 0
let slug = ''

beforeAll(async () => {
  server = await createTestServer({ apiTokensMax: 3 })
})
afterAll(() => server.close())
beforeEach(async () => {
  slug = `tokens${(count += 1)}`
  const customRoles = [
    { label: 'Auditor', groups: { production: ['staff'] } },
    { label: 'Tester', groups: { staging: ['staff'] } },
  ]
  acme = await server.importTenant(smallTenant(slug, { customRoles }))
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
  bob = await signedIn(server, acme, { username: 'bob@acme.example', groups: ['staff', 'finance'] })
})

async function ok<T>(call: Promise<Outcome<T>>): Promise<T> {
  const outcome = await call
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
  return outcome.value
}

async function refused(call: Promise<Outcome<unknown>>): Promise<string> {
  const outcome = await call
  if (outcome.ok || outcome.problem.kind !== 'expected') throw new Error(JSON.stringify(outcome))
  const { errorID = '', details } = outcome.problem
  const [detail] = details
  return detail === undefined ? errorID : `${detail.fieldID}: ${detail.errorID}`
}

/** What bob can choose: applications by label, roles of billing by label, custom roles by label. */
async function choices(browser = bob) {
  const { client } = browser.core
  const { applications } = await ok(client.call(listApiTokenApplications))
  const appId = applications.find(({ label }) => label === 'Billing')?.id ?? ''
  const { roles } = await ok(client.call(listApiTokenRoles, { params: { appId } }))
  const { tenantRoles } = await ok(client.call(listApiTokenTenantRoles))
  const idsOf = (rows: readonly { readonly id: string; readonly label: string }[]) =>
    Object.fromEntries(rows.map(({ id, label }) => [label, id]))
  return { applications: idsOf(applications), roles: idsOf(roles), tenantRoles: idsOf(tenantRoles) }
}

async function make(body: Partial<ApiTokenInput> = {}, browser = bob): Promise<CreatedApiToken> {
  const { applications, roles, tenantRoles } = await choices(browser)
  const all = { roles: Object.values(roles), tenantRoles: Object.values(tenantRoles) }
  const params = { appId: applications['Billing'] ?? '' }
  return ok(browser.core.client.call(createApiToken, { params, body: { name: 'nightly', ...all, ...body } }))
}

const introspect = (token: string) => introspectApiToken(server.deps, token)

/** As after the next sign-in. */
async function leaveGroup(claim: string): Promise<void> {
  await tenantScope(server.database, acme.id).transaction(({ db }) =>
    sql`delete from user_groups ug using groups g, users u
         where g.id = ug.group_id and g.claim = ${claim} and u.id = ug.user_id and u.username = 'bob@acme.example'`.execute(
      db,
    ),
  )
}

async function idOf(username: string): Promise<string> {
  return tenantScope(server.database, acme.id).transaction(async ({ db }) => {
    const row = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()
    return row.id
  })
}

describe('what a person can choose', () => {
  it('is what they can open and hold themselves, without hidden roles, in the environment of the session', async () => {
    const { applications, roles, tenantRoles } = await choices()
    expect(Object.keys(applications).toSorted()).toEqual(['Billing', 'Vault', 'wiki'])
    expect(Object.keys(roles)).toEqual(['Clerk', 'Viewer'])
    expect(Object.keys(tenantRoles)).toEqual(['Auditor'])
    const olu = await signedIn(server, acme, {
      username: 'olu@acme.example',
      groups: ['staff'],
      environment: 'staging',
    })
    expect(await choices(olu)).toMatchObject({
      roles: { Viewer: expect.any(String) },
      tenantRoles: { Tester: expect.any(String) },
    })
    expect(Object.keys((await choices(olu)).roles)).toEqual(['Viewer'])
  })

  it('does not contain an application that the person cannot open', async () => {
    const { applications } = await choices()
    const params = { appId: applications['Vault'] ?? '' }
    const olu = await signedIn(server, acme, { username: 'olu@acme.example', groups: ['staff'] })
    expect(await refused(olu.core.client.call(listApiTokenRoles, { params }))).toBe('NOT_FOUND')
    expect(await refused(olu.core.client.call(createApiToken, { params, body: { name: 'x' } }))).toBe('NOT_FOUND')
  })

  it('does not contain roles of others, nor of another environment or tenant', async () => {
    const { applications, roles } = await choices()
    const olu = await signedIn(server, acme, { username: 'olu@acme.example', groups: ['staff'] })
    const params = { appId: applications['Billing'] ?? '' }
    const tries = (body: Partial<ApiTokenInput>) =>
      refused(olu.core.client.call(createApiToken, { params, body: { name: 'more', ...body } }))
    expect(await tries({ roles: [roles['Clerk'] ?? ''] })).toBe('roles: API_TOKEN_ROLE_NOT_HELD')
    const staging = await signedIn(server, acme, {
      username: 'st@acme.example',
      groups: ['staff'],
      environment: 'staging',
    })
    const { tenantRoles } = await choices(staging)
    expect(await tries({ tenantRoles: [tenantRoles['Tester'] ?? ''] })).toBe('tenantRoles: API_TOKEN_ROLE_NOT_HELD')
  })
})

describe('a new token', () => {
  it('is shown once and stored as a hash', async () => {
    const { token, ...made } = await make()
    expect(token).toMatch(/^pat_/)
    expect(made).toMatchObject({
      name: 'nightly',
      roles: ['Clerk', 'Viewer'],
      tenantRoles: ['Auditor'],
      state: 'active',
    })
    const { tokens } = await ok(bob.core.client.call(listOwnApiTokens))
    expect(tokens).toEqual([made])
    const all = await ok(admin.core.client.call(listApiTokens))
    expect(all.tokens).toEqual([
      expect.objectContaining({ ...made, owner: expect.objectContaining({ username: 'bob@acme.example' }) }),
    ])
    const { rows } = await sql<{
      row: string
    }>`select to_jsonb(k)::text as row from api_tokens k where tenant_id = ${acme.id}`.execute(server.database.owner)
    const secret = token.slice(8)
    for (const text of [JSON.stringify(tokens), JSON.stringify(all), ...rows.map(({ row }) => row)])
      expect(text).not.toContain(secret)
    const audited = (await auditRows(server, acme)).filter(({ target_kind: kind }) => kind === 'api-token')
    expect(audited).toEqual([
      expect.objectContaining({
        action: 'api-token.create',
        target_name: 'nightly',
        after: expect.objectContaining({
          owner: 'bob@acme.example',
          application: 'Billing',
          roles: ['Clerk', 'Viewer'],
        }),
      }),
    ])
    expect(JSON.stringify(audited)).not.toContain(secret)
  })

  it('is valid for 90 days unless its maker chooses otherwise', async () => {
    const daysOf = ({ expiresAt }: CreatedApiToken) => (Date.parse(expiresAt) - server.clock.now()) / 86_400_000
    expect(daysOf(await make())).toBeCloseTo(90, 2)
    expect(daysOf(await make({ name: 'month', expiresInDays: 30 }))).toBeCloseTo(30, 2)
    const expiresAt = new Date(server.clock.now() + 86_400_000).toISOString()
    expect((await make({ name: 'day', expiresAt })).expiresAt).toBe(expiresAt)
  })

  it.each<[string, Partial<ApiTokenInput>, string]>([
    ['no name', { name: ' ' }, 'name: API_TOKEN_NAME_REQUIRED'],
    ['no day', { expiresInDays: 0 }, 'expiresInDays: API_TOKEN_EXPIRY_PAST'],
    ['more days than the server allows', { expiresInDays: 366 }, 'expiresInDays: API_TOKEN_EXPIRY_LATE'],
    ['the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt: API_TOKEN_EXPIRY_PAST'],
    ['a distant future', { expiresAt: '2999-01-01T00:00:00Z' }, 'expiresAt: API_TOKEN_EXPIRY_LATE'],
    ['no time', { expiresAt: 'tomorrow' }, 'expiresAt: INVALID_VALUE'],
    ['two expiries', { expiresInDays: 1, expiresAt: '2999-01-01T00:00:00Z' }, 'expiresAt: INVALID_VALUE'],
  ])('is refused with %s', async (_, body, problem) => {
    const params = { appId: (await choices()).applications['Billing'] ?? '' }
    const whole = { name: 'nightly', ...body }
    expect(await refused(bob.core.client.call(createApiToken, { params, body: whole }))).toBe(problem)
  })

  it('has a name of its own among the active ones', async () => {
    const { id } = await make()
    const params = { appId: (await choices()).applications['Billing'] ?? '' }
    const again = () => bob.core.client.call(createApiToken, { params, body: { name: 'nightly' } })
    expect(await refused(again())).toBe('name: API_TOKEN_NAME_TAKEN')
    await ok(bob.core.client.call(revokeOwnApiToken, { params: { id } }))
    await ok(again())
  })

  it('is one of a few, also when many are created at once', async () => {
    const params = { appId: (await choices()).applications['Billing'] ?? '' }
    const calls = Array.from({ length: 12 }, (_, at) =>
      bob.core.client.call(createApiToken, { params, body: { name: `racing ${at}` } }),
    )
    const outcomes = await Promise.all(calls)
    expect(outcomes.filter((one) => one.ok)).toHaveLength(3)
    const problems = outcomes.flatMap((one) => (one.ok || one.problem.kind !== 'expected' ? [] : [one.problem.errorID]))
    expect(new Set(problems)).toEqual(new Set(['API_TOKEN_LIMIT']))
    expect((await ok(bob.core.client.call(listOwnApiTokens))).total).toBe(3)
  })
})

it('is not made for a person who is deactivated while the creation waits', async () => {
  const params = { appId: (await choices()).applications['Billing'] ?? '' }
  const ofBob = sql`tenant_id = ${acme.id} and username = 'bob@acme.example'`
  const made = await tenantScope(server.database, acme.id).transaction(async ({ db }) => {
    await sql`select from users where ${ofBob} for update`.execute(db)
    const creation = bob.core.client.call(createApiToken, { params, body: { name: 'late' } })
    await expect.poll(waitingForBob, { timeout: 30_000, interval: 20 }).toBe(true)
    await sql`update users set active = false where ${ofBob}`.execute(db)
    return { creation }
  })
  expect(await made.creation).toMatchObject({ ok: false, problem: { status: 401 } })
  expect((await ok(admin.core.client.call(listApiTokens))).tokens).toEqual([])
})

/** Whether a statement waits for the row of a person: until it has the row, it holds the lock of the tuple. */
async function waitingForBob(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks l join pg_database d on d.oid = l.database
     where d.datname = current_database() and l.locktype = 'tuple' and l.relation = 'users'::regclass`.execute(
    server.database.owner,
  )
  return rows.length > 0
}

describe('introspection', () => {
  it('says who, where and with which roles', async () => {
    const { id, token, expiresAt, application, environment } = await make()
    expect(await introspect(token)).toEqual({
      active: true,
      sub: await idOf('bob@acme.example'),
      username: 'bob@acme.example',
      aud: application.urn,
      iss: server.deps.settings.baseUrl,
      tenant: acme.id,
      environment: environment.id,
      roles: ['clerk', 'viewer'],
      tenant_roles: ['Auditor'],
      exp: Math.floor(Date.parse(expiresAt) / 1000),
      iat: expect.any(Number),
      jti: id,
      token_type: 'Bearer',
    })
    expect(application.urn).toBe(`urn:portico:${slug}:application:billing`)
  })

  it('has the chosen roles that are held now: a lost role is missing, a regained one is present', async () => {
    const { token } = await make()
    await leaveGroup('finance')
    expect(await introspect(token)).toMatchObject({ roles: ['viewer'], tenant_roles: ['Auditor'] })
    await tenantScope(server.database, acme.id).transaction(({ db }) =>
      sql`
        delete from app_role_groups g using app_roles r
         where r.tenant_id = g.tenant_id and r.id = g.role_id and r.name = 'viewer'`.execute(db),
    )
    // No group with a role in the application is left.
    expect(await introspect(token)).toBeUndefined()
  })

  it('has no role that was not chosen, whatever the person holds', async () => {
    const { roles } = await choices()
    const { token } = await make({ roles: [roles['Viewer'] ?? ''], tenantRoles: [] })
    expect(await introspect(token)).toMatchObject({ roles: ['viewer'], tenant_roles: [] })
    const bare = await make({ name: 'bare', roles: [], tenantRoles: [] })
    expect(await introspect(bare.token)).toMatchObject({ roles: [], tenant_roles: [] })
  })

  it.each<[string, string]>([
    ['expired', `update api_tokens set expires_at = now()`],
    ['of a deactivated person', `update users set active = false`],
    ['of a provider that is switched off', `update identity_providers set enabled = false`],
    ['of an application that is gone', `delete from environment_applications`],
    ['of a deleted application', `delete from applications where slug = 'billing'`],
    ['of a deleted environment', `delete from environments`],
    ['of a removed person', `delete from users`],
  ])('knows no token %s', async (_, change) => {
    const { token } = await make()
    expect(await introspect(token)).toBeDefined()
    await tenantScope(server.database, acme.id).transaction(({ db }) => sql.raw(change).execute(db))
    expect(await introspect(token)).toBeUndefined()
  })

  it('knows no token of a deactivated tenant', async () => {
    const { token } = await make()
    await tenantScope(server.database, acme.id).transaction(({ db }) =>
      sql`update tenants set deactivated = true`.execute(db),
    )
    expect(await introspect(token)).toBeUndefined()
  })

  it('knows no text that only looks like a token', async () => {
    const { token } = await make()
    const changed = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a')
    for (const text of ['', 'pat_', changed, token.toLowerCase(), 'eyJhbGciOiJub25lIn0.e30.'])
      expect(await introspect(text)).toBeUndefined()
  })

  it('notes the last use outside of the call', async () => {
    const { token } = await make()
    await introspect(token)
    await server.deps.apiTokenUses.settled()
    const [shown] = (await ok(bob.core.client.call(listOwnApiTokens))).tokens
    expect(Math.abs(Date.parse(shown?.lastUsedAt ?? '') - Date.now())).toBeLessThan(60_000)
  })
})

describe('revocation', () => {
  it('by the owner, an administrator or the holder counts at once and is audited', async () => {
    const own = await make({ name: 'own' })
    const found = await make({ name: 'found' })
    const held = await make({ name: 'held' })
    await ok(bob.core.client.call(revokeOwnApiToken, { params: { id: own.id } }))
    await ok(admin.core.client.call(revokeApiToken, { params: { id: found.id } }))
    const by = { actor: { kind: 'system', name: 'billing' }, requestId: 'r', nowMs: Date.now() } as const
    expect(await revokePresentedApiToken(server.deps, held.token, by)).toBe(true)
    expect(await revokePresentedApiToken(server.deps, held.token, by)).toBe(false)
    for (const { token } of [own, found, held]) expect(await introspect(token)).toBeUndefined()
    const { tokens } = await ok(bob.core.client.call(listOwnApiTokens))
    expect(tokens.map(({ name, state, revokedBy }) => [name, state, revokedBy])).toEqual([
      ['held', 'revoked', 'billing'],
      ['found', 'revoked', 'ada@acme.example'],
      ['own', 'revoked', 'bob@acme.example'],
    ])
    const audited = (await auditRows(server, acme)).filter(({ action }) => action === 'api-token.revoke')
    expect(audited.map((row) => [row.actor_name, row.target_name])).toEqual([
      ['bob@acme.example', 'own'],
      ['ada@acme.example', 'found'],
      ['billing', 'held'],
    ])
    expect(await refused(bob.core.client.call(revokeOwnApiToken, { params: { id: own.id } }))).toBe('NOT_FOUND')
  })

  it('of the token of another person or tenant answers as for no token', async () => {
    const { id, token } = await make()
    const olu = await signedIn(server, acme, { username: 'olu@acme.example', groups: ['staff'] })
    const globex = await server.importTenant(smallTenant(`globex${count}`))
    const gus = await signedIn(server, globex, { username: 'gus@globex.example', groups: ['admins'] })
    const params = { id }
    expect(await refused(olu.core.client.call(revokeOwnApiToken, { params }))).toBe('NOT_FOUND')
    expect(await refused(gus.core.client.call(revokeApiToken, { params }))).toBe('NOT_FOUND')
    expect((await ok(gus.core.client.call(listApiTokens))).tokens).toEqual([])
    expect((await ok(olu.core.client.call(listOwnApiTokens))).tokens).toEqual([])
    expect(await introspect(token)).toBeDefined()
  })

  it('happens when the person is deactivated, for good', async () => {
    const { token } = await make()
    const params = { id: await idOf('bob@acme.example') }
    await tenantScope(server.database, acme.id).transaction(({ db }) =>
      db
        .updateTable('users')
        .set({ last_sign_in_at: new Date(Date.now() + 1000) })
        .execute(),
    )
    await ok(admin.core.client.call(deactivatePerson, { params }))
    expect(await introspect(token)).toBeUndefined()
    await ok(admin.core.client.call(reactivatePerson, { params }))
    expect(await introspect(token)).toBeUndefined()
    const rows = await auditRows(server, acme)
    expect(rows.find(({ action }) => action === 'person.deactivate')?.after).toMatchObject({ revokedTokens: 1 })
  })
})

describe('the list of administrators', () => {
  it('is searched by name, owner, application and beginning, filtered and paged, the newest first', async () => {
    const first = await make({ name: 'Nächtlich' })
    const second = await make({ name: 'report' })
    const olu = await signedIn(server, acme, { username: 'olu@acme.example', groups: ['staff'] })
    const third = await make({ name: 'other' }, olu)
    await ok(bob.core.client.call(revokeOwnApiToken, { params: { id: second.id } }))
    const found = async (query: object) =>
      (await ok(admin.core.client.call(listApiTokens, { query }))).tokens.map(({ id }) => id)
    expect(await found({})).toEqual([third.id, second.id, first.id])
    expect(await found({ sort: 'createdAt' })).toEqual([first.id, second.id, third.id])
    expect(await found({ search: 'nachtlich' })).toEqual([first.id])
    expect(await found({ search: 'olu' })).toEqual([third.id])
    expect(await found({ search: 'billing bob' })).toEqual([second.id, first.id])
    expect(await found({ search: second.beginning })).toContain(second.id)
    expect(await found({ search: third.id })).toEqual([third.id])
    expect(await found({ state: 'revoked' })).toEqual([second.id])
    expect(await found({ state: 'active', owner: await idOf('bob@acme.example') })).toEqual([first.id])
    expect(await found({ owner: 'nobody' })).toEqual([])
    const one = await ok(admin.core.client.call(listApiTokens, { query: { limit: '2' } }))
    expect(one).toMatchObject({ total: 3, previous: null, next: expect.any(String) })
    expect(await found({ limit: '2', cursor: one.next ?? '' })).toEqual([first.id])
  })
})

it('tokens that expired or were revoked long ago are removed', async () => {
  const { id } = await make()
  const kept = await make({ name: 'kept' })
  await tenantScope(server.database, acme.id).transaction(({ db }) =>
    sql`update api_tokens set revoked_at = now() - interval '91 days' where id = ${id}`.execute(db),
  )
  await sweep(server.deps)
  const { tokens } = await ok(bob.core.client.call(listOwnApiTokens))
  expect(tokens.map((one) => one.id)).toEqual([kept.id])
})
