import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { type LogoutOddity, logoutOddities, type Oddity, type Simulator, startSimulator } from '../index.ts'
import { claimOddities, signatureOddities } from '../control/switches.ts'
import { type Browser, formOf, openBrowser } from '../testing/browser.ts'
import { ada, clientSecret, keepLog, simulatorConfig } from '../testing/fixture.ts'

// The provider, and another simulator whose application signs people in there.
let provider: Simulator
let simulator: Simulator
let app: string
const { entries, log } = keepLog()

beforeAll(async () => {
  provider = await startSimulator(simulatorConfig(), keepLog())
  const client = {
    issuer: provider.issuer('acme'),
    clientId: 'portico',
    clientSecret,
    at: 'acme-production',
    place: 'Acme, Production',
  }
  const applications = [{ slug: 'crm', label: 'Customers', clients: [client] }]
  simulator = await startSimulator(simulatorConfig({ applications }), { log })
  app = `${simulator.url}/apps/crm`
  provider.addRedirectUris('acme', {
    clientId: 'portico',
    redirectUris: [`${app}/callback`],
    postLogoutRedirectUris: [`${app}/signed-out`],
    backchannelLogoutUri: `${app}/backchannel-logout`,
  })
})
afterAll(async () => {
  await simulator?.stop()
  await provider?.stop()
})
beforeEach(() => provider.control('acme').reset())

/** Follows redirects from origin to origin. */
async function walk(browser: Browser, response: Response, from: string) {
  let [answer, address] = [response, from]
  while (answer.status >= 300 && answer.status < 400) {
    address = new URL(answer.headers.get('location') ?? '', address).href
    answer = await browser.go(address)
  }
  return { address, status: answer.status, text: await answer.text() }
}
const open = async (browser: Browser, address: string) => walk(browser, await browser.go(address), address)

/** Third-party-initiated login, with the provider's form where it asks; answers the last page. */
async function signIn(browser: Browser, query = '') {
  const start = `${app}/login?iss=${encodeURIComponent(provider.issuer('acme'))}${query}`
  const page = await open(browser, start)
  if (!page.text.includes('name="password"')) return page
  const action = new URL(formOf(page.text).action, page.address).href
  return walk(browser, await browser.post(action, { username: ada.username, password: ada.password }), action)
}

describe('signing in', () => {
  test('is begun by the launcher, and shows who arrived and since when', async () => {
    const browser = openBrowser()
    const target = `${app}?environment=Production&type=PROD`
    const page = await signIn(browser, `&target_link_uri=${encodeURIComponent(target)}&login_hint=ada`)
    expect([page.status, page.address]).toEqual([200, target])
    expect(page.text).toContain('<dd>Ada Byron</dd>')
    expect(page.text).toContain('<dd>Acme, Production</dd>')
    expect(page.text).toMatch(/<dt>Session since<\/dt>\s*<dd>20\d\d-/)
    expect(page.text).toContain('Log out')
  })

  test('a person who has a session at the provider is not asked again', async () => {
    const browser = openBrowser()
    await signIn(browser)
    const page = await open(browser, `${app}/login?at=acme-production`)
    expect([page.address, page.text]).toEqual([app, expect.stringContaining('Ada Byron')])
  })

  test('leads to our own pages only', async () => {
    const { hostname, port } = new URL(app)
    for (const target of ['https://evil.example/', `${app}.evil.example/`, `http://${hostname}:${port}/apps/crmx`])
      expect((await signIn(openBrowser(), `&target_link_uri=${encodeURIComponent(target)}`)).address).toBe(app)
  })

  test.each(['iss=https://other.example', 'at=other', ''])('does not begin for %s', async (query) => {
    expect((await fetch(`${app}/login?${query}`, { redirect: 'manual' })).status).toBe(400)
  })

  test('an answer counts once, and only in the browser that began', async () => {
    const [browser, other] = [openBrowser(), openBrowser()]
    await signIn(browser)
    const toProvider = (await browser.go(`${app}/login?at=acme-production`)).headers.get('location') ?? ''
    const answer = (await browser.follow(await browser.go(toProvider), toProvider)).address
    expect(answer).toContain(`${app}/callback?code=`)
    expect((await other.go(answer)).status).toBe(400)
    expect((await browser.go(answer)).status).toBe(400)
    expect((await open(other, app)).text).toContain('You are not signed in here.')
  })

  // What an application without `max_age` need not look at.
  const tolerated: readonly Oddity[] = ['old-auth-time', 'missing-auth-time', 'wrong-at-hash', 'issued-in-future']
  const judged = [...claimOddities, ...signatureOddities].filter((one) => !tolerated.includes(one))
  test.each<Oddity>(judged)('fails with an ID token that is %s', async (odd) => {
    provider.control('acme').set({ odd })
    const browser = openBrowser()
    const page = await signIn(browser)
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('You could not be signed in')])
    expect((await open(browser, app)).text).toContain('You are not signed in here.')
    expect(entries.at(-1)?.message).toBe('An application could not sign a person in.')
  })
})

describe('logging out', () => {
  test('ends the session here and leads through the provider back to our page', async () => {
    const browser = openBrowser()
    await signIn(browser)
    const question = await walk(browser, await browser.post(`${app}/logout`, {}), `${app}/logout`)
    expect((await open(browser, app)).text).toContain('You are not signed in here.')
    const { action, fields } = formOf(question.text)
    const address = new URL(action, question.address).href
    const end = await walk(browser, await browser.post(address, { ...fields, logout: 'yes' }), address)
    expect(end.address).toBe(`${app}/signed-out`)
    expect(end.text).toContain('You are signed out')
  })

  /** Ends the session at the provider, as another application or the person would. */
  async function signOutAtProvider(browser: Browser): Promise<void> {
    const address = `${provider.issuer('acme')}/logout`
    const question = await open(browser, address)
    const { action, fields } = formOf(question.text)
    await browser.post(new URL(action, address).href, { ...fields, logout: 'yes' })
  }

  test('at the provider ends the session here, in every browser of only that session', async () => {
    const [browser, other] = [openBrowser(), openBrowser()]
    await signIn(browser)
    await signIn(other)
    await signOutAtProvider(browser)
    await expect.poll(async () => (await open(browser, app)).text).toContain('You are not signed in here.')
    expect((await open(other, app)).text).toContain('Ada Byron')
  })

  test.each<LogoutOddity>([...logoutOddities])('a logout token that is %s ends nothing', async (oddLogout) => {
    const browser = openBrowser()
    if (oddLogout === 'replayed') {
      await signIn(openBrowser())
      const first = openBrowser()
      await signIn(first)
      await signOutAtProvider(first)
    }
    await signIn(browser)
    provider.control('acme').set({ oddLogout })
    const before = entries.length
    await signOutAtProvider(browser)
    await expect
      .poll(() => entries.slice(before).map(({ message }) => message))
      .toContain('An application refused a logout token.')
    expect((await open(browser, app)).text).toContain('Ada Byron')
  })

  test('a body without a token is 400 and is not stored', async () => {
    const answer = await fetch(`${app}/backchannel-logout`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store'])
  })
})
