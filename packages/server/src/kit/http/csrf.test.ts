import { afterAll, beforeAll, expect, it } from 'vitest'

import { landing, postForm, refusedWith, whoIs } from '../../testing/sign-in-run.ts'
import {
  createTestServer,
  signedIn,
  smallTenant,
  testBaseUrl,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'

let server: TestServer
let browser: Browser
/** Another session of the same tenant. */
let other: Browser

beforeAll(async () => {
  server = await createTestServer()
  const acme = await server.importTenant(smallTenant('acme'))
  browser = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
  other = await signedIn(server, acme, { username: 'oskar@acme.example', groups: ['admins'], environment: null })
})
afterAll(() => server.close())

const put = (headers: Record<string, string>) => browser.send('/api/portal/cloudsession', { method: 'PUT', headers })
const token = (of: Browser) => of.cookies.get('csrf') ?? ''

const cases: Record<string, () => Record<string, string>> = {
  'no token': () => ({}),
  'an empty token': () => ({ 'x-csrftoken': '' }),
  "another session's token": () => ({ 'x-csrftoken': token(other) }),
  'a token cut short': () => ({ 'x-csrftoken': token(browser).slice(0, -1) }),
  'the session id as token': () => ({ 'x-csrftoken': browser.cookies.get('portico-session') ?? '' }),
  'the true token from another origin': () => ({
    'x-csrftoken': token(browser),
    origin: 'https://evil.example',
  }),
  'the true token from an origin that begins with ours': () => ({
    'x-csrftoken': token(browser),
    origin: `${testBaseUrl}.evil.example`,
  }),
  'the true token from our host on another port': () => ({
    'x-csrftoken': token(browser),
    origin: 'http://127.0.0.1:4001',
  }),
  'the true token from a nameless origin': () => ({ 'x-csrftoken': token(browser), origin: 'null' }),
  'the true token from a nameless origin of another site': () => ({
    'x-csrftoken': token(browser),
    origin: 'null',
    'sec-fetch-site': 'cross-site',
  }),
  'the true token from another site': () => ({
    'x-csrftoken': token(browser),
    'sec-fetch-site': 'cross-site',
  }),
  'the true token from a sister domain': () => ({
    'x-csrftoken': token(browser),
    'sec-fetch-site': 'same-site',
  }),
  'our origin, and a site that denies it': () => ({
    'x-csrftoken': token(browser),
    origin: testBaseUrl,
    'sec-fetch-site': 'cross-site',
  }),
}
it.each(Object.entries(cases))('%s changes nothing', async (_, headers) => {
  const response = await put(headers())
  expect([response.status, ((await response.json()) as { errorID: string }).errorID]).toEqual([403, 'CSRF'])
})

it.each<[string, Record<string, string>]>([
  ['from our page', { origin: testBaseUrl, 'sec-fetch-site': 'same-origin' }],
  ['from our page without a referrer', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ["from the browser's address bar", { 'sec-fetch-site': 'none' }],
  ['from a program', {}],
])('the true token %s is accepted', async (_, headers) => {
  expect((await put({ 'x-csrftoken': token(browser), ...headers })).status).toBe(200)
})

it.each([
  ['no token', () => ({ 'X-CSRFToken': '' })],
  ["another session's token", () => ({ 'X-CSRFToken': token(browser) })],
])('a form with %s neither selects an environment nor signs out', async (_, field) => {
  const listed = (await (await other.send('/api/portal/environments')).json()) as { environments: { id: string }[] }
  const environment = { env_id: listed.environments[0]?.id ?? '', ...field() }
  expect(landing(await postForm(other, '/api/portal/environments', environment))).toEqual(refusedWith('CSRF'))
  expect(landing(await postForm(other, '/api/login/signout', field()))).toEqual(refusedWith('CSRF'))
  expect(await whoIs(other)).toMatchObject({ environment: null })
})
