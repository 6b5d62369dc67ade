import { join } from 'node:path'

import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { askItself } from './support/ask-itself.ts'
import { openServiceAccounts } from './support/account-form.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { enterPortal } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'
import { openVisitor, withoutAnswers, type Visitor } from './support/visitor.ts'

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
afterEach(() => visitor.close())

async function enter(width = 1440): Promise<void> {
  visitor = await openVisitor(browser, { width, height: 900 })
  page = visitor.page
  const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no person ada.')
  await enterPortal(page, demo.url, ada, 'Production')
  await page.getByRole('link', { name: 'Billing' }).waitFor()
}

/** Holds back what matches; the answer lets all of it go. */
async function hold(matches: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = []
  let isOpen = false
  await page.route(matches, (route) => (isOpen ? route.continue() : void held.push(route)))
  return async () => {
    isOpen = true
    await Promise.all(held.map((route) => route.continue()))
  }
}

describe.each([1440, 390])('before the script has come, at %i px', (width) => {
  beforeEach(() => enter(width))

  test.each([
    ['/portal', '.grid-skeleton-tile', 12, () => page.getByRole('link', { name: 'Billing' })],
    ['/portal/environments', '.picker-skeleton-card', 3, () => page.getByRole('button', { name: 'Production' })],
    ['/portal/admin/global-settings/identity-providers', '.provider-table-lead', 1, () => page.getByRole('table')],
    ['/portal/admin/environment-settings', '.page-frame-title', 1, () => page.getByRole('table')],
    ['/portal/admin/sign-ins', '.page-frame-title', 1, () => page.getByRole('main').getByRole('heading', { level: 1 })],
    ['/portal/admin/environments/ID/service-accounts/create', '.form-page-hint', 1, () => page.getByRole('form')],
  ] as const)(
    '%s shows its skeleton, and nothing moves when the script takes over',
    async (path, shape, count, real) => {
      await page.addInitScript(() => {
        const shifts: string[] = []
        Reflect.set(window, 'shifts', shifts)
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node: Node | null }[] }
            const nodes = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : ''))
            shifts.push(`${value} ${nodes.join(' ')}`)
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const answer = await page.request.get(`${demo.url}/api/portal/admin/environments`)
      const { environments } = (await answer.json()) as { environments: { id: string }[] }
      const id = environments[0]?.id ?? ''
      await askItself(page)
      const release = await hold(/\/assets\/.*\.js$/)
      await page.goto(`${demo.url}${path.replace('ID', id)}`, { waitUntil: 'commit' })
      await page.locator(shape).first().waitFor()
      // An element can be measured before its styles have come: the person sees it from the first paint.
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      expect(await page.locator(shape).count()).toBe(count)
      const place = async () => page.locator(shape).first().boundingBox()
      const before = await place()
      const releaseApi = await hold(/\/api\//)
      // An administration screen is loaded in a separate chunk and draws its skeleton below a title: this tests the stage before.
      const releaseScreen = await hold(/\/assets\/administration.*\.js$/)
      await release()
      await page.locator('[data-skeleton]').waitFor({ state: 'detached' })
      // One skeleton follows another while code loads, in the same place, and no layout shift is recorded.
      await expect.poll(place, { timeout: 30_000 }).toEqual(before)
      await releaseScreen()
      await releaseApi()
      await real().first().waitFor()
      expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])
      expect(visitor.complaints).toEqual([])
    },
  )
})

test.each([1440, 390])(
  'at %i px the filters of the sign-ins stay in place when the providers come last',
  async (width) => {
    await enter(width)
    const release = await hold(/\/api\/portal\/admin\/tenant\/idps/)
    await page.goto(`${demo.url}/portal/admin/sign-ins`)
    const provider = page.getByLabel('Identity provider')
    await provider.waitFor()
    await page.getByRole('table').waitFor()
    const places = () =>
      page
        .getByRole('main')
        .locator('input, select, svg')
        .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))
    const before = await places()
    await release()
    await provider.locator('option').nth(1).waitFor({ state: 'attached' })
    expect(await places()).toEqual(before)
  },
)

