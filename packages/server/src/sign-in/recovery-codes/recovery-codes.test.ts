import {
  beginRepair,
  createRecoveryCodes,
  drillRecoveryCode,
  getIdentityProvider,
  getLauncher,
  getRecoveryCodes,
  getSession,
  listIdentityProviders,
  recoveryCodeOf,
  renewSession,
  updateIdentityProvider,
} from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createApp } from '../../app/app.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { endRepairAfterSignIn } from '../sessions/repair-sessions.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import {
  createBrowser,
  createTestServer,
  signedIn,
  smallTenant,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'

let server: TestServer
let tenant: ImportedTenant
let admin: Browser
let round = 0

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
})
afterAll(() => server?.close())

beforeEach(async () => {
  tenant = await server.importTenant(smallTenant(`acme${++round}`))
  admin = await signedIn(server, tenant, { username: `ada@acme${round}.example`, groups: ['admins'] })
})

const inTenant = <Row>(statement: RawBuilder<Row>) =>
  tenantScope(server.database, tenant.id).transaction(async (tx) => (await statement.execute(tx.db)).rows)

type Outcome<T> = { ok: true; value: T } | { ok: false; problem: unknown }

function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
  return outcome.value
}

const idOf = (outcome: Outcome<unknown>): unknown =>
  outcome.ok ? 'ok' : (outcome.problem as { errorID?: string }).errorID
const detailOf = (outcome: Outcome<unknown>): unknown =>
  outcome.ok ? 'ok' : (outcome.problem as { details?: { errorID: string }[] }).details?.map(({ errorID }) => errorID)

const make = async () => valueOf(await admin.core.client.call(createRecoveryCodes)).codes as [string, string]
const drill = (code: string, by = admin) => by.core.client.call(drillRecoveryCode, { body: { code } })
const state = async () => valueOf(await admin.core.client.call(getRecoveryCodes))
const stranger = () => createBrowser(server, server.deps.settings.baseUrl)
const use = (code: string, browser = stranger()) => browser.core.client.call(beginRepair, { body: { code } })

/** Two armed codes: the replacement of the drilled one, and the other. */
async function armed(): Promise<[string, string]> {
  const [one, two] = await make()
  return [valueOf(await drill(one)).code, two]
}

/** A browser in a repair session. */
async function repairing(code?: string): Promise<Browser> {
  const browser = stranger()
  valueOf(await use(code ?? (await armed())[0], browser))
  return browser
}

const actions = async () =>
  (await auditRows(server, tenant)).map((row) => row.action).filter((one) => /recovery/.test(one))

