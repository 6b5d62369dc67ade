import { ClientConfig } from '@portico/core/contract'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { buildLogoutRequest, type SamlPeer, type SamlSelf } from '../../protocols/saml/index.ts'
import { testKeyPair } from '../../protocols/saml/testing/key-pairs.ts'
import { newMessageId } from '../../sign-in/saml/start.ts'
import { giveFederationKeys } from '../../testing/made-keys.ts'
import { whoIs } from '../../testing/sign-in-run.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'
import {
  follow,
  readAsApplication,
  registerApplication,
  sendRequest,
  statusOf,
  type PlayedApplication,
} from './testing/played-application.ts'

let server: TestServer
let acme: ImportedTenant
/** Identifies people by their e-mail address. */
let billing: PlayedApplication
let wiki: PlayedApplication
/** Does not identify people by their e-mail address. */
let vault: PlayedApplication

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme'))
  await server.importTenant(smallTenant('globex'))
  await giveFederationKeys(server.database, server.deps.secrets, acme.id)
  const key = testKeyPair()
  const logout = { sloUrl: 'https://billing.example/slo', signingCertificates: [key.certificate] }
  billing = await registerApplication(server, acme, { key, config: { nameIdFormat: 'emailAddress', ...logout } })
  wiki = await registerApplication(server, acme, { slug: 'wiki' })
  vault = await registerApplication(server, acme, { slug: 'vault', config: { anyEmail: true } })
})
afterAll(() => server?.close())

const inTenant = (statement: ReturnType<typeof sql>) =>
  tenantScope(server.database, acme.id).transaction(({ db }) => statement.execute(db))

let count = 0
const username = () => `p${count}@acme.example`
async function person(email: string | null): Promise<Browser> {
  count += 1
  const browser = await signedIn(server, acme, { username: username(), groups: ['staff', 'finance'] })
  await says(email)
  return browser
}
const says = (email: string | null) => inTenant(sql`update users set email = ${email} where username = ${username()}`)

async function open(browser: Browser, application: PlayedApplication, attributes = '') {
  return follow(browser, (await sendRequest(server, browser, application, { attributes })).response)
}
const profileIn = async (browser: Browser, application: PlayedApplication) =>
  readAsApplication(server, application, (await open(browser, application)).response ?? '')

describe('an application that identifies people by their e-mail address', () => {
  it.each(['p.one@acme.example', 'P.One@ACME.Example', "o'brien+x@part.acme.example"])('gets %s', async (email) => {
    expect(await profileIn(await person(email), billing)).toMatchObject({
      nameID: email,
      nameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      email,
    })
  })

  it.each([
    ['of another company', 'hanna@globex.example'],
    ['of no company', 'ada@mail.example'],
    ['that only ends like a domain of the provider', 'ada@notacme.example'],
    ['with two at signs', 'hanna@globex.example@acme.example'],
    ['with a quoted local part', '"hanna@globex.example"@acme.example'],
    ['with a control character', 'hanna@globex.example\u0001@acme.example'],
    ['with a line break before the domain', 'ada\n@acme.example'],
    ['with an invisible character', 'ada\u200b@acme.example'],
  ])('gets UnknownPrincipal for an address %s, and the audit log says so', async (_, email) => {
    const browser = await person(email)
    const answer = await open(browser, billing)
    expect(answer.status).toBe(403)
    expect(answer.page).toContain('Billing identifies you by your email address')
    expect([answer.action, statusOf(answer.xml)]).toEqual([billing.acsUrl, 'UnknownPrincipal'])
    expect(answer.xml).not.toContain('NameID')
    const { rows } = await inTenant(sql`
      select target_name, after from audit where action = 'application.refuse' and actor_name = ${username()}`)
    expect(rows).toMatchObject([{ target_name: 'Billing', after: { reason: 'foreignEmail', email } }])
  })

  it('gets UnknownPrincipal at once where nothing may be shown', async () => {
    const answer = await open(await person('hanna@globex.example'), billing, ' IsPassive="true"')
    expect([answer.action, statusOf(answer.xml)]).toEqual([billing.acsUrl, 'UnknownPrincipal'])
  })

  it("ends the session of the name that it got, although the address is another company's by now", async () => {
    const browser = await person('p.two@acme.example')
    const { xml } = await open(browser, billing)
    const sessionIndex = /SessionIndex="([^"]+)"/.exec(xml)?.[1] ?? ''
    await says('hanna@globex.example')
    expect(await whoIs(browser)).toMatchObject({ username: username() })
    const slo = `/api/saml/${acme.id}/slo`
    const peer = { sloUrl: server.deps.settings.baseUrl + slo, sloBinding: 'redirect' } as SamlPeer
    const self = { entityId: billing.entityId, signing: billing.key } as unknown as SamlSelf
    const nameId = {
      value: 'p.two@acme.example',
      format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      nameQualifier: null,
      spNameQualifier: null,
    }
    const outgoing = buildLogoutRequest({
      self,
      peer,
      id: newMessageId(),
      nameId,
      sessionIndex,
      nowMs: Date.now(),
      relayState: null,
    })
    if (outgoing.kind !== 'redirect') throw new Error('It goes by redirect.')
    await browser.send(slo + new URL(outgoing.url).search)
    expect(await whoIs(browser)).toBeUndefined()
  })
})

it('the attribute email is left out for an address of another domain, unless no one is identified by it', async () => {
  const browser = await person('hanna@globex.example')
  expect(await profileIn(browser, wiki)).not.toHaveProperty('email')
  expect(await profileIn(browser, vault)).toMatchObject({ email: 'hanna@globex.example' })
  await says('p@acme.example')
  expect(await profileIn(browser, wiki)).toMatchObject({ email: 'p@acme.example' })
})

it('an application cannot be named by e-mail addresses and not identify people by them', () => {
  const config = { protocol: 'saml', entityId: 'x', acsUrls: ['https://x.example/acs'], anyEmail: true }
  expect(v.safeParse(ClientConfig, config).success).toBe(true)
  const { issues } = v.safeParse(ClientConfig, { ...config, nameIdFormat: 'emailAddress' })
  expect(issues?.map(({ message }) => message)).toEqual(['CLIENT_ANY_EMAIL'])
})
