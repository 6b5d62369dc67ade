import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { focusedElement } from './support/focus.ts'
import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { answerLeaving } from './support/account-form.ts'
import { launchBrowser } from './support/browser.ts'
import { makeCertificate } from './support/certificate.ts'
import { makeExpiredCertificate } from './support/expired-certificate.ts'
import { builtInstallation } from './support/installation.ts'
import {
  addEmailDomain,
  openPart,
  openProvider,
  openProviders,
  readIn,
  uploadSigningCertificate,
} from './support/provider-form.ts'
import { refusedSignIn } from './support/refused-sign-in.ts'
import { readAutomation, readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { enterPortal, signIn } from './support/sign-in.ts'
import { simulatedProviders, type SimulatedProviders } from './support/simulated-providers.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'
import { openVisitor, withoutAnswers, type Visitor, type VisitorOptions } from './support/visitor.ts'

type Provider = {
  id: string
  name: string
  type: string
  suffixes: string[]
  config: Record<string, unknown>
  certificates: { slot: number; fingerprint: string; extendedUntil: string | null }[]
}

const folder = temporaryFolder()
const installation = builtInstallation()
const company = 'Acme Industries'
let browser: Browser
let demo: ServerProcess
let simulator: SimulatedProviders
/** The API, as a service account with the portal's admin role sees it. */
let api: Shell
let visitor: Visitor
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  // Another name than the tenant's: titles end with the company that is signed in to.
  const env = { PORTICO_COMPANY_NAME: 'The whole suite' }
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data'), args: ['--simulator-control'], env })
  simulator = simulatedProviders(demo.dataDir)
  api = openShell(installation, join(folder.path, 'home'))
  await api.portico(loginArguments(readAutomation(demo.dataDir)))
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
  await enterPortal(page, demo.url, ada(), 'Production')
}

function ada() {
  const found = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (found === undefined) throw new Error('The demo has no person ada.')
  return found
}

const provider = (name: string) => api.json<Provider>(['idp', 'get', name])
const button = (label: string) => page.getByRole('button', { name: label, exact: true })
const link = (label: string) => page.getByRole('link', { name: label, exact: true })
const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
const said = (text: string | RegExp) => page.getByText(text).first().waitFor()
/** The title of the page has three parts (spec section 2). */
const titled = (part: string) => {
  const title = `${part} | App Portal | ${company}`
  return until(`the title ${title}`, async () => (await page.title()) === title)
}

/** The bodies of everything the portal's API answers from now on. */
function listenTo(context: BrowserContext): () => Promise<string[]> {
  const bodies: Promise<string>[] = []
  context.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) bodies.push(response.text().catch(() => ''))
  })
  return () => Promise.all(bodies)
}

describe('an administrator', () => {
  test('of a tenant with incomplete setup gets a list of the missing steps, and one of another does not', async () => {
    await openProviders(page)
    await page.getByRole('table').waitFor()
    await page.getByText('Where would this username go?').waitFor()
    const list = page.getByRole('region', { name: 'Set up your portal' })
    expect(await list.count()).toBe(0)
    await visitor.close()
    visitor = await openVisitor(browser)
    page = visitor.page
    const hanna = readPeople(demo.dataDir).find(({ username }) => username.startsWith('hanna@'))
    if (hanna === undefined) throw new Error('The demo has no person hanna.')
    await enterPortal(page, demo.url, hanna, 'Production')
    await openProviders(page)
    const steps = page.getByRole('region', { name: 'Set up your portal' })
    await steps.getByText('2 of 3 steps are done.').waitFor()
    expect(await steps.getByRole('link').allTextContents()).toEqual(['Create a service account'])
    expect(await accessibilityViolations(page)).toEqual([])
    await steps.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Create service account' }).waitFor()
  })
})

