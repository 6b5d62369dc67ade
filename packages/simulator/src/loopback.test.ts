import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type SigningKeys, type Simulator, startSimulator } from './index.ts'
import { application, directory } from './testing/azure.ts'
import { openBrowser } from './testing/browser.ts'
import { acme, keepLog, simulatorConfig } from './testing/fixture.ts'
import { relyingParty } from './testing/relying-party.ts'
import { newKeys, readResponse, samlConfig, samlServiceProvider, serveMetadata, spMetadata } from './testing/saml.ts'

const here = 'http://127.0.0.1:9/not/registered'
const elsewhere = 'http://127.0.0.1.example/not/registered'
const unregistered = { redirectUris: [], postLogoutRedirectUris: [] }

let simulator: Simulator
let keys: SigningKeys

beforeAll(async () => {
  keys = await newKeys('service provider')
  const { clients } = acme()
  const open = { anyLoopback: true, clients: clients.map((each) => ({ ...each, ...unregistered })) }
  const azure = directory()
  const providers = [
    acme({ id: 'open', ...open }),
    acme({ id: 'closed' }),
    directory({ id: 'entra2', anyLoopback: true }),
    { ...azure, id: 'entra1', version: 1 as const },
    samlConfig({ id: 'open-saml', anyLoopback: true }),
    samlConfig({ id: 'closed-saml' }),
  ]
  simulator = await startSimulator(simulatorConfig({ providers }), keepLog())
})
afterAll(() => simulator.stop())

describe('a provider that serves this machine', () => {
  test('answers an OpenID client at a loopback address that it never registered', async () => {
    const { sent, end } = await relyingParty(simulator, 'open').authorize({ redirect_uri: here })
    expect(end.address.startsWith(`${here}?`)).toBe(true)
    expect(sent.get('code')).not.toBeNull()
  })

  test.each([
    ['open', elsewhere],
    ['closed', here],
  ])('of which %s refuses %s', async (id, redirect_uri) => {
    const { response } = await relyingParty(simulator, id).toLogin(openBrowser(), { redirect_uri })
    expect(response.status).toBe(400)
  })

  test('answers an application of a directory at a loopback address', async () => {
    const { sent } = await application(simulator, 2).authorize({ redirect_uri: here })
    expect(sent.get('code')).not.toBeNull()
  })

  test.each([
    [2, elsewhere],
    [1, here],
  ] as const)('refuses an application of version %i at %s', async (version, redirect_uri) => {
    const address = await application(simulator, version).authorizeUrl({ redirect_uri })
    const answer = await openBrowser().go(address)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('AADSTS50011')
  })

  test('reads the metadata of an unknown service provider beside its consumer service', async () => {
    const published = await serveMetadata('')
    const consumer = new URL('acs', published.url).href
    published.state.text = spMetadata(keys, { consumer })
    const { action, xml } = await samlServiceProvider(simulator, 'open-saml', keys).signIn({ consumer })
    expect(action).toBe(consumer)
    expect(readResponse(xml)).toMatchObject({ status: ['Success'], recipient: consumer })
    const refused = await samlServiceProvider(simulator, 'closed-saml', keys).ask(openBrowser(), { consumer })
    expect(refused.response.status).toBe(400)
    published.stop()
  })
})