describe('recovery codes', () => {
  it('are two different ones, stored as hashes only, and shown by no later call', async () => {
    const [one, two] = await make()
    expect(one).not.toBe(two)
    const stored = await inTenant(sql<{ text: string }>`
      select (c.*)::text || (s.*)::text as text from recovery_codes c join recovery_sets s using (tenant_id)`)
    const shown = JSON.stringify([stored, await auditRows(server, tenant), await state()])
    for (const code of [one, two])
      for (const form of [code, code.replaceAll('-', '')]) expect(shown).not.toContain(form)
    expect(await state()).toMatchObject({ codesLeft: 2, drilled: null, used: null })
  })

  it('are not kept for an Idempotency-Key', async () => {
    await admin.send('/api/portal/admin/settings/recovery-codes', {
      method: 'POST',
      headers: { 'X-CSRFToken': admin.cookies.get('csrf') ?? '', 'Idempotency-Key': 'once' },
    })
    expect(await inTenant(sql`select * from idempotency_keys`)).toEqual([])
  })

  it('open nothing before a drill, and the answer is that of an unknown code', async () => {
    const [one] = await make()
    const unknown = recoveryCodeOf('7K3MQ9ZT0XW5A8BCDEFGHJNPRSV')
    const answers = [await use(one), await use(unknown)].map((answer) => ({ ...(answer as object), requestID: '' }))
    expect(idOf(await use(one))).toBe('RECOVERY_CODE_REFUSED')
    const text = answers.map((answer) => JSON.stringify(answer).replace(/"requestID":"[^"]*"/g, ''))
    expect(text[0]).toBe(text[1])
  })

  it('are armed by a drill, which replaces the code it used', async () => {
    const [one, two] = await make()
    const { code } = valueOf(await drill(one))
    expect(idOf(await use(one))).toBe('RECOVERY_CODE_REFUSED')
    expect(detailOf(await drill(one))).toEqual(['RECOVERY_CODE_NOT_CURRENT'])
    expect(idOf(await use(code))).toBe('ok')
    expect(idOf(await use(two))).toBe('ok')
    expect(await state()).toMatchObject({ codesLeft: 0 })
  })

  it('open repair once each', async () => {
    const [one] = await armed()
    expect(idOf(await use(one))).toBe('ok')
    expect(idOf(await use(one))).toBe('RECOVERY_CODE_REFUSED')
    expect(await actions()).toEqual([
      'recovery-codes.create',
      'recovery-codes.drill',
      'recovery-codes.use',
      'recovery-codes.refuse',
    ])
  })

  it('one code used many times at once opens one repair session', async () => {
    const [one] = await armed()
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => use(one)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('that have expired open nothing and cannot be drilled', async () => {
    const [one] = await armed()
    await inTenant(sql`update recovery_sets set expires_at = now() - interval '1 second'`)
    expect(idOf(await use(one))).toBe('RECOVERY_CODE_REFUSED')
    expect(detailOf(await drill(one))).toEqual(['RECOVERY_CODE_NOT_CURRENT'])
  })

  it('created again withdraw the earlier ones and end their repair session', async () => {
    const [one, two] = await armed()
    const browser = await repairing(one)
    await make()
    expect(idOf(await browser.core.client.call(listIdentityProviders))).not.toBe('ok')
    expect(idOf(await use(two))).toBe('RECOVERY_CODE_REFUSED')
  })

  it('of another tenant can be neither drilled nor seen', async () => {
    const [one] = await make()
    const other = await server.importTenant(smallTenant(`other${round}`))
    const globex = await signedIn(server, other, { username: `eve@other${round}.example`, groups: ['admins'] })
    expect(detailOf(await drill(one, globex))).toEqual(['RECOVERY_CODE_NOT_CURRENT'])
    expect(valueOf(await globex.core.client.call(getRecoveryCodes))).toMatchObject({ made: null, codesLeft: 0 })
    expect(idOf(await drill(one))).toBe('ok')
  })

  it('are made and drilled only after a fresh sign-in', async () => {
    const [one] = await make()
    await inTenant(sql`update sessions set credentials_at = now() - interval '5 minutes 1 second'`)
    expect(idOf(await admin.core.client.call(createRecoveryCodes))).toBe('FRESH_SIGN_IN_REQUIRED')
    expect(idOf(await drill(one))).toBe('FRESH_SIGN_IN_REQUIRED')
    await inTenant(sql`update sessions set credentials_at = null`)
    expect(idOf(await drill(one))).toBe('FRESH_SIGN_IN_REQUIRED')
    expect(await state()).toMatchObject({ drilled: null })
  })

  it('are announced only to administrators', async () => {
    const bannerOf = async (browser: Browser) => valueOf(await browser.core.client.call(getSession)).systemBanner
    const person = await signedIn(server, tenant, { username: `bob@acme${round}.example`, groups: ['staff'] })
    expect(await bannerOf(admin)).toBeNull()
    const [one, two] = await make()
    expect((await bannerOf(admin))?.message).toMatch(/were made on \d{4}-\d\d-\d\d \d\d:\d\d UTC by ada@/)
    await drill(one)
    expect((await bannerOf(admin))?.message).toMatch(/was drilled on .* by ada@/)
    await use(two)
    expect(await bannerOf(admin)).toMatchObject({
      type: 'warning',
      message: expect.stringMatching(/was used on .* from /),
    })
    expect(await bannerOf(person)).toBeNull()
    await inTenant(sql`
      update recovery_sets set created_at = created_at - interval '8 days', drilled_at = drilled_at - interval '8 days',
                               used_at = used_at - interval '8 days'`)
    expect(await bannerOf(admin)).toBeNull()
  })
})

describe('a repair session', () => {
  it('changes an identity provider, and opens nothing else', async () => {
    const browser = await repairing()
    const { idps } = valueOf(await browser.core.client.call(listIdentityProviders))
    const [main] = idps
    const params = { id: main?.id ?? '' }
    const { name, type, enabled, config } = valueOf(await browser.core.client.call(getIdentityProvider, { params }))
    const body = { name: `${name} repaired`, type, enabled, config } as never
    expect(idOf(await browser.core.client.call(updateIdentityProvider, { params, body }))).toBe('ok')
    expect(idOf(await browser.core.client.call(getLauncher))).toBe('FORBIDDEN')
    expect(idOf(await browser.core.client.call(getRecoveryCodes))).toBe('FORBIDDEN')
    expect(idOf(await browser.core.client.call(createRecoveryCodes))).toBe('FORBIDDEN')
    const row = (await auditRows(server, tenant)).findLast(({ target_kind }) => target_kind === 'identity-provider')
    expect(row).toMatchObject({ actor_kind: 'recovery', actor_name: 'recovery code' })
  })

  it('needs its CSRF token for a change', async () => {
    const browser = await repairing()
    browser.cookies.set('csrf', admin.cookies.get('csrf') ?? '')
    const { idps } = valueOf(await browser.core.client.call(listIdentityProviders))
    const answer = await browser.send(`/api/portal/admin/tenant/idps/${idps[0]?.id}`, { method: 'DELETE' })
    expect(answer.status).toBe(403)
  })

  it('ends after half an hour, used or not, and cannot be renewed', async () => {
    const browser = await repairing()
    const before = valueOf(await browser.core.client.call(getSession))
    expect(Date.parse(before.expiresOn) - Date.now()).toBeLessThanOrEqual(30 * 60_000 + 5_000)
    expect(idOf(await browser.core.client.call(renewSession))).toBe('FORBIDDEN')
    expect(valueOf(await browser.core.client.call(getSession)).expiresOn).toBe(before.expiresOn)
    await inTenant(sql`update repair_sessions set expires_at = now()`)
    expect((await browser.send('/api/portal/admin/tenant/idps')).status).toBe(401)
  })

  it('is the only one: the next one ends it', async () => {
    const [one, two] = await armed()
    const first = await repairing(one)
    const second = await repairing(two)
    expect((await first.send('/api/portal/admin/tenant/idps')).status).toBe(401)
    expect((await second.send('/api/portal/admin/tenant/idps')).status).toBe(200)
  })

  it('is ended by its sign-out', async () => {
    const browser = await repairing()
    const cookies = new Map(browser.cookies)
    const body = new URLSearchParams({ 'X-CSRFToken': browser.cookies.get('csrf') ?? '' })
    expect((await browser.send('/api/login/signout', { method: 'POST', body })).status).toBe(303)
    expect(browser.cookies.has('portico-session')).toBe(false)
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    expect((await browser.send('/api/portal/admin/tenant/idps')).status).toBe(401)
  })

  it.each([
    ['a Security Admin', ['admins'], 401],
    ['a person without the role', ['staff'], 200],
  ] as const)('after %s has signed in: %j, %i', async (who, groups, status) => {
    const browser = await repairing()
    const person = await signedIn(server, tenant, { username: `${who}${round}@acme.example`, groups })
    const hash = hashToken(person.cookies.get('portico-session') ?? '')
    await tenantScope(server.database, tenant.id).transaction((tx) => endRepairAfterSignIn(tx, hash))
    expect((await browser.send('/api/portal/admin/tenant/idps')).status).toBe(status)
  })

  it('replaces the session that the browser had', async () => {
    const [one] = await armed()
    const cookies = new Map(admin.cookies)
    valueOf(await use(one, admin))
    const copied = createBrowser(server, server.deps.settings.baseUrl)
    for (const [name, value] of cookies) copied.cookies.set(name, value)
    expect((await copied.send('/api/portal/launcher')).status).toBe(401)
    expect((await admin.send('/api/portal/launcher')).status).toBe(403)
  })
})

it('wrong codes are limited by network, and codes used from another network are not', async () => {
  const limited = await createTestServer()
  try {
    const own = await limited.importTenant(smallTenant('acme'))
    const ada = await signedIn(limited, own, { username: 'ada@acme.example', groups: ['admins'] })
    const { codes } = valueOf(await ada.core.client.call(createRecoveryCodes))
    const drilled = valueOf(await ada.core.client.call(drillRecoveryCode, { body: { code: codes[0] ?? '' } }))
    const app = createApp(limited.deps)
    const post = (code: string, address: string) =>
      app.fetch(
        new Request(`${limited.deps.settings.baseUrl}/api/login/recovery`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ code }),
        }),
        { address },
      )
    const wrong = recoveryCodeOf('7K3MQ9ZT0XW5A8BCDEFGHJNPRSV')
    const statuses: number[] = []
    for (let attempt = 0; attempt < 21; attempt += 1) statuses.push((await post(wrong, '192.0.2.1')).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429])
    expect((await post(drilled.code, '192.0.2.1')).status).toBe(429)
    expect((await post(drilled.code, '198.51.100.1')).status).toBe(200)
  } finally {
    await limited.close()
  }
})
