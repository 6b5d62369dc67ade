import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { askItself } from './support/ask-itself.ts'
import { openServiceAccounts } from './support/account-form.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { runProcess } from './support/run-process.ts'
import { readPeople, startDemo, type Person, type ServerProcess } from './support/server-process.ts'
import { enterPassword, openEnvironment, signIn, signOut } from './support/sign-in.ts'
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
  const env = { PORTICO_SUPPORT_URL: 'https://help.example/courses' }
  demo = await startDemo(builtInstallation(), { dataDir: join(folder.path, 'data'), env })
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})
beforeEach(async () => {
  visitor = await openVisitor(browser)
  page = visitor.page
})
afterEach(() => visitor.close())

function person(name: string): Person {
  const found = readPeople(demo.dataDir).find(({ username }) => username.startsWith(`${name}@`))
  if (found === undefined) throw new Error(`The demo has no person ${name}.`)
  return found
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const name = () => page.getByRole('textbox', { name: 'Name', exact: true })

async function enter(): Promise<void> {
  await signIn(page, demo.url, person('ada'))
  await openEnvironment(page, 'Production')
}

async function openAccount(): Promise<void> {
  await enter()
  await openServiceAccounts(page, 'Development')
  await page.getByRole('link', { name: 'Release bot' }).click()
  await button('Save').waitFor()
}

/** The session is over on the server; the browser does not know yet. */
async function endSession(): Promise<void> {
  const cookies = await visitor.context.cookies(demo.url)
  const session = cookies.find((cookie) => cookie.name.endsWith('portico-session'))
  if (session === undefined) throw new Error('There is no session to end.')
  await visitor.context.clearCookies({ name: session.name })
}

/** The page reads a session that ends in `seconds`. */
async function sessionEndsIn(seconds: number): Promise<void> {
  const expiresOn = new Date(Date.now() + seconds * 1000).toISOString()
  const json = { expiresOn, sessionIdleSecs: 900, deactivated: false, systemBanner: null }
  await askItself(page)
  await page.route('**/api/portal/cloudsession*', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json }) : route.continue(),
  )
}

test('the title of a tab follows a rename of the tenant once the person comes back to it', async () => {
  const nameTenant = async (wanted: string) => {
    const file = join(folder.path, 'acme.yaml')
    const production = { slug: 'production', name: 'Production', type: 'PROD' }
    // JSON is YAML too.
    writeFileSync(file, JSON.stringify({ tenant: { slug: 'acme', name: wanted }, environments: [production] }))
    const { server } = builtInstallation()
    const imported = await runProcess(['node', server, 'tenant', 'import', file, '--data', demo.dataDir])
    expect(imported.code, imported.stderr).toBe(0)
  }
  await enter()
  await until('the first title', async () => (await page.title()).endsWith(' | Acme Industries'))
  await nameTenant('Acme Group')
  try {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await until('the new title', async () => (await page.title()).endsWith(' | Acme Group'))
    expect(await page.getByRole('link', { name: 'Billing' }).isVisible()).toBe(true)
  } finally {
    await nameTenant('Acme Industries')
  }
})

