import { randomBytes } from 'node:crypto'

import {
  beginSetup,
  completeSetup,
  extendCertificate,
  getPortalRoleGroups,
  getPrimaryIdp,
  getSetup,
  getSetupFormats,
  keepIdentityProvider,
  listIdentityProviders,
  putPrimaryIdp,
  saveSetup,
  saveSetupFormats,
  securityAdminRole,
} from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { createOurKeyPair } from '../../kit/keys/key-pair.ts'
import { createSecretBox } from '../../kit/secrets/secret-box.ts'
import { readSecretKeys } from '../../kit/secrets/secret-keys.ts'
import { readUrlState } from '../../sign-in/sessions/setup-url.ts'
import { makeSetupUrl } from '../../sign-in/setup/queries.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { faultPoints, type FaultPoints } from '../../testing/fault-points.ts'
import { killableServers, type KillableServers } from '../../testing/killable-server.ts'
import { providerChanges, type ProviderChanges } from '../../testing/provider-changes.ts'
import {
  scriptedClient,
  scriptedSecret,
  startScriptedProvider,
  type ScriptedProvider,
} from '../../testing/scripted-provider.ts'
import { newBrowser, postForm, providerEntry, tenantWith } from '../../testing/sign-in-run.ts'
import { createTestServer, withoutRateLimits, type Browser, type TestServer } from '../../testing/test-server.ts'

/** A killed process is started again at each point: that is seconds, many times. */
const timeout = 600_000

let server: TestServer
let faults: FaultPoints
let processes: KillableServers
let provider: ScriptedProvider
let expired: Awaited<ReturnType<typeof createOurKeyPair>>
let acme: ImportedTenant
let run: ProviderChanges
let admin: Browser
let domain: string
let round = 0

beforeAll(async () => {
  provider = await startScriptedProvider()
  const PORTICO_SECRET_KEY = randomBytes(32).toString('base64')
  const secrets = createSecretBox(readSecretKeys('', { PORTICO_SECRET_KEY }))
  server = await createTestServer(withoutRateLimits(), { secrets })
  faults = await faultPoints(server.database.url)
  const { url, appUrl } = server.database
  processes = await killableServers({ DATABASE_URL: url, PORTICO_APP_DATABASE_URL: appUrl, PORTICO_SECRET_KEY })
  expired = await createOurKeyPair({ commonName: 'idp', nowMs: Date.UTC(2020, 0, 1), years: 1, bits: 2048 })
}, timeout)
afterAll(async () => {
  await processes?.remove()
  await faults?.close()
  await server?.close()
  await provider?.stop()
})

beforeEach(async () => {
  const slug = `killed${++round}`
  domain = `${slug}.example`
  const config = {
    entityId: 'https://idp.example',
    ssoUrl: 'https://idp.example/sso',
    signingCertificate1: expired.certificate,
  }
  acme = await server.importTenant(
    tenantWith(slug, [
      providerEntry(provider.issuer, { suffixes: [domain] }),
      providerEntry(provider.issuer, { name: 'Next', primary: false, suffixes: [`next.${domain}`] }),
      { name: 'Old', type: 'OPENSAML', config, emailSuffixes: [`old.${domain}`] },
    ]),
  )
  run = providerChanges(server, acme, provider)
  admin = (await run.signIn({ username: `ada@${domain}`, groups: ['admins'] })).browser
})

/** What an administrator sees of everything that the changes touch, as one text. */
async function seen(by: Browser): Promise<string> {
  const outcomes = [
    await by.core.client.call(listIdentityProviders),
    await by.core.client.call(getPrimaryIdp),
    await by.core.client.call(getPortalRoleGroups, { params: { id: securityAdminRole } }),
  ]
  for (const name of ['Main', 'Next', 'Old'])
    outcomes.push({ ok: true, value: await run.read(by, run.idOf(name)) } as never)
  expect(outcomes.map(({ ok }) => ok)).toEqual(outcomes.map(() => true))
  return JSON.stringify(outcomes, undefined, 1)
}

type Change = {
  /** Starts the change in the process that will be killed; absent: the process does it by itself. */
  readonly send?: (in_: (browser: Browser) => Browser) => Promise<unknown>
  readonly revertEveryMs?: number
  /** Reads the state through a process that was started again. */
  readonly read: (in_: (browser: Browser) => Browser) => Promise<string>
}

