import type { Browser, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { ageAlone } from './support/age.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { readPeople, startDemo, type Person, type ServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor, withoutAnswers, type Visitor } from './support/visitor.ts'

const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(builtInstallation(), { dataDir: folder.path })
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

const administrator = (): Person => {
  const found = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (found === undefined) throw new Error('The demo has no person ada.')
  return found
}

const attributes = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir] as const)

/** Signs in by the forms' parts, whatever language they are in, and opens the first environment. */
async function enter(page: Page): Promise<void> {
  const { username, password } = administrator()
  await page.goto(`${demo.url}/login`)
  await page.locator('input[name="username"]').fill(username)
  await page.locator('button[type="submit"]').click()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${demo.url}/portal/environments`)
  await page.getByRole('button', { name: /Production/ }).click()
  await page.waitForURL(`${demo.url}/portal`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.locator('header button[aria-haspopup="menu"]').last().click()
  await Promise.all([page.waitForEvent('load'), page.getByRole('menuitem', { name }).click()])
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const places = [
  '/portal',
  '/portal/admin',
  '/portal/environments',
  '/portal/sessions',
  '/portal/admin/global-settings/identity-providers',
  '/portal/admin/global-settings/security-settings',
  ...['idle-time', 'support-access', 'support-sessions', 'webhooks', 'api-tokens', 'recovery-codes'].map(
    (section) => `/portal/admin/global-settings/security-settings/${section}`,
  ),
  '/portal/admin/global-settings/custom-roles',
  '/portal/admin/environment-settings',
  '/portal/admin/people',
  '/portal/admin/sign-ins',
]

/** Names of protocols, products and keys, which are the same in each language. */
const namesOfOthers = new Set([
  // The Windows domain of the demo is stored without its backslash, in small letters.
  'ACME\\',
  'Ctrl K',
  'OpenID Connect',
  'SAML 2.0',
  'Salesforce',
  'Microsoft Entra ID',
  'Azure AD (legacy)',
  'ADFS',
])

test.each([
  ['de-AT', ['de', 'ltr'], 'Anmelden'],
  ['ar-EG', ['ar', 'rtl'], /[\u0600-\u06ff]/],
])(
  'a browser in %s gets the sign-in page in its language, before and after its script',
  async (locale, lang, title) => {
    const plain = await openVisitor(browser, { locale })
    await plain.page.route('**/*.js', (route) => route.abort())
    await plain.page.goto(`${demo.url}/login`)
    expect(await attributes(plain.page)).toEqual(lang)
    await expect.poll(() => plain.page.locator('main').innerText()).toMatch(title)
    await plain.close()

    const visitor = await openVisitor(browser, { locale })
    const { page } = visitor
    await page.goto(`${demo.url}/login`)
    const before = await page.locator('main').innerText()
    await page.locator('input[name="username"]').fill('ada')
    await page.locator('button[type="submit"]').click()
    await expect.poll(() => page.locator('main').innerText()).not.toBe(before)
    expect(await page.locator('main').innerText()).not.toContain("doesn't look like")
    expect(await attributes(page)).toEqual(lang)
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  },
)

test('the choice of the user menu wins over the browser, stays, and each language is named in itself', async () => {
  const visitor = await openVisitor(browser)
  const { page } = visitor
  await enter(page)
  expect(await attributes(page)).toEqual(['en', 'ltr'])
  await chooseLanguage(page, 'Deutsch')
  expect(await attributes(page)).toEqual(['de', 'ltr'])
  await page.goto(`${demo.url}/portal/admin/global-settings/security-settings`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await attributes(page)).toEqual(['de', 'ltr'])
  await chooseLanguage(page, 'العربية')
  expect(await attributes(page)).toEqual(['ar', 'rtl'])
  await page.locator('header button[aria-haspopup="menu"]').last().click()
  await expect
    .poll(() => page.getByRole('menuitem', { name: 'Deutsch' }).locator('[lang]').getAttribute('lang'))
    .toBe('de')
  await page.keyboard.press('Escape')
  await chooseLanguage(page, 'English')
  expect(await attributes(page)).toEqual(['en', 'ltr'])
  expect(withoutAnswers(visitor.complaints, 404)).toEqual([])
  await visitor.close()
})

/** Every string in an answer of the API: names of people, groups and the like, which stay as they are. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** Text of a page that has no mark of the pseudo-locale and that the server did not answer. */
async function untranslated({ page }: Visitor, path: string): Promise<string[]> {
  const answers: string[] = []
  const read = async (response: Response) => {
    const type = response.headers()['content-type'] ?? ''
    const text = await response.text().catch(() => '')
    const [, block] = /id="first-answers">(.*?)<\/script>/s.exec(text) ?? []
    if (type.startsWith('application/json')) answers.push(...stringsIn(JSON.parse(text || 'null')))
    else if (block !== undefined) answers.push(...stringsIn(JSON.parse(block)))
  }
  page.on('response', read)
  await page.goto(demo.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  page.off('response', read)
  const texts = await page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement?.closest('script, [hidden]') === null) found.add(node.textContent?.trim() ?? '')
    for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        found.add(element.getAttribute(name)?.trim() ?? '')
    return [document.title, ...found]
  })
  const data = answers.join('\n')
  // The exact times in titles are written by Intl, which has no pseudo-locale.
  const isTime = (text: string) => /^[A-Z][a-z]{2} \d{1,2}, \d{4}(?:, .* UTC)?$/.test(text)
  const isOurs = (text: string) => text.match(/[a-z]{3,}/gi)?.some((word) => !data.includes(word)) === true
  return texts.filter((text) => !isTime(text) && !text.startsWith('SHA-256 ') && isOurs(text) && !/[\][·á]/.test(text))
}

test('in the pseudo-locale every text of a screen is from the catalogue or from the tenant', async () => {
  const visitor = await openVisitor(browser)
  await enter(visitor.page)
  await visitor.context.addCookies([{ name: 'portico-language', value: 'en-XA', url: demo.url }])
  const found: string[] = []
  for (const place of [...places, ...(await placesOfObjects(visitor.page))]) {
    // The pseudo-locale has no times in words (Intl.RelativeTimeFormat).
    const texts = (await untranslated(visitor, place)).filter(
      (text) => !namesOfOthers.has(text) && !ageAlone.test(text),
    )
    found.push(...texts.map((text) => `${place}: ${text}`))
  }
  expect(found).toEqual([])
  await visitor.close()
}, 300_000)

/** Pages of one object each, and those that have no object but are opened seldom. */
async function placesOfObjects(page: Page): Promise<string[]> {
  type Listed = Record<string, readonly { id?: string; code?: string }[]>
  const first = async (path: string, list: string) => {
    const answer = await page.request.get(`${demo.url}/api${path}`)
    const one = ((await answer.json()) as Listed)[list]?.[0]
    return one?.id ?? one?.code ?? ''
  }
  const environment = await first('/portal/admin/environments', 'environments')
  const ofEnvironment = `/portal/admin/environments/${environment}`
  const settings = `/portal/admin/environment-settings/${environment}`
  const provider = `/portal/admin/global-settings/identity-providers/${await first('/portal/admin/tenant/idps', 'identityProviders')}`
  return [
    settings,
    `${settings}/service-accounts`,
    `${settings}/roles-and-groups`,
    `${ofEnvironment}/service-accounts/create`,
    `${ofEnvironment}/applications/edit/${await first(`${ofEnvironment}/applications`, 'applications')}`,
    provider,
    `${provider}/configuration`,
    '/portal/admin/global-settings/identity-providers/create',
    '/portal/admin/global-settings/general',
    '/portal/admin/launcher',
    '/portal/admin/groups',
    '/portal/admin/audit',
    '/portal/admin/notices',
    `/portal/admin/people/${await first('/portal/admin/people', 'people')}`,
    `/portal/admin/sign-ins/${await first('/portal/admin/sign-ins', 'signIns')}`,
  ]
}

test.each(['de', 'ar'])('in %s the header fits a window of 390 px without scrolling', async (language) => {
  const visitor = await openVisitor(browser, { width: 390 })
  const { page } = visitor
  await enter(page)
  await visitor.context.addCookies([{ name: 'portico-language', value: language, url: demo.url }])
  for (const place of ['/portal', '/portal/admin/people']) {
    await page.goto(demo.url + place)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('header nav').waitFor()
    const hidden = await page.evaluate(() =>
      [...document.querySelectorAll('header, header nav')].map((one) => one.scrollWidth - one.clientWidth),
    )
    expect([place, Math.max(...hidden), await sidewaysScroll(page)]).toEqual([place, 0, 0])
  }
  await visitor.close()
})

test.each([1440, 390])(
  'Arabic screens %i px wide run from right to left, fit, and pass axe',
  async (width) => {
    const visitor = await openVisitor(browser, { width })
    const { page } = visitor
    await enter(page)
    await visitor.context.addCookies([{ name: 'portico-language', value: 'ar', url: demo.url }])
    for (const place of places) {
      await page.goto(demo.url + place)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect([place, await attributes(page)]).toEqual([place, ['ar', 'rtl']])
      await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toMatch(/[\u0600-\u06ff]/)
      expect([place, await sidewaysScroll(page)]).toEqual([place, 0])
      expect([place, await accessibilityViolations(page)]).toEqual([place, []])
    }
    await visitor.close()
  },
  120_000,
)
