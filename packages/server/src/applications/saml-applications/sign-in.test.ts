import { getSignIn } from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createBrowser, createTestServer, signedIn, smallTenant, type TestServer } from '../../testing/test-server.ts'
import { testKeyPair } from '../../protocols/saml/testing/key-pairs.ts'
import { giveFederationKeys } from '../../testing/made-keys.ts'
import {
  follow,
  readAsApplication,
  registerApplication,
  sendRequest,
  statusOf,
  type PlayedApplication,
  type RequestChange,
} from './testing/played-application.ts'

let server: TestServer
let acme: ImportedTenant
let billing: PlayedApplication

beforeAll(async () => {
  server = await createTestServer()
  const customRoles = [{ label: 'Auditor', groups: { production: ['staff'] } }]
  acme = await server.importTenant(smallTenant('acme', { customRoles }))
  await giveFederationKeys(server.database, server.deps.secrets, acme.id)
  billing = await registerApplication(server, acme)
})
afterAll(() => server?.close())

let count = 0
const person = (groups: string[] = ['staff', 'finance']) =>
  signedIn(server, acme, { username: `p${++count}@acme.example`, groups })
const visitor = () => createBrowser(server, server.deps.settings.baseUrl)

it('metadata: our addresses, our signing certificate and the bindings, public and cacheable', async () => {
  const at = `${server.deps.settings.baseUrl}/api/saml/${acme.id}`
  const response = await visitor().send(`/api/saml/${acme.id}/metadata`)
  expect(response.headers.get('content-type')).toBe('application/samlmetadata+xml; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('public, max-age=300')
  const xml = await response.text()
  expect(xml).toContain(`entityID="${at}/metadata"`)
  for (const binding of ['HTTP-Redirect', 'HTTP-POST']) {
    expect(xml).toContain(
      `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${at}/sso"/>`,
    )
  }
  expect(xml.match(/<md:KeyDescriptor use="signing">/g)).toHaveLength(1)
  const unknown = await visitor().send(`/api/saml/0197a3c4-0000-7000-8000-000000000000/metadata`)
  expect(unknown.status).toBe(404)
})

describe.each(['redirect', 'post'] as const)('a request by %s', (binding) => {
  it('is answered for a signed-in person with both signatures, the roles and the session', async () => {
    const browser = await person()
    const { response, id } = await sendRequest(server, browser, billing, { binding, relayState: 'back here' })
    const answer = await follow(browser, response)
    expect(answer.action).toBe(billing.acsUrl)
    expect(answer.relayState).toBe('back here')
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe-inline')
    const profile = await readAsApplication(server, billing, answer.response ?? '')
    expect(profile).toMatchObject({
      inResponseTo: id,
      nameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      username: `p${count}@acme.example`,
      tenant: acme.id,
      roles: ['clerk', 'viewer'],
      tenantRoles: 'Auditor',
      sessionIndex: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    })
    expect(profile['nameID']).toMatch(/^[\da-f-]{36}$/)
  })

  it('of a visitor leads to the sign-in and from there back', async () => {
    const browser = visitor()
    const { response } = await sendRequest(server, browser, billing, { binding })
    const { location } = await follow(browser, response)
    const to = new URL(location ?? '', server.deps.settings.baseUrl)
    expect(to.pathname).toBe('/login')
    const returnPath = to.searchParams.get('returnPath') ?? ''
    expect(returnPath).toMatch(new RegExp(`^/api/saml/${acme.id}/continue\\?request=`))
    const signedInNow = await person()
    const answer = await follow(signedInNow, await signedInNow.send(returnPath, { headers: { accept: 'text/html' } }))
    expect(await readAsApplication(server, billing, answer.response ?? '')).toMatchObject({
      roles: ['clerk', 'viewer'],
    })
  })
})

describe('an encrypted assertion', () => {
  it.each(['aes256-gcm', 'aes128-gcm'] as const)('is read only by the application, with %s', async (cipher) => {
    const key = testKeyPair()
    const config = { encryptAssertions: true, encryptionCertificates: [key.certificate], encryptionCipher: cipher }
    const sealed = await registerApplication(server, acme, { slug: 'billing', environment: 'frozen', key, config })
    const browser = await person()
    const { xml, response } = await follow(browser, (await sendRequest(server, browser, sealed)).response)
    expect(xml).toContain(`<xenc:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#${cipher}"`)
    expect(xml).toContain('Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"')
    expect(xml).not.toMatch(/<saml:Assertion|NameID|AttributeValue|acme\.example/)
    expect(await readAsApplication(server, sealed, response ?? '')).toMatchObject({
      username: `p${count}@acme.example`,
      sessionIndex: expect.any(String) as string,
    })
    const stranger = { ...sealed, key: testKeyPair() }
    await expect(readAsApplication(server, stranger, response ?? '')).rejects.toThrow()
  })
})

describe('the person', () => {
  const rolesOf = async (browser: Awaited<ReturnType<typeof person>>) => {
    const { response } = await sendRequest(server, browser, billing)
    const answer = await follow(browser, response)
    return (await readAsApplication(server, billing, answer.response ?? ''))['roles']
  }

  it('has the same persistent name and session index each time, and no role that was removed', async () => {
    const browser = await person()
    expect(await rolesOf(browser)).toEqual(['clerk', 'viewer'])
    await tenantScope(server.database, acme.id).transaction(async ({ db }) => {
      const user = await db
        .selectFrom('users')
        .select('id')
        .where('tenant_id', '=', acme.id)
        .where('username', '=', `p${count}@acme.example`)
        .executeTakeFirstOrThrow()
      await db
        .deleteFrom('user_groups')
        .where('tenant_id', '=', acme.id)
        .where('user_id', '=', user.id)
        .where('group_id', 'in', (query) =>
          query.selectFrom('groups').select('id').where('tenant_id', '=', acme.id).where('name', '=', 'finance'),
        )
        .execute()
    })
    expect(await rolesOf(browser)).toBe('viewer')
  })

  it('without access reads why, and the button reports it to the application', async () => {
    const browser = await person([])
    const { response } = await sendRequest(server, browser, billing)
    const answer = await follow(browser, response)
    expect(answer.status).toBe(403)
    expect(answer.page).toContain('You cannot open Billing.')
    expect([answer.action, statusOf(answer.xml)]).toEqual([billing.acsUrl, 'RequestDenied'])
    await expect(readAsApplication(server, billing, answer.response ?? '')).rejects.toThrow()
  })

  it('is named as the registration says, and by a request for a name that changes', async () => {
    const named = await registerApplication(server, acme, { slug: 'wiki', config: { nameIdFormat: 'unspecified' } })
    const browser = await person()
    const ask = async (elements?: string) => {
      const { response } = await sendRequest(server, browser, named, elements === undefined ? {} : { elements })
      return follow(browser, response)
    }
    const policy = (format: string) => `<samlp:NameIDPolicy Format="${format}"/>`
    const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
    expect(await readAsApplication(server, named, (await ask()).response ?? '')).toMatchObject({
      nameID: `p${count}@acme.example`,
    })
    const [first, second] = [await ask(policy(transient)), await ask(policy(transient))]
    const nameOf = (xml: string) => /<saml:NameID[^>]*>([^<]+)</.exec(xml)?.[1]
    expect(nameOf(first.xml)).toMatch(/^_[\da-f]{40}$/)
    expect(nameOf(second.xml)).not.toBe(nameOf(first.xml))
    const email = await ask(policy('urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'))
    expect(statusOf(email.xml)).toBe('InvalidNameIDPolicy')
  })
})

it('is in the audit log, once for each session in the application', async () => {
  const browser = await person()
  for (let times = 0; times < 2; times += 1) {
    const { response } = await sendRequest(server, browser, billing)
    expect((await follow(browser, response)).action).toBe(billing.acsUrl)
  }
  const rows = await tenantScope(server.database, acme.id).transaction(({ db }) =>
    db
      .selectFrom('audit')
      .select(['target_name', 'after'])
      .where('tenant_id', '=', acme.id)
      .where('action', '=', 'application.open')
      .where('actor_name', '=', `p${count}@acme.example`)
      .execute(),
  )
  const after = { client: billing.clientId, environment: expect.any(String), protocol: 'saml' }
  expect(rows).toEqual([{ target_name: 'Billing', after }])
})

describe('what a request may ask for', () => {
  it('IsPassive: NoPassive without a session, nothing shown', async () => {
    const browser = visitor()
    const { response } = await sendRequest(server, browser, billing, { attributes: ' IsPassive="true"' })
    const answer = await follow(browser, response)
    expect([answer.action, statusOf(answer.xml)]).toEqual([billing.acsUrl, 'NoPassive'])
    const denied = await person([])
    const { response: asked } = await sendRequest(server, denied, billing, { attributes: ' IsPassive="true"' })
    expect(statusOf((await follow(denied, asked)).xml)).toBe('RequestDenied')
  })

  it('IsPassive, again and again: it does not keep the session of the portal alive', async () => {
    const browser = await person()
    const sessions = `p${count}@acme.example`
    const lastUse = async (change: boolean) => {
      await server.deps.senders.settled()
      return tenantScope(server.database, acme.id).transaction(async ({ db }) => {
        const ofPerson = sql`tenant_id = ${acme.id} and user_id = (select id from users where username = ${sessions})`
        if (change)
          await sql`update sessions set last_used_at = now() - interval '10 minutes' where ${ofPerson}`.execute(db)
        const { rows } = await sql<{ now: boolean }>`
          select last_used_at > now() - interval '2 minutes' as now from sessions where ${ofPerson}`.execute(db)
        return rows[0]?.now
      })
    }
    const open = async (attributes: string) => {
      const { response } = await sendRequest(server, browser, billing, { attributes })
      return (await follow(browser, response)).action
    }
    expect(await lastUse(true)).toBe(false)
    expect([await open(' IsPassive="true"'), await lastUse(false)]).toEqual([billing.acsUrl, false])
    expect([await open(''), await lastUse(false)]).toEqual([billing.acsUrl, true])
  })

  it('ForceAuthn: a fresh sign-in although the person is signed in, and none that is older', async () => {
    const browser = await person()
    const { response } = await sendRequest(server, browser, billing, { attributes: ' ForceAuthn="true"' })
    const { location } = await follow(browser, response)
    const to = new URL(location ?? '', server.deps.settings.baseUrl)
    expect(to.searchParams.get('fresh')).toBe('true')
    const returnPath = to.searchParams.get('returnPath') ?? ''
    await tenantScope(server.database, acme.id).transaction(({ db }) =>
      db
        .updateTable('sessions')
        .set({ credentials_at: new Date(Date.now() - 120_000) })
        .where('tenant_id', '=', acme.id)
        .execute(),
    )
    const old = await follow(browser, await browser.send(returnPath, { headers: { accept: 'text/html' } }))
    expect([old.status, statusOf(old.xml)]).toEqual([403, 'AuthnFailed'])
    const again = await person()
    const fresh = await follow(again, await again.send(returnPath, { headers: { accept: 'text/html' } }))
    expect(statusOf(fresh.xml)).toBe('Success')
  })

  it('RequestedAuthnContext: what we do not know is not claimed', async () => {
    const browser = await person()
    const context = (name: string) =>
      `<samlp:RequestedAuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:${name}</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>`
    const ask = async (name: string) => {
      const { response } = await sendRequest(server, browser, billing, { elements: context(name) })
      return statusOf((await follow(browser, response)).xml)
    }
    expect([await ask('PasswordProtectedTransport'), await ask('unspecified')]).toEqual(['NoAuthnContext', 'Success'])
    // The assertion states only what the person's provider reported.
    await tenantScope(server.database, acme.id).transaction(({ db }) =>
      sql`update sessions set acr = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'
           where tenant_id = ${acme.id} and user_id = (select id from users where username = ${`p${count}@acme.example`})`.execute(
        db,
      ),
    )
    expect([await ask('PasswordProtectedTransport'), await ask('Kerberos')]).toEqual(['Success', 'NoAuthnContext'])
    const { response } = await sendRequest(server, browser, billing)
    expect((await follow(browser, response)).xml).toContain(
      'classes:PasswordProtectedTransport</saml:AuthnContextClassRef>',
    )
    await registerApplication(server, acme, { config: { ignoreRequestedContext: true } })
    expect(await ask('Kerberos')).toBe('Success')
    await registerApplication(server, acme)
  })

  it('that is refused is in the flight recorder, under the code on the page', async () => {
    const admin = await signedIn(server, acme, { username: 'admin@acme.example', groups: ['admins'] })
    const recordOf = async (text: string) => {
      const code = /[B-Z2-9]{4}-[B-Z2-9]{4}/.exec(text)?.[0] ?? ''
      const outcome = await admin.core.client.call(getSignIn, { params: { code } })
      return outcome.ok ? outcome.value : undefined
    }
    const browser = await person()
    const elsewhere = await sendRequest(server, browser, billing, { acsUrl: 'https://evil.example/acs' })
    expect(await recordOf(await elsewhere.response.text())).toMatchObject({
      purpose: 'application',
      checks: expect.arrayContaining([
        expect.objectContaining({ check: 'application', evidence: { application: 'Billing' } }),
        expect.objectContaining({
          outcome: 'failed',
          finding: 'application-address',
          evidence: {
            application: 'Billing',
            expected: billing.acsUrl,
            found: 'https://evil.example/acs',
          },
        }),
      ]) as unknown,
      failure: expect.stringMatching(/^“Billing” requested a response at “https:\/\/evil.example\/acs”/) as unknown,
    })
    const key = testKeyPair()
    const signed = { requestsSigned: true, signingCertificates: [key.certificate] }
    const strict = await registerApplication(server, acme, { slug: 'wiki', key, config: signed })
    const cases: [RequestChange, string, Record<string, string>][] = [
      [
        { signWith: strict.key, editQuery: (query) => query.replace('rsa-sha256', 'rsa-sha1') },
        'signature-algorithm',
        {},
      ],
      [{ signWith: billing.key }, 'signature-wrong', {}],
      [{}, 'signature-missing', {}],
      [
        { signWith: strict.key, destination: 'https://elsewhere.example' },
        'destination',
        { found: 'https://elsewhere.example' },
      ],
    ]
    for (const [change, finding, evidence] of cases) {
      const { response } = await sendRequest(server, browser, strict, change)
      const failed = (await recordOf(await response.text()))?.checks.at(-1)
      expect(failed).toMatchObject({ finding: `saml-${finding}`, evidence })
      expect(failed?.message).toMatch(/^“wiki”: /)
      expect(`${failed?.message} ${failed?.todo}`).not.toMatch(/provider|AD FS|\{/)
    }
    const stranger = { ...billing, entityId: 'https://unknown.example' }
    const unknown = await sendRequest(server, browser, stranger)
    expect(await recordOf(await unknown.response.text())).toMatchObject({
      checks: [{ finding: 'application-unknown', evidence: { found: 'https://unknown.example' } }],
    })
    const without = await person([])
    const { response } = await sendRequest(server, without, billing)
    const refused = await recordOf((await follow(without, response)).page)
    expect(refused).toMatchObject({ username: `p${count}@acme.example`, checks: [{ finding: 'application-access' }] })
  })

  it('an address by its index among the registered ones', async () => {
    const vault = await registerApplication(server, acme, {
      slug: 'vault',
      config: { acsUrls: ['https://vault.example/one', 'https://vault.example/two'] },
    })
    const browser = await person()
    const ask = async (attributes: string) => {
      const { response } = await sendRequest(server, browser, vault, { acsUrl: undefined, attributes })
      return follow(browser, response)
    }
    expect((await ask('')).action).toBe('https://vault.example/one')
    expect((await ask(' AssertionConsumerServiceIndex="1"')).action).toBe('https://vault.example/two')
    expect(await ask(' AssertionConsumerServiceIndex="2"')).toMatchObject({ status: 403, action: '' })
  })
})

describe('opened from the launcher', () => {
  it('a response that was not asked for goes to the default address', async () => {
    const browser = await person()
    const launch = `/api/saml/${acme.id}/launch/${billing.clientId}`
    const answer = await follow(browser, await browser.send(launch))
    expect(answer.action).toBe(billing.acsUrl)
    expect(answer.xml).not.toContain('InResponseTo')
    expect(answer.relayState).toBe('https://billing.example/?environment=Production')
    expect(await readAsApplication(server, billing, answer.response ?? '')).toMatchObject({ tenant: acme.id })
    const { location } = await follow(visitor(), await visitor().send(launch))
    expect(location).toBe(`/login?returnPath=${encodeURIComponent(launch)}`)
  })
})
