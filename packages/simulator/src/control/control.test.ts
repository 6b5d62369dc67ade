import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { type Simulator, startSimulator, type Switches } from '../index.ts'
import { applicationId, directory } from '../testing/azure.ts'
import { keepLog, simulatorConfig } from '../testing/fixture.ts'
import { relyingParty } from '../testing/relying-party.ts'
import { samlConfig } from '../testing/saml.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator(simulatorConfig({ control: true }), keepLog())
})
afterAll(() => simulator.stop())
beforeEach(() => void simulator.control('acme').reset())

async function endpoints() {
  const metadata = await relyingParty(simulator).metadata()
  return {
    discovery: `${metadata.issuer}/.well-known/openid-configuration`,
    authorize: await relyingParty(simulator).authorizeUrl(),
    token: metadata.token_endpoint,
    jwks: metadata.jwks_uri,
    userinfo: metadata.userinfo_endpoint,
  }
}

const ask = (name: string, address: string) =>
  fetch(address, { method: name === 'token' ? 'POST' : 'GET', redirect: 'manual' })

describe.each(['discovery', 'authorize', 'token', 'jwks', 'userinfo'] as const)('fail: %s', (name) => {
  test('answers 500 there and nowhere else', async () => {
    const addresses = await endpoints()
    simulator.control('acme').set({ fail: name })
    for (const [each, address] of Object.entries(addresses)) {
      const { status } = await ask(each, address)
      if (each === name) expect(status).toBe(500)
      else expect(status).toBeLessThan(500)
    }
  })

  test('drops the connection there', async () => {
    const addresses = await endpoints()
    simulator.control('acme').set({ fail: name, failWith: 'dropped-connection' })
    await expect(ask(name, addresses[name])).rejects.toThrow('fetch failed')
  })
})

test('latency delays every answer by that time', async () => {
  const { jwks } = await endpoints()
  simulator.control('acme').set({ latencyMs: 300 })
  const before = performance.now()
  expect((await fetch(jwks)).status).toBe(200)
  expect(performance.now() - before).toBeGreaterThanOrEqual(295)
})

test('stopping does not wait for a delayed answer', async () => {
  const other = await startSimulator(simulatorConfig(), keepLog())
  other.control('acme').set({ latencyMs: 100_000 })
  const answer = expect(fetch(`${other.issuer('acme')}/jwks`)).rejects.toThrow('fetch failed')
  await other.stop()
  await answer
})

describe('over HTTP', () => {
  const address = () => `${simulator.url}/control/acme`
  const put = (body: string, type = 'application/json') =>
    fetch(address(), { method: 'PUT', body, headers: { 'content-type': type } })

  test('PUT changes what it names, GET tells all', async () => {
    const usual: Switches = { latencyMs: 0, fail: null, failWith: 'status-500', odd: null, oddLogout: null }
    expect(await (await fetch(address())).json()).toEqual(usual)
    const changed = await put('{"odd":"expired"}')
    expect(await changed.json()).toEqual({ ...usual, odd: 'expired' })
    expect(simulator.control('acme').switches().odd).toBe('expired')
    await put('{"latencyMs":1}')
    expect(simulator.control('acme').switches()).toEqual({ ...usual, odd: 'expired', latencyMs: 1 })
  })

  test.each([
    ['{"odd":"wrong-nonsense"}', 'odd: write one of'],
    ['{"latencyMs":-1}', 'latencyMs: write a whole number'],
    ['{"fails":"token"}', 'fails: there is no such setting'],
    ['[]', 'write an object'],
    ['{', 'JSON'],
  ])('%s is refused', async (body, sentence) => {
    const refused = await put(body)
    expect(refused.status).toBe(400)
    expect(((await refused.json()) as { error: string }).error).toContain(sentence)
  })

  test('a form of another page cannot change anything', async () => {
    expect((await put('{"odd":"expired"}', 'text/plain')).status).toBe(415)
    expect((await fetch(`${address()}/rotate-keys`, { method: 'POST' })).status).toBe(415)
    expect(simulator.control('acme').switches().odd).toBeNull()
  })

  test('keys rotate and redirect addresses are added', async () => {
    const kid = async () =>
      ((await (await fetch(`${simulator.issuer('acme')}/jwks`)).json()) as { keys: [{ kid: string }] }).keys[0].kid
    const before = await kid()
    const post = (path: string, body: unknown) =>
      fetch(address() + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    expect((await post('/rotate-keys', {})).status).toBe(204)
    expect(await kid()).not.toBe(before)

    const added = 'http://127.0.0.1:9/over-http'
    expect((await post('/redirect-uris', { clientId: 'portico', redirectUris: [added] })).status).toBe(204)
    const { end } = await relyingParty(simulator).authorize({ redirect_uri: added })
    expect(end.address.startsWith(added)).toBe(true)
    expect((await post('/redirect-uris', { clientId: 'nobody', redirectUris: [added] })).status).toBe(400)
    expect((await post('/redirect-uris', { clientId: 'portico', redirectUris: ['javascript:1'] })).status).toBe(400)
  })

  test('directories and SAML providers have their own switches and resources', async () => {
    const providers = [directory(), samlConfig({ id: 'saml' })]
    const other = await startSimulator(simulatorConfig({ control: true, providers }), keepLog())
    const ask = (method: string, path: string, body: unknown) =>
      fetch(`${other.url}/control/${path}`, {
        method,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    expect(await (await ask('PUT', 'entra2', { graphSlow: 0.5 })).json()).toMatchObject({ graphSlow: 0.5, odd: null })
    expect(await (await ask('PUT', 'saml', { clockOffsetSecs: -600, statusFailed: 'Responder' })).json()).toMatchObject(
      {
        clockOffsetSecs: -600,
        statusFailed: 'Responder',
        sha1: false,
      },
    )
    expect(await (await ask('POST', 'saml/reset', {})).json()).toMatchObject({ clockOffsetSecs: 0, statusFailed: null })
    expect((await ask('PUT', 'saml', { graphSlow: 1 })).status).toBe(400)
    expect((await ask('PUT', 'saml', { clockOffsetSecs: 'x' })).status).toBe(400)
    const before = await other.samlControl('saml').certificates()
    expect((await ask('POST', 'saml/rotate-keys', {})).status).toBe(204)
    expect(await other.samlControl('saml').certificates()).not.toEqual(before)
    const serviceProvider = { entityId: 'urn:x', acsUrl: 'http://127.0.0.1:9/acs' }
    expect((await ask('POST', 'saml/service-providers', serviceProvider)).status).toBe(204)
    expect((await ask('POST', 'entra2/service-providers', serviceProvider)).status).toBe(400)
    const addresses = { clientId: applicationId, redirectUris: ['http://127.0.0.1:9/x'] }
    expect((await ask('POST', 'entra2/redirect-uris', addresses)).status).toBe(204)
    expect((await ask('POST', 'saml/redirect-uris', addresses)).status).toBe(400)
    await other.stop()
  })

  test('an unknown provider is 404, and so is everything where control is not switched on', async () => {
    expect((await fetch(`${simulator.url}/control/nobody`)).status).toBe(404)
    const shut = await startSimulator(simulatorConfig(), keepLog())
    expect((await fetch(`${shut.url}/control/acme`)).status).toBe(404)
    await shut.stop()
  })
})
