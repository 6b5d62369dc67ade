import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { importedSubject } from '../../people/people/imported-people.ts'
import { startScriptedProvider, type Claims, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import {
  change,
  comeBack,
  countSessions,
  landing,
  newBrowser,
  postLogin,
  providerEntry,
  refusedWith,
  startAt,
  tenantWith,
  whoIs,
} from '../../testing/sign-in-run.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let globex: ImportedTenant
let provider: ScriptedProvider
let second: ScriptedProvider
let globexProvider: ScriptedProvider

beforeAll(async () => {
  ;[provider, second, globexProvider] = await Promise.all([
    startScriptedProvider(),
    startScriptedProvider(),
    startScriptedProvider(),
  ])
  server = await createTestServer()
  acme = await server.importTenant(
    tenantWith('acme', [
      { ...providerEntry(provider.issuer, { suffixes: ['acme.example', 'kite.example'] }), windowsDomains: ['ACMEK'] },
      providerEntry(second.issuer, { name: 'Second', primary: false, suffixes: ['second.example'] }),
    ]),
  )
  globex = await server.importTenant(
    tenantWith('globex', [
      {
        ...providerEntry(globexProvider.issuer, { suffixes: ['globex.example', 'labs.acme.example'] }),
        windowsDomains: ['GLOBEX'],
      },
    ]),
  )
})
afterAll(async () => {
  await server?.close()
  await Promise.all([provider, second, globexProvider].map((one) => one?.stop()))
})

/** acme's provider, asked for one of acme's people, says who came. */
async function asserted(person: Claims, by = provider, start = 'ada@acme.example') {
  by.plays({ person })
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, start)
  const before = await countSessions(server, acme)
  const response = await comeBack(browser, redirectUrl, by.authorize(redirectUrl))
  return { ...landing(response), made: (await countSessions(server, acme)) - before, who: await whoIs(browser) }
}

const named = (username: string) => asserted({ sub: 'named', preferred_username: username })

describe("a provider vouches only for its own tenant's people", () => {
  it.each([
    ['a user of another tenant', 'gus@globex.example'],
    ['a user of another tenant, by Windows domain', 'GLOBEX\\gus'],
    ['a user of another tenant that owns a subdomain of our domain', 'lab@labs.acme.example'],
    ['a user of another provider of the tenant', 'sue@second.example'],
    ['an unreserved domain', 'ada@nobody.example'],
    ['a domain that ends in our domain', 'user@evil-acme.example'],
    ['a domain that begins with our domain', 'user@acme.example.evil'],
    ['a parent of our domain', 'user@example'],
    ['our domain behind a dot too many', 'user@.acme.example'],
    ['our domain with two dots', 'user@acme..example'],
    ['our domain with a trailing dot', 'user@acme.example.'],
    ['a Cyrillic a', 'user@\u0430cme.example'],
    ['a full-width a', 'user@\uff41cme.example'],
    ['a full-width dot', 'user@acme\uff0eexample'],
    ['an ideographic full stop', 'user@acme\u3002example'],
    ['a soft hyphen', 'user@ac\u00adme.example'],
    ['a zero-width space', 'user@acme.example\u200b'],
    ['a combining mark', 'user@a\u0301cme.example'],
    ['the Kelvin sign, whose lower case is a plain k', 'user@\u212aite.example'],
    ['the Kelvin sign in a Windows domain', 'ACME\u212a\\user'],
    ['a name within the name', 'gus@globex.example@acme.example'],
    ['a name within the name, the other way round', 'ada@acme.example@globex.example'],
    ['a quoted local part', '"gus@globex.example"@acme.example'],
    ['a quoted name without an at sign', '"gus"@acme.example'],
    ['a Windows domain before our domain', 'GLOBEX\\gus@acme.example'],
    ['two Windows domains', 'GLOBEX\\ACMEK\\gus'],
    ['no local part', '@acme.example'],
    ['no domain', 'ada@'],
    ['no at sign', 'ada'],
    ['a line break', 'gus@globex.example\nada@acme.example'],
    ['a blank', 'gus@globex.example ada@acme.example'],
    ['a blank of another script behind it', 'ada@acme.example\u00a0'],
    ['a byte order mark before it', '\ufeffada@acme.example'],
    ['a full-width at sign', 'gus\uff20globex.example@acme.example'],
    ['half a character', 'ada\ud83d@acme.example'],
    ['a NUL', 'gus@globex.example\0@acme.example'],
    ['an address in brackets', 'Gus <gus@globex.example>'],
    ['an IP literal', 'ada@[127.0.0.1]'],
    ['SQL', "ada@acme.example' or '1'='1"],
    ['400 characters', `${'x'.repeat(400)}@acme.example`],
  ])('%s does not sign in', async (_, username) => {
    expect(await named(username)).toEqual({ ...refusedWith('AUTH-001001'), made: 0, who: undefined })
  })

  it.each([
    ['in upper case', 'ADA@ACME.EXAMPLE'],
    ['of a subdomain that no other tenant reserved', 'ada@berlin.acme.example'],
    ['by Windows domain', 'acmek\\ada'],
    ['with a plus and dots', 'ada.byron+tag@acme.example'],
    ['of a guest', 'ada_partner.example#EXT#@acme.example'],
  ])("the tenant's own person %s signs in", async (_, username) => {
    expect(await named(username)).toMatchObject({ error: null, made: 1, who: { username } })
  })
})

