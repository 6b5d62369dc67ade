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
import {
  addEmailDomain,
  beginSetup,
  assignGroup,
  checkPage,
  closeTestTab,
  handOn,
  openTestTab,
  ourAddress,
  sayWork,
  type Hand,
} from './support/setup-wizard.ts'
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

/** The development pages of oidc-provider. */
async function signInAtOpenId(page: Page, hand: Hand, username: string): Promise<void> {
  hand.typed(username, 'any')
  await page.locator('input[name=login]').fill(username)
  await page.locator('input[name=password]').fill('any')
  hand.click(2)
  await page.locator('button[type=submit]').click()
  await page.locator('button[type=submit]', { hasText: 'Continue' }).click()
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
    const hand = handOn(page)
    // What is pressed too early is not part of the work that is counted.
    const button = (name: string) => page.getByRole('button', { name })
    await page.goto(await setupUrl(`oidc${width}`))
    await checkPage(page, `First Time Setup of oidc${width}`)
    await hand.press('Begin setup')
    await checkPage(page, 'Identity Provider Type')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect(page.url()).toBe(`${server.url}/login/setup/1`)
    await button('Next').click()
    await page.getByText('Please select a type.').waitFor()
    await hand.choose(/^OpenID Connect/)
    await hand.press('Next')
    await checkPage(page, 'Configuration')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('My Identity Provider')
    openId.register(await ourAddress(page, 'Redirect URI'), await ourAddress(page, 'Post-logout redirect URI'))
    hand.carry(2)
    await hand.fill(/^Address$/, openId.issuer)
    await hand.press('Read in')
    await page.getByText(readIn).waitFor()
    await hand.fill(/^Client ID/, openId.client.id)
    await hand.fill(/^Client secret/, openId.client.secret)
    await hand.press('Save and continue')
    await checkPage(page, 'Username Format')
    await button('Save and continue').click()
    await page.getByText('No Formats configured').waitFor()
    await addEmailDomain(hand, `oidc${width}.example`)
    await checkPage(page, 'Test and Security Admin')
    expect(page.url()).toBe(`${server.url}/portal/admin/firsttime`)
    const tab = await openTestTab(hand)
    await signInAtOpenId(tab, hand, `ada@oidc${width}.example`)
    await closeTestTab(tab, server.url)
    await page.getByText('Members of this group become Security Admin').waitFor()
    await button('Assign and complete the setup').click()
    await page.getByText('You must select a group').waitFor()
    await assignGroup(hand, 'portal-admins')
    await checkPage(page, 'Test and Security Admin')
    hand.click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL(/\/portal/)
    await expect.poll(() => administers(page)).toBe(200)
    sayWork(`oidc-provider, ${width} px`, hand, began)
    expect(ofPortico(complaints)).toEqual([])
  })
})

describe('a setup URL', () => {
  test('keeps what was entered over a restart of the server, a reload and Go Back', async () => {
    const { page } = await visit()
    const hand = handOn(page)
    const url = await setupUrl('restart')
    await beginSetup(hand, url)
    await hand.choose(/^Keycloak/)
    await hand.press('Next')
    await hand.fill(/^Issuer/, openId.issuer)
    await hand.fill(/^Client ID/, 'kept')
    await hand.fill(/^Client secret/, 'a-secret-of-the-openid-peer-in-tests')
    await hand.press('Save and continue')
    await page.getByRole('heading', { level: 1, name: 'Username Format' }).waitFor()
    server.signal('SIGKILL')
    await server.exited
    server = await startAgain()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Username Format' }).waitFor()
    await hand.press('Go Back')
    await page.getByRole('heading', { level: 1, name: 'Configuration' }).waitFor()
    expect(
      await page
        .getByLabel(/^Client ID/)
        .first()
        .inputValue(),
    ).toBe('kept')
    const other = await visit()
    await beginSetup(handOn(other.page), url)
    await other.page.getByRole('heading', { level: 1, name: 'Configuration' }).waitFor()
    expect(
      await other.page
        .getByLabel(/^Client ID/)
        .first()
        .inputValue(),
    ).toBe('kept')
  })

  test('ends no session before its button is pressed, and names the company and the session', async () => {
    const { page } = await visit(390)
    const hand = handOn(page)
    await beginSetup(hand, await setupUrl('first'))
    await page.getByRole('heading', { level: 1, name: 'Identity Provider Type' }).waitFor()
    const tenantOf = async () => {
      const read = await page.request.get(`${server.url}/api/portal/admin/setup/tenant/idp/primary`)
      return ((await read.json()) as { tenantName: string }).tenantName
    }
    await page.goto(await setupUrl('second'))
    await checkPage(page, 'First Time Setup of second')
    await page.getByText('The setup or recovery of first that is open in this browser ends when you begin.').waitFor()
    expect(page.url()).toBe(`${server.url}/login/setup`)
    expect(await tenantOf()).toBe('first')
    await hand.press('Begin setup')
    await page.getByRole('heading', { level: 1, name: 'Identity Provider Type' }).waitFor()
    expect(await tenantOf()).toBe('second')
  })

  test('survives a reload of its page, and asks before the setup is left, which can then be continued', async () => {
    const { page } = await visit(390)
    const url = await setupUrl('left')
    const code = new URL(url).hash.slice(1)
    await page.goto(url)
    await page.getByRole('button', { name: 'Begin setup' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'First Time Setup of left' }).waitFor()
    expect(page.url()).toBe(`${server.url}/login/setup`)
    const kept = () =>
      page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
    await page.getByRole('button', { name: 'Begin setup' }).click()
    await page.getByRole('heading', { level: 1, name: 'Identity Provider Type' }).waitFor()
    expect(await kept()).not.toContain(code)
    await page.getByRole('button', { name: 'Leave setup' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave the setup?' })
    await dialog.getByText('What you saved stays.').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Leave setup' }).click()
    await dialog.getByRole('button', { name: 'Leave setup' }).click()
    await page.waitForURL(`${server.url}/login/setup/left`)
    await checkPage(page, 'You left the setup')
    await beginSetup(handOn(page), url)
    await page.getByRole('heading', { level: 1, name: 'Identity Provider Type' }).waitFor()
  })

  test('that a newer one replaced opens nothing, and says what to do', async () => {
    const { page } = await visit(390)
    const first = await setupUrl('replaced')
    const second = await operator('setup-url', 'create', 'replaced')
    await page.goto(first)
    await page.getByText('This setup URL does not work').waitFor()
    expect(page.url()).toBe(`${server.url}/login/setup`)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    // Pasted into the address bar of the same tab.
    await page.goto(second)
    await page.getByRole('heading', { level: 1, name: 'First Time Setup of replaced' }).waitFor()
    expect(page.url()).toBe(`${server.url}/login/setup`)
    await page.getByRole('button', { name: 'Begin setup' }).click()
    await page.getByRole('heading', { level: 1, name: 'Identity Provider Type' }).waitFor()
  })
})
