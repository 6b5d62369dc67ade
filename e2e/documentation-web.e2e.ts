import { expect, test } from 'vitest'

import { accessibilityViolations } from './support/accessibility.ts'
import { portalDemo } from './support/portal-demo.ts'

// The documentation that the server shows at /docs, with and without a session.

const demo = portalDemo()

test('every page that a page links to exists, with the heading that the link names', async () => {
  const { page } = await demo.visit()
  const known = new Map([['/docs', new Set<string>()]])
  const anchors: string[] = []
  for (const path of known.keys()) {
    const answer = await page.request.get(demo.url + path)
    expect(answer.status(), path).toBe(200)
    const html = await answer.text()
    known.set(path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)))
    for (const [, address = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (address.startsWith('http')) continue
      const [to = '', anchor] = address.split('#')
      if (to !== '' && !known.has(to)) known.set(to, new Set())
      if (anchor !== undefined) anchors.push(`${to || path}#${anchor}`)
    }
    for (const [, source = ''] of html.matchAll(/<img [^>]*src="([^"]+)"/g))
      expect((await page.request.get(demo.url + source)).headers()['content-type'], source).toBe('image/png')
  }
  expect(known.size).toBeGreaterThan(35)
  expect(anchors.filter((one) => !known.get(one.split('#')[0] ?? '')?.has(one.split('#')[1] ?? ''))).toEqual([])
})

const paths = [
  '',
  '/operating',
  '/command-line',
  '/launcher',
  '/using-the-api',
  '/api',
  '/api/service-accounts',
  '/api/scim',
  '/files/examples/node/verify.mjs',
  '/nowhere',
]

