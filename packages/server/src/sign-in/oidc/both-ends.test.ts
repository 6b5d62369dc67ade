import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener } from '@hono/node-server'
import { logoutOddities, startSimulator, type Simulator } from '@portico/simulator'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { createApp } from '../../app/app.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { scriptedClient, scriptedSecret } from '../../testing/scripted-provider.ts'
import {
  landing,
  lastRecord,
  newBrowser,
  postForm,
  providerEntry,
  startAt,
  tenantWith,
  whoIs,
} from '../../testing/sign-in-run.ts'
import { visitSimulator } from '../../testing/simulator-visit.ts'
import { createTestServer, type Browser, type TestServer } from '../../testing/test-server.ts'

/** A certified OpenID provider that can call this server over the network, as back-channel logout requires. */
let simulator: Simulator
let server: TestServer
let http: Server
let acme: ImportedTenant
const person = { username: 'ada@acme.example', password: 'correct horse' }

beforeAll(async () => {
  http = createServer()
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const clients = [{ clientId: scriptedClient, clientSecret: scriptedSecret, redirectUris: [] }]
  const people = [{ ...person, name: 'Ada', groups: ['staff'] }]
  simulator = await startSimulator(
    { host: '127.0.0.2', providers: [{ id: 'acme', kind: 'oidc', name: 'Acme', people, clients }] },
    { log: () => undefined },
  )
  server = await createTestServer({ baseUrl })
  acme = await server.importTenant(
    tenantWith('acme', [providerEntry(simulator.issuer('acme'), { suffixes: ['acme.example'] })]),
  )
  const app = createApp(server.deps)
  http.on(
    'request',
    getRequestListener((request) => app.fetch(request, { address: '127.0.0.2' }), {
      overrideGlobalObjects: false,
    }) as never,
  )
  const at = `${baseUrl}/api/login/idps/${acme.identityProviderIds.get('Main')}/oidc`
  simulator.addRedirectUris('acme', {
    clientId: scriptedClient,
    redirectUris: [`${at}/callback`],
    postLogoutRedirectUris: [`${at}/signed-out`],
    backchannelLogoutUri: `${at}/back-channel-logout`,
  })
})
beforeEach(() => simulator.control('acme').reset())
afterAll(async () => {
  await server?.close()
  await simulator?.stop()
  await new Promise((closed) => http.close(closed))
})

/** Signed in here, and at the provider by these cookies. */
async function signIn(): Promise<{ browser: Browser; cookies: Map<string, string> }> {
  const browser = newBrowser(server)
  const cookies = new Map<string, string>()
  const back = await visitSimulator(await startAt(browser, person.username), person, cookies)
  expect(landing(await browser.send(`${back.path}?${back.answer.toString()}`)).error).toBeNull()
  return { browser, cookies }
}

/** The page that our sign-out answers, and where it leads. */
async function leave(browser: Browser): Promise<string> {
  const page = await (await postForm(browser, '/api/login/signout', {})).text()
  return (/content="0;url=([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&')
}

/** Follows the provider's pages to the end of its session: where it sends the browser. */
async function endAtProvider(address: string, cookies: Map<string, string>): Promise<URL> {
  const header = () => ({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') })
  const asked = await fetch(address, { headers: header(), redirect: 'manual' })
  const page = await asked.text()
  const action = /action="([^"]*)"/.exec(page)?.[1] ?? ''
  const xsrf = /name="xsrf" value="([^"]*)"/.exec(page)?.[1] ?? ''
  const body = new URLSearchParams({ xsrf, logout: 'yes' })
  const url = new URL(action, address)
  const ended = await fetch(url, { method: 'POST', headers: header(), body, redirect: 'manual' })
  return new URL(ended.headers.get('location') ?? '', url)
}

/** Whether the provider lets the browser in again without asking for a password. */
async function isKnownThere(cookies: Map<string, string>): Promise<boolean> {
  const start = await startAt(newBrowser(server), person.username)
  return visitSimulator(start, { username: person.username, password: 'wrong' }, cookies).then(
    () => true,
    () => false,
  )
}

it('a sign-out here ends the session at the provider too, and returns here', async () => {
  const { browser, cookies } = await signIn()
  expect(await isKnownThere(cookies)).toBe(true)
  const to = await endAtProvider(await leave(browser), cookies)
  expect(to.pathname).toBe(`/api/login/idps/${acme.identityProviderIds.get('Main')}/oidc/signed-out`)
  const back = await browser.send(to.pathname + to.search)
  expect([back.status, back.headers.get('location')]).toEqual([303, '/login/signed-out?provider=ended'])
  expect(await isKnownThere(cookies)).toBe(false)
})

it('the end of a session at the provider ends its session here, and no other', async () => {
  const [gone, stays] = [await signIn(), await signIn()]
  await endAtProvider(`${simulator.issuer('acme')}/logout`, gone.cookies)
  await expect.poll(() => whoIs(gone.browser)).toBeUndefined()
  expect(await whoIs(stays.browser)).toBeDefined()
})

it.each(logoutOddities.filter((one) => one !== 'replayed'))(
  'a forged logout token ends nothing: %s',
  async (oddLogout) => {
    const { browser, cookies } = await signIn()
    simulator.control('acme').set({ oddLogout })
    await endAtProvider(`${simulator.issuer('acme')}/logout`, cookies)
    await expect.poll(async () => (await lastRecord(server, acme)).purpose).toBe('logout')
    expect(await whoIs(browser)).toBeDefined()
  },
)
