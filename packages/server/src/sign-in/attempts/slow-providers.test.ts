import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { readSettings } from '../../kit/settings/settings.ts'
import { startScriptedProvider, type Play, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import { comeBack, landing, newBrowser, postLogin, providerEntry, tenantWith } from '../../testing/sign-in-run.ts'
import { createTestServer, testBaseUrl, type Browser, type TestServer } from '../../testing/test-server.ts'

/** Shorter than the usual ten seconds. Sign-ins begin with the full limit, so that a busy machine does not end them early. */
const shortMs = 3000

/** Headers, and then a space every 200 ms until the caller gives up. */
const trickle: NonNullable<Play['instead']>['token'] = async (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  while (!response.destroyed) {
    response.write(' ')
    await wait(200)
  }
}
const silent = () => undefined

const slow: readonly [string, Partial<Play>][] = [
  ['discovery-silent', { instead: { discovery: silent } }],
  ['discovery-trickles', { instead: { discovery: trickle } }],
  ['token-silent', { instead: { token: silent } }],
  ['token-trickles', { instead: { token: trickle } }],
  ['jwks-silent', { instead: { jwks: silent } }],
  ['jwks-trickles', { instead: { jwks: trickle } }],
  ['userinfo-silent', { instead: { userinfo: silent } }],
  ['userinfo-trickles', { instead: { userinfo: trickle } }],
]
/** Each single call is within the limit. */
const inAll: [string, Partial<Play>] = ['in-all', { delayMs: 0.4 * shortMs }]

type Begun = { readonly own: ScriptedProvider; readonly browser: Browser; readonly redirectUrl: string | null }

let server: TestServer
const begun = new Map<string, Begun>()

beforeAll(async () => {
  server = await createTestServer()
  for (const [slug, play] of [...slow, inAll]) begun.set(slug, await begin(slug, play))
  Object.assign(server.deps.settings, { providerTimeoutMs: shortMs })
})
afterAll(async () => {
  for (const { own } of begun.values()) await own.stop()
  await server.close()
})

/** Up to the provider's page, and from there on the provider plays. A provider with slow discovery does not get this far. */
async function begin(slug: string, play: Partial<Play>): Promise<Begun> {
  const own = await startScriptedProvider()
  const domain = `${slug}.example`
  await server.importTenant(tenantWith(slug, [providerEntry(own.issuer, { suffixes: [domain] })]))
  const browser = newBrowser(server)
  const redirectUrl = play.instead?.discovery ? null : (await postLogin(browser, `ada@${domain}`)).redirectUrl
  own.plays({ person: { sub: 'ada', preferred_username: `ada@${domain}` }, ...play })
  return { own, browser, redirectUrl }
}

async function expectGivenUp(slug: string): Promise<void> {
  const { own, browser, redirectUrl } = begun.get(slug) ?? expect.fail(`${slug} did not begin`)
  const before = performance.now()
  const error =
    redirectUrl === null
      ? (await postLogin(browser, `ada@${slug}.example`)).code
      : landing(await comeBack(browser, redirectUrl, own.authorize(redirectUrl))).error
  expect(error).toBe('IDP_ERROR')
  expect(performance.now() - before).toBeGreaterThan(shortMs * 0.95)
}

it('a provider has ten seconds', () => {
  expect(readSettings({}, testBaseUrl).providerTimeoutMs).toBe(10_000)
})

describe.concurrent('a slow provider is given up after the limit', () => {
  it.each(slow)('%s', expectGivenUp)

  it('in total, even if every single call is within the limit', () => expectGivenUp(inAll[0]))
})

it('no transaction is open while sign-ins wait for a provider', async () => {
  Object.assign(server.deps.settings, { providerTimeoutMs: 10_000 })
  onTestFinished(() => void Object.assign(server.deps.settings, { providerTimeoutMs: shortMs }))
  const own = await startScriptedProvider()
  await server.importTenant(tenantWith('waiting', [providerEntry(own.issuer, { suffixes: ['waiting.example'] })]))
  const browsers = Array.from({ length: 15 }, () => newBrowser(server))
  const started = await Promise.all(
    browsers.map(async (browser) => (await postLogin(browser, 'ada@waiting.example')).redirectUrl ?? ''),
  )
  own.plays({ instead: { token: silent } })
  const waiting = browsers.map((browser, index) =>
    comeBack(browser, started[index] ?? '', own.authorize(started[index] ?? '')),
  )
  let ended = 0
  for (const one of waiting) void one.then(() => (ended += 1))
  while (own.asked('token') < browsers.length) await wait(20)
  // More sign-ins hang than the pool has connections, without affecting others.
  expect((await newBrowser(server).send('/api/portal/environments')).status).toBe(401)
  expect((await postLogin(newBrowser(server), 'ada@waiting.example')).redirectUrl).not.toBeNull()
  expect(ended).toBe(0)
  await own.stop()
  for (const response of await Promise.all(waiting)) expect(landing(response).error).toBe('IDP_ERROR')
})
