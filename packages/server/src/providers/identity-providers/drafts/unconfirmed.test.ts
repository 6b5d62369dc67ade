import { createIdentityProvider, type IdentityProviderInput } from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ImportedTenant } from '../../../operator/tenant-import/import.ts'
import { auditRows } from '../../../testing/audit-rows.ts'
import { providerChanges, type ProviderChanges } from '../../../testing/provider-changes.ts'
import {
  scriptedClient,
  scriptedSecret,
  startScriptedProvider,
  type ScriptedProvider,
} from '../../../testing/scripted-provider.ts'
import {
  change,
  comeBack,
  landing,
  newBrowser,
  providerEntry,
  startAt,
  tenantWith,
} from '../../../testing/sign-in-run.ts'
import { createTestServer, withoutRateLimits, type Browser, type TestServer } from '../../../testing/test-server.ts'
import { revertDue } from './revert-unconfirmed.ts'

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
  const slug = `unconfirmed${++round}`
  domain = `${slug}.example`
  acme = await server.importTenant(tenantWith(slug, [providerEntry(provider.issuer, { suffixes: [domain] })]))
  run = providerChanges(server, acme, provider)
  main = run.idOf('Main')
  admin = (await run.signIn(ada())).browser
})

const ada = (at = domain) => ({ username: `ada@${at}`, groups: ['admins'], roles: ['admins'] })
const bob = () => ({ username: `bob@${domain}`, groups: ['staff'], roles: ['staff'] })
const live = async () => (await run.read(admin, main)).live
/** The time to confirm is over. */
const wait = () => change(server, acme, sql`update unconfirmed_changes set reverts_at = now()`)
const actions = async () => (await auditRows(server, acme)).map(({ action }) => action)

/** Keeps a tested change for ten minutes. */
async function keepForNow(config: Record<string, unknown>): Promise<void> {
  await run.draft(admin, main, { config })
  expect(await run.test(admin, main, ada())).toBe('passed')
  expect(await run.keep(admin, main, { confirmWithinSecs: 600 })).toMatchObject({ ok: true })
}

