import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ForgeOptions } from '../../protocols/saml/testing/forge-response.ts'
import { landing, newBrowser, tenantWith, whoIs } from '../../testing/sign-in-run.ts'
import { createTestServer, testBaseUrl, type TestServer } from '../../testing/test-server.ts'
import { beginAttempt } from '../start/begin-attempt.ts'
import { newRecording } from '../records/recording.ts'
import { ask, forgedFor, playedProvider, postResponse, readAsked, signIn } from './testing/saml-run.ts'

let server: TestServer
const main = playedProvider()
const poster = playedProvider('poster.example')
const adfs = playedProvider('adfs.example')
const sales = playedProvider('sales.example')
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const windowsName = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/windowsaccountname'

beforeAll(async () => {
  server = await createTestServer()
  await server.importTenant(
    tenantWith('acme', [
      main.entry(),
      poster.entry({ name: 'Poster', primary: false, suffixes: ['poster.example'], config: { ssoBinding: 'post' } }),
      adfs.entry({
        name: 'ADFS',
        type: 'ADFS_SAML',
        primary: false,
        suffixes: [],
        windowsDomains: ['ACME'],
        config: {
          attributes: {
            username: windowsName,
            firstName: `${claims}/givenname`,
            lastName: `${claims}/surname`,
            email: `${claims}/emailaddress`,
            group: 'http://schemas.xmlsoap.org/claims/Group',
          },
          subjectAttribute: `${claims}/upn`,
        },
      }),
      sales.entry({
        name: 'Sales',
        type: 'SFDC_SAML',
        primary: false,
        suffixes: ['sales.example'],
        config: { attributes: { username: 'username', group: 'groups' } },
      }),
    ]),
  )
})
afterAll(() => server?.close())

const signedIn = { status: 303, path: '/portal/environments', error: null }

describe('a good answer signs in', () => {
  it('by redirect, with the NameID as username', async () => {
    const { asked, landed } = await signIn(server, main)
    expect(asked.url.startsWith(`${main.ssoUrl}?SAMLRequest=`)).toBe(true)
    expect(Buffer.byteLength(asked.relayState)).toBeLessThanOrEqual(80)
    expect(landed).toEqual(signedIn)
    expect(await whoIs(asked.browser)).toMatchObject({ username: 'ada@acme.example', groups: ['staff'] })
  })

  it('by the page that posts our request', async () => {
    const nameId = { value: 'pia@poster.example' }
    const { asked, landed } = await signIn(server, poster, { nameId }, 'pia@poster.example')
    expect(asked.url).toMatch(/^http:\/\/127\.0\.0\.1:4000\/api\/login\/idps\/[^/]+\/saml\/request\?state=/)
    expect(landed).toEqual(signedIn)
  })

  it.each(['assertion', 'response', 'both'] as const)('signed: %s', async (sign) => {
    expect((await signIn(server, main, { sign })).landed).toEqual(signedIn)
  })

  it('ADFS: claim addresses, no NameID, DOMAIN\\user', async () => {
    const { asked, landed } = await signIn(
      server,
      adfs,
      {
        nameId: null,
        attributes: {
          [windowsName]: ['ACME\\ada'],
          [`${claims}/upn`]: ['ada@corp.acme.example'],
          [`${claims}/givenname`]: ['Ada'],
          [`${claims}/surname`]: ['Byron'],
          [`${claims}/emailaddress`]: ['ada@acme.example'],
          'http://schemas.xmlsoap.org/claims/Group': ['staff', 'finance'],
        },
      },
      'ACME\\ada',
    )
    expect(landed).toEqual(signedIn)
    const person = await whoIs(asked.browser)
    expect(person).toMatchObject({ username: 'ACME\\ada', name: 'Ada Byron', email: 'ada@acme.example' })
    expect(person?.groups.toSorted()).toEqual(['finance', 'staff'])
  })

  it("Salesforce: groups are one value joined by ';'", async () => {
    const attributes = { username: ['sam@sales.example'], groups: ['Sales EMEA;Managers, all; '] }
    const nameId = { value: '005xx000001Sv' }
    const { asked, landed } = await signIn(server, sales, { nameId, attributes }, 'sam@sales.example')
    expect(landed).toEqual(signedIn)
    expect((await whoIs(asked.browser))?.groups.toSorted()).toEqual(['Managers, all', 'Sales EMEA'])
  })

  it('in two tabs of one browser', async () => {
    const browser = newBrowser(server)
    const [first, second] = [await ask(server, undefined, browser), await ask(server, undefined, browser)]
    for (const asked of [second, first])
      expect(landing(await postResponse(asked, await forgedFor(server, main, asked)))).toEqual(signedIn)
  })
})

