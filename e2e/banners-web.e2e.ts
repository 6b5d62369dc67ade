import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { accessibilityViolations } from './support/accessibility.ts'
import { askItself } from './support/ask-itself.ts'
import { launchBrowser } from './support/browser.ts'
import { portalDemo } from './support/portal-demo.ts'

// The banners of spec section 2 that depend on the browser and on the deployment.

const demo = portalDemo({ env: { PORTICO_ANALYTICS_INFO_URL: 'https://support.example/counting' } })
const outdated = 'This browser is out of date.'
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

async function contextOf(userAgent: string): Promise<BrowserContext> {
  const context = await browser.newContext({ userAgent })
  onTestFinished(() => context.close())
  return context
}

test.each([
  ['Internet Explorer 11', 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'],
  ['Internet Explorer 10', 'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)'],
  [
    'legacy Edge',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0.3538.102 Safari/537.36 Edge/18.19042',
  ],
])(
  '%s gets a banner that it is out of date, on the sign-in page and the portal, and never again once it was closed',
  async (_, userAgent) => {
    const context = await contextOf(userAgent)
    const page = await context.newPage()
    const banner = page.getByRole('alert').filter({ hasText: outdated })
    await page.goto(`${demo.url}/login/signed-out`)
    await banner.waitFor()
    await page.goto(`${demo.url}/login`)
    await banner.getByRole('button', { name: 'Close' }).click()
    await banner.waitFor({ state: 'hidden' })
    for (const path of ['/login', '/login/signed-out']) {
      await page.goto(demo.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await banner.isVisible()).toBe(false)
    }
  },
)

test('current browsers get no banner', async () => {
  const edge =
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0'
  const context = await contextOf(edge)
  const page = await context.newPage()
  await page.goto(`${demo.url}/login`)
  await page.getByRole('textbox', { name: 'Username' }).waitFor()
  await expect.poll(() => page.getByText(outdated).isVisible()).toBe(false)
})

test('the script of the warning is one that Internet Explorer can read', async () => {
  const answer = await fetch(`${demo.url}/login`)
  const address = /src="([^"]*legacy-browser[^"]*)"/.exec(await answer.text())?.[1] ?? ''
  const script = await (await fetch(demo.url + address)).text()
  const source = readFileSync(join(import.meta.dirname, '../packages/web/src/kit/feedback/legacy-browser.js'), 'utf8')
  expect(script).toBe(source)
  expect(script).not.toMatch(/=>|`|\b(?:const|let|class|import|export|async|await)\b|\?\.|\?\?/)
})

test('the information about analytics stands until this browser has agreed, and nothing is sent anywhere', async () => {
  const { page, context } = await demo.enter()
  const elsewhere: string[] = []
  context.on('request', (request) => {
    if (!request.url().startsWith(demo.url)) elsewhere.push(request.url())
  })
  await askItself(page)
  await page.goto(`${demo.url}/portal`)
  const link = page.getByRole('link', { name: 'What is counted, and why' })
  await link.waitFor()
  expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
    'https://support.example/counting',
    'noopener noreferrer',
  ])
  expect(await accessibilityViolations(page)).toEqual([])
  await page.reload()
  await link.waitFor()
  await page.getByRole('button', { name: 'Understood' }).click()
  await link.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('link', { name: 'Billing' }).first().waitFor()
  expect(await link.count()).toBe(0)
  expect(elsewhere).toEqual([])

  const another = await demo.enter()
  await another.page.getByRole('link', { name: 'What is counted, and why' }).waitFor()
})

test('a system error of a save is a banner with its code and message, and what was typed stays', async () => {
  const { page } = await demo.enter()
  await page.goto(`${demo.url}/portal/admin/global-settings/custom-roles?role=new`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Auditors')
  await page.route('**/api/portal/admin/roles*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { errorID: 'SYSTEM_ERROR', errorMessage: 'Something went wrong here.' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Save' }).click()
  const banner = page.getByRole('alert').filter({ hasText: 'HTTP 500' })
  await banner.getByText('Something went wrong here.').waitFor()
  expect(await name.inputValue()).toBe('Auditors')
})
