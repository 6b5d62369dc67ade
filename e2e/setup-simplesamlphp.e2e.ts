import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { accessibilityViolations } from './support/accessibility.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { expectFocus, keyboardOn } from './support/keyboard-hand.ts'
import { tabTo } from './support/keyboard.ts'
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
  sayWork,
  type Hand,
} from './support/setup-wizard.ts'
import { startSimpleSamlPhp, type Peer } from './support/simplesamlphp.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'
import { openVisitor, withoutAnswers } from './support/visitor.ts'

const folder = temporaryFolder()
const dataDir = join(folder.path, 'data')
const installation = builtInstallation()
let browser: Browser
let server: ServerProcess
let peer: Peer

beforeAll(async () => {
  browser = await launchBrowser()
  peer = await startSimpleSamlPhp(join(folder.path, 'peer'))
  const env = { PORTICO_ALLOW_LOOPBACK_PROVIDERS: '1' }
  server = await startServer(installation, { dataDir, args: ['start', '--port', '0'], env })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await peer?.stop()
  folder.remove()
})

async function setupUrl(tenant: string): Promise<string> {
  const operator = (...args: string[]) => runProcess(['node', installation.server, ...args, '--data', dataDir])
  await operator('tenant', 'create', tenant)
  return (await operator('setup-url', 'create', tenant)).stdout.trim()
}

