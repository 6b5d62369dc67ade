import { gzipSync } from 'node:zlib'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { startDemo, type ServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor } from './support/visitor.ts'

const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(builtInstallation(), { dataDir: `${folder.path}/data` })
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

async function visit(): Promise<{ page: Page; complaints: string[] }> {
  const visitor = await openVisitor(browser)
  onTestFinished(() => visitor.close())
  return visitor
}

/** Opens the page with its script held back until the function is called. */
async function openWithoutScript(page: Page, address: string): Promise<() => Promise<void>> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/login-*.js', async (route) => {
    await held
    await route.continue()
  })
  // Waits only for the HTML: the load event would wait for the script.
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  // A browser sets the initial focus after it has drawn the page; keys before that go nowhere.
  await page.locator('#username:focus').waitFor()
  return async () => {
    release()
    // The deployment's name appears once the script has drawn the page again.
    await page.locator('footer', { hasText: 'Portico' }).waitFor()
  }
}

/** The position of everything visible, and which element has the focus. */
function layoutOf(page: Page) {
  return page.evaluate(() => {
    const seen = [...document.querySelectorAll('#root h1, #root p, #root label, #root input, #root button, #root svg')]
    const boxes = seen.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return `${element.tagName} ${[x, y, width, height].map(Math.round).join(' ')}`
    })
    return { boxes, focused: document.activeElement?.id }
  })
}

describe('the login page', () => {
  test('is complete in its HTML; its script replaces no element, moves nothing and keeps what was typed', async () => {
    const { page, complaints } = await visit()
    const release = await openWithoutScript(page, `${demo.url}/login`)
    await page.getByText('One way in to everything you work with.').waitFor()
    await page.keyboard.type('ada@acme.example')
    const before = await layoutOf(page)
    expect(before.focused).toBe('username')
    const elements = await page.evaluateHandle(() => [...document.querySelectorAll('#root *')])
    await release()
    const replaced = await elements.evaluate((all) => all.filter(({ isConnected }) => !isConnected).length)
    expect(replaced).toBe(0)
    expect(await layoutOf(page)).toEqual(before)
    expect(await page.getByLabel('Username').inputValue()).toBe('ada@acme.example')
    await page.keyboard.press('Enter')
    await page.getByLabel('Password').waitFor()
    expect(complaints).toEqual([])
  })

  test('keeps what was typed before its script over the username it remembers', async () => {
    const { page } = await visit()
    await page.context().addCookies([{ name: 'userId', value: 'chidi%40acme.example', url: demo.url }])
    const release = await openWithoutScript(page, `${demo.url}/login`)
    await page.keyboard.type('ada')
    await release()
    expect(await page.getByLabel('Username').inputValue()).toBe('ada')
    await page.reload()
    await page.locator('footer', { hasText: 'Portico' }).waitFor()
    expect(await page.getByLabel('Username').inputValue()).toBe('chidi@acme.example')
    expect(await page.getByLabel('Remember me').isChecked()).toBe(true)
  })

  test('sends nothing if Enter is pressed before its script has loaded', async () => {
    const { page } = await visit()
    const release = await openWithoutScript(page, `${demo.url}/login`)
    await page.keyboard.type('ada')
    await page.keyboard.press('Enter')
    await release()
    expect(page.url()).toBe(`${demo.url}/login`)
    expect(await page.getByLabel('Username').inputValue()).toBe('ada')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText("That doesn't look like a valid username.").waitFor()
    // An error goes when the person types on.
    await page.keyboard.type('@')
    await page.getByText("That doesn't look like a valid username.").waitFor({ state: 'detached' })
    expect(await page.getByLabel('Username').getAttribute('aria-invalid')).toBe('false')
  })

  test('says in its HTML that it needs scripts', async () => {
    const html = await (await fetch(`${demo.url}/login`)).text()
    expect(html).toMatch(/<noscript><p[^>]*>Turn on JavaScript in this browser to sign in\.<\/p><\/noscript>/)
  })

  test('says why the session ended, and ignores any other value in its address', async () => {
    const { page, complaints } = await visit()
    await page.goto(`${demo.url}/login/?ended=inactivity`)
    await page.getByRole('status').getByText('You were signed out due to inactivity.', { exact: true }).waitFor()
    await page.goto(`${demo.url}/login/?ended=${encodeURIComponent('Call 555 0100')}`)
    await page.locator('footer', { hasText: 'Portico' }).waitFor()
    expect(await page.getByRole('status').count()).toBe(0)
    expect(await page.getByText('555').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('takes the language of the sentences that the server answers, and its direction', async () => {
    const { page } = await visit()
    const messages = { 'login.title': ['تسجيل الدخول'], 'portal.title': ['البوابة'] }
    await page.route('**/api/i18n/login*', (route) => route.fulfill({ json: { locale: 'ar', messages } }))
    await page.goto(`${demo.url}/login`)
    await page.getByRole('heading', { name: 'تسجيل الدخول' }).waitFor()
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      'ar',
      'rtl',
    ])
    expect(await page.title()).toMatch(/^تسجيل الدخول \| البوابة \| ./)
  })

  test('loads less than 16 kB of JavaScript', async () => {
    const { page } = await visit()
    const sizes: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.headers()['content-type']?.startsWith('text/javascript'))
        sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).byteLength))
    })
    await page.goto(`${demo.url}/login`, { waitUntil: 'networkidle' })
    expect(sizes.length).toBeGreaterThan(0)
    expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThan(16_000)
  })
})