describe('the configuration holds at sign-in', () => {
  const configured = async (config: Record<string, unknown>) => {
    const entry = main.entry({ suffixes: ['config.example'], config })
    await server.importTenant(tenantWith('config', [entry]))
    return ask(server, 'cora@config.example')
  }

  it('name ID format, and requests without a policy', async () => {
    const policy = 'NameIDPolicy Format="urn:oasis:names:tc:SAML:'
    expect((await configured({ nameIdFormat: 'persistent' })).xml).toContain(`${policy}2.0:nameid-format:persistent"`)
    expect((await configured({ nameIdFormat: 'emailAddress' })).xml).toContain(
      `${policy}1.1:nameid-format:emailAddress"`,
    )
    expect((await configured({})).xml).toContain(`${policy}1.1:nameid-format:unspecified" AllowCreate="true"`)
    expect((await configured({ omitNameIdPolicy: true })).xml).not.toContain('NameIDPolicy')
  })

  it('requested authentication context with its comparison, off unless switched on', async () => {
    const classes = { requestedAuthnContext: 'urn:a, urn:b', authnContextComparison: 'minimum' }
    expect((await configured(classes)).xml).not.toContain('RequestedAuthnContext')
    const { xml } = await configured({ ...classes, disableRequestedAuthnContext: false })
    expect(xml).toContain('<samlp:RequestedAuthnContext Comparison="minimum">')
    expect(xml.match(/<saml:AuthnContextClassRef>urn:[ab]</g)).toHaveLength(2)
    expect((await configured({ disableRequestedAuthnContext: false })).xml).not.toContain('RequestedAuthnContext')
  })

  it.each(['redirect', 'post'] as const)('a fresh sign-in can be asked for, by %s', async (ssoBinding) => {
    const entry = main.entry({ suffixes: ['config.example'], config: { ssoBinding } })
    const { id: tenantId, identityProviderIds } = await server.importTenant(tenantWith('config', [entry]))
    const identityProviderId = identityProviderIds.get('SAML') ?? ''
    const begin = async (forceAuthn: boolean) => {
      const request = new Request(testBaseUrl)
      const start = { tenantId, identityProviderId, username: '', returnPath: '/portal', forceAuthn }
      const call = { deps: server.deps, request, requestId: 'test', address: 'test' }
      const { url, headers } = await beginAttempt(call, start, newRecording())
      const browser = newBrowser(server)
      const [name = '', value = ''] = (headers[0]?.[1] ?? '').split(';')[0]?.split('=') ?? []
      browser.cookies.set(name, value)
      return (await readAsked(browser, url)).xml
    }
    expect(await begin(true)).toContain(' ForceAuthn="true"')
    expect(await begin(false)).not.toContain('ForceAuthn')
  })

  /** SAML core 3.4.1: with ForceAuthn the provider must not rely on an earlier authentication. */
  it.each(['redirect', 'post'] as const)(
    'forced authentication is asked for in every request, and an older one is refused, by %s',
    async (ssoBinding) => {
      const nameId = { value: 'cora@config.example' }
      const hourAgo = new Date(server.clock.now() - 3_600_000).toISOString()
      const beforeSigning = (xml: string) => xml.replace(/AuthnInstant="[^"]+"/, `AuthnInstant="${hourAgo}"`)
      const answered = async (config: Record<string, unknown>, change: Partial<ForgeOptions>) => {
        const asked = await configured({ ssoBinding, ...config })
        const response = await postResponse(asked, await forgedFor(server, main, asked, { nameId, ...change }))
        return { isForced: asked.xml.includes(' ForceAuthn="true"'), error: landing(response).error }
      }
      const forced = { forceAuthn: true }
      expect(await answered(forced, {})).toEqual({ isForced: true, error: null })
      expect(await answered(forced, { beforeSigning })).toEqual({ isForced: true, error: 'SIGN_IN_NOT_FRESH' })
      expect(await answered({}, { beforeSigning })).toEqual({ isForced: false, error: null })
    },
  )

  it('an SSO address that already has a query', async () => {
    const { url } = await configured({ ssoUrl: 'https://idp.acme.example/sso?spid=7' })
    expect(url.startsWith('https://idp.acme.example/sso?spid=7&SAMLRequest=')).toBe(true)
  })

  it.each([
    [0, 5, 'saml-too-early'],
    [300, 290, undefined],
    [300, 310, 'saml-too-early'],
  ])('slack of %i seconds, a clock %i seconds ahead: %s', async (slackSecs, ahead, finding) => {
    const asked = await configured({ slackSecs })
    const nowMs = server.clock.now() + ahead * 1000
    const nameId = { value: 'cora@config.example' }
    const beforeSigning = (xml: string) =>
      xml.replace(/NotBefore="[^"]+"/, `NotBefore="${new Date(nowMs).toISOString()}"`)
    const response = await postResponse(asked, await forgedFor(server, main, asked, { nowMs, nameId, beforeSigning }))
    expect(landing(response).error).toBe(finding === undefined ? null : 'IDP_ERROR')
  })
})
