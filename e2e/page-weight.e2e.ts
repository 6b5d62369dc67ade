import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { openEnvironment, signIn } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'
import { openVisitor, type Visitor } from './support/visitor.ts'

const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
let visitor: Visitor
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(builtInstallation(), { dataDir: join(folder.path, 'data') })
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})
beforeEach(async () => {
  visitor = await openVisitor(browser)
  page = visitor.page
  const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no person ada.')
  await signIn(page, demo.url, ada)
  await openEnvironment(page, 'Production')
})
afterEach(() => visitor.close())

/** Opens an address in a fresh tab with an empty cache; answers what has come, as type and address, and the bytes of script. */
async function open(path: string): Promise<{ tab: Page; loaded: string[]; scriptBytes: () => number }> {
  const tab = await visitor.context.newPage()
  const devtools = await visitor.context.newCDPSession(tab)
  const sent = new Map<string, string>()
  const loaded: string[] = []
  let scripts = 0
  devtools.on('Network.responseReceived', ({ requestId, type, response }) =>
    sent.set(requestId, `${type} ${new URL(response.url).pathname}`),
  )
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const what = sent.get(requestId) ?? ''
    loaded.push(what)
    if (what.startsWith('Script ')) scripts += encodedDataLength
  })
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await tab.goto(demo.url + path, { waitUntil: 'networkidle' })
  const isWhole = () => loaded.some((what) => what.startsWith('Script /assets/idle-'))
  await until('the chunk that comes when the page is idle', isWhole)
  return { tab, loaded, scriptBytes: () => scripts }
}

test.each([
  ['the launcher', '/portal', 100],
  // With the roles and groups of the first environment, its first tab.
  ['the list of environments', '/portal/admin/environment-settings', 181],
  // With the reader of keys, which every form and rule uses, and the end of the session by the server's clock.
  ['the list of identity providers', '/portal/admin/global-settings/identity-providers', 156],
])(
  '%s has loaded its budget of script at most when it is idle, and nothing that does not exist',
  async (_, path, kB) => {
    const { loaded, scriptBytes } = await open(path)
    expect(scriptBytes() / 1000).toBeLessThanOrEqual(kB)
    // An address that names no file is answered with a page: there must be only one document, and only these kinds of files.
    expect(loaded.filter((what) => what.startsWith('Document '))).toEqual([`Document ${path}`])
    const known = /^(?:Document |(?:Script|Stylesheet|Font|Image|Other) \/assets\/|(?:Fetch|XHR) \/api\/)/
    expect(loaded.filter((what) => !known.test(what))).toEqual([])
  },
)

test('the list of identity providers asks the API for each thing once, and for accounts until it finds one', async () => {
  const { loaded } = await open('/portal/admin/global-settings/identity-providers')
  const asked = loaded.flatMap((what) => /^(?:Fetch|XHR) (\/api\/.*)$/.exec(what)?.[1] ?? [])
  expect(asked.filter((path, at) => asked.indexOf(path) !== at)).toEqual([])
  expect(asked.filter((path) => path.endsWith('/service-accounts'))).toHaveLength(1)
})

test('the launcher loads no style that only administration draws, and a page of administration is drawn with its styles', async () => {
  const launcher = await open('/portal')
  const styles = ({ loaded }: { loaded: string[] }) =>
    loaded.flatMap((what) => /^Stylesheet \/assets\/([a-z-]+)-[\w-]{8}\.css/.exec(what)?.[1] ?? []).toSorted()
  // The few styles of what it loads later, such as the section for support and training, are with those of every page.
  expect(styles(launcher)).toEqual(['portal'])
  await launcher.tab.close()
  const { tab, loaded } = await open('/portal/admin/global-settings/identity-providers')
  expect(styles({ loaded })).toEqual(['portal', 'screens'])
  const table = tab.getByRole('table')
  expect(await table.evaluate((node) => getComputedStyle(node).borderCollapse)).toBe('collapse')
})

test.each([
  ['environment-settings', 'environment-settings', ['Environment Management']],
  [
    'environments/x/service-accounts/create',
    'service-account-form',
    ['Create service account', 'Programs prove who they are with the private key that belongs to one of these.'],
  ],
  ['environments/x/service-accounts/edit/x', 'service-account-form', []],
  [
    'global-settings/identity-providers',
    'administration-lists',
    ['Global Settings', 'A username leads to the identity provider'],
  ],
  ['global-settings/security-settings', 'administration-lists', []],
  ['global-settings/security-settings/webhooks', 'administration-lists', []],
  ['sign-ins', 'administration-lists', ['Sign-ins']],
  ['sign-ins/BCDF-GHJK', 'administration-details', []],
])(
  '/portal/admin/%s holds its first sentences, and names the scripts and styles of its screen',
  async (path, chunk, sentences) => {
    const html = await (await page.request.get(`${demo.url}/portal/admin/${path}`)).text()
    expect(html).toContain(`<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/${chunk}-`)
    expect(html).toContain('<link rel="stylesheet" crossorigin href="/assets/screens-')
    for (const sentence of sentences) expect(html).toContain(`>${sentence}`)
  },
)

