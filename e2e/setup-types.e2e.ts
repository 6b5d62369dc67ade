import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { launchBrowser } from './support/browser.ts'
import { companies, domainOf, movesFrom, movesTo, personAt, providerOf } from './support/companies.ts'
import { builtInstallation } from './support/installation.ts'
import { addEmailDomain } from './support/provider-form.ts'
import { runProcess } from './support/run-process.ts'
import { startServer, type ServerProcess } from './support/server-process.ts'
import { checkPage, handOn, ourAddress, type Hand } from './support/setup-wizard.ts'
import { enterPassword, enterUsername } from './support/sign-in.ts'
import { startSimulator, type Simulator } from './support/simulator.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { readMetadata, registerAt, throughWizard } from './support/through-wizard.ts'
import { until } from './support/until.ts'
import { openVisitor, withoutAnswers } from './support/visitor.ts'

const folder = temporaryFolder()
const dataDir = join(folder.path, 'data')
const installation = builtInstallation()
let browser: Browser
let server: ServerProcess
let simulator: Simulator

beforeAll(async () => {
  browser = await launchBrowser()
  const providers = [...companies, movesFrom, movesTo].map(providerOf)
  simulator = await startSimulator(installation, { folder: folder.path, providers })
  server = await startServer(installation, { dataDir, args: ['start', '--port', '0'], env: simulator.env })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await simulator?.stop()
  folder.remove()
})

async function setupUrl(tenant: string): Promise<string> {
  const operator = (...args: string[]) => runProcess(['node', installation.server, ...args, '--data', dataDir])
  const made = await operator('tenant', 'create', tenant)
  expect(made.code, made.stderr).toBe(0)
  return (await operator('setup-url', 'create', tenant)).stdout.trim()
}

async function visit(width = 1440) {
  const visitor = await openVisitor(browser, { width, height: 900 })
  onTestFinished(() => visitor.close())
  return visitor
}

type Provider = { id: string; type: string; primary: boolean }
const get = (page: Page, path: string) => page.request.get(`${server.url}/api/portal/admin/tenant/${path}`)
const administers = async (page: Page) => (await get(page, 'idps')).status() === 200
const providersOf = async (page: Page) => ((await (await get(page, 'idps')).json()) as { idps: Provider[] }).idps

describe('from a setup URL to a signed-in Security Admin', () => {
  // Each family's pages are looked at, at the width of a telephone; those of OpenID Connect in setup.e2e.ts.
  test.each(companies)('$type', async (company) => {
    const isLookedAt = ['OPENSAML', 'AAD2'].includes(company.type)
    const { page, complaints } = await visit(isLookedAt ? 390 : 1440)
    const look = async (heading: string) => {
      if (isLookedAt) await checkPage(page, heading)
    }
    const url = await setupUrl(company.id)
    await throughWizard(handOn(page), { url, company, simulator, group: 'portal-admins', look })
    await until('the person administers', () => administers(page))
    expect(await providersOf(page)).toMatchObject([{ type: company.type, primary: true }])
    expect(withoutAnswers(complaints, 401, 403, 409)).toEqual([])
  })
})

describe('a company that was set up with OpenID Connect', () => {
  test('moves to SAML: a member accepts, others cannot, and the old administrators lose the role after the grace window', async () => {
    const [old, member, other] = [await visit(), await visit(), await visit()]
    const hand = handOn(old.page)
    const url = await setupUrl('moving')
    const look = async () => {}
    await throughWizard(hand, { url, company: movesFrom, simulator, group: 'portal-admins', look })
    await until('the person administers', () => administers(old.page))
    await addSamlProvider(hand)

    // A group is known once one of its members has signed in.
    await enter(member.page, 'ada')
    await chooseSwitch(old.page)
    const primaryType = async () => (await providersOf(old.page)).find(({ primary }) => primary)?.type

    await old.page.goto(`${server.url}/portal/idp-switch`)
    await old.page.getByText('signed in with the new provider').waitFor()
    await enter(other.page, 'bob')
    await other.page.goto(`${server.url}/portal/idp-switch`)
    await other.page.getByText('You are not a member of the group').waitFor()
    for (const { page } of [old, other]) expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0)
    expect([await administers(old.page), await administers(member.page), await primaryType()]).toEqual([
      true,
      false,
      'OIDC',
    ])

    await member.page.goto(`${server.url}/portal/idp-switch`)
    await member.page.getByRole('button', { name: 'Accept' }).click()
    await until('the member administers', () => administers(member.page))
    await until('the grace window has ended', async () => !(await administers(old.page)))
    expect((await providersOf(member.page)).find(({ primary }) => primary)?.type).toBe('OPENSAML')
    expect([await administers(member.page), await administers(other.page)]).toEqual([true, false])
  })
})

/** Signs in as a person of the SAML provider, as far as the portal lets them. */
async function enter(page: Page, name: 'ada' | 'bob'): Promise<void> {
  await enterUsername(page, server.url, personAt(movesTo, name).username)
  await enterPassword(page, personAt(movesTo, name))
  await page.waitForURL(new RegExp(`^${server.url}/portal`))
}

/** An administrator adds the second provider in the portal, tests it and keeps it. */
async function addSamlProvider(hand: Hand): Promise<void> {
  const { page } = hand
  await page.goto(`${server.url}/portal/admin/global-settings/identity-providers`)
  await page.getByRole('link', { name: 'Add identity provider', exact: true }).first().click()
  await hand.choose(movesTo.card)
  await hand.press('Next')
  await hand.fill('Name', 'New login')
  await readMetadata(hand, movesTo, simulator)
  await page.locator('summary', { hasText: 'What to give your provider' }).click()
  await registerAt(simulator, movesTo, (label) => ourAddress(page, label))
  await hand.press('Save and continue')
  await page.getByText('The identity provider was added.').waitFor()
  await addEmailDomain(page, domainOf(movesTo))
  await hand.press('Save and continue')
  await hand.press('Test it now')
  const panel = page.getByRole('region', { name: 'Test and keep' })
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    panel.getByRole('button', { name: 'Test login' }).click(),
  ])
  await enterPassword(opened, personAt(movesTo))
  await opened.getByRole('heading', { name: 'The test login passed' }).waitFor()
  await opened.close()
  await panel.getByRole('checkbox', { name: 'I have signed in with a test login' }).check()
  await panel.getByRole('button', { name: 'Keep Changes' }).click()
  await page.getByText('The changes are in effect.').waitFor()
}

async function chooseSwitch(page: Page): Promise<void> {
  await page.goto(`${server.url}/portal/admin/global-settings/security-settings`)
  const roles = page.getByRole('region', { name: 'Portal roles' })
  await roles.getByRole('combobox', { name: /dentity provider/ }).selectOption({ label: 'New login' })
  await roles.getByRole('radio', { name: 'portal-admins', exact: true }).check()
  await roles.getByLabel('Grace window').fill('5s')
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start the switch' }).click()
  await page.getByRole('region', { name: 'A switch of the primary identity provider is pending.' }).waitFor()
}
