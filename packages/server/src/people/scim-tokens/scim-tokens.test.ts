import {
  createScimToken,
  deleteScimToken,
  getScimToken,
  listScimTokens,
  updateScimToken,
  type CreatedScimToken,
  type NewScimToken,
  type Outcome,
} from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { isCheckedToken } from '../../kit/secrets/checked-token.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let id = ''
let count = 0

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  const slug = `acme${(count += 1)}`
  const other = { name: 'Other', type: 'OIDC', config: { issuer: 'http://127.0.0.1:9/other', clientId: 'portico' } }
  const tenant = smallTenant(slug) as { identityProviders: object[] }
  acme = await server.importTenant({
    ...tenant,
    identityProviders: [
      ...tenant.identityProviders,
      { ...other, clientSecret: 'not-a-secret-in-tests', emailSuffixes: [`other.${slug}.example`] },
    ],
  })
  id = acme.identityProviderIds.get('Main') ?? ''
  admin = await signedIn(server, acme, { username: `ada@${slug}.example`, groups: ['admins'] })
})

async function ok<T>(call: Promise<Outcome<T>>): Promise<T> {
  const outcome = await call
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
  return outcome.value
}
async function refused(call: Promise<Outcome<unknown>>) {
  const outcome = await call
  if (outcome.ok || outcome.problem.kind !== 'expected') throw new Error(JSON.stringify(outcome))
  const { status, errorID, errorMessage, details } = outcome.problem
  return { status, errorID: details[0]?.errorID ?? errorID, errorMessage }
}
let made = 0
const create = (body: Partial<NewScimToken> = {}, providerId = id) =>
  admin.core.client.call(createScimToken, {
    params: { id: providerId },
    body: { name: `Token ${(made += 1)}`, ...body },
  })
const turn = (tokenId: string, active: boolean, providerId = id) =>
  admin.core.client.call(updateScimToken, { params: { id: providerId, tokenId }, body: { active } })
const list = async () => (await ok(admin.core.client.call(listScimTokens, { params: { id } }))).tokens
const change = (values: ReturnType<typeof sql>, tokenId: string) =>
  tenantScope(server.database, acme.id).transaction(({ db }) =>
    sql`update scim_tokens set ${values} where id = ${tokenId}`.execute(db),
  )
const daysOf = ({ issuedAt, expiresAt }: CreatedScimToken) =>
  (Date.parse(expiresAt) - Date.parse(issuedAt)) / 86_400_000

