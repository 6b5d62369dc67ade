import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import {
  json,
  makeKey,
  startScriptedProvider,
  type Claims,
  type Play,
  type ScriptedProvider,
} from '../../testing/scripted-provider.ts'
import {
  comeBack,
  landing,
  newBrowser,
  postLogin,
  providerEntry,
  tenantWith,
  whoIs,
} from '../../testing/sign-in-run.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let own: ScriptedProvider
let domain: string
let count = 0

beforeAll(async () => {
  server = await createTestServer()
})
beforeEach(async () => {
  // A separate provider for each test, so that caches of one do not help the next.
  own = await startScriptedProvider()
  count += 1
  domain = `outage-${count}.example`
  await server.importTenant(tenantWith(`outage-${count}`, [providerEntry(own.issuer, { suffixes: [domain] })]))
  own.plays({ person: person() })
  return () => own.stop()
})
afterAll(() => server.close())

const person = (): Claims => ({ sub: 'ada', preferred_username: `ada@${domain}` })

/** Tokens are issued by the server's clock, which tests move. */
const inServersTime = (claims: Claims): Claims => {
  const now = Math.floor(server.clock.now() / 1000)
  return { ...claims, iat: now, exp: now + 300 }
}

async function signIn(play: Partial<Play> = {}): Promise<string | null> {
  own.plays({ person: person(), claims: inServersTime, ...play })
  const browser = newBrowser(server)
  const started = await postLogin(browser, `ada@${domain}`)
  if (started.redirectUrl === null) return started.code ?? 'refused'
  const response = await comeBack(browser, started.redirectUrl, own.authorize(started.redirectUrl))
  const { error } = landing(response)
  expect((await whoIs(browser))?.username).toBe(error === null ? `ada@${domain}` : undefined)
  return error
}

const broken: Play['instead'] = {
  discovery: (_, response) => json(response, 500, {}),
  jwks: (_, response) => json(response, 500, {}),
}

describe('when discovery and keys are away', () => {
  it('people sign in with the last good document and keys, and the provider is not asked at every sign-in', async () => {
    expect(await signIn()).toBeNull()
    server.clock.advance(11 * 60_000)
    const [discovery, jwks] = [own.asked('discovery'), own.asked('jwks')]
    for (let turn = 0; turn < 3; turn += 1) expect(await signIn({ instead: broken })).toBeNull()
    expect(own.asked('discovery')).toBe(discovery + 1)
    expect(own.asked('jwks')).toBe(jwks + 1)
    server.clock.advance(31_000)
    expect(await signIn({ instead: broken })).toBeNull()
    expect(own.asked('discovery')).toBe(discovery + 2)
  })

  it.each([
    ['a document that is not JSON', (_: unknown, response: Parameters<typeof json>[0]) => response.end('<html>')],
    ['no connection', (request: { socket: { destroy(): void } }) => request.socket.destroy()],
    [
      'an empty key set and no addresses',
      (_: unknown, response: Parameters<typeof json>[0]) => json(response, 200, []),
    ],
  ])('%s counts as being away', async (_, answer) => {
    expect(await signIn()).toBeNull()
    server.clock.advance(11 * 60_000)
    expect(await signIn({ instead: { discovery: answer, jwks: answer } })).toBeNull()
  })

  it('keys fetched more than a day ago are not trusted', async () => {
    expect(await signIn()).toBeNull()
    server.clock.advance(25 * 3_600_000)
    expect(await signIn({ instead: broken })).toBe('IDP_ERROR')
    expect(await signIn()).toBeNull()
  })

  it('at the very first sign-in, the sign-in fails, and the second works', async () => {
    expect(await signIn({ instead: broken })).toBe('IDP_ERROR')
    expect(await signIn()).toBeNull()
  })
})

