import {
  beginSetup,
  completeSetup,
  deleteIdentityProvider,
  getPrimaryIdp,
  keepIdentityProvider,
  putPrimaryIdp,
  revertIdentityProvider,
  saveSetup,
  saveSetupFormats,
} from '@portico/core/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { makeSetupUrl } from '../../sign-in/setup/queries.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { providerChanges, type ProviderChanges } from '../../testing/provider-changes.ts'
import {
  scriptedClient,
  scriptedSecret,
  startScriptedProvider,
  type ScriptedProvider,
} from '../../testing/scripted-provider.ts'
import { landing, newBrowser, postForm, providerEntry, tenantWith } from '../../testing/sign-in-run.ts'
import { createTestServer, withoutRateLimits, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let provider: ScriptedProvider
let acme: ImportedTenant
let run: ProviderChanges
let admin: Browser
let other: Browser
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
  const slug = `two${++round}`
  domain = `${slug}.example`
  acme = await server.importTenant(
    tenantWith(slug, [
      providerEntry(provider.issuer, { suffixes: [domain] }),
      providerEntry(provider.issuer, { name: 'Next', primary: false, suffixes: [`next.${domain}`] }),
    ]),
  )
  run = providerChanges(server, acme, provider)
  admin = (await run.signIn({ username: `ada@${domain}`, groups: ['admins'] })).browser
  other = (await run.signIn({ username: `bea@${domain}`, groups: ['admins'] })).browser
})

/** Several times, because either may be first. */
const rounds = [1, 2, 3]

describe('two administrators at once end in one state', () => {
  it.each(rounds)('keeping and reverting one draft: one of them gets an error (%i)', async () => {
    const params = { id: run.idOf('Main') }
    await run.draft(admin, params.id, { config: { scope: 'openid email' } })
    await run.test(admin, params.id, { username: `ada@${domain}`, groups: ['admins'] })
    const [kept, reverted] = await Promise.all([
      admin.core.client.call(keepIdentityProvider, { params, body: { confirmed: true } }),
      other.core.client.call(revertIdentityProvider, { params, query: {} }),
    ])
    expect([kept.ok, reverted.ok].filter(Boolean)).toHaveLength(1)
    expect(kept.ok ? reverted : kept).toMatchObject({ problem: { status: 409, errorID: 'IDP_NO_DRAFT' } })
    const { live, draft } = await run.read(admin, params.id)
    expect([draft, live?.config['scope']]).toEqual([null, kept.ok ? 'openid email' : 'openid profile email'])
  })

  it.each(rounds)('accepting a switch and deleting its provider: switched, or deleted (%i)', async () => {
    const next = run.idOf('Next')
    const member = (await run.signIn({ username: `mia@next.${domain}`, groups: ['chiefs'] })).browser
    const body = { idp: next, group: await run.groupId('chiefs', next), graceSecs: 3600 }
    expect(await admin.core.client.call(putPrimaryIdp, { body })).toMatchObject({ ok: true })
    const [accepted, deleted] = await Promise.all([
      postForm(member, '/api/portal/idp-switch', { action: 'accept' }),
      admin.core.client.call(deleteIdentityProvider, { params: { id: next } }),
    ])
    const isSwitched = landing(accepted).error === null && accepted.status === 303 && !deleted.ok
    const state = await admin.core.client.call(getPrimaryIdp)
    expect(state).toMatchObject({ value: { pending: null, primary: { name: isSwitched ? 'Next' : 'Main' } } })
    expect(deleted.ok).toBe(!isSwitched)
    expect(await run.paths()).toEqual([isSwitched ? 'chiefs' : 'admins'])
  })

  it('completing the setup in two browsers: one completes it, with its group', async () => {
    const tenant = await server.importTenant({
      tenant: { slug: `${acme.slug}-new`, name: 'New' },
      environments: [{ slug: 'production', name: 'Production', type: 'PROD' }],
    })
    const token = `${acme.slug}-${'t'.repeat(40)}`
    await tenantScope(server.database, tenant.id).transaction((tx) => makeSetupUrl(tx, { token, by: 'operator test' }))
    const [one, two] = [newBrowser(server), newBrowser(server)]
    for (const browser of [one, two])
      expect(await browser.core.client.call(beginSetup, { body: { token } })).toMatchObject({ ok: true })
    const values = {
      type: 'OIDC',
      name: 'My Identity Provider',
      config: { issuer: provider.issuer, clientId: scriptedClient, groupClaim: 'groups' },
      clientSecret: scriptedSecret,
    }
    const choice = { step: 3, product: null, type: 'OIDC', values }
    const saved = await one.core.client.call(saveSetup, { body: choice as never })
    const id = (saved.ok ? saved.value.idp : null) ?? ''
    await one.core.client.call(saveSetupFormats, { body: { prefixes: [], suffixes: [`new-${domain}`] } })
    const ofTenant = providerChanges(server, tenant, provider)
    const person = { username: `ada@new-${domain}`, groups: ['chiefs', 'staff'] }
    expect(await ofTenant.test(one, id, person)).toBe('passed')
    const outcomes = await Promise.all([
      one.core.client.call(completeSetup, { body: { group: 'chiefs' } }),
      two.core.client.call(completeSetup, { body: { group: 'staff' } }),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await ofTenant.paths()).toEqual([outcomes[0].ok ? 'chiefs' : 'staff'])
  })
})