describe('the key of a person is the subject at the provider', () => {
  it('never an email address, verified or not', async () => {
    const email = 'admin@acme.example'
    const admin = await asserted({ sub: 'admin', preferred_username: email, email, groups: ['admins'] })
    expect(admin.who?.portalRoles).toEqual(['security-admin'])
    for (const email_verified of [true, false, undefined]) {
      const impostor = { sub: `impostor-${email_verified}`, preferred_username: email, email, email_verified }
      const { who } = await asserted(impostor)
      expect(who?.id).not.toBe(admin.who?.id)
      expect(who?.portalRoles).toEqual([])
    }
  })

  it('the same subject at another provider of the tenant is another person, without these groups', async () => {
    const one = await asserted({ sub: 'same', preferred_username: 'ada@acme.example', groups: ['admins'] })
    const person = { sub: 'same', preferred_username: 'ada@second.example', groups: ['admins'] }
    const two = await asserted(person, second, 'ada@second.example')
    expect(one.who?.portalRoles).toEqual(['security-admin'])
    expect(two.who?.id).not.toBe(one.who?.id)
    // A group called admins at this provider is not the group that administers.
    expect(two.who).toMatchObject({ groups: ['admins'], portalRoles: [] })
  })

  it('subjects that differ only in case are different people', async () => {
    const [one, two] = [
      await asserted({ sub: 'Case', preferred_username: 'ada@acme.example' }),
      await asserted({ sub: 'case', preferred_username: 'ada@acme.example' }),
    ]
    expect(one.who?.id).not.toBe(two.who?.id)
  })
})