describe('keys', () => {
  it('a key that changed under the same kid is fetched again, at most every 30 s', async () => {
    const kid = 'always-the-same'
    const changed = (key: ReturnType<typeof makeKey>) => ({
      keys: [{ ...key.jwk, kid }],
      signWith: key.privateKey,
      header: { kid },
    })
    expect(await signIn(changed(makeKey()))).toBeNull()
    const asked = own.asked('jwks')
    const next = makeKey()
    server.clock.advance(31_000)
    expect(await signIn(changed(next))).toBeNull()
    expect(own.asked('jwks')).toBe(asked + 1)
    const again = makeKey()
    expect(await signIn(changed(again)), 'a second change within 30 s').toBe('IDP_ERROR')
    expect(own.asked('jwks')).toBe(asked + 1)
    server.clock.advance(31_000)
    const atOnce = await Promise.all([1, 2, 3].map(() => signIn(changed(again))))
    expect(atOnce).toEqual([null, null, null])
    expect(own.asked('jwks')).toBe(asked + 2)
    const stranger = { ...changed(again), signWith: makeKey().privateKey }
    server.clock.advance(31_000)
    expect(await signIn(stranger)).toBe('IDP_ERROR')
  })
})

describe('a discovery document', () => {
  it.each<[string, (document: Claims) => unknown]>([
    ['of another issuer', (document) => ({ ...document, issuer: 'https://elsewhere.example' })],
    ['of the issuer with a slash', (document) => ({ ...document, issuer: `${String(document['issuer'])}/` })],
    ['of no issuer', (document) => ({ ...document, issuer: undefined })],
    ['that sends browsers to a script', (document) => ({ ...document, authorization_endpoint: 'javascript:alert(1)' })],
    ['that sends browsers to data', (document) => ({ ...document, authorization_endpoint: 'data:text/html,hello' })],
    ['that sends browsers to no address', (document) => ({ ...document, authorization_endpoint: '/authorize' })],
    ['without a token endpoint', (document) => ({ ...document, token_endpoint: undefined })],
    ['that is null', () => 'null'],
  ])('%s starts no sign-in', async (_, discovery) => {
    expect(await signIn({ discovery })).toBe('IDP_ERROR')
  })
})

describe('a provider that answers oddly', () => {
  type Answering = NonNullable<NonNullable<Play['instead']>['token']>
  const huge = Buffer.alloc(2 * 1024 * 1024, ' ')
  const odd: Record<string, Answering> = {
    'with HTML': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
    'with HTML that calls itself JSON': (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('<h1>Welcome</h1>'),
    'with 2 MB': (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(huge),
    'with 2 MB packed in 2 KB': (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync(huge)),
    'with a broken packing': (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('{}'),
    'with an encoding called constructor': (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'constructor' }).end('{}'),
    'with a redirect to a private address': (_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    'with a redirect to itself': (request, response) =>
      response.writeHead(307, { location: `${own.issuer}${request.url}?again` }).end(),
    'with the status 999': (_, response) => response.writeHead(999).end(),
    'with the status 204': (_, response) => response.writeHead(204).end(),
    'with another protocol': (request) =>
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    'with what is not HTTP': (request) => request.socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
    'with half an answer': (request) =>
      request.socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"'),
    'by dropping the connection': (request) => request.socket.destroy(),
    'with headers of 64 KB': (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'x-long': 'x'.repeat(65_536) }).end('{}'),
    'with null': (_, response) => json(response, 200, null),
    'with tokens that are not strings': (_, response) =>
      json(response, 200, { access_token: {}, id_token: [], token_type: 'Bearer' }),
    'without an ID token': (_, response) => json(response, 200, { access_token: 'x', token_type: 'Bearer' }),
  }
  const endpoints = ['discovery', 'token', 'jwks', 'userinfo'] as const
  const cases = endpoints.flatMap((endpoint) =>
    Object.entries(odd).map(([how, answer]) => [endpoint, how, answer] as const),
  )
  it.each(cases)('at %s %s: refused, and the server goes on', async (endpoint, _, answer) => {
    expect(await signIn({ instead: { [endpoint]: answer } })).toBe('IDP_ERROR')
    expect(await signIn()).toBeNull()
  })
})