/**
 * Kills the process after its first write, starts it again and reads the state; then after its second write, until it is
 * killed in COMMIT. Before that everything is as it was, and after it everything is new.
 */
async function killEverywhere({ send, revertEveryMs, read }: Change): Promise<{ kills: number; after: string }> {
  let next = await processes.start()
  const before = await read((browser) => next.as(browser))
  for (let statement = 1; ; statement += 1) {
    await faults.arm(statement)
    if (revertEveryMs !== undefined) {
      await next.kill()
      next = await processes.start({ revertEveryMs })
    }
    let over = false
    let outcome: unknown
    const sent = send?.((browser) => next.as(browser)).then(
      (value) => ((outcome = value), (over = true)),
      () => (over = true),
    )
    const reached = await faults.reached(() => over)
    expect(reached, `statement ${statement} was never reached: ${JSON.stringify(outcome)}`).toBeDefined()
    await next.kill()
    await sent
    await faults.release(reached?.pid ?? 0)
    next = await processes.start()
    const after = await read((browser) => next.as(browser))
    if (reached?.gate === 'commit') {
      await next.kill()
      expect(after).not.toBe(before)
      return { kills: statement, after }
    }
    expect(after, `killed after statement ${statement}`).toBe(before)
  }
}

/** A tenant without a provider, with a setup URL. */
async function newCompany(): Promise<{ tenant: ImportedTenant; token: string }> {
  const tenant = await server.importTenant({
    tenant: { slug: `${acme.slug}-new`, name: 'New' },
    environments: [{ slug: 'production', name: 'Production', type: 'PROD' }],
  })
  const token = randomBytes(32).toString('base64url')
  await tenantScope(server.database, tenant.id).transaction((tx) => makeSetupUrl(tx, { token, by: 'operator test' }))
  return { tenant, token }
}

const readAsAdmin: Change['read'] = (in_) => seen(in_(admin))

