import {
  endpoints,
  getAdminModules,
  getBranding,
  getLauncher,
  getLauncherApplications,
  getLauncherNotices,
  getLauncherPreferences,
  getPrincipalInfo,
  getSession,
  listAdminEnvironments,
  listEnvironments,
  listIdentityProviders,
  listNotices,
  listStalledProvisioning,
} from '@portico/core/contract'
import { brotliDecompressSync } from 'node:zlib'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { pageBrands } from '../tenant/branding/pages.ts'
import { personalPages } from './first-answers.ts'
import type { ImportedTenant } from '../operator/tenant-import/import.ts'
import { createTestServer, signedIn, smallTenant, testBaseUrl, type TestServer } from '../testing/test-server.ts'
import { withGreeting } from '../kit/pages/greeting.ts'
import { servePage } from '../kit/pages/serve.ts'
import type { StaticFile } from '../kit/pages/static-files.ts'

let server: TestServer
let acme: ImportedTenant
let ada: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme', { tenant: { slug: 'acme', name: 'A</script><b>cme' } }))
  ada = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins', 'staff'] })
})
afterAll(() => server.close())

const html = '<!doctype html><html><body><div id="root">outline</div></body></html>'
const greeting = '<h1><!--greeting--><i></i><!--/greeting--></h1>'
const launcher = html.replace('outline', greeting)
const plainLauncher = html.replace('outline', '<h1><i></i></h1>')
const file = (name: string): [string, StaticFile] => [
  name,
  {
    type: 'text/html; charset=utf-8',
    etag: '"x"',
    body: Buffer.from(name === '/launcher.html' ? launcher : html),
    gzip: undefined,
    brotli: undefined,
    styles: [],
  },
]
const files = new Map(
  [
    '/login.html',
    '/portal.html',
    '/launcher.html',
    '/environments.html',
    '/administration.html',
    '/environment-settings.html',
    '/service-account.html',
    '/service-account-create.html',
    '/identity-providers.html',
    '/sign-ins.html',
    '/tenant-lists.html',
    '/tenant-details.html',
  ].map(file),
)

function open(path: string, session = ada.cookies.get('portico-session'), more: Record<string, string> = {}) {
  const headers = { ...(session === undefined ? {} : { cookie: `portico-session=${session}` }), ...more }
  return servePage(new Request(testBaseUrl + path, { headers }), files, {
    settings: server.deps.settings,
    log: server.deps.log,
    personal: personalPages(server.deps),
    brands: pageBrands(server.deps),
  })
}

type Block = { date: string; answers: Record<string, unknown> }
function blockOf(text: string): Block | undefined {
  const json = /<script type="application\/json" id="first-answers">(.*)<\/script><\/body>/s.exec(text)?.[1]
  return json === undefined ? undefined : (JSON.parse(json) as Block)
}

it.each([
  [
    '/portal',
    [
      getBranding,
      getLauncher,
      getSession,
      getLauncherApplications,
      getLauncherPreferences,
      getLauncherNotices,
      listNotices,
      listStalledProvisioning,
      getAdminModules,
    ],
  ],
  ['/portal/environments', [getBranding, getSession, listEnvironments, getPrincipalInfo]],
  ['/portal/admin/sign-ins', [getLauncher, getSession, getAdminModules]],
  ['/portal/admin/global-settings/identity-providers', [getLauncher, getAdminModules, listIdentityProviders]],
  ['/portal/admin/launcher', [getLauncher, getSession, getAdminModules]],
  ['/portal/admin/global-settings/identity-providers/x', [getLauncher, getSession, getAdminModules]],
  ['/portal/admin/environment-settings', [getLauncher, getSession, getAdminModules, listAdminEnvironments]],
  ['/portal/admin/environments/x/service-accounts/create', [getLauncher, getAdminModules, listAdminEnvironments]],
])('%s holds what its script asks for first, as the API answers it', async (path, asked) => {
  const block = blockOf(await (await open(path)).text())
  for (const { name } of asked) {
    const endpoint = endpoints.find((one) => one.name === name)
    const answer = block?.answers[endpoint?.path ?? '']
    const fromApi: unknown = await (await ada.send(`/api${endpoint?.path}`)).json()
    expect(answer, name).toEqual(fromApi)
    if (endpoint?.reply) expect(v.safeParse(endpoint.reply, answer).success).toBe(true)
  }
  expect(Math.abs(Date.parse(block?.date ?? '') - server.clock.now())).toBeLessThan(60_000)
})