describe('signing in', () => {
  test('leads a deep link to its screen, also via the environment picker', async () => {
    const deep = '/portal/admin/global-settings/identity-providers'
    await page.goto(`${demo.url}${deep}`)
    await page.waitForURL(/\/login\/\?/)
    expect(await page.locator('#session-end').isVisible()).toBe(false)
    await page.getByLabel('Username').fill(person('ada').username)
    await button('Continue').click()
    await enterPassword(page, person('ada'))
    await page.waitForURL(`${demo.url}/portal/environments`)
    await page.getByRole('button', { name: 'Production' }).click()
    await page.waitForURL(`${demo.url}${deep}`)
    await page.getByRole('table').waitFor()
    // Once: choosing an environment later leads to the launcher as ever.
    await page.goto(`${demo.url}/portal/environments`)
    await openEnvironment(page, 'Staging')
    await page.getByRole('link', { name: 'Billing' }).waitFor()
  })

  test.each(['https://evil.example/portal', '//evil.example', '/portal/no/such/screen', '/api/login/signout'])(
    'is not led to %s by its address',
    async (place) => {
      await page.goto(`${demo.url}/login/?returnPath=${encodeURIComponent(place)}`)
      await page.getByLabel('Username').fill(person('ada').username)
      await button('Continue').click()
      await enterPassword(page, person('ada'))
      await page.waitForURL(`${demo.url}/portal/environments`)
    },
  )

  test('after the session ended says so, says that typed work is kept, and gives it back', async () => {
    await openAccount()
    const form = page.url()
    await name().fill('Half typed')
    await endSession()
    await button('Save').click()
    await page.waitForURL(/\/login\/\?/)
    await page.getByText(/^Your session was ended: by an administrator,/).waitFor()
    await page.getByText('What you typed is kept in this tab until you sign in again.').waitFor()
    await page.getByLabel('Username').fill(person('ada').username)
    await button('Continue').click()
    // The provider knows the person still and asks nothing.
    await page.waitForURL(`${demo.url}/portal/environments`)
    await page.getByRole('button', { name: 'Production' }).click()
    await page.waitForURL(form)
    await expect.poll(() => name().inputValue()).toBe('Half typed')
  })

  test('an unknown reason in the address is not shown', async () => {
    await page.goto(`${demo.url}/login/?ended=Call+0800+123456`)
    await page.getByLabel('Username').waitFor()
    expect(await page.locator('body').innerText()).not.toContain('0800')
  })
})

