import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startScriptedProvider, type Play } from '../../testing/scripted-provider.ts'
import { comeBack, landing, newBrowser, postLogin, providerEntry, tenantWith } from '../../testing/sign-in-run.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { providerTimeoutMs } from '../../outbound/provider-fetch.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

/** Headers, and then a blank every 200 ms until the caller has had enough. */
const trickle: NonNullable<Play['instead']>['token'] = async (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  while (!response.destroyed) {
    response.write(' ')
    await wait(200)
  }
}
const silent = () => undefined

async function timed(slug: string, play: Partial<Play>) {
  const own = await startScriptedProvider()
  const domain = `${slug}.example`
  const person = { sub: 'ada', preferred_username: `ada@${domain}` }
  await server.importTenant(tenantWith(slug, [providerEntry(own.issuer, { suffixes: [domain] })]))
  own.plays({ person })
  const browser = newBrowser(server)
  const started = play.instead?.discovery ? null : (await postLogin(browser, `ada@${domain}`)).redirectUrl
  own.plays({ person, ...play })
  const begun = performance.now()
  const error =
    started === null
      ? (await postLogin(browser, `ada@${domain}`)).code
      : landing(await comeBack(browser, started, own.authorize(started))).error
  const took = performance.now() - begun
  await own.stop()
  return { error, took }
}

describe.concurrent('a provider that is slow is given up after ten seconds', () => {
  it.each<[string, Partial<Play>]>([
    ['discovery-silent', { instead: { discovery: silent } }],
    ['discovery-trickles', { instead: { discovery: trickle } }],
    ['token-silent', { instead: { token: silent } }],
    ['token-trickles', { instead: { token: trickle } }],
    ['jwks-silent', { instead: { jwks: silent } }],
    ['jwks-trickles', { instead: { jwks: trickle } }],
    ['userinfo-silent', { instead: { userinfo: silent } }],
    ['userinfo-trickles', { instead: { userinfo: trickle } }],
  ])('%s', async (slug, play) => {
    const { error, took } = await timed(slug, play)
    expect(error).toBe('IDP_ERROR')
    expect(took).toBeGreaterThan(providerTimeoutMs - 500)
  })

  it('in all, though every call alone would be in time', async () => {
    const { error, took } = await timed('in-all', { delayMs: 4000 })
    expect(error).toBe('IDP_ERROR')
    expect(took).toBeGreaterThan(providerTimeoutMs - 500)
  })

  it('and no transaction is open meanwhile', async () => {
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
    // More sign-ins hang than the pool has connections, and the others do not notice.
    expect((await newBrowser(server).send('/api/portal/environments')).status).toBe(401)
    expect((await postLogin(newBrowser(server), 'ada@waiting.example')).redirectUrl).not.toBeNull()
    expect(ended).toBe(0)
    await own.stop()
    for (const response of await Promise.all(waiting)) expect(landing(response).error).toBe('IDP_ERROR')
  })
})
