import { randomUUID } from 'node:crypto'

import { DOMParser } from '@xmldom/xmldom'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { ForgeOptions } from '../../protocols/saml/testing/forge-response.ts'
import { testKeyPair } from '../../protocols/saml/testing/key-pairs.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { landing, newBrowser, postAcross, refusedWith, tenantWith, whoIs } from '../../testing/sign-in-run.ts'
import { createTestServer, signedIn, testBaseUrl, type Browser, type TestServer } from '../../testing/test-server.ts'
import { samlAddresses } from '../addresses/saml.ts'
import { forgedFor, playedProvider, postResponse, readAsked, readRecord, whyRefused } from './testing/saml-run.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
const open = playedProvider('open.acme.example')
const closed = playedProvider('closed.acme.example')
const keyed = playedProvider('keyed.acme.example')

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(
    tenantWith('acme', [
      closed.entry({ name: 'Closed' }),
      keyed.entry({
        name: 'Keyed',
        primary: false,
        suffixes: ['keyed.example'],
        config: { allowIdpInitiated: true, attributes: { username: 'uid' }, subjectAttribute: 'employeeNumber' },
      }),
      open.entry({ name: 'Open', primary: false, suffixes: ['open.example'], config: { allowIdpInitiated: true } }),
    ]),
  )
  admin = await signedIn(server, acme, { username: 'admin@acme.example', groups: ['admins'] })
})
afterAll(() => server?.close())

type Options = { relayState?: string; change?: Partial<ForgeOptions>; browser?: Browser }

/** The provider's own launcher posts an unsolicited response. */
async function arrive(name: 'Open' | 'Closed' | 'Keyed', options: Options = {}) {
  const browser = options.browser ?? newBrowser(server)
  const { path, form } = await posted(name, options)
  return { browser, response: await postAcross(browser, path, form) }
}

async function posted(name: 'Open' | 'Closed' | 'Keyed', options: Options) {
  const provider = { Open: open, Closed: closed, Keyed: keyed }[name]
  const id = acme.identityProviderIds.get(name) ?? ''
  const ours = samlAddresses(testBaseUrl, { tenantId: acme.id, id })
  const asked = { acsUrl: ours.acsUrl, audience: ours.entityId, requestId: null }
  const nameId = { value: `${randomUUID()}@open.example` }
  const form = new URLSearchParams({
    SAMLResponse: await forgedFor(server, provider, asked, { nameId, ...options.change }),
  })
  if (options.relayState !== undefined) form.set('RelayState', options.relayState)
  return { path: new URL(ours.acsUrl).pathname, form }
}

/** The sign-in that starts again, up to the provider. */
async function followed({ browser, response }: { browser: Browser; response: Response }) {
  const again = await browser.send(response.headers.get('location') ?? '', { headers: { accept: 'text/html' } })
  return readAsked(browser, again.headers.get('location') ?? '')
}

