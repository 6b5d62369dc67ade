import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { launchBrowser } from './support/browser.ts'
import { freePort } from './support/free-port.ts'
import { builtInstallation } from './support/installation.ts'
import { startOpenIdPeer, type OpenIdPeer } from './support/openid-peer.ts'
import { runProcess } from './support/run-process.ts'
import { startServer, type ServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor, withoutAnswers } from './support/visitor.ts'

const folder = temporaryFolder()
const readIn = /filled in\. Check/
const dataDir = join(folder.path, 'data')
const installation = builtInstallation()
let browser: Browser
let server: ServerProcess
let port: number
let openId: OpenIdPeer

const startAgain = () =>
  startServer(installation, {
    dataDir,
    args: ['start', '--port', String(port)],
    env: { PORTICO_ALLOW_LOOPBACK_PROVIDERS: '1' },
  })

beforeAll(async () => {
  browser = await launchBrowser()
  port = await freePort('127.0.0.1')
  server = await startAgain()
  openId = await startOpenIdPeer(['portal-admins', 'staff'])
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await openId?.stop()
  folder.remove()
})

async function operator(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProcess(['node', installation.server, ...args, '--data', dataDir])
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`)
  return stdout.trim()
}

async function setupUrl(tenant: string): Promise<string> {
  await operator('tenant', 'create', tenant)
  return operator('setup-url', 'create', tenant)
}

async function visit(width?: number) {
  const visitor = await openVisitor(browser, width === undefined ? {} : { width, height: 800 })
  onTestFinished(() => visitor.close())
  return visitor
}

/** Presses are counted as a person makes them. */
function presser(page: Page) {
  let clicks = 0
  return {
    clicks: () => clicks,
    async press(name: string | RegExp) {
      clicks += 1
      await page.getByRole('button', { name }).click()
    },
    async choose(name: string | RegExp) {
      clicks += 1
      await page.getByRole('radio', { name }).check()
    },
    async fill(label: string | RegExp, text: string) {
      clicks += 1
      await page.getByLabel(label).first().fill(text)
    },
  }
}
type Person = ReturnType<typeof presser>

async function checkPage(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
}

/** Presses the button that opens the test login, and answers the new tab. */
async function testTab(page: Page, person: Person): Promise<Page> {
  const tab = page.waitForEvent('popup')
  await person.press('Test login')
  return tab
}

/** The development pages of oidc-provider. */
async function signInAtOpenId(page: Page, username: string): Promise<void> {
  await page.locator('input[name=login]').fill(username)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.locator('button[type=submit]', { hasText: 'Continue' }).click()
}

async function assignGroup(page: Page, person: Person, group: string): Promise<void> {
  await page.getByText('Members of this group become Security Admin').waitFor()
  await person.press('Assign and complete the setup')
  await page.getByText('You must select a group').waitFor()
  await person.choose(group)
  await checkPage(page, 'Test and Security Admin')
  await person.press('Assign and complete the setup')
  await page.getByRole('heading', { name: 'The setup is complete' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
}

/** The development pages of the peers load fonts and icons that are not there. */
const ofPortico = (complaints: readonly string[]) =>
  withoutAnswers(complaints, 401, 403, 400, 409).filter(
    (text) => text.includes(server.url) || !/127\.0\.0\.[34]|fonts\./.test(text),
  )

const administers = async (page: Page) =>
  (await page.request.get(`${server.url}/api/portal/admin/tenant/idps`)).status()

describe('from a setup URL to a signed-in Security Admin', () => {
  test.each([1440, 390])('with oidc-provider, %d pixels wide', async (width) => {
    const began = Date.now()
    const { page, complaints } = await visit(width)
    const person = presser(page)
    await page.goto(await setupUrl(`oidc${width}`))
    await checkPage(page, 'Identity Provider Type')
    expect(page.url()).toBe(`${server.url}/login/setup/1`)
    await person.press('Next')
    await page.getByText('Please select a type.').waitFor()
    await person.choose(/^OpenID Connect/)
    await person.press('Next')
    await checkPage(page, 'Configuration')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('My Identity Provider')
    const ours = await page.locator('code').allTextContents()
    const find = (part: string) => ours.find((one) => one.includes(part))?.trim() ?? ''
    openId.register(find('/oidc/callback'), find('/oidc/signed-out'))
    await person.fill(/^Address$/, openId.issuer)
    await person.press('Read in')
    await page.getByText(readIn).waitFor()
    await person.fill(/^Client ID/, openId.client.id)
    await person.fill(/^Client secret/, openId.client.secret)
    await person.press('Save and continue')
    await checkPage(page, 'Username Format')
    await person.press('Save and continue')
    await page.getByText('No Formats configured').waitFor()
    await person.fill('Add an email domain', `oidc${width}.example`)
    await person.press('Add an email domain')
    await person.press('Save and continue')
    await page.getByRole('heading', { name: 'The identity provider is configured' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await person.press('Test it now')
    await checkPage(page, 'Test and Security Admin')
    const tab = await testTab(page, person)
    await signInAtOpenId(tab, `ada@oidc${width}.example`)
    await tab.getByRole('heading', { level: 1 }).waitFor()
    await tab.close()
    await assignGroup(page, person, 'portal-admins')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL(/\/portal/)
    await expect.poll(() => administers(page)).toBe(200)
    process.stdout.write(
      `oidc-provider, ${width} px: ${person.clicks() + 1} clicks, ${Date.now() - began} ms by machine\n`,
    )
    expect(ofPortico(complaints)).toEqual([])
  })
})

describe('a setup URL', () => {
  test('keeps what was entered over a restart of the server, a reload and Go Back', async () => {
    const { page } = await visit()
    const person = presser(page)
    const url = await setupUrl('restart')
    await page.goto(url)
    await person.choose(/^Keycloak/)
    await person.press('Next')
    await person.fill(/^Issuer/, openId.issuer)
    await person.fill(/^Client ID/, 'kept')
    await person.fill(/^Client secret/, 'a-secret-of-the-openid-peer-in-tests')
    await person.press('Save and continue')
    await page.getByRole('heading', { level: 1, name: 'Username Format' }).waitFor()
    server.signal('SIGKILL')
    await server.exited
    server = await startAgain()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Username Format' }).waitFor()
    await person.press('Go Back')
    await page.getByRole('heading', { level: 1, name: 'Configuration' }).waitFor()
    expect(
      await page
        .getByLabel(/^Client ID/)
        .first()
        .inputValue(),
    ).toBe('kept')
    const other = await visit()
    await other.page.goto(url)
    await other.page.getByRole('heading', { level: 1, name: 'Configuration' }).waitFor()
    expect(
      await other.page
        .getByLabel(/^Client ID/)
        .first()
        .inputValue(),
    ).toBe('kept')
  })

  test('that a newer one replaced opens nothing, and says what to do', async () => {
    const { page } = await visit(390)
    const first = await setupUrl('replaced')
    const second = await operator('setup-url', 'create', 'replaced')
    await page.goto(first)
    await page.getByText('This setup URL opens nothing').waitFor()
    expect(page.url()).toBe(`${server.url}/login/setup`)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await page.goto('about:blank')
    await page.goto(second)
    await page.getByRole('heading', { level: 1, name: 'Identity Provider Type' }).waitFor()
  })
})