test.each([
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const)('pages can be read, at $width px, $colorScheme', async ({ width, colorScheme }) => {
  const { page, complaints } = await demo.visit({ width, height: 900, colorScheme })
  for (const path of paths) {
    await page.goto(`${demo.url}/docs${path}`)
    expect(await accessibilityViolations(page), path).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
  }
  expect(complaints.filter((one) => !one.includes('404'))).toEqual([])
})

test('the search finds a heading, by keyboard, and Escape closes it', async () => {
  const { page, complaints } = await demo.visit()
  await page.goto(`${demo.url}/docs`)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('rotating keys')
  await page.getByRole('link', { name: /^Operating a server: Rotating keys/ }).waitFor()
  await search.press('ArrowDown')
  await page.keyboard.press('Escape')
  expect(await page.getByRole('link', { name: /Rotating keys/ }).count()).toBe(0)
  await search.fill('rotating key')
  await page
    .getByRole('link', { name: /Rotating keys/ })
    .first()
    .waitFor()
  await search.press('Enter')
  await page.waitForURL(`${demo.url}/docs/operating#rotating-keys`)
  await search.fill('backup every day')
  const hit = page.getByRole('link', { name: /^Install for production: 11/ })
  await hit.waitFor()
  expect(await hit.textContent()).not.toMatch(/&#|\[object/)
  await search.fill('xyzzy')
  await page.getByText('Nothing was found for “xyzzy”.').waitFor()
  expect(complaints).toEqual([])
})

test('a slash focuses the search, and Enter before the index is there opens the first hit', async () => {
  const { page, complaints } = await demo.visit()
  const held: (() => void)[] = []
  await page.route(/search-[^/]*\.json$/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await page.goto(`${demo.url}/docs`)
  await page.keyboard.press('/')
  await page.keyboard.type('and/or')
  const search = page.getByRole('searchbox', { name: 'Search' })
  expect(await search.inputValue()).toBe('and/or')
  await search.fill('rotating keys')
  await page.keyboard.press('Enter')
  await expect.poll(() => held.length).toBe(1)
  expect(page.url()).toBe(`${demo.url}/docs`)
  for (const release of held) release()
  await page.waitForURL(`${demo.url}/docs/operating#rotating-keys`)
  expect(complaints).toEqual([])
})

test('the search finds a call, whose page shows it without a script, and the OpenAPI document can be downloaded', async () => {
  const { page, complaints } = await demo.visit()
  await page.goto(`${demo.url}/docs/api`)
  await page.getByRole('searchbox', { name: 'Search' }).fill('create service account')
  await page.getByRole('link', { name: /^API: Service accounts: Create a service account/ }).click()
  await page.waitForURL(`${demo.url}/docs/api/service-accounts#createServiceAccount`)
  expect(complaints).toEqual([])
  const html = await (await page.request.get(`${demo.url}/docs/api/service-accounts`)).text()
  const call = html.split('<h2 id="createServiceAccount">')[1]?.split('<h2 id=')[0]
  expect(call).toContain('href="/docs/errors#NAME_TAKEN"')
  expect(call).toContain('at most 204800 characters')
  const own = await (await page.request.get(`${demo.url}/api/openapi.json`)).json()
  const built = await page.request.get(`${demo.url}/docs/api/openapi.json`)
  expect((await built.json()).paths).toEqual(own.paths)
})

test('the headings of a page are folded above its text, and open beside it in a wide window', async () => {
  const { page } = await demo.visit({ width: 1280, height: 900 })
  await page.goto(`${demo.url}/docs/operating`)
  const contents = page.getByRole('navigation', { name: 'On this page' })
  const link = contents.getByRole('link', { name: 'Backups', exact: true })
  expect(await link.isVisible()).toBe(false)
  const top = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.y ?? 0
  expect((await contents.boundingBox())?.y).toBeLessThan(await top())
  await contents.getByText('On this page').click()
  await link.click()
  await page.waitForURL(`${demo.url}/docs/operating#backups`)
  await page.goto(`${demo.url}/docs/operating`)
  await page.setViewportSize({ width: 1440, height: 900 })
  await link.waitFor()
  expect((await contents.boundingBox())?.x).toBeGreaterThan(1000)
  expect(await top()).toBeLessThan(200)
})

test('the list of pages shows the current one, and the page itself stays at its top', async () => {
  const { page } = await demo.visit({ height: 600 })
  await page.goto(`${demo.url}/docs/threat-model`)
  const current = await page.locator('.documents-navigation [aria-current]').boundingBox()
  expect(current?.y).toBeGreaterThan(150)
  expect(current?.y).toBeLessThan(450)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const group = page.locator('.documents-navigation').getByRole('heading', { name: 'Run it', exact: true })
  expect(await group.evaluate((heading) => parseFloat(getComputedStyle(heading).wordSpacing))).toBeGreaterThan(1)
})

test('tables of up to three columns fit into a phone', async () => {
  const { page } = await demo.visit({ width: 390, height: 900 })
  for (const path of ['/troubleshooting', '/operating', '/errors', '/providers/adfs', '/api/signing-in']) {
    await page.goto(`${demo.url}/docs${path}`)
    const tables = await page
      .locator('.documents-table:not(:has(th:nth-child(4)))')
      .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    expect(tables.length, path).toBeGreaterThan(0)
    expect(Math.max(...tables), path).toBe(0)
  }
})

test('the index shows code as code, and leads back to the portal', async () => {
  const { page } = await demo.visit()
  await page.goto(`${demo.url}/docs`)
  expect(await page.getByRole('main').textContent()).not.toContain('`')
  await page.getByRole('listitem').getByText('/docs/api', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Open the portal' }).click()
  await page.getByRole('textbox', { name: 'Username' }).waitFor()
})

test('a block of code can be copied', async () => {
  const { page } = await demo.visit()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${demo.url}/docs/api-tokens`)
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('portico env use Production')
})

test('a page that does not exist is not found, and names the others', async () => {
  const { page } = await demo.visit()
  const answer = await page.goto(`${demo.url}/docs/nowhere`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.getByRole('link', { name: 'Operating a server' }).click()
  await page.getByRole('heading', { level: 1, name: 'Operating a server' }).waitFor()
  expect(await page.getByRole('link', { name: 'Operating a server' }).getAttribute('aria-current')).toBe('page')
})
