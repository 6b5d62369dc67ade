import { join } from 'node:path'

import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { askItself } from './support/ask-itself.ts'
import { openServiceAccounts } from './support/account-form.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { enterPortal } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor, type Visitor, type VisitorOptions } from './support/visitor.ts'

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
beforeEach(() => enter())
afterEach(() => visitor.close())

async function enter(options: VisitorOptions = {}): Promise<void> {
  await visitor?.close()
  visitor = await openVisitor(browser, options)
  page = visitor.page
}

async function signInAsAda(): Promise<void> {
  const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no person ada.')
  await enterPortal(page, demo.url, ada, 'Production')
}

/** Answers a call of the API as a server would that refuses it. */
async function refuse(path: string, status: number, errorID: string, errorMessage: string): Promise<void> {
  const json = { errorID, errorMessage, requestID: 'r-1', details: [] }
  await askItself(page)
  await page.route(
    (url) => url.pathname === `/api${path}`,
    (route) => route.fulfill({ status, json }),
  )
}

describe('the error screen', () => {
  test.each([
    ['error=403&action=Forbidden', true],
    ['error=403&action=Call+0800+123456+to+unlock+your+account', false],
    ['error=403&action=Not+Found', false],
    ['error=Your+account+is+locked&action=Forbidden', false],
    ['error=403&error=500&action=Internal+Server+Error', false],
  ])('%s shows the action only as the reason phrase of its status', async (query, isShown) => {
    await page.goto(`${demo.url}/login/unauthorized?${query}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const action = new URLSearchParams(query).get('action') ?? ''
    expect(await page.getByText(action, { exact: true }).count()).toBe(isShown ? 1 : 0)
    expect(await page.locator('body').innerText()).not.toMatch(/0800|locked/)
  })

  test.each(['/portal/launcher', '/portal/launcher/userdata', '/portal/launcher/applications'])(
    'is shown where %s is forbidden when the portal opens',
    async (path) => {
      await signInAsAda()
      await refuse(path, 403, 'FORBIDDEN', 'You may not do this.')
      await page.goto(`${demo.url}/portal`)
      await page.waitForURL(`${demo.url}/login/unauthorized?error=403&action=Forbidden`)
      await page
        .getByRole('heading', { name: "Your company's data security is restricting your access to this." })
        .waitFor()
    },
  )

  test('says once what is missing where several calls of a page are refused, and shows no banner beside it', async () => {
    await signInAsAda()
    const path = '/portal/admin/global-settings/custom-roles?role=01900000-0000-7000-8000-000000000000'
    const sentence = 'You need the role Security Admin for this.'
    await refuse('/portal/admin/roles', 403, 'SECURITY_ADMIN_REQUIRED', sentence)
    await page.goto(demo.url + path)
    await page.waitForURL(/\/login\/unauthorized\?error=403.*reason=SECURITY_ADMIN_REQUIRED/)
    await page.getByText(sentence).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByText(sentence).count()).toBe(1)
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
  })

  test('is shown where the list of environments is forbidden', async () => {
    await signInAsAda()
    await refuse('/portal/environments', 403, 'FORBIDDEN', 'You may not do this.')
    await page.goto(`${demo.url}/portal/environments`)
    await page.waitForURL(`${demo.url}/login/unauthorized?error=403&action=Forbidden`)
  })
})

describe.each([1440, 390, 320])('banners at %i px', (width) => {
  /** Controls that are covered, so that something else gets the click. */
  const covered = () =>
    page.evaluate(() => {
      const clickable = [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select')]
      return clickable.flatMap((element) => {
        const { x, y, width: wide, height: high } = element.getBoundingClientRect()
        if (wide <= 1 || y < 0 || y + high > innerHeight || !element.checkVisibility()) return []
        const hit = document.elementFromPoint(x + wide / 2, y + high / 2)
        // The buttons of a form stay in view, and its fields scroll under them.
        const isUnderActions =
          hit?.closest('.form-actions-root') != null && element.closest('.form-actions-root') === null
        if (hit === null || element.contains(hit) || hit.contains(element) || isUnderActions) return []
        return [element.outerHTML.slice(0, 120)]
      })
    })
  const save = () => page.getByRole('button', { name: 'Save', exact: true })
  const name = () => page.getByRole('textbox', { name: 'Name', exact: true })

  beforeEach(async () => {
    await visitor.close()
    visitor = await openVisitor(browser, { width, height: width === 1440 ? 900 : 844 })
    page = visitor.page
    await signInAsAda()
    await openServiceAccounts(page, 'Development')
    await page.getByRole('link', { name: 'Release bot' }).click()
    await name().waitFor()
  })

  test('success is shown at the bottom, covers nothing that can be clicked, and can be closed', async () => {
    // It would close by itself after ten seconds: only its button closes it here.
    await page.evaluate(() => {
      const later = window.setTimeout.bind(window)
      window.setTimeout = ((run: () => void, ms = 0, ...more: unknown[]) =>
        later(run, ms > 5_000 ? 600_000 : ms, ...more)) as typeof setTimeout
    })
    await name().fill(`Release bot ${width}`)
    await save().click()
    const toast = page.getByText('The service account was saved. Changes may take a few minutes to show.')
    await toast.waitFor()
    expect(await page.locator('[aria-live=polite]', { has: toast }).count()).toBe(1)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    expect(await covered()).toEqual([])
    const [shown, buttons] = [await toast.boundingBox(), await save().boundingBox()]
    expect((shown?.y ?? 0) >= (buttons?.y ?? Infinity) + (buttons?.height ?? 0)).toBe(true)
    // On a wide screen it is in the bottom corner at the end of the line.
    if (width === 1440) expect((shown?.x ?? 0) > width / 2).toBe(true)
    await page.evaluate(() => scrollTo(0, 0))
    expect(await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().top)).toBe(0)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await toast.waitFor({ state: 'detached' })
    await name().fill('Release bot')
    await save().click()
    await toast.waitFor()
  })

  test('an error is shown in the page above the form, in view, with a link to its details', async () => {
    const json = {
      errorID: 'INVALID_REQUEST',
      errorMessage: 'Some of the values sent are not valid.',
      details: [{ errorID: 'TAKEN', errorMessage: 'Another service account has this name.', fieldID: 'name' }],
    }
    await page.route(
      (url) => url.pathname.startsWith('/api/'),
      (route) => (route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 409, json })),
    )
    await name().fill('Taken')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await save().click()
    const alert = page.getByRole('alert').filter({ hasText: json.errorMessage })
    await alert.waitFor()
    const box = async (what: Locator) => (await what.boundingBox()) ?? { x: 0, y: -1, width: 0, height: 0 }
    const [error, form] = [await box(alert), await box(page.getByRole('form', { name: 'Release bot' }))]
    expect([error.y >= 0, error.y + error.height <= form.y]).toEqual([true, true])
    expect(await covered()).toEqual([])
    await alert.getByText('Click here to view more details').click()
    const details = page.getByRole('dialog', { name: 'Error details' })
    await details.waitFor()
    expect(await details.locator('dt').allInnerTexts()).toEqual(['Error Message', 'Details'])
    expect(await details.locator('dd').allInnerTexts()).toEqual([
      json.errorMessage,
      'Name: Another service account has this name.',
    ])
    await page.keyboard.press('Escape')
    await alert.getByRole('button', { name: 'Close' }).click()
    await alert.waitFor({ state: 'detached' })
  })
})