describe('an identity provider in the browser', () => {
  test('is added from its metadata, gets username formats, is changed, and is deleted by its name', async () => {
    const partners = await provider('Acme Partners')
    await openProviders(page)
    await titled('Global Settings')
    await link('Identity Providers').click()
    await page.locator('[aria-current=page]', { hasText: 'Identity Providers' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/portal/admin/global-settings/identity-providers')

    await link('Add identity provider').click()
    await titled('Add identity provider')
    await button('Next').click()
    await said('Please select a type.')
    await page.getByRole('radio', { name: /^SAML 2\.0/ }).check()
    await button('Next').click()
    await titled('Add SAML 2.0')
    await page.locator('[aria-current=step]', { hasText: 'Configuration' }).waitFor()
    await page.locator('summary', { hasText: 'What to give your provider' }).click()
    const acs = page
      .getByRole('group')
      .filter({ hasText: 'What to give your provider' })
      .getByText(/\/saml\/acs$/)
    const address = await acs.innerText()
    await button('Save and continue').click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
    await field('Name').fill(' Branch office ')
    await readIn(page, `${simulator.url}/saml/metadata.xml`)
    await said('The document describes 6 identity providers.')
    await page.getByRole('combobox', { name: 'Identity provider' }).selectOption(String(partners.config['entityId']))
    await button('Take this one').click()
    await said(/\d fields were filled in/)
    await button('Save and continue').click()
    await said('The identity provider was added.')
    await page.locator('[aria-current=step]', { hasText: 'Username Format' }).waitFor()
    await button('Save and continue').click()
    await said('No Formats configured')
    await link('Go Back').click()
    await page.locator('[aria-current=step]', { hasText: 'Configuration' }).waitFor()
    await expect.poll(() => field('Name').inputValue()).toBe('Branch office')
    expect(address).toContain((await provider('Branch office')).id)
    await link('Identity Providers').click()
    await openProvider(page, 'Branch office')
    expect(await field('Entity ID').inputValue()).toBe(partners.config['entityId'])
    expect(await field('SSO URL').inputValue()).toBe(partners.config['ssoUrl'])
    await said(/^Valid until .* days left\.$/)
    const made = await provider('Branch office')
    const published = ['entityId', 'ssoUrl', 'sloUrl', 'signingCertificate1']
    for (const name of published) expect(made.config[name], name).toEqual(partners.config[name])

    // Spec section 5: a change needs a format; adding a provider cannot.
    await field('Name').fill('Branch without people')
    await said('No Formats configured: add a username format first, or switch the identity provider off')
    expect(await button('Save').isDisabled()).toBe(true)
    await button('Discard').click()
    await openPart(page, 'Username Formats')
    await said('No Formats configured')
    await addEmailDomain(page, 'partners.acme.example')
    await button('Save').click()
    const refused = page.getByRole('listitem').filter({ hasText: '@partners.acme.example' })
    await refused.getByText('“partners.acme.example” belongs to the identity provider “Acme Partners”.').waitFor()
    await button('Remove @partners.acme.example').click()
    await addEmailDomain(page, 'branch.example')
    await button('Save').click()
    await said('The username formats were saved.')
    expect((await provider('Branch office')).suffixes).toEqual(['branch.example'])

    await link('Identity Providers').click()
    await page.getByRole('textbox', { name: 'Username' }).fill('eve@branch.example')
    await button('Find out').click()
    // Not before it is kept.
    await said('No identity provider has a format for this domain.')

    await openProvider(page, 'Branch office')
    await field('Name').fill('Head office')
    await link('Identity Providers').click()
    await answerLeaving(page, 'Cancel')
    expect(await field('Name').inputValue()).toBe('Head office')
    await link('Identity Providers').click()
    await answerLeaving(page, 'Discard')
    await page.waitForURL('**/identity-providers')
    expect((await provider(made.id)).name).toBe('Branch office')
    await openProvider(page, 'Branch office')
    await field('Name').fill('Head office')
    await link('Identity Providers').click()
    await answerLeaving(page, 'Save')
    await page.waitForURL('**/identity-providers')
    expect(await provider(made.id)).toMatchObject({ name: 'Head office', config: made.config })

    await openProvider(page, 'Head office')
    await button('Delete').click()
    const dialog = page.getByRole('dialog', { name: 'Delete Head office?' })
    const confirm = dialog.getByRole('button', { name: 'Delete' })
    await dialog.getByRole('textbox').fill('head office')
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('Head office')
    await confirm.click()
    await said('The identity provider was deleted.')
    expect((await api.json<Provider[]>(['idp', 'list'])).map(({ id }) => id)).not.toContain(made.id)
    expect(withoutAnswers(visitor.complaints, 409)).toEqual([])
  })

  test('never shows its secret: no page and no answer of the API contains it, stored or replaced', async () => {
    const answers = listenTo(visitor.context)
    const before = JSON.parse(readFileSync(join(demo.dataDir, 'demo', 'client-secrets.json'), 'utf8')) as {
      acme: string
    }
    const secrets = [before.acme, 'a-secret-that-only-the-provider-knows']
    expect(secrets[0]).toMatch(/\S{16}/)
    await openProviders(page)
    await openProvider(page, 'Acme Single Sign-On')
    await said('A secret is stored. It is never shown again.')
    const pages = [await page.content()]
    await button('Replace it').click()
    await page.getByLabel(/^Client secret/).fill(secrets[1] ?? '')
    await said('What Save will change')
    pages.push(await page.getByRole('complementary').allInnerTexts().then(String))
    await button('Save').click()
    await said('The identity provider was saved as a draft.')
    await said('A secret is stored. It is never shown again.')
    pages.push(await page.content())
    await page.reload()
    await said('A secret is stored. It is never shown again.')
    pages.push(await page.content())
    const bodies = await answers()
    expect(bodies.filter((text) => text.includes('"clientId"')).length).toBeGreaterThan(2)
    for (const text of [...pages, ...bodies]) for (const secret of secrets) expect(text).not.toContain(secret)

    // As it was: the next tests sign in.
    await api.json(['idp', 'update', 'Acme Single Sign-On', '--client-secret', '-'], { input: before.acme })
    expect(visitor.complaints).toEqual([])
  })

  test('keeps what was typed while its person signs in again, except a secret', async () => {
    const secret = 'typed-but-never-kept'
    await openProviders(page)
    await openProvider(page, 'Acme Single Sign-On')
    await field('Name').fill('Typed before')
    await button('Replace it').click()
    await page.getByLabel(/^Client secret/).fill(secret)
    const form = page.url()
    await visitor.context.clearCookies()
    await button('Save').click()
    await page.waitForURL(/\/login\/\?/)
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(kept).toContain('Typed before')
    expect(kept).not.toContain(secret)
    await signIn(page, demo.url, ada())
    await page.getByRole('button', { name: 'Production' }).click()
    await page.waitForURL(form)
    await said('You are signed in again. What you had typed is here, except secrets, which are never kept.')
    expect(await field('Name').inputValue()).toBe('Typed before')
    await said('A secret is stored. It is never shown again.')
    await button('Discard').click()
    expect(await field('Name').inputValue()).toBe('Acme Single Sign-On')
    expect(withoutAnswers(visitor.complaints, 401)).toEqual([])
  })

  test('that another administrator changed is read again without losing the input', async () => {
    const { id, name } = await provider('Acme Sales')
    onTestFinished(async () => {
      await api.json(['idp', 'update', id, '--name', name, '--set', 'slackSecs=120'])
    })
    await openProviders(page)
    await openProvider(page, name)
    await field('Name').fill('Mine')
    await api.json(['idp', 'update', id, '--set', 'slackSecs=60'])
    await button('Save').click()
    await button('Read again').click()
    await said('Read again. What you typed is kept')
    expect(await field('Name').inputValue()).toBe('Mine')
    await button('Save').click()
    await said('The identity provider was saved as a draft.')
    expect(await provider(id)).toMatchObject({ name: 'Mine', config: { slackSecs: 60 } })
    await titled('Mine')
    expect(withoutAnswers(visitor.complaints, 412)).toEqual([])
  })

  test('takes a certificate from a file; an expired one is reported, and can be accepted for 72 more hours once', async () => {
    const fresh = makeCertificate(folder.path, 'fresh')
    const expired = makeExpiredCertificate(folder.path, 'expired')
    await openProviders(page)
    await openProvider(page, 'Acme Partners')
    const before = await provider('Acme Partners')
    onTestFinished(async () => {
      await api.json(['idp', 'update', before.id, '--unset', 'signingCertificate2'])
    })
    const second = page.getByRole('group', { name: 'Signing certificate 2' })
    await uploadSigningCertificate(page, 2, fresh.certificateFile)
    await second.getByText('Save to see its subject and validity.').waitFor()
    await button('Save').click()
    await second.getByText(/fresh/).waitFor()
    await second.getByText(/^Valid until .*: (?:29|30) days left\.$/).waitFor()

    await second.getByText('RSA, 2,048 bits').waitFor()
    expect(await second.getByRole('textbox').count()).toBe(0)
    await second.getByRole('button', { name: 'Replace Signing certificate 2' }).press('Enter')
    expect(await focusedElement(page)).toBe('Certificate in PEM format')
    await second.getByRole('button', { name: 'Keep the saved certificate' }).press('Enter')
    expect(await focusedElement(page)).toBe('Replace Signing certificate 2')
    expect(await second.getByRole('textbox').count()).toBe(0)

    await uploadSigningCertificate(page, 2, expired)
    expect(await focusedElement(page)).toBe('Upload certificate for Signing certificate 2')
    await button('Save').click()
    const life = second.getByText(/^Expired on Jan 3\d, 2024.* Sign-ins are refused\.$/)
    await life.waitFor()
    // The finding below it writes the time in the same way.
    const time = /Expired on (.*?)\. /.exec(await life.innerText())?.[1] ?? ''
    await said(`This signing certificate expired on ${time}.`)
    await page.getByRole('button', { name: 'Authorise 72 more hours' }).click()
    const dialog = page.getByRole('dialog', { name: 'Accept the expired certificate for 72 more hours?' })
    const authorise = dialog.getByRole('button', { name: 'Authorise 72 more hours' })
    expect(await authorise.isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Their administrator is back on Monday.')
    await authorise.click()
    await dialog.waitFor({ state: 'detached' })
    await second.getByText(/^Expired on .*, accepted until .*\. Then sign-ins are refused\.$/).waitFor()
    expect(await page.getByRole('button', { name: 'Authorise 72 more hours' }).count()).toBe(0)
    await expect.poll(() => page.getByText('Until then you can authorise 72 more hours').count()).toBe(0)
    const extended = (await provider(before.id)).certificates.find(({ slot }) => slot === 2)
    const hours = (Date.parse(extended?.extendedUntil ?? '') - Date.now()) / 3_600_000
    expect([hours > 71.9, hours <= 72]).toEqual([true, true])
    expect(visitor.complaints).toEqual([])
  })

  test('is not warned about a value that has become invalid, neither beside the field nor in the list', async () => {
    const { id, name } = await provider('Acme Windows Domain')
    await api.json(['idp', 'update', id, '--set', 'slackSecs=0'])
    onTestFinished(async () => {
      await api.json(['idp', 'update', id, '--set', 'slackSecs=120'])
    })
    await openProviders(page)
    await openProvider(page, name)
    await page.locator('summary', { hasText: 'More settings' }).click()
    const slack = field('Slack seconds (optional)')
    const warning = page.locator('p, li').filter({ hasText: 'Clocks may differ by only 0 seconds.' })
    await expect.poll(() => warning.count()).toBe(2)
    await slack.fill('two minutes')
    await slack.blur()
    expect(await slack.getAttribute('aria-invalid')).toBe('true')
    expect(await warning.count()).toBe(0)
    await button('Discard').click()
    expect(visitor.complaints).toEqual([])
  })

  test('that is the primary one can be neither deleted nor switched off', async () => {
    await openProviders(page)
    await openProvider(page, 'Acme Single Sign-On')
    const enabled = page.getByRole('checkbox', { name: 'Enabled' })
    expect([await enabled.isChecked(), await enabled.isDisabled()]).toEqual([true, true])
    const sentence = 'A primary identity provider cannot be deleted or switched off. Make another one primary first.'
    await said(sentence)
    expect(await button('Delete').count()).toBe(0)
    const name = ['--confirm', 'Acme Single Sign-On']
    const { code, stderr } = await api.portico(['idp', 'delete', 'Acme Single Sign-On', ...name])
    expect([code, stderr]).toEqual([7, expect.stringContaining(sentence)])
    expect(visitor.complaints).toEqual([])
  })

  test('whose sign-in failed is explained by the code on the screen of the person', async () => {
    const code = await failedSignIn()
    await openProviders(page)
    await link('Recent sign-ins').click()
    await titled('Sign-ins')
    await page.getByRole('row').filter({ hasText: code }).getByRole('link').waitFor()
    await field('Code').fill('K7QF')
    await button('Look up').click()
    await said('A code has eight letters and digits, such as K7QF-2M9X.')
    await field('Code').fill(code.replace('-', ' ').toLowerCase())
    await button('Look up').click()
    await titled(`Sign-ins ${code}`)
    const what = page.getByRole('region', { name: 'What happened' })
    await what.getByText(/^The assertion is meant for “\S+”, but we are “http:\S+”\.$/).waitFor()
    await what.getByRole('heading', { name: 'What to do' }).waitFor()
    await what.getByText(/set the entity ID of this application/).waitFor()
    await link('Open the configuration of Acme Partners').click()
    await titled('Acme Partners')
    expect(visitor.complaints).toEqual([])
  })
})

/** The code shown to a person of the partners. */
async function failedSignIn(): Promise<string> {
  onTestFinished(() => simulator.behave('acme-partners'))
  return refusedSignIn(browser, demo, simulator)
}

const looks = [
  { colorScheme: 'light', forcedColors: 'none', width: 1440 },
  { colorScheme: 'dark', forcedColors: 'none', width: 390 },
  { colorScheme: 'dark', forcedColors: 'active', width: 1440 },
] as const

describe.each(looks)('global settings, $colorScheme, forced colours $forcedColors, at $width px', (look) => {
  test('have no axe violations on screens, dialogs and errors', async () => {
    const code = await failedSignIn()
    const expired = makeExpiredCertificate(folder.path, `expired-${look.width}-${look.forcedColors}`)
    await enter({ ...look, height: 900 })
    const faults: string[] = []
    const check = async (what: string) => {
      const sideways = await sidewaysScroll(page)
      faults.push(...(await accessibilityViolations(page)).map((text) => `${what}: ${text}`))
      if (sideways > 0) faults.push(`${what}: ${sideways} px of sideways scroll`)
    }
    const toList = async () => {
      await link('Identity Providers').click()
      await page.getByRole('table', { name: 'Identity providers' }).waitFor()
    }
    const openMore = async () => {
      const more = page.locator('summary', { hasText: 'More settings' })
      await more.click()
      await page.locator('details[open] > summary', { hasText: 'More settings' }).waitFor()
    }
    await openProviders(page)
    await page.getByRole('textbox', { name: 'Username' }).fill('eve@nowhere.example')
    await button('Find out').click()
    await said('No identity provider has a format for this domain.')
    await check('list')
    await link('Add identity provider').click()
    await button('Next').click()
    await said('Please select a type.')
    await check('types')
    await page.getByRole('radio', { name: /^SAML 2\.0/ }).check()
    await button('Next').click()
    await readIn(page, `${simulator.url}/saml/metadata.xml`)
    await said('The document describes 6 identity providers.')
    await field('SSO URL').fill('nowhere')
    await page.keyboard.press('Tab')
    await said('Enter an address that begins with https://')
    await check('add')
    await button('Upload certificate for Signing certificate 1').click()
    const dialog = page.getByRole('dialog')
    if (look.width === 1440) expect((await dialog.boundingBox())?.width).toBe(600)
    await check('upload dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await link('Identity Providers').click()
    await page.getByRole('dialog', { name: 'Save your changes first?' }).waitFor()
    await check('leave dialog')
    await answerLeaving(page, 'Discard')
    for (const name of ['Acme Single Sign-On', 'Acme Cloud Directory', 'Acme Windows Domain']) {
      await openProvider(page, name)
      await openMore()
      await check(name)
      if (name === 'Acme Windows Domain') await extendAndDelete(expired, check)
      await toList()
    }
    await openProvider(page, 'Acme Partners')
    await openPart(page, 'Username Formats')
    await addEmailDomain(page, 'acme.example')
    await button('Save').click()
    await said('“acme.example” belongs to the identity provider “Acme Single Sign-On”.')
    await check('formats')
    await button('Discard').click()
    await page.goto(`${demo.url}/portal/admin/sign-ins`)
    await page.getByRole('table', { name: 'Sign-ins' }).waitFor()
    await check('sign-ins')
    await page.getByRole('row').filter({ hasText: code }).getByRole('link').click()
    await page.getByRole('region', { name: 'What happened' }).waitFor()
    await check('one sign-in')
    expect(faults).toEqual([])
    expect(withoutAnswers(visitor.complaints, 409)).toEqual([])
  })
})

/** The two dialogs of a configuration, both cancelled; the expired certificate goes again. */
async function extendAndDelete(expired: string, check: (what: string) => Promise<void>): Promise<void> {
  const cancel = () => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await uploadSigningCertificate(page, 2, expired)
  await button('Save').click()
  await page.getByRole('button', { name: 'Authorise 72 more hours' }).click()
  await page.getByRole('dialog').waitFor()
  await check('extend dialog')
  await cancel()
  await button('Delete').click()
  await page.getByRole('dialog').waitFor()
  await check('delete dialog')
  await cancel()
  await api.json(['idp', 'update', 'Acme Windows Domain', '--unset', 'signingCertificate2'])
}