/** The administrator of SimpleSAMLphp converts our metadata as the guide says, and saves the result. */
async function giveOurMetadata(hand: Hand): Promise<void> {
  const { page } = hand
  await hand.unfold(/^Enter these at/)
  const download = page.waitForEvent('download')
  await hand.press('Download our metadata')
  const file = join(folder.path, 'portico.xml')
  await (await download).saveAs(file)

  const admin = await page.context().newPage()
  await admin.goto(`${new URL(peer.metadataUrl).origin}/admin/metadata-converter.php`)
  hand.typed('peeradmin')
  await admin.locator('input[type=password]').fill('peeradmin')
  hand.click(3)
  await admin.locator('#submit_button, button[type=submit], input[type=submit]').first().click()
  await admin.locator('input[type=file]').setInputFiles(file)
  await admin.locator('form button, form input[type=submit]').last().click()
  const converted = admin.locator('textarea, pre').filter({ hasText: /\$metadata\[/ })
  await converted.waitFor()
  const php = (await converted.evaluate((element) =>
    element instanceof HTMLTextAreaElement ? element.value : (element.textContent ?? ''),
  )) as string
  await admin.close()
  hand.carry(1)
  writeFileSync(join(folder.path, 'peer', 'metadata', 'saml20-sp-remote.php'), `<?php\n${php}\n`)
}

async function signInAtPeer(page: Page, hand: Hand, name: string): Promise<void> {
  await page.locator('#username').fill(name)
  await page.locator('#password').fill(name)
  hand.typed(name, name)
  hand.click()
  await page.locator('#submit_button, button[type=submit]').first().click()
}

describe('SimpleSAMLphp, set up by what the screen says', () => {
  test('leads from a setup URL to a signed-in Security Admin', async () => {
    const began = Date.now()
    const visitor = await openVisitor(browser)
    onTestFinished(() => visitor.close())
    const { page, complaints } = visitor
    const hand = handOn(page)
    const url = await setupUrl('badwolf')
    await beginSetup(hand, url)
    await page.getByRole('heading', { level: 1, name: 'Identity Provider Type' }).waitFor()
    await hand.choose(/^SimpleSAMLphp/)
    await hand.press('Next')
    await checkPage(page, 'Configuration')
    await page.getByText('saml2/idp/metadata.php in version 1').waitFor()
    await hand.fill(/^Address$/, peer.metadataUrl)
    await hand.press('Read in')
    await page.getByText(/filled in\. Check/).waitFor()
    await giveOurMetadata(hand)
    await hand.press('Save and continue')
    await page.getByRole('heading', { level: 1, name: 'Username Format' }).waitFor()
    await addEmailDomain(hand, 'badwolf.org')
    const tab = await openTestTab(hand)
    await signInAtPeer(tab, hand, 'dwho')
    await closeTestTab(tab, server.url)
    await assignGroup(hand, 'security-admins')
    hand.click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL(`${server.url}/portal**`)
    const idps = () => page.request.get(`${server.url}/api/portal/admin/tenant/idps`)
    await until('the person administers', async () => (await idps()).status() === 200)
    sayWork('SimpleSAMLphp', hand, began)
    expect(await (await idps()).json()).toMatchObject({ idps: [{ type: 'OPENSAML', primary: true, draft: null }] })
    expect(withoutAnswers(complaints, 401, 403, 409).filter((text) => text.includes(server.url))).toEqual([])

    const late = await openVisitor(browser, { width: 390, height: 800 })
    onTestFinished(() => late.close())
    await late.page.goto(url)
    await late.page.getByText('This setup URL does not work').waitFor()
    await late.page.getByText('Ask the operator of the server for a new one.').waitFor()
    expect(await accessibilityViolations(late.page)).toEqual([])
  })

  test('is set up only by keyboard at 390 px to a Security Admin, and Go Back keeps what was entered', async () => {
    const visitor = await openVisitor(browser, { width: 390, height: 800 })
    onTestFinished(() => visitor.close())
    const { page } = visitor
    const hand = keyboardOn(page)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const radio = (name: string | RegExp) => page.getByRole('radio', { name })
    /** After each step the focus is on its heading. */
    const step = (name: string) => expectFocus(page.getByRole('heading', { level: 1, name, exact: true }))
    await beginSetup(hand, await setupUrl('keyboard'))
    await hand.choose(/^SimpleSAMLphp/)
    await expectFocus(radio(/^SimpleSAMLphp/))
    await hand.press('Next')
    await step('Configuration')
    await hand.fill(/^Address$/, peer.metadataUrl)
    await page.keyboard.press('Enter')
    await page.getByText(/filled in\. Check/).waitFor()
    await giveOurMetadata(hand)
    await expectFocus(button('Download our metadata'))
    await hand.press('Save and continue')
    await step('Username Format')
    await checkPage(page, 'Username Format')
    await hand.fill('Add an email domain', 'keyboard.example')
    await page.keyboard.press('Enter')
    await expectFocus(page.getByRole('textbox', { name: 'Add an email domain' }))
    await hand.press('Save and continue')
    await expectFocus(button('Test it now'))
    await page.keyboard.press('Enter')
    await step('Test and Security Admin')
    await checkPage(page, 'Test and Security Admin')

    await hand.press('Go Back')
    await step('Username Format')
    await button('Remove @keyboard.example').waitFor()
    await hand.press('Go Back')
    await step('Configuration')
    expect(
      await page
        .getByLabel(/^Entity ID/)
        .and(page.locator('input'))
        .inputValue(),
    ).toContain(peer.host)
    await hand.press('Go Back')
    await step('Identity Provider Type')
    expect(await radio(/^SimpleSAMLphp/).isChecked()).toBe(true)
    await hand.press('Next')
    await step('Configuration')
    await hand.press('Save and continue')
    await step('Username Format')
    await hand.press('Save and continue')
    await expectFocus(button('Test it now'))
    await page.keyboard.press('Enter')
    await step('Test and Security Admin')

    const tab = await openTestTab(hand)
    await tabTo(tab, tab.locator('#username'))
    await tab.keyboard.type('sjane')
    await tabTo(tab, tab.locator('#password'))
    await tab.keyboard.type('sjane')
    await tab.keyboard.press('Enter')
    await closeTestTab(tab, server.url)
    await page.getByText('Members of this group become Security Admin').waitFor()
    await expectFocus(button('Test again'))
    await hand.choose('security-admins')
    await expectFocus(radio('security-admins'))
    expect(await accessibilityViolations(page)).toEqual([])
    await hand.press('Assign and complete the setup')
    await expectFocus(page.getByRole('link', { name: 'Sign in' }))
    await page.keyboard.press('Enter')
    const idps = () => page.request.get(`${server.url}/api/portal/admin/tenant/idps`)
    await until('the person administers', async () => (await idps()).status() === 200)
    await page.getByRole('heading', { level: 1, name: /Sarah/ }).waitFor()
    expect(await (await idps()).json()).toMatchObject({ idps: [{ type: 'OPENSAML', primary: true, draft: null }] })
  })
})