describe('a change that is kept with a time to confirm', () => {
  it('is in effect, and shows until when and by whom', async () => {
    await keepForNow({ groupClaim: 'roles' })
    const shown = await live()
    expect(shown).toMatchObject({ config: { groupClaim: 'roles' }, unconfirmed: { keptBy: `ada@${domain}` } })
    const left = Date.parse(shown?.unconfirmed?.revertsAt ?? '') - Date.now()
    expect([left > 540_000, left <= 601_000]).toEqual([true, true])
    expect(await revertDue(server.deps)).toBe(0)
    expect((await live())?.config['groupClaim']).toBe('roles')
  })

  it('reverts without a sign-in, once among several processes, audited, and the path to Security Admin is as before', async () => {
    await keepForNow({ groupClaim: 'roles' })
    await wait()
    const counts = await Promise.all([1, 2, 3].map(() => revertDue(server.deps)))
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 1])
    expect(await live()).toMatchObject({ config: { groupClaim: 'groups' }, unconfirmed: null })
    expect((await auditRows(server, acme)).at(-1)).toMatchObject({
      action: 'identity-provider.revert-unconfirmed',
      actor_kind: 'system',
      before: { config: { groupClaim: 'roles' } },
      after: { config: { groupClaim: 'groups' } },
    })
    expect(await run.paths()).toEqual(['admins'])
    expect((await run.signIn(ada())).error).toBeNull()
  })

  it('can be taken back at once, audited with the administrator, and once; a draft that was begun meanwhile stays', async () => {
    await keepForNow({ groupClaim: 'roles' })
    await run.draft(admin, main, { config: { scope: 'openid email' } })
    expect(await run.revert(admin, main, 'unconfirmed')).toMatchObject({ ok: true })
    expect(await live()).toMatchObject({ config: { groupClaim: 'groups' }, unconfirmed: null })
    expect((await run.read(admin, main)).draft?.fields).toContain('scope')
    expect((await auditRows(server, acme)).at(-1)).toMatchObject({
      action: 'identity-provider.revert-unconfirmed',
      actor_kind: 'user',
      before: { config: { groupClaim: 'roles' } },
      after: { config: { groupClaim: 'groups' } },
    })
    expect(await run.paths()).toEqual(['admins'])
    expect(await run.revert(admin, main, 'unconfirmed')).toMatchObject({
      problem: { status: 409, errorID: 'IDP_NOTHING_UNCONFIRMED' },
    })
  })

  it('reverts although that of another tenant, which was due before, fails', async () => {
    await keepForNow({ groupClaim: 'roles' })
    await wait()
    const broken = await server.importTenant(
      tenantWith(`broken${round}`, [providerEntry(provider.issuer, { suffixes: [`broken.${domain}`] })]),
    )
    await change(
      server,
      broken,
      sql`insert into unconfirmed_changes (tenant_id, identity_provider_id, name, enabled, config, secrets, secrets_id, prefixes,
            suffixes, kept_by, reverts_at)
          select tenant_id, id, name, enabled, '[]', secrets, secrets_id, '{}', '{}', 'ada', now() - interval '1 hour'
            from identity_providers`,
    )
    // Its configuration is a list, which cannot be put into effect.
    await sql`alter table identity_providers add constraint broken check (jsonb_typeof(config) = 'object')`.execute(
      server.database.owner,
    )
    const [id] = broken.identityProviderIds.values()
    await expect(revertDue(server.deps)).rejects.toMatchObject({
      lines: [{ tenantId: broken.id, err: { message: `Reverting the change of provider ${id} failed.` } }],
    })
    expect((await live())?.config['groupClaim']).toBe('groups')
    await sql`alter table identity_providers drop constraint broken`.execute(server.database.owner)
    await change(server, broken, sql`delete from unconfirmed_changes`)
  })

  it('brings its formats back too', async () => {
    await run.draftFormats(admin, main, [`new.${domain}`])
    await run.test(admin, main, ada(`new.${domain}`))
    expect(await run.keep(admin, main, { confirmWithinSecs: 60 })).toMatchObject({ ok: true })
    expect((await live())?.suffixes).toEqual([`new.${domain}`])
    await wait()
    expect(await revertDue(server.deps)).toBe(1)
    expect((await live())?.suffixes).toEqual([domain])
    expect((await run.signIn(ada())).error).toBeNull()
  })

  it('stays once a Security Admin signed in with it; another person does not confirm it', async () => {
    await keepForNow({ groupClaim: 'roles' })
    await run.signIn(bob())
    expect((await live())?.unconfirmed).not.toBeNull()
    await run.signIn(ada())
    expect((await live())?.unconfirmed).toBeNull()
    expect(await actions()).toContain('identity-provider.confirm')
    expect(await revertDue(server.deps)).toBe(0)
    expect((await live())?.config['groupClaim']).toBe('roles')
  })

  it('and a sign-in that ends after its time end in the state before: the sign-in is refused', async () => {
    await keepForNow({ groupClaim: 'roles' })
    provider.plays({ person: { sub: 'ada', preferred_username: `ada@${domain}`, roles: ['admins'] } })
    const browser = newBrowser(server)
    const redirectUrl = await startAt(browser, `ada@${domain}`)
    await wait()
    expect(await revertDue(server.deps)).toBe(1)
    const { error } = landing(await comeBack(browser, redirectUrl, provider.authorize(redirectUrl)))
    expect(error).not.toBeNull()
    expect((await live())?.config['groupClaim']).toBe('groups')
  })

  it('and a sign-in at the same moment end in one state', async () => {
    await keepForNow({ groupClaim: 'roles' })
    await wait()
    const [{ error }, count] = await Promise.all([run.signIn(ada()), revertDue(server.deps)])
    const claim = (await live())?.config['groupClaim']
    if (count === 0) expect([error, claim]).toEqual([null, 'roles'])
    else expect(claim).toBe('groups')
    expect((await live())?.unconfirmed).toBeNull()
  })

  it('stays where the state before would be without a path to Security Admin: groups were mapped meanwhile', async () => {
    await keepForNow({ groupClaim: 'roles' })
    const lead = { username: `eve@${domain}`, groups: [], roles: ['leads'] }
    const eve = (await run.signIn(lead)).browser
    expect(await run.map(admin, main, ['leads'])).toMatchObject({ ok: true })
    expect(await run.paths()).toEqual(['leads'])
    // A session that runs already confirms nothing.
    expect(await run.revert(eve, main, 'unconfirmed')).toMatchObject({
      problem: { status: 409, errorID: 'LAST_ADMIN_PATH' },
    })
    await wait()
    expect(await revertDue(server.deps)).toBe(0)
    expect(await run.paths()).toEqual(['leads'])
    expect((await auditRows(server, acme)).at(-1)).toMatchObject({
      action: 'identity-provider.confirm',
      actor_kind: 'system',
    })
    expect((await run.read(eve, main)).live).toMatchObject({ config: { groupClaim: 'roles' }, unconfirmed: null })
  })

  it('twice in a row goes back to before the first one, and stays where it is then kept without a time', async () => {
    await keepForNow({ groupClaim: 'roles' })
    await keepForNow({ groupClaim: 'roles', scope: 'openid profile' })
    await wait()
    await revertDue(server.deps)
    expect((await live())?.config).toMatchObject({ groupClaim: 'groups', scope: 'openid profile email' })
    await keepForNow({ groupClaim: 'roles' })
    await run.draft(admin, main, { config: { scope: 'openid profile' } })
    await run.test(admin, main, ada())
    await run.keep(admin, main)
    expect(await live()).toMatchObject({ config: { groupClaim: 'roles' }, unconfirmed: null })
  })
})

it('a time to confirm is 1 minute to 24 hours', async () => {
  for (const confirmWithinSecs of [59, 86_401])
    expect(await run.keep(admin, main, { confirmWithinSecs })).toMatchObject({
      problem: { status: 400, details: [{ errorID: 'CONFIRM_WITHIN' }] },
    })
})

it('a provider that was never in effect has nothing to return to', async () => {
  const body = { type: 'OIDC', name: 'New', enabled: true, clientSecret: scriptedSecret }
  const config = { issuer: provider.issuer, clientId: scriptedClient }
  const made = await admin.core.client.call(createIdentityProvider, {
    body: { ...body, config } as unknown as IdentityProviderInput,
  })
  const id = made.ok ? made.value.id : ''
  await run.draftFormats(admin, id, [`new.${domain}`])
  expect(await run.test(admin, id, ada(`new.${domain}`))).toBe('passed')
  expect(await run.keep(admin, id, { confirmWithinSecs: 600 })).toMatchObject({
    problem: { status: 409, errorID: 'IDP_CONFIRM_NEW' },
  })
})
