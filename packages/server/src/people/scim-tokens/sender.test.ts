import {
  createScimToken,
  deleteIdentityProvider,
  deleteScimToken,
  listScimTokens,
  updateScimToken,
  type NewScimToken,
} from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { makeCheckedToken } from '../../kit/secrets/checked-token.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { createScimSenders } from './sender.ts'
import { scimTransaction, TokenEnded } from './transaction.ts'

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
  const slug = `sender${(count += 1)}`
  acme = await server.importTenant(smallTenant(slug))
  id = acme.identityProviderIds.get('Main') ?? ''
  admin = await signedIn(server, acme, { username: `ada@${slug}.example`, groups: ['admins'] })
})

async function create(body: Partial<NewScimToken> = {}) {
  const named = { name: 'Entra ID', ...body }
  const made = await admin.core.client.call(createScimToken, { params: { id }, body: named })
  if (!made.ok) throw new Error(JSON.stringify(made.problem))
  return made.value
}
const find = (header: string | null, providerId = id) => createScimSenders(server.deps).find(header, providerId)
const sender = (token: string, providerId = id) => find(`Bearer ${token}`, providerId)
const change = (statement: string) =>
  tenantScope(server.database, acme.id).transaction(({ db }) => sql.raw(statement).execute(db))

describe('a SCIM token', () => {
  it('names its tenant, its provider and whether its requests change nothing', async () => {
    const { token, id: tokenId, beginning } = await create()
    const tokenHash = hashToken(token)
    const expected = {
      tenantId: acme.id,
      providerId: id,
      tokenId,
      name: 'Entra ID',
      beginning,
      dryRun: false,
      tokenHash,
    }
    expect(await sender(token)).toEqual(expected)
    expect(await find(`bearer  ${token}`)).toEqual(expected)
    const trial = await create({ name: 'Trial', dryRun: true })
    expect(await sender(trial.token)).toMatchObject({ dryRun: true })
  })

  it('opens no other provider, of its tenant or of another, and none that does not exist', async () => {
    const { token } = await create()
    const globex = await server.importTenant(smallTenant(`globex${count}`))
    for (const other of [globex.identityProviderIds.get('Main') ?? '', uuidv7(Date.now()), '1', ''])
      expect(await sender(token, other)).toBe('not-found')
  })

  it.each<[string, string]>([
    ['expired', 'update scim_tokens set expires_at = now()'],
    ['disabled', 'update scim_tokens set active = false'],
    ['deleted', 'delete from scim_tokens'],
  ])('that is %s is refused at once', async (_, statement) => {
    const { token } = await create()
    expect(await sender(token)).toMatchObject({ providerId: id })
    await change(statement)
    expect(await sender(token)).toBe('unauthenticated')
  })

  it('that an administrator disables or deletes is refused at once', async () => {
    const [first, second] = [await create(), await create({ name: 'Second' })]
    const { client } = admin.core
    await client.call(updateScimToken, { params: { id, tokenId: first.id }, body: { active: false } })
    await client.call(deleteScimToken, { params: { id, tokenId: second.id } })
    for (const { token } of [first, second]) expect(await sender(token)).toBe('unauthenticated')
  })

  it('of a deactivated tenant is refused, and one of a provider that is switched off is not', async () => {
    const { token } = await create()
    await change('update identity_providers set enabled = false')
    expect(await sender(token)).toMatchObject({ providerId: id })
    await change('update tenants set deactivated = true')
    expect(await sender(token)).toBe('unauthenticated')
  })

  it('of a deleted provider is refused at once, before its rows are gone', async () => {
    const second = uuidv7(Date.now())
    await change(`insert into identity_providers (tenant_id, id, name, type, config, is_primary)
                  select tenant_id, '${second}', 'Second', type, config, false from identity_providers`)
    const { client } = admin.core
    const made = await client.call(createScimToken, { params: { id: second }, body: { name: 'Entra ID' } })
    const token = made.ok ? made.value.token : ''
    expect(await sender(token, second)).toMatchObject({ providerId: second })
    expect((await client.call(deleteIdentityProvider, { params: { id: second } })).ok).toBe(true)
    expect(await sender(token, second)).toBe('unauthenticated')
  })

  it('that is mistyped, made up or sent in another way is refused', async () => {
    const { token } = await create()
    for (const header of [
      null,
      '',
      token,
      `Basic ${token}`,
      `Bearer ${token} x`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${makeCheckedToken('scim_')}`,
      `Bearer ${makeCheckedToken('pat_')}`,
      `Bearer ${'a'.repeat(5_000)}`,
    ])
      expect(await find(header)).toBe('unauthenticated')
  })

  it('has the time of its last use, written outside of the request', async () => {
    const { token } = await create()
    await sender(token)
    await server.deps.scimTokenUses.settled()
    const listed = await admin.core.client.call(listScimTokens, { params: { id } })
    const lastUsedAt = listed.ok ? (listed.value.tokens[0]?.lastUsedAt ?? '') : ''
    expect(Math.abs(Date.parse(lastUsedAt) - Date.now())).toBeLessThan(60_000)
  })
})

describe('the transaction of a SCIM request', () => {
  it.each([
    [true, 0],
    [false, 1],
  ])('with a dry-run token %s leaves %d new rows, and answers the same', async (dryRun, rows) => {
    const { token } = await create({ dryRun })
    const found = await sender(token)
    if (typeof found === 'string') throw new Error(found)
    const added = await scimTransaction(server.deps, found, async ({ db }) => {
      const row = {
        tenant_id: acme.id,
        id: uuidv7(Date.now()),
        identity_provider_id: id,
        claim: 'pushed',
        name: 'pushed',
      }
      await db.insertInto('groups').values(row).execute()
      return (await db.selectFrom('groups').select('id').where('claim', '=', 'pushed').execute()).length
    })
    expect(added).toBe(1)
    const left = await tenantScope(server.database, acme.id).transaction(({ db }) =>
      db.selectFrom('groups').select('id').where('claim', '=', 'pushed').execute(),
    )
    expect(left).toHaveLength(rows)
  })

  it('with a dry-run token fails as the request would', async () => {
    const { token } = await create({ name: 'Trial', dryRun: true })
    const found = await sender(token)
    if (typeof found === 'string') throw new Error(found)
    await expect(scimTransaction(server.deps, found, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  })

  it.each<[string, string]>([
    ['expired', 'update scim_tokens set expires_at = now()'],
    ['disabled', 'update scim_tokens set active = false'],
    ['deleted', 'delete from scim_tokens'],
  ])('with a token that is %s meanwhile writes nothing, and says nothing else', async (_, statement) => {
    const { token } = await create()
    const found = await sender(token)
    if (typeof found === 'string') throw new Error(found)
    await change(statement)
    const row = { tenant_id: acme.id, id: uuidv7(Date.now()), identity_provider_id: id, claim: 'late', name: 'late' }
    for (const work of [
      async (db: TenantTransaction['db']) => void (await db.insertInto('groups').values(row).execute()),
      () => Promise.reject(new Error('no such user')),
    ])
      await expect(scimTransaction(server.deps, found, ({ db }) => work(db))).rejects.toThrow(TokenEnded)
    const left = await tenantScope(server.database, acme.id).transaction(({ db }) =>
      db.selectFrom('groups').select('id').where('claim', '=', 'late').execute(),
    )
    expect(left).toEqual([])
  })
})