it('names from other people stay text in it', async () => {
  const text = await (await open('/portal')).text()
  expect(text).not.toContain('</script><b>')
  expect(blockOf(text)?.answers[getLauncher.path]).toMatchObject({ tenantName: 'A</script><b>cme' })
})

it('is not cached, not readable by other sites, and compressed', async () => {
  const { headers } = await open('/portal')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('etag')).toBeNull()
  expect(headers.get('vary')).toBe('Accept-Language, Cookie, Accept-Encoding')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  const packed = await open('/portal', undefined, {
    cookie: `portico-session=${ada.cookies.get('portico-session')}`,
    'accept-encoding': 'br',
  })
  expect(packed.headers.get('content-encoding')).toBe('br')
  const text = brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString()
  expect(blockOf(text)?.answers).toHaveProperty([getLauncher.path])
})

it('the head and the outline are sent before the answers are read', async () => {
  const reader = (await open('/portal')).body?.getReader()
  const first = new TextDecoder().decode((await reader?.read())?.value)
  expect(first).toBe(launcher.slice(0, launcher.indexOf('<!--greeting')))
  await reader?.cancel()
})

it('the outline of the launcher greets its person, whose name stays text', async () => {
  const cid = await signedIn(server, acme, { username: '<b>&cid@acme.example', groups: ['staff'] })
  const headers = { cookie: `portico-session=${cid.cookies.get('portico-session')}` }
  const request = new Request(`${testBaseUrl}/portal`, { headers })
  const known = await personalPages(server.deps).firstAnswers('/launcher.html', request)
  expect(known?.greeting).toBe('Hello, <b>&cid@acme.example')
  const parts: string[] = []
  for await (const part of withGreeting(launcher, Promise.resolve(known?.greeting))) parts.push(part)
  expect(parts.join('')).toBe(html.replace('outline', '<h1>Hello, &lt;b&gt;&amp;cid@acme.example</h1>'))
})

it('an outline waits for a name only so long', async () => {
  const parts: string[] = []
  for await (const part of withGreeting(launcher, new Promise(() => {}))) parts.push(part)
  expect(parts).toEqual([launcher.slice(0, launcher.indexOf('<!--')), '<i></i></h1></div></body></html>'])
})

it.each([
  ['without a session', undefined],
  ['with the cookie of a session that has ended', 'ended'],
])('%s a page is the plain one, and its script finds out', async (_, session) => {
  const response = await servePage(
    new Request(
      `${testBaseUrl}/portal`,
      session === undefined ? {} : { headers: { cookie: `portico-session=${session}` } },
    ),
    files,
    {
      settings: server.deps.settings,
      log: server.deps.log,
      personal: personalPages(server.deps),
      brands: pageBrands(server.deps),
    },
  )
  expect(await response.text()).toBe(session === undefined ? launcher : plainLauncher)
})

it.each(['/login', '/login/unauthorized', '/portal/signed-out', '/somewhere'])(
  '%s holds nothing of a person',
  async (path) => {
    const response = await open(path)
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(await response.text()).toBe(html)
  },
)

it('calls that the person may not make are left out', async () => {
  const bob = await signedIn(server, acme, { username: 'bob@acme.example', groups: ['staff'] })
  const block = blockOf(await (await open('/portal', bob.cookies.get('portico-session'))).text())
  expect(block?.answers).toHaveProperty([getLauncher.path])
  expect(block?.answers).not.toHaveProperty([getAdminModules.path])
})

it('if the answers fail, the page is sent without them', async () => {
  const broken = {
    ...server.deps,
    database: { ...server.deps.database, openingWith: undefined },
  } as unknown as TestServer['deps']
  const request = new Request(`${testBaseUrl}/portal`, {
    headers: { cookie: `portico-session=${ada.cookies.get('portico-session')}` },
  })
  expect(
    await (
      await servePage(request, files, {
        settings: broken.settings,
        log: broken.log,
        personal: personalPages(broken),
        brands: pageBrands(broken),
      })
    ).text(),
  ).toBe(plainLauncher)
})