describe('a server that is killed after any statement, and started again, has', () => {
  it('kept a change of a provider, or not', { timeout }, async () => {
    const id = run.idOf('Main')
    await run.draft(admin, id, { config: { groupClaim: 'roles' } })
    await run.draftFormats(admin, id, [domain, `new.${domain}`])
    await run.test(admin, id, { username: `ada@${domain}`, roles: ['admins'] })
    const { kills } = await killEverywhere({
      read: readAsAdmin,
      send: (in_) =>
        in_(admin).core.client.call(keepIdentityProvider, {
          params: { id },
          body: { confirmed: true, confirmWithinSecs: 600 },
        }),
    })
    expect(kills).toBeGreaterThan(4)
    const { live, draft, suffixes } = await run.read(admin, id)
    expect([live?.config, draft, suffixes]).toMatchObject([{ groupClaim: 'roles' }, null, [domain, `new.${domain}`]])
    expect(live?.unconfirmed).not.toBeNull()
  })

  it('reverted an unconfirmed change, or not', { timeout }, async () => {
    const id = run.idOf('Main')
    await run.draft(admin, id, { config: { groupClaim: 'roles' } })
    await run.draftFormats(admin, id, [domain, `new.${domain}`])
    await run.test(admin, id, { username: `ada@${domain}`, roles: ['admins'] })
    expect(await run.keep(admin, id, { confirmWithinSecs: 600 })).toMatchObject({ ok: true })
    await tenantScope(server.database, acme.id).transaction((tx) =>
      sql`update unconfirmed_changes set reverts_at = now()`.execute(tx.db),
    )
    const { kills } = await killEverywhere({ read: readAsAdmin, revertEveryMs: 20 })
    expect(kills).toBeGreaterThan(3)
    const { live, suffixes } = await run.read(admin, id)
    expect([live?.config, live?.unconfirmed, suffixes]).toMatchObject([{ groupClaim: 'groups' }, null, [domain]])
  })

  it('switched the primary provider, or not', { timeout }, async () => {
    const next = run.idOf('Next')
    const member = (await run.signIn({ username: `mia@next.${domain}`, groups: ['chiefs'] })).browser
    const body = { idp: next, group: await run.groupId('chiefs', next), graceSecs: 3600 }
    expect(await admin.core.client.call(putPrimaryIdp, { body })).toMatchObject({ ok: true })
    const { kills } = await killEverywhere({
      read: readAsAdmin,
      send: (in_) => postForm(in_(member), '/api/portal/idp-switch', { action: 'accept' }),
    })
    expect(kills).toBeGreaterThan(4)
    expect(await run.paths()).toEqual(['chiefs'])
    const state = await admin.core.client.call(getPrimaryIdp)
    expect(state).toMatchObject({ value: { pending: null, primary: { name: 'Next' }, graces: [{ name: 'Main' }] } })
  })

  it('extended a certificate, or not', { timeout }, async () => {
    const params = { id: run.idOf('Old') }
    const body = { fingerprint: expired.fingerprint, reason: 'the new one comes on Monday' }
    const { kills } = await killEverywhere({
      read: readAsAdmin,
      send: (in_) => in_(admin).core.client.call(extendCertificate, { params, body }),
    })
    expect(kills).toBeGreaterThan(1)
    expect((await run.read(admin, params.id)).certificates[0]?.extendedUntil).not.toBeNull()
  })

  it('opened a setup URL, or not, and the URL still opens', { timeout }, async () => {
    const { tenant, token } = await newCompany()
    const asOperator: Change['read'] = async () =>
      JSON.stringify(
        await tenantScope(server.database, tenant.id).transaction(async (tx) => [
          await readUrlState(tx),
          (await sql`select id from setup_sessions where ended_at is null`.execute(tx.db)).rows,
          (await sql`select action from audit where tenant_id = ${tx.tenantId}`.execute(tx.db)).rows,
        ]),
      )
    const visitor = newBrowser(server)
    const { kills, after } = await killEverywhere({
      read: asOperator,
      send: (in_) => in_(visitor).core.client.call(beginSetup, { body: { token } }),
    })
    expect(kills).toBeGreaterThan(2)
    expect(after).toContain('setup.open')
    // The browser never got the cookie of the session that was made.
    expect(await visitor.core.client.call(getSetup)).toMatchObject({ problem: { kind: 'session-ended' } })
    expect(await visitor.core.client.call(beginSetup, { body: { token } })).toMatchObject({ ok: true })
    expect(await visitor.core.client.call(getSetup)).toMatchObject({ value: { step: 1 } })
  })

  it('made a step of the first-time setup, or not, and completed it, or not', { timeout }, async () => {
    const { tenant, token } = await newCompany()
    const holder = newBrowser(server)
    expect(await holder.core.client.call(beginSetup, { body: { token } })).toMatchObject({ ok: true })
    const read: Change['read'] = async (in_) => {
      const setup = await in_(holder).core.client.call(getSetup)
      const formats = await in_(holder).core.client.call(getSetupFormats)
      return JSON.stringify([setup.ok ? setup : setup.problem.kind, formats.ok ? formats : formats.problem.kind])
    }
    const step = (send: Change['send'] & {}) => killEverywhere({ read, send })
    const values = {
      type: 'OIDC' as const,
      name: 'My Identity Provider',
      config: { issuer: provider.issuer, clientId: scriptedClient, groupClaim: 'groups' },
      clientSecret: scriptedSecret,
    }
    const choice = { product: null, type: 'OIDC' as const }
    const save = (in_: Parameters<Change['send'] & {}>[0], body: unknown) =>
      in_(holder).core.client.call(saveSetup, { body: body as never })

    await step((in_) => save(in_, { step: 2, ...choice }))
    await step((in_) => save(in_, { step: 3, ...choice, values }))
    const suffixes = [`setup-${domain}`]
    await step((in_) => in_(holder).core.client.call(saveSetupFormats, { body: { prefixes: [], suffixes } }))
    const setup = await holder.core.client.call(getSetup)
    const id = (setup.ok ? setup.value.idp : null) ?? ''
    const ofTenant = providerChanges(server, tenant, provider)
    const person = { username: `ada@setup-${domain}`, groups: ['chiefs'] }
    expect(await ofTenant.test(holder, id, person)).toBe('passed')
    const { kills } = await step((in_) => in_(holder).core.client.call(completeSetup, { body: { group: 'chiefs' } }))
    expect(kills).toBeGreaterThan(5)
    expect(await ofTenant.paths()).toEqual(['chiefs'])
    const { browser } = await ofTenant.signIn(person)
    expect(await browser.core.client.call(listIdentityProviders)).toMatchObject({ ok: true })
  })
})
