import { deleteIdentityProvider } from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { providerChanges, type ProviderChanges } from '../../testing/provider-changes.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import { change, providerEntry, tenantWith } from '../../testing/sign-in-run.ts'
import {
  createTestServer,
  signedIn,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'

let server: TestServer
let provider: ScriptedProvider
let acme: ImportedTenant
let run: ProviderChanges
let admin: Browser
let main: string
let domain: string
let round = 0

beforeAll(async () => {
  provider = await startScriptedProvider()
  server = await createTestServer(withoutRateLimits())
})
afterAll(async () => {
  await server?.close()
  await provider?.stop()
})

beforeEach(async () => {
  const slug = `path${++round}`
  domain = `${slug}.example`
  acme = await server.importTenant(
    tenantWith(slug, [
      providerEntry(provider.issuer, { suffixes: [domain] }),
      providerEntry(provider.issuer, { name: 'Other', primary: false, suffixes: [`other.${domain}`] }),
    ]),
  )
  run = providerChanges(server, acme, provider)
  main = run.idOf('Main')
  admin = (await run.signIn(ada())).browser
})

const ada = () => ({ username: `ada@${domain}`, groups: ['admins'], roles: ['admins'] })
const bob = (groups: readonly string[] = ['staff']) => ({ username: `bob@${domain}`, groups })
const refusal = { ok: false, problem: { status: 409, errorID: 'LAST_ADMIN_PATH' } }
const proofs = async () => {
  const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
    sql<{ text: string }>`
      select purpose || ' ' || security_admin || ' ' || proved_by as text from identity_provider_proofs
       order by purpose, security_admin, fingerprint`.execute(tx.db),
  )
  return rows.map(({ text }) => text)
}

describe('a sign-in', () => {
  it('proves the configuration in effect, once for each result', async () => {
    await run.signIn(ada())
    await run.signIn(bob())
    await run.signIn({ ...bob(), username: `eve@${domain}` })
    expect(await proofs()).toEqual([`login false bob@${domain}`, `login true ada@${domain}`])
    expect(await run.paths()).toEqual(['admins'])
  })

  it('lets its configuration be kept again without a test login', async () => {
    await run.draft(admin, main, { config: { groupClaim: 'roles' } })
    expect(await run.test(admin, main, ada())).toBe('passed')
    expect(await run.keep(admin, main)).toMatchObject({ ok: true })
    await run.draft(admin, main, { config: { groupClaim: 'groups' } })
    expect((await run.read(admin, main)).draft).toMatchObject({ proven: true })
    expect(await run.keep(admin, main)).toMatchObject({ ok: true })
    expect(await run.paths()).toEqual(['admins'])
  })
})

describe('a change that would leave no proven path to Security Admin is refused with the reason', () => {
  it('a mapping to groups without a member who signed in', async () => {
    await run.signIn(bob(['staff', 'leads']))
    await change(server, acme, sql`update users set last_sign_in_at = null where username = ${`bob@${domain}`}`)
    await change(server, acme, sql`delete from identity_provider_proofs where not security_admin`)
    const outcome = await run.map(admin, main, ['leads'])
    expect(outcome).toMatchObject(refusal)
    expect(outcome).toMatchObject({ problem: { errorMessage: expect.stringContaining('no member of leads') } })
    expect(await run.map(admin, main, ['leads', 'admins'])).toMatchObject({ ok: true })
    await run.signIn(bob(['leads']))
    expect(await run.map(admin, main, ['leads'])).toMatchObject({ ok: true })
    expect(await run.paths()).toEqual(['leads'])
  })

  it('a mapping to no group', async () => {
    const outcome = await run.map(admin, main, [])
    expect(outcome).toMatchObject(refusal)
    expect(outcome).toMatchObject({ problem: { errorMessage: expect.stringContaining('at least one group') } })
  })

  it.each([
    ['another group claim', { groupClaim: 'roles' }],
    ['transforms that drop the group', { groupTransforms: [{ kind: 'keep', pattern: 'staff' }] }],
  ])('a draft with %s, tested by a person without the role', async (_, config) => {
    await run.draft(admin, main, { config })
    expect(await run.test(admin, main, bob())).toBe('passed')
    expect(await run.keep(admin, main)).toMatchObject(refusal)
    expect(await run.paths()).toEqual(['admins'])
    expect((await run.signIn(ada())).error).toBeNull()
  })

  it('a draft with other formats, tested by a person without the role; one with the role lets it be kept', async () => {
    await run.draftFormats(admin, main, [`new.${domain}`])
    expect(await run.test(admin, main, { username: `bob@new.${domain}`, groups: ['staff'] })).toBe('passed')
    expect(await run.keep(admin, main)).toMatchObject(refusal)
    expect(await run.test(admin, main, { username: `ada@new.${domain}`, groups: ['admins'] })).toBe('passed')
    expect(await run.keep(admin, main)).toMatchObject({ ok: true })
    expect(await run.paths()).toEqual(['admins'])
  })

  it('a mapping without the group that the only proof of the configuration is about', async () => {
    await run.signIn(bob(['leads']))
    await run.draft(admin, main, { config: { groupClaim: 'roles' } })
    await run.test(admin, main, ada())
    await run.keep(admin, main)
    expect(await run.map(admin, main, ['leads'])).toMatchObject(refusal)
    // A test login of the configuration in effect proves the group, before anyone signs in.
    expect(await run.test(admin, main, { username: `bob@${domain}`, roles: ['leads'] })).toBe('passed')
    expect(await run.map(admin, main, ['leads'])).toMatchObject({ ok: true })
  })

  it('not of a provider whose groups do not hold the role', async () => {
    const params = { id: run.idOf('Other') }
    expect(await admin.core.client.call(deleteIdentityProvider, { params })).toMatchObject({ ok: true })
  })

  it('and a primary provider is not deleted at all', async () => {
    expect(await admin.core.client.call(deleteIdentityProvider, { params: { id: main } })).toMatchObject({
      problem: { status: 409, errorID: 'IDP_PRIMARY' },
    })
  })
})

it('two administrators who each remove what the other one relies on: one of them is refused', async () => {
  await run.signIn({ username: `bob@${domain}`, groups: ['leads'], roles: [] })
  await run.map(admin, main, ['admins', 'leads'])
  const other = (await run.signIn({ username: `bea@${domain}`, groups: ['leads'] })).browser
  await run.draft(admin, main, { config: { groupClaim: 'roles' } })
  await run.test(admin, main, ada())
  const outcomes = await Promise.all([run.keep(admin, main), run.map(other, main, ['leads'])])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject(refusal)
  expect(await run.paths()).toHaveLength(1)
})

it('a tenant that never had a path is not restricted while it is set up', async () => {
  await change(server, acme, sql`delete from identity_provider_proofs`)
  await change(server, acme, sql`update users set last_sign_in_at = null`)
  const fresh = await signedIn(server, acme, { username: `new@${domain}`, groups: ['admins', 'chosen'] })
  expect(await run.paths()).toEqual([])
  expect(await run.map(fresh, main, ['chosen'])).toMatchObject({ ok: true })
})

it('a sign-in of an administrator still proves its configuration when another one is kept', async () => {
  await change(server, acme, sql`delete from identity_provider_proofs`)
  for (const groupClaim of ['roles', 'groups']) {
    await run.draft(admin, main, { config: { groupClaim } })
    if (groupClaim === 'roles') await run.test(admin, main, ada())
    expect(await run.keep(admin, main)).toMatchObject({ ok: true })
  }
  expect(await run.paths()).toEqual(['admins'])
})