test('the greeting of the launcher is in its HTML, where it is painted before any script', async () => {
  // A server that is busy sends the page without it.
  const greets = async () =>
    (await (await page.request.get(`${demo.url}/portal`)).text()).includes(
      '<h1 class="launcher-home-hello">Hello, Ada<',
    )
  await until('the page greets', greets)
})

/** Where the parts of a page are, and how large; the pulse of a skeleton moves nothing. */
const places = (tab: Page) =>
  tab.evaluate(() =>
    [...document.querySelectorAll('#root *')].map((node) => {
      const { x, y, width, height } = node.getBoundingClientRect()
      return `${node.nodeName} ${node.className} ${x} ${y} ${width} ${height} ${getComputedStyle(node).color}`
    }),
  )

test.each([
  '/login',
  '/portal',
  '/portal/environments',
  '/portal/admin',
  '/portal/admin/environment-settings',
  '/portal/admin/environments/x/service-accounts/create',
  '/portal/admin/global-settings/identity-providers',
  '/portal/admin/global-settings/security-settings',
  '/portal/admin/sign-ins',
])('%s is painted before any stylesheet has come, and its styles move nothing', async (path) => {
  const tab = await visitor.context.newPage()
  const violations: string[] = []
  tab.on('console', (said) => said.text().includes('Content Security Policy') && violations.push(said.text()))
  let letStylesCome = () => {}
  const held = new Promise<void>((resolve) => (letStylesCome = resolve))
  const asked: string[] = []
  await tab.route(/\/assets\/.*\.(?:css|woff2)$/, async (route) => {
    asked.push(route.request().url())
    await held
    await route.continue()
  })
  await tab.route(/\/assets\/.*\.js$/, (route) => route.abort())
  await tab.goto(demo.url + path, { waitUntil: 'commit' })
  await until('the first paint', () => tab.evaluate(() => performance.getEntriesByType('paint').length > 0))
  await until('the stylesheets are fetched', () => asked.some((url) => url.endsWith('.css')))
  const before = await places(tab)
  letStylesCome()
  await tab.waitForLoadState('load')
  expect(await places(tab)).toEqual(before)
  expect(violations).toEqual([])
})

test('the table of a list is drawn with the styles of administration', async () => {
  const tab = await visitor.context.newPage()
  let letStylesCome = () => {}
  const held = new Promise<void>((resolve) => (letStylesCome = resolve))
  await tab.route('**/assets/screens-*.css', async (route) => {
    await held
    await route.continue()
  })
  const asked = tab.waitForRequest('**/assets/screens-*.css')
  const script = tab.waitForResponse('**/assets/administration-lists-*.js')
  await tab.goto(`${demo.url}/portal/admin/global-settings/identity-providers`, { waitUntil: 'commit' })
  await asked
  await script
  expect(await tab.getByRole('table').count()).toBe(0)
  letStylesCome()
  await tab.getByRole('table').waitFor()
})

test('the code of popups comes when the pointer reaches a button that opens one', async () => {
  const { tab, loaded } = await open('/portal')
  const popups = () => loaded.filter((what) => what.includes('/menu-popup-'))
  expect(popups()).toEqual([])
  await tab.getByRole('button', { name: /Ada/ }).hover()
  await until('the popup is loaded', () => popups().length === 1)
  await tab.getByRole('button', { name: /Ada/ }).click()
  await tab.getByRole('menuitem', { name: 'Log out' }).waitFor()
})

test('the form of a service account loads the code of its dropdown when the focus reaches it', async () => {
  await page.goto(`${demo.url}/portal/admin/environment-settings`)
  await page.waitForURL('**/roles-and-groups')
  const environment = new URL(page.url()).pathname.split('/').at(-2)
  const { tab, loaded } = await open(`/portal/admin/environments/${environment}/service-accounts/create`)
  const popups = () => loaded.filter((what) => /\/(?:Popover|dropdown-popup|menu-popup)/.test(what))
  const button = tab.getByRole('button', { name: /^Choose an application/ })
  await button.waitFor()
  expect(popups()).toEqual([])
  await button.focus()
  await until('the list is loaded', () => popups().length === 2)
  await button.press('Enter')
  await tab.getByRole('listbox').waitFor()
})
