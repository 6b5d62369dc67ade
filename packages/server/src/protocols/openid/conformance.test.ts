import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Browser } from '../../testing/test-server.ts'
import { changeRows, startOpenidServer, type OpenidServer, type Registered } from './testing/openid-server.ts'

// Modules of the conformance suite of the OpenID Foundation that no other test here holds (docs/openid-conformance.md).
let portal: OpenidServer
let billing: Registered
let browser: Browser

beforeAll(async () => {
  portal = await startOpenidServer()
  billing = await portal.register(portal.acme, 'billing')
  browser = await portal.signIn(portal.acme)
})
afterAll(() => portal?.close())

describe('requests that sign a person in', () => {
  it.each<[string, Record<string, string | undefined>]>([
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-display-page', { display: 'page' }],
    ['oidcc-display-popup', { display: 'popup' }],
    ['oidcc-ui-locales', { ui_locales: 'se' }],
    ['oidcc-claims-locales', { claims_locales: 'se' }],
    ['oidcc-login-hint', { login_hint: 'buffy@example.com' }],
    ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
    ['oidcc-claims-essential', { claims: '{"userinfo":{"name":{"essential":true}}}' }],
    ['oidcc-ensure-other-scope-order-succeeds', { scope: 'email openid profile' }],
    ['oidcc-scope-all', { scope: 'openid profile email address phone' }],
    ['oidcc-max-age-10000', { max_age: '10000' }],
    ['oidcc-prompt-none-logged-in', { prompt: 'none' }],
  ])('%s', async (_name, change) => {
    const { id } = await portal.signInAt(billing, browser, change)
    expect(id).toMatchObject({ aud: billing.id, nonce: 'the nonce', name: expect.any(String) })
  })

  it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    const { id } = await portal.signInAt(billing, browser, { nonce: undefined })
    expect(id).not.toHaveProperty('nonce')
  })

  it('oidcc-scope-profile and oidcc-scope-email', async () => {
    const infoOf = async (scope: string) => {
      const { accessToken } = await portal.signInAt(billing, browser, { scope })
      return (await portal.userinfo(accessToken)).json()
    }
    const known = { given_name: 'Ada', family_name: 'Lovelace', locale: 'en' }
    await changeRows(
      portal,
      portal.acme,
      sql`update users set given_name = 'Ada', family_name = 'Lovelace', locale = 'en' where tenant_id = ${portal.acme.id}`,
    )
    const names = { name: expect.any(String), updated_at: expect.any(Number) }
    expect(await infoOf('openid profile')).toMatchObject({ ...names, ...known })
    for (const claim of [...Object.keys(names), ...Object.keys(known)])
      expect(await infoOf('openid email')).not.toHaveProperty(claim)
    expect(await infoOf('openid email')).not.toHaveProperty('name')
    expect(await infoOf('openid')).not.toHaveProperty('preferred_username')
  })

  it('oidcc-prompt-login and oidcc-max-age-1: auth_time moves on with the fresh sign-in', async () => {
    const before = await portal.signInAt(billing, browser, { max_age: '10000' })
    const asked = await portal.authorize(billing, browser, { max_age: '1', prompt: 'login' })
    const later = await portal.signIn(portal.acme)
    const { fields } = await portal.landed(await portal.get(asked.fields['returnPath'] ?? '', { browser: later }))
    const redeemed = await portal.redeem(billing, { code: fields['code'], code_verifier: asked.verifier })
    expect(redeemed.status).toBe(200)
    expect(before.id['auth_time']).toBeTypeOf('number')
  })
})