describe('a SCIM token', () => {
  it('is shown once, and stored as its SHA-256', async () => {
    const { token, ...shown } = await ok(create({ name: ' Entra ID ' }))
    expect(shown.name).toBe('Entra ID')
    expect(isCheckedToken('scim_', token)).toBe(true)
    expect(shown).toMatchObject({ beginning: token.slice(0, 9), active: true, isExpired: false, dryRun: false })
    expect(shown.lastUsedAt).toBeNull()
    expect(await list()).toEqual([shown])
    const params = { id, tokenId: shown.id }
    expect(await ok(admin.core.client.call(getScimToken, { params }))).toEqual(shown)
    const { rows } = await sql<{ row: string; hash: Buffer }>`
      select to_jsonb(s)::text as row, token_hash as hash from scim_tokens s where id = ${shown.id}`.execute(
      server.database.owner,
    )
    expect(rows[0]?.hash).toEqual(hashToken(token))
    expect(rows[0]?.row).not.toContain(token.slice(9))
  })

  it('is valid for a year, or for the days that were chosen', async () => {
    expect(daysOf(await ok(create()))).toBeCloseTo(365, 0)
    expect(daysOf(await ok(create({ expiresInDays: 30, dryRun: true })))).toBeCloseTo(30, 0)
    expect((await list())[0]?.dryRun).toBe(true)
  })

  it.each<[number, string]>([
    [0, 'SCIM_TOKEN_DAYS'],
    [-1, 'SCIM_TOKEN_DAYS'],
    [3651, 'SCIM_TOKEN_DAYS'],
    [1.5, 'INVALID_VALUE'],
  ])('cannot be valid for %d days', async (expiresInDays, errorID) => {
    expect(await refused(create({ expiresInDays }))).toMatchObject({ status: 400, errorID })
  })

  it.each<[string, string, string]>([
    ['no name', ' ', 'SCIM_TOKEN_NAME_REQUIRED'],
    ['a name of 129 characters', 'x'.repeat(129), 'SCIM_TOKEN_NAME_TOO_LONG'],
    ['an invisible character in its name', 'a\u200bb', 'TEXT_CHARACTERS'],
  ])('cannot have %s', async (_, name, errorID) => {
    expect(await refused(create({ name }))).toMatchObject({ status: 400, errorID })
    await ok(create({ name: 'x'.repeat(128) }))
  })

  it('has a name that no other token of its provider has, until it is deleted or expires', async () => {
    const first = await ok(create({ name: 'Entra ID' }))
    const taken = { status: 409, errorID: 'SCIM_TOKEN_NAME_TAKEN' }
    expect(await refused(create({ name: 'Entra ID' }))).toMatchObject(taken)
    await ok(create({ name: 'Entra ID' }, acme.identityProviderIds.get('Other') ?? ''))
    await ok(turn(first.id, false))
    expect(await refused(create({ name: 'Entra ID' })), 'it can be enabled again').toMatchObject(taken)
    await change(sql`expires_at = now()`, first.id)
    const second = await ok(create({ name: 'Entra ID' }))
    await ok(admin.core.client.call(deleteScimToken, { params: { id, tokenId: second.id } }))
    await ok(create({ name: 'Entra ID' }))
  })

  it('is disabled, enabled and deleted, and the audit log says so without it', async () => {
    const { token, id: tokenId, beginning } = await ok(create({ name: 'Entra ID', expiresInDays: 7 }))
    expect((await ok(turn(tokenId, false))).active).toBe(false)
    // Nothing changes, so nothing is recorded.
    expect((await ok(turn(tokenId, false))).active).toBe(false)
    expect((await ok(turn(tokenId, true))).active).toBe(true)
    await ok(admin.core.client.call(deleteScimToken, { params: { id, tokenId } }))
    expect(await list()).toEqual([])
    const audited = (await auditRows(server, acme)).filter(({ target_kind: kind }) => kind === 'scim-token')
    expect(audited).toMatchObject([
      {
        action: 'scim-token.create',
        target_name: 'Entra ID',
        after: { identityProvider: 'Main', beginning, active: true },
      },
      { action: 'scim-token.update', before: { active: true }, after: { active: false } },
      { action: 'scim-token.update', before: { active: false }, after: { active: true } },
      { action: 'scim-token.delete', before: { identityProvider: 'Main' } },
    ])
    expect(JSON.stringify(audited)).not.toContain(token.slice(9))
  })

  it('that is expired cannot be enabled', async () => {
    const { id: tokenId } = await ok(create())
    await change(sql`expires_at = now(), active = false`, tokenId)
    expect((await list())[0]).toMatchObject({ active: false, isExpired: true })
    expect(await refused(turn(tokenId, true))).toMatchObject({ status: 409, errorID: 'SCIM_TOKEN_EXPIRED' })
  })

  it('of another provider, also of another tenant, does not exist', async () => {
    const { id: tokenId } = await ok(create())
    const other = acme.identityProviderIds.get('Other') ?? ''
    const globex = await server.importTenant(smallTenant(`globex${count}`))
    const gus = await signedIn(server, globex, { username: 'gus@globex.example', groups: ['admins'] })
    const { client } = gus.core
    const theirs = globex.identityProviderIds.get('Main') ?? ''
    for (const params of [
      { id, tokenId },
      { id: theirs, tokenId },
    ]) {
      expect(await refused(client.call(getScimToken, { params }))).toMatchObject({ status: 404 })
      expect(await refused(client.call(updateScimToken, { params, body: { active: false } }))).toMatchObject({
        status: 404,
      })
      expect(await refused(client.call(deleteScimToken, { params }))).toMatchObject({ status: 404 })
    }
    expect(await refused(client.call(createScimToken, { params: { id }, body: { name: 'Theirs' } }))).toMatchObject({
      status: 404,
    })
    expect(await refused(client.call(listScimTokens, { params: { id } }))).toMatchObject({ status: 404 })
    const params = { id: other, tokenId }
    expect(await refused(turn(tokenId, false, other))).toMatchObject({ status: 404 })
    expect(await refused(admin.core.client.call(getScimToken, { params }))).toMatchObject({ status: 404 })
    expect(await refused(admin.core.client.call(deleteScimToken, { params }))).toMatchObject({ status: 404 })
    expect(await list()).toMatchObject([{ id: tokenId, active: true }])
  })
})

describe('the maximum of active tokens', () => {
  it('is named in the error; inactive and expired tokens, and those of other providers, do not count', async () => {
    const first = await ok(create())
    const second = await ok(create())
    expect(await refused(create())).toEqual({
      status: 409,
      errorID: 'SCIM_TOKEN_LIMIT',
      errorMessage: expect.stringContaining('limit of 2 active SCIM tokens') as string,
    })
    await ok(create({}, acme.identityProviderIds.get('Other') ?? ''))
    await ok(turn(first.id, false))
    await ok(create())
    expect(await refused(turn(first.id, true))).toMatchObject({ status: 409, errorID: 'SCIM_TOKEN_LIMIT' })
    await change(sql`expires_at = now()`, second.id)
    await ok(turn(first.id, true))
  })

  it('holds when 20 requests create and enable tokens at once', async () => {
    const disabled = await ok(create())
    await ok(turn(disabled.id, false))
    const calls = Array.from({ length: 20 }, (_, at) => (at % 4 === 3 ? turn(disabled.id, true) : create()))
    const outcomes = await Promise.all(calls)
    const problems = outcomes.flatMap((one) => (one.ok || one.problem.kind !== 'expected' ? [] : [one.problem.errorID]))
    expect(new Set(problems)).toEqual(new Set(['SCIM_TOKEN_LIMIT']))
    expect((await list()).filter(({ active }) => active)).toHaveLength(2)
  })

  it('is a setting of the server', async () => {
    const one = await createTestServer({ scimTokensMax: 1 })
    try {
      const tenant = await one.importTenant(smallTenant('acme'))
      const { core } = await signedIn(one, tenant, { username: 'ada@acme.example', groups: ['admins'] })
      const params = { id: tenant.identityProviderIds.get('Main') ?? '' }
      await ok(core.client.call(createScimToken, { params, body: { name: 'First' } }))
      expect((await ok(core.client.call(listScimTokens, { params }))).activeMax).toBe(1)
      expect(await refused(core.client.call(createScimToken, { params, body: { name: 'Second' } }))).toMatchObject({
        status: 409,
      })
    } finally {
      await one.close()
    }
  })
})