describe('a sign-in that the provider begins', () => {
  it('is refused where it is not switched on, and the record says what to do', async () => {
    const { browser, response } = await arrive('Closed', { change: { nameId: { value: 'ada@acme.example' } } })
    expect(landing(response)).toEqual(refusedWith('IDP_ERROR'))
    expect(await whyRefused(admin, response)).toBe('unsolicited-off')
    const record = await readRecord(admin, response)
    expect(record.checks.at(-1)?.message).not.toBe('unsolicited-off')
    expect(record.checks.at(-1)?.todo).toBeTruthy()
    expect(await whoIs(browser)).toBeUndefined()
  })

  it('is parsed once before its sender is known', async () => {
    const { path, form } = await posted('Open', { change: { key: testKeyPair() } })
    const parses = vi.spyOn(DOMParser.prototype, 'parseFromString')
    const response = await postAcross(newBrowser(server), path, form)
    expect(parses).toHaveBeenCalledTimes(1)
    parses.mockRestore()
    expect(await whyRefused(admin, response)).toBe('saml-certificate-other')
  })

  it('begins again from here, and only the answer to our own request signs in', async () => {
    const arrived = await arrive('Open')
    expect(arrived.response.headers.get('location')).toMatch(/^\/api\/login\/idps\/[0-9a-f-]+\/initiate\?/)
    expect(await whoIs(arrived.browser)).toBeUndefined()
    const asked = await followed(arrived)
    expect(await whoIs(asked.browser)).toBeUndefined()
    const message = await forgedFor(server, open, asked, { nameId: { value: 'ola@open.example' } })
    expect(landing(await postResponse(asked, message)).path).toBe('/portal/environments')
    expect(await whoIs(asked.browser)).toMatchObject({ username: 'ola@open.example' })
  })

  it.each([
    ['/portal/apitoken', '/portal/apitoken'],
    [`${testBaseUrl}/portal/apitoken`, '/portal/apitoken'],
    ['https://evil.example/portal', '/portal/environments'],
    ['//evil.example/portal', '/portal/environments'],
    ['javascript:alert(1)', '/portal/environments'],
    ['/api/login/signout', '/portal/environments'],
  ])('RelayState %s leads to %s', async (relayState, path) => {
    const asked = await followed(await arrive('Open', { relayState }))
    const message = await forgedFor(server, open, asked, { nameId: { value: 'ola@open.example' } })
    expect(landing(await postResponse(asked, message))).toEqual({ status: 303, path, error: null })
  })

  it.each<[string, string, Partial<ForgeOptions>]>([
    ['unsigned', 'saml-signature-missing', { sign: 'none' }],
    ['signed by another party', 'saml-signature-wrong', { key: testKeyPair(), keyInfo: false }],
    ['for another audience', 'saml-audience', { audience: 'https://elsewhere.example' }],
    [
      'answering some request in its confirmation',
      'saml-in-response-to',
      { beforeSigning: (xml) => xml.replace(/ Recipient=/, ' InResponseTo="_x" Recipient=') },
    ],
  ])('%s, it leads nowhere', async (_, finding, change) => {
    const { response } = await arrive('Open', { change })
    expect(landing(response)).toEqual(refusedWith('IDP_ERROR'))
    expect(await whyRefused(admin, response)).toBe(finding)
  })

  it('its assertion counts once', async () => {
    const change = { assertionId: `_${randomUUID()}` }
    expect((await arrive('Open', { change })).response.headers.get('location')).toContain('/initiate?')
    const again = await arrive('Open', { change })
    expect(landing(again.response)).toEqual(refusedWith('SIGN_IN_EXPIRED'))
    expect(await whyRefused(admin, again.response)).toBe('saml-replay')
  })

  it('does not go in circles with a provider that never answers the request', async () => {
    const change = { nameId: { value: 'round@open.example' } }
    const landed: string[] = []
    for (let round = 0; round < 6; round += 1) landed.push(landing((await arrive('Open', { change })).response).path)
    expect(landed.slice(0, 5).every((path) => path.endsWith('/initiate'))).toBe(true)
    expect(landed.at(-1)).toBe('/login/unauthorized')
  })

  it('nor with one that names people by an attribute, while others can sign in', async () => {
    const as = async (employeeNumber: string, nameId: ForgeOptions['nameId'] = null) => {
      const change = { nameId, attributes: { uid: ['kim@keyed.example'], employeeNumber: [employeeNumber] } }
      return landing((await arrive('Keyed', { change })).response).path
    }
    for (let person = 0; person < 8; person += 1) expect(await as(String(person))).toMatch(/\/initiate$/)
    const transient = () => ({
      value: randomUUID(),
      format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
    })
    for (let round = 0; round < 5; round += 1) await as('100', transient())
    expect(await as('100', transient())).toBe('/login/unauthorized')
  })

  it('an attempt in another tab survives it', async () => {
    const first = await arrive('Open')
    const asked = await followed(first)
    await followed(await arrive('Open', { browser: asked.browser }))
    const message = await forgedFor(server, open, asked, { nameId: { value: 'ola@open.example' } })
    expect(landing(await postResponse(asked, message)).path).toBe('/portal/environments')
  })
})