describe('a deactivated user', () => {
  it('cannot sign in again, keeps their old attributes, and loses their session', async () => {
    const person = { sub: 'leaver', preferred_username: 'leaver@acme.example', name: 'Before', groups: ['admins'] }
    provider.plays({ person })
    const browser = newBrowser(server)
    const redirectUrl = await startAt(browser, 'leaver@acme.example')
    await comeBack(browser, redirectUrl, provider.authorize(redirectUrl))
    expect(await whoIs(browser)).toBeDefined()

    await change(server, acme, sql`update users set active = false where subject = ${`${provider.issuer} leaver`}`)
    expect(await whoIs(browser)).toBeUndefined()
    expect(await asserted({ ...person, name: 'After' })).toEqual({
      ...refusedWith('PERSON_DEACTIVATED'),
      made: 0,
      who: undefined,
    })
    await change(
      server,
      acme,
      sql`update users set active = true where subject = ${`${provider.issuer} leaver`} and name = 'Before'`,
    )
    expect((await asserted(person)).error).toBeNull()
  })

  it('of a tenant file cannot sign in for the first time', async () => {
    const person = { sub: 'imported', preferred_username: 'imported@acme.example', name: 'Imported' }
    const subject = importedSubject(person.preferred_username)
    await change(
      server,
      acme,
      sql`
        insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname, active)
        select tenant_id, ${uuidv7(server.clock.now())}::uuid, identity_provider_id, ${subject}, 'imported@acme.example',
               'Imported', 'Imported', false
          from username_formats where value = 'acme.example'`,
    )
    expect(await asserted(person)).toEqual({ ...refusedWith('PERSON_DEACTIVATED'), made: 0, who: undefined })
  })
})

describe('POST /login', () => {
  it('gives the same answer for known and unknown users of a domain', async () => {
    await asserted({ sub: 'known', preferred_username: 'known@acme.example' })
    const shape = async (username: string) => {
      const answer = await postLogin(newBrowser(server), username)
      const url = new URL(answer.redirectUrl ?? '')
      for (const name of ['state', 'nonce', 'code_challenge', 'login_hint']) url.searchParams.delete(name)
      return { ...answer, redirectUrl: url.href }
    }
    expect(await shape('known@acme.example')).toEqual(await shape('never-seen@acme.example'))
  })

  it.each(['ada@unknown.example', 'ada@evil-acme.example', 'ada@acme.example.evil', 'UNKNOWN\\ada'])(
    '%s, of an unreserved domain, is asked to check the username',
    async (username) => {
      const browser = newBrowser(server)
      expect(await postLogin(browser, username)).toEqual({
        redirectUrl: null,
        code: 'AUTH-001001',
        message: 'Check the username assigned by your company.',
      })
      expect(browser.cookies.size).toBe(0)
    },
  )

  it.each([
    ['', 'USERNAME_REQUIRED', 'Enter the username for your company account'],
    ['   ', 'USERNAME_REQUIRED', 'Enter the username for your company account'],
    ['ada', 'USERNAME_SHAPE', "That doesn't look like a valid username."],
    ['ada@acme', 'USERNAME_SHAPE', "That doesn't look like a valid username."],
  ])('%j is refused by name', async (username, code, message) => {
    expect(await postLogin(newBrowser(server), username)).toEqual({ redirectUrl: null, code, message })
  })

  it('a control character in a username is refused before the name is looked up', async () => {
    const response = await newBrowser(server).send('/api/login', {
      method: 'POST',
      body: JSON.stringify({ username: 'ada\0@acme.example' }),
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ details: [{ errorID: 'TEXT_CHARACTERS', fieldID: 'username' }] })
  })

  it('a subdomain that another tenant owns stays reserved while its provider is disabled', async () => {
    const enable = (on: boolean) => change(server, globex, sql`update identity_providers set enabled = ${on}`)
    await enable(false)
    try {
      expect(await named('lab@labs.acme.example')).toEqual({ ...refusedWith('AUTH-001001'), made: 0, who: undefined })
      expect(await postLogin(newBrowser(server), 'x@deep.labs.acme.example')).toMatchObject({ redirectUrl: null })
    } finally {
      await enable(true)
    }
  })

  it('the longest reserved format wins, whichever tenant it belongs to', async () => {
    const at = async (username: string) => new URL(await startAt(newBrowser(server), username)).origin
    expect(await at('x@acme.example')).toBe(provider.issuer)
    expect(await at('x@labs.acme.example')).toBe(globexProvider.issuer)
    expect(await at('x@deep.labs.acme.example')).toBe(globexProvider.issuer)
    expect(await at('x@other.acme.example')).toBe(provider.issuer)
  })
})