describe('another tab', () => {
  test('is emptied at once when this one logs out', async () => {
    await enter()
    const other = await visitor.context.newPage()
    await other.goto(`${demo.url}/portal`)
    await other.getByRole('link', { name: 'Billing' }).waitFor()
    const sent = page.waitForResponse((answer) => answer.url().endsWith('/api/login/signout'))
    await signOut(page)
    // A page that continues to the provider by itself (docs/decisions/0026).
    expect((await sent).status()).toBe(200)
    expect((await page.request.get(`${demo.url}/api/portal/launcher`)).status()).toBe(401)
    await other.getByRole('heading', { name: 'You are signed out' }).waitFor()
    expect(await other.getByText('Billing').count()).toBe(0)
  })

  test('announces a changed environment before anything is done in it', async () => {
    await openAccount()
    await name().fill('Half typed')
    const other = await visitor.context.newPage()
    await other.goto(`${demo.url}/portal/environments`)
    await openEnvironment(other, 'Staging')
    const dialog = page.getByRole('dialog', { name: 'You went to Staging in another tab' })
    await dialog.getByText('This page still shows Production.').waitFor()
    await dialog.getByRole('button', { name: 'Continue in Staging' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Environment: Staging' }).waitFor()
    expect(await name().inputValue()).toBe('Half typed')
    expect(await other.getByRole('dialog').count()).toBe(0)
  })
})

describe('without a network', () => {
  test('a save says so in words, keeps what was typed, and saves when it is tried again', async () => {
    await openAccount()
    await name().fill('Release bot offline')
    await visitor.context.setOffline(true)
    await button('Save').click()
    const banner = page.getByRole('alert').filter({ hasText: 'You are offline' })
    await banner.getByText('What you typed is kept. Try again when the connection is back.').waitFor()
    expect(await banner.locator('strong').innerText()).toBe('You are offline')
    expect(await banner.innerText()).not.toContain('HTTP')
    await banner.getByText('Details').click()
    expect(await banner.innerText()).toContain('HTTP 500: Failed to fetch')
    expect(await name().inputValue()).toBe('Release bot offline')
    await visitor.context.setOffline(false)
    await banner.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('The service account was saved.').waitFor()
    await name().fill('Release bot')
    await button('Save').click()
    await expect.poll(() => button('Save').isEnabled()).toBe(false)
  })

  test('a screen that cannot load says that Portico cannot be reached, and loads when it is tried again', async () => {
    await enter()
    await askItself(page)
    await page.route(/\/api\/portal\/launcher\/applications/, (route) => route.abort('connectionrefused'))
    await page.goto(`${demo.url}/portal`)
    await page.getByRole('alert').getByText('Portico cannot be reached').waitFor()
    await page.unroute(/\/api\/portal\/launcher\/applications/)
    await button('Try again').click()
    await page.getByRole('link', { name: 'Billing' }).waitFor()
    expect(await page.getByText('cannot be reached').count()).toBe(0)
  })

  test('the sign-in page says so below the username', async () => {
    await page.goto(`${demo.url}/login`)
    await page.getByLabel('Username').fill(person('ada').username)
    await visitor.context.setOffline(true)
    await button('Continue').click()
    await page.getByRole('alert').getByText('You are offline.').waitFor()
  })
})

describe('the question before the session ends', () => {
  test('continue working renews the session', async () => {
    await enter()
    await sessionEndsIn(50)
    await page.goto(`${demo.url}/portal`)
    const dialog = page.getByRole('dialog', { name: 'Are you still there?' })
    await dialog.waitFor()
    const renewed = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().includes('/portal/cloudsession'),
    )
    await dialog.getByRole('button', { name: 'Continue working' }).click()
    expect((await renewed).status()).toBe(200)
    await dialog.waitFor({ state: 'detached' })
  })

  test('a renewal that fails says so inside the question, not behind it', async () => {
    await enter()
    await sessionEndsIn(50)
    await page.goto(`${demo.url}/portal`)
    const dialog = page.getByRole('dialog', { name: 'Are you still there?' })
    await dialog.waitFor()
    await visitor.context.setOffline(true)
    await dialog.getByRole('button', { name: 'Continue working' }).click()
    await dialog
      .getByRole('alert')
      .getByText("Couldn't save your changes due to a temporary system problem. Sign in again, or check back later.")
      .waitFor()
    expect(await page.getByRole('alert').filter({ hasText: 'You are offline' }).count()).toBe(0)
  })

  test('sign in reloads the page, which leads to the sign-in page when the session is over', async () => {
    await enter()
    await sessionEndsIn(3)
    await page.goto(`${demo.url}/portal`)
    const ended = page.getByRole('dialog', { name: 'Your session has ended' })
    await ended.getByText('You were signed out due to inactivity.').waitFor()
    const reloaded = page.waitForRequest(
      (request) => request.isNavigationRequest() && request.url().endsWith('/portal'),
    )
    await endSession()
    await page.unroute('**/api/portal/cloudsession*')
    await ended.getByRole('button', { name: 'Sign in' }).click()
    await reloaded
    await page.waitForURL(/\/login\/\?ended=inactivity$/)
    await page.getByText('You were signed out due to inactivity.').waitFor()
  })
})

describe('the launcher', () => {
  test('ends with a section about support and training, which opens the page of the deployment in a new tab', async () => {
    await enter()
    const section = page.getByRole('region', { name: 'Support and training' })
    const link = section.getByRole('link', { name: 'Open support and training' })
    expect(await link.getAttribute('href')).toBe('https://help.example/courses')
    expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ])
    const [tiles, below] = [
      await page.getByRole('link', { name: 'Billing' }).boundingBox(),
      await section.boundingBox(),
    ]
    expect((below?.y ?? 0) > (tiles?.y ?? Infinity)).toBe(true)
  })

  test('shows the system banner of a deactivated company', async () => {
    await enter()
    const systemBanner = { message: 'Deactivated here.', type: 'warning', errCode: 'D-1', errMsg: 'Ask support.' }
    await askItself(page)
    await page.route('**/api/portal/cloudsession*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), deactivated: true, systemBanner } })
    })
    await page.goto(`${demo.url}/portal`)
    await page.getByText('Deactivated here.').waitFor()
    // Its code is for programs.
    const said = await page.locator('[data-banners]').innerText()
    expect(said).toMatch(/^Deactivated here\.\s*Ask support\.$/)
  })
})