test('the font is one file of less than 35 kB, fetched with the page and kept by the browser', async () => {
  visitor = await openVisitor(browser)
  const fonts: [address: string, cached: string | undefined, bytes: number][] = []
  visitor.page.on('response', async (response) => {
    if (response.request().resourceType() !== 'font') return
    const { 'cache-control': kept } = response.headers()
    fonts.push([response.url(), kept, (await response.body()).byteLength])
  })
  await visitor.page.goto(`${demo.url}/login`)
  await until('the font', async () => fonts.length > 0)
  // The fallback's faces count as loaded too when the first frame came before the font.
  const figtree = () =>
    visitor.page.evaluate(() =>
      [...document.fonts].flatMap(({ family, status }) => (/^"?Figtree"?$/.test(family) ? status : [])),
    )
  await expect.poll(figtree, { timeout: 10_000 }).toEqual(['loaded'])
  expect(fonts).toEqual([
    [expect.stringContaining('/assets/'), 'public, max-age=31536000, immutable', expect.any(Number)],
  ])
  expect(fonts[0]?.[2]).toBeLessThan(35_000)
  expect(await visitor.page.locator('link[rel=preload][as=font]').getAttribute('href')).toBe(
    new URL(fonts[0]?.[0] ?? '').pathname,
  )
  expect(visitor.complaints).toEqual([])
})

describe('a screen of administration', () => {
  beforeEach(() => enter())

  test('shows that it is loading from its first frame, and says when there is nothing to show', async () => {
    await openServiceAccounts(page, 'Development')
    const account = page.getByRole('link', { name: 'Release bot' })
    const path = (await account.getAttribute('href')) ?? ''
    const release = await hold(/\/api\/.*service.?accounts/i)
    const asked = page.waitForRequest(/\/api\/.*service.?accounts/i)
    await account.click()
    // From now on the form waits for data, not for its code.
    await asked
    const loading = page.locator('.loading-root')
    await loading.waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(
      await loading.evaluate((outline) => getComputedStyle(outline.firstElementChild ?? outline).animationDelay),
    ).toBe('0s')
    await release()
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
    await page.goto(`${demo.url}${path.replace(/[^/]+$/, '01900000-0000-7000-8000-000000000000')}`)
    await page.getByText('There is no service account with this id.').waitFor()
    expect(await loading.count()).toBe(0)
  })
})

describe('what the server writes into the page', () => {
  beforeEach(() => enter())

  test('paints the launcher without asking, once, and shows nothing of it after signing out', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname)
    })
    const answer = await page.goto(`${demo.url}/portal`)
    await page.getByRole('link', { name: 'Billing' }).waitFor()
    await page.getByRole('heading', { name: 'Ada' }).waitFor()
    // The main sentences, which any cache may keep. Expiry notices are read when the page is idle, which may be by now.
    expect(asked.filter((path) => path !== '/api/portal/admin/notices')).toEqual(['/api/i18n/login'])
    expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'content-encoding': 'br' })
    expect(await page.locator('#first-answers').count()).toBe(0)

    await page.getByRole('button', { name: 'Admin' }).click()
    await page.getByRole('menuitem', { name: 'Sign-ins' }).click()
    await page.getByRole('table').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Billing' }).waitFor()

    await page.getByRole('button', { name: /Ada/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    // The launcher leads to the sign-in page before it has loaded, which ends the step back.
    await page.goBack({ waitUntil: 'commit' }).catch(() => undefined)
    const text = () => page.evaluate(() => document.body.innerText).catch(() => '')
    await expect.poll(text, { timeout: 60_000 }).toContain('Use the username of your')
    expect(await page.content()).not.toContain('Billing')
    expect(withoutAnswers(visitor.complaints, 401)).toEqual([])
  })
})
