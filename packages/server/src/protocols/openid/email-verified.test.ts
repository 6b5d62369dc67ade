import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'

import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import { comeBack, newBrowser, providerEntry, startAt, tenantWith } from '../../testing/sign-in-run.ts'
import { changeRows, startOpenidServer, type OpenidServer, type Registered } from './testing/openid-server.ts'

let openid: OpenidServer
let scripted: ScriptedProvider
let initech: ImportedTenant
let billing: Registered

beforeAll(async () => {
  openid = await startOpenidServer()
  scripted = await startScriptedProvider()
  initech = await openid.server.importTenant(
    tenantWith('initech', [
      providerEntry(scripted.issuer, { suffixes: ['initech.example', 'münchen.example'] }),
      providerEntry('http://127.0.0.1:9/other', { name: 'Partners', suffixes: ['b.initech.example'], primary: false }),
    ]),
  )
  billing = await openid.register(initech, 'billing')
})
afterAll(async () => {
  await openid?.close()
  await scripted?.stop()
})

const username = 'peter@initech.example'
const person = { sub: 'peter-1', preferred_username: username, name: 'Peter', groups: ['staff'] }

/** Signs in at the provider, which says this of the person, and opens the application. Claims of the ID token. */
async function claimsAfter(said: Record<string, unknown>, userinfo?: Record<string, unknown>) {
  scripted.plays({
    person: { ...person, ...said },
    ...(userinfo && { userinfo: (claims) => ({ ...claims, ...userinfo }) }),
  })
  const browser = newBrowser(openid.server)
  const redirectUrl = await startAt(browser, username)
  await comeBack(browser, redirectUrl, scripted.authorize(redirectUrl))
  const { id, accessToken } = await openid.signInAt(billing, browser)
  const info = (await (await openid.userinfo(accessToken)).json()) as Record<string, unknown>
  const shown = { email: id['email'], email_verified: id['email_verified'] }
  expect({ email: info['email'], email_verified: info['email_verified'] }, 'userinfo').toEqual(shown)
  return { ...shown, isThere: 'email_verified' in id, accessToken }
}

const own = 'peter.g@initech.example'

describe('email_verified', () => {
  it.each([
    ['true', { email: own, email_verified: true }, true],
    ['the text true', { email: own, email_verified: 'true' }, true],
    ['false', { email: own, email_verified: false }, false],
    ['the text false', { email: own, email_verified: 'false' }, false],
    ['nothing', { email: own }, undefined],
    ['neither true nor false', { email: own, email_verified: 1 }, undefined],
    ['a text that is neither', { email: own, email_verified: 'TRUE' }, undefined],
  ])('of an address of the provider, about which it says %s', async (_, said, expected) => {
    const { email, email_verified: verified, isThere } = await claimsAfter(said)
    expect([email, verified, isThere]).toEqual([own, expected, expected !== undefined])
  })

  it.each([
    ['another company', 'ada@acme.example'],
    ['no company', 'peter@mail.example'],
    ['another provider of the same company', 'peter@b.initech.example'],
    ['a part of such a domain', 'peter@x.b.initech.example'],
    ['a domain that ends like its own', 'peter@notinitech.example'],
    ['a domain around its own', 'peter@example'],
    ['two at signs', 'ada@acme.example@initech.example'],
    ['a quoted local part', '"ada@acme.example"@initech.example'],
    ['a quote without an at sign', '"ada"@initech.example'],
    ['an at sign of another width', 'ada＠acme.example@initech.example'],
    ['no local part', '@initech.example'],
    ['a letter that is an i in capitals', 'ada@ınitech.example'],
    ['a letter that is SS in capitals', 'ada@münchen.exampleß'],
    ['a final dot', 'peter@initech.example.'],
    ['an address literal', 'peter@[127.0.0.1]'],
  ])('is false for an address of %s, whatever the provider says', async (_, email) => {
    for (const said of [{ email_verified: true }, {}]) {
      const { email_verified: verified, isThere } = await claimsAfter({ email, ...said })
      expect([verified, isThere]).toEqual([false, true])
    }
  })

  it.each(['Peter@INITECH.example', 'peter@sub.initech.example', 'peter@MÜNCHEN.example', 'p@xn--mnchen-3ya.example'])(
    'is what the provider says for %s',
    async (email) => {
      expect(await claimsAfter({ email, email_verified: true })).toMatchObject({ email, email_verified: true })
    },
  )

  it('of the ID token does not speak of the address of userinfo', async () => {
    const claims = await claimsAfter({ email_verified: true }, { email: own, email_verified: undefined })
    expect([claims.email, claims.email_verified]).toEqual([own, undefined])
  })

  it('is forgotten with the address to which it applied', async () => {
    await claimsAfter({ email: own, email_verified: true })
    const of = (email: string) =>
      changeRows(openid, initech, sql`update users set email = ${email} where username = ${username}`)
    const verified = async (token: string) =>
      ((await (await openid.userinfo(token)).json()) as Record<string, unknown>)['email_verified']
    const { accessToken } = await claimsAfter({ email: own, email_verified: true })
    expect(await verified(accessToken)).toBe(true)
    await of('p.gibbons@initech.example')
    expect(await verified(accessToken)).toBeUndefined()
    await of('ada@acme.example')
    expect(await verified(accessToken)).toBe(false)
  })

  it('goes when the provider sends only the address', async () => {
    expect((await claimsAfter({ email: own, email_verified: true })).email_verified).toBe(true)
    expect((await claimsAfter({ email: own })).isThere).toBe(false)
  })
})
