import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { addApplication, answerLeaving, openCreation, openServiceAccounts, uploadKey } from './support/account-form.ts'
import { ageAlone } from './support/age.ts'
import { launchBrowser } from './support/browser.ts'
import { makeCertificate, type CertificateFiles } from './support/certificate.ts'
import { builtInstallation } from './support/installation.ts'
import { runProcess } from './support/run-process.ts'
import { readAutomation, readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { enterPortal, signIn } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor, withoutAnswers, type Visitor, type VisitorOptions } from './support/visitor.ts'

type Account = { id: string; name: string; key1: string | null; key2: string | null; dependencies: string[] }

const installation = builtInstallation()
const folder = temporaryFolder()
const urn = (application: string) => `urn:portico:acme:application:${application}`
const sharedAccount = ['service-account', 'create', '--env', 'Staging', '--name', 'Shared', '--key1']
let browser: Browser
let demo: ServerProcess
/** The API, as a service account with the portal's admin role sees it. */
let api: Shell
let first: CertificateFiles
let second: CertificateFiles
let visitor: Visitor
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  api = openShell(installation, join(folder.path, 'home'))
  await api.portico(loginArguments(readAutomation(demo.dataDir)))
  first = makeCertificate(folder.path, 'first')
  second = makeCertificate(folder.path, 'second')
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
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  page = visitor.page
  const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no person ada.')
  await enterPortal(page, demo.url, ada, 'Production')
}

const accounts = () => api.json<Account[]>(['service-account', 'list', '--env', 'Staging'])
const account = (id: string) => api.json<Account>(['service-account', 'get', id, '--env', 'Staging'])
const named = async (name: string) => {
  const found = (await accounts()).find((one) => one.name === name)
  if (found === undefined) throw new Error(`Staging has no service account ${name}.`)
  return account(found.id)
}
const name = () => page.getByRole('textbox', { name: 'Name', exact: true })
const button = (label: string) => page.getByRole('button', { name: label, exact: true })
const said = (text: string) => page.getByText(text).first().waitFor()
const copied = () => page.evaluate(() => navigator.clipboard.readText())

/** The copied command in a shell, with a real file where the person names theirs; nothing is changed. */
function dryRun(command: string, files: Readonly<Record<string, string>>) {
  const named = command.replace(/@(FILE[12])/g, (_, file: string) => `@${files[file]}`)
  const home = api.home
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state') }
  return runProcess(['sh', '-c', `${named.replace(/^portico /, `node '${installation.portico}' `)} --dry-run --json`], {
    cwd: home,
    env,
  })
}

describe('a service account in the browser', () => {
  test('gets a key pair that the browser makes: the private key is downloaded and never sent', async () => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.postData() ?? ''))
    await openServiceAccounts(page, 'Staging')
    await openCreation(page)
    await name().fill('Made here')
    const downloading = page.waitForEvent('download')
    await button('Make a key pair for Public key 1').click()
    const file = await downloading
    await said('The private key was downloaded as made-here.pem.')
    expect(file.suggestedFilename()).toBe('made-here.pem')
    await button('Save').click()
    await said('The service account was created.')
    const made = createPublicKey(readFileSync(await file.path(), 'utf8')).export({ type: 'spki', format: 'pem' })
    expect(`${(await named('Made here')).key1}\n`).toBe(made)
    expect(sent.some((body) => body.includes('BEGIN PUBLIC KEY'))).toBe(true)
    expect(sent.some((body) => body.includes('PRIVATE KEY'))).toBe(false)
    expect(await accessibilityViolations(page)).toEqual([])
  })

  test('is created from a certificate with three applications, edited, guarded and deleted', async () => {
    await openServiceAccounts(page, 'Staging')
    await openCreation(page)
    expect(await button('Save').isDisabled()).toBe(true)
    await name().fill('  Nightly import ')
    await uploadKey(page, 1, first.certificateFile)
    await said('From a certificate that is valid until')
    expect(await button('Add application').isDisabled()).toBe(true)
    await addApplication(page, 'Inventory', [])
    await addApplication(page, 'Billing', ['Clerk', 'Viewer'])
    await addApplication(page, 'Company Wiki', [])
    await button('Copy as portico command').click()
    const command = await copied()
    expect(command).not.toContain('BEGIN')
    const planned = await dryRun(command, { FILE1: first.publicFile })
    expect([planned.code, planned.stderr]).toEqual([0, expect.any(String)])
    await button('Save').click()
    await page.waitForURL('**/service-accounts')
    await said('The service account was created. Changes may take a few minutes to show.')
    const made = await named('Nightly import')
    expect([made.key1?.trim(), made.key2]).toEqual([first.publicPem, null])
    expect(made.dependencies.toSorted()).toEqual(
      [`${urn('billing')}:clerk`, `${urn('billing')}:viewer`, urn('inventory'), urn('wiki')].toSorted(),
    )

    await page.getByRole('link', { name: 'Nightly import' }).click()
    await page.getByRole('button', { name: 'Roles in Billing' }).waitFor()
    const urns = await page.getByRole('cell').locator('code').allTextContents()
    expect(urns).toEqual([urn('billing'), urn('inventory'), urn('wiki')])
    await name().fill('Hourly import')
    await uploadKey(page, 2, second.certificateFile)
    await button('Remove Company Wiki').click()
    await button('Save').click()
    await said('The service account was saved. Changes may take a few minutes to show.')
    expect(await button('Save').isDisabled()).toBe(true)
    const edited = await account(made.id)
    expect(edited).toMatchObject({ name: 'Hourly import', key1: made.key1, key2: second.publicPem })
    expect(edited.dependencies).not.toContain(urn('wiki'))

    await name().fill('Unfinished')
    await page.getByRole('link', { name: 'Home' }).click()
    await answerLeaving(page, 'Cancel')
    expect([await name().inputValue(), page.url()]).toEqual(['Unfinished', expect.stringContaining('/edit/')])
    // The page asks before it leaves, so playwright must not wait for a navigation.
    await page.evaluate(() => history.back())
    await answerLeaving(page, 'Discard')
    await page.waitForURL('**/service-accounts')
    expect(await account(made.id)).toEqual(edited)

    await page.getByRole('link', { name: 'Hourly import' }).click()
    await button('Delete').click()
    const dialog = page.getByRole('dialog', { name: 'Delete Hourly import?' })
    const confirm = dialog.getByRole('button', { name: 'Delete' })
    await dialog.getByRole('textbox').fill('hourly import')
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('Hourly import')
    await confirm.click()
    await page.waitForURL('**/service-accounts')
    await said('The service account was deleted. Changes may take a few minutes to show.')
    expect((await accounts()).map(({ id }) => id)).not.toContain(made.id)
    await page.goto(`${demo.url}/portal/admin/environment-settings`)
    expect(visitor.complaints).toEqual([])
  })

  test('is in the list with its applications, its keys and the age of its last change; its ids are in the menu of its row', async () => {
    await openServiceAccounts(page, 'Production')
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      '',
      'Name',
      'Applications',
      'Keys',
      'Last used',
      'Changed',
      'Actions',
    ])
    const row = page.getByRole('row').filter({ hasText: 'Stock sync' })
    const { id, key1Fingerprint } = (
      await api.json<{ id: string; name: string; key1Fingerprint: string }[]>([
        'service-account',
        'list',
        '--env',
        'Production',
        '--json=id,name,key1Fingerprint',
      ])
    ).find((one) => one.name === 'Stock sync') ?? { id: '', key1Fingerprint: '' }
    expect(await row.getByRole('cell').nth(2).innerText()).toMatch(/Fleet Tracking\s+Inventory/)
    expect(await row.locator('code').getAttribute('title')).toBe(`SHA-256 ${key1Fingerprint}`)
    const keys = row.getByRole('cell').nth(3)
    expect(await keys.locator('time').innerText()).toMatch(ageAlone)
    expect(await row.getByRole('cell').nth(4).innerText()).toBe('Never used')
    const time = row.getByRole('cell').nth(5).locator('time')
    expect(await time.innerText()).toMatch(ageAlone)
    expect(await time.getAttribute('title')).toContain(String(new Date().getFullYear()))
    await row.getByRole('button', { name: 'More for Stock sync' }).click()
    await page.getByRole('menuitem', { name: 'Copy ID' }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await said('Copied')
    expect(await copied()).toBe(id)
  })

  test('shows a saved key as a card, and opens its text only to replace or remove it', async () => {
    await openServiceAccounts(page, 'Production')
    await page.getByRole('link', { name: 'Stock sync' }).click()
    const group = page.getByRole('group', { name: 'Public key 1' })
    await group.getByText('RSA, 2,048 bits').waitFor()
    await group.getByRole('term').filter({ hasText: 'Added' }).waitFor()
    expect(await group.getByRole('definition').last().innerText()).toBe('Never used')
    expect(await page.locator('textarea').count()).toBe(0)
    await button('Replace Public key 1').click()
    const text = group.getByRole('textbox')
    expect(await text.evaluate((area) => area === document.activeElement)).toBe(true)
    const before = await text.inputValue()
    await button('Keep the saved key').click()
    expect(await page.locator('textarea').count()).toBe(0)
    await button('Remove Public key 1').click()
    expect(await text.inputValue()).toBe('')
    expect(await button('Save').isDisabled()).toBe(true)
    await text.blur()
    await group.getByText('Add at least one public key in PEM format.').waitFor()
    await button('Keep the saved key').click()
    await button('Copy Public key 1').click()
    expect((await copied()).trim()).toBe(before.trim())
    await button('Add Public key 2').click()
    await page.getByRole('group', { name: 'Public key 2' }).getByRole('textbox').fill('x'.repeat(2049))
    await page.getByText('2049 / 2048').waitFor()
    await button('Discard').click()
  })

  test('cannot be saved with a cleared name, whatever else changed; discard brings everything back', async () => {
    await openServiceAccounts(page, 'Development')
    await page.getByRole('link', { name: 'Release bot' }).click()
    await name().fill('')
    await addApplication(page, 'Inventory', [])
    expect(await button('Save').isDisabled()).toBe(true)
    await said('Enter a name for the service account.')
    await name().pressSequentially('Release the bot')
    expect(await button('Save').isEnabled()).toBe(true)
    await button('Discard').click()
    expect(await name().inputValue()).toBe('Release bot')
    expect(await button('Remove Inventory').count()).toBe(0)
    expect(await button('Save').isDisabled()).toBe(true)
  })

  test('that another administrator changed is read again without losing the input', async () => {
    const made = await api.json<Account>([...sharedAccount, `@${first.publicFile}`])
    await openServiceAccounts(page, 'Staging')
    await page.getByRole('link', { name: 'Shared' }).click()
    await name().fill('Mine')
    await api.json(['service-account', 'update', made.id, '--env', 'Staging', '--key2', `@${second.publicFile}`])
    await button('Save').click()
    await button('Read again').click()
    await said('Read again. What you typed is kept')
    expect(await name().inputValue()).toBe('Mine')
    await button('Save').click()
    await said('The service account was saved.')
    expect(await account(made.id)).toMatchObject({ name: 'Mine', key2: second.publicPem })
    expect(withoutAnswers(visitor.complaints, 412)).toEqual([])
  })

  test('keeps what was typed while its person signs in again', async () => {
    await openServiceAccounts(page, 'Development')
    await page.getByRole('link', { name: 'Release bot' }).click()
    await name().fill('Typed before')
    const form = page.url()
    await visitor.context.clearCookies()
    await button('Save').click()
    await page.waitForURL(/\/login\/\?/)
    const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
    await signIn(page, demo.url, { username: 'ada@acme.example', password: ada?.password ?? '' })
    await page.getByRole('button', { name: 'Production' }).click()
    await page.waitForURL(form)
    await said('You are signed in again.')
    expect(await name().inputValue()).toBe('Typed before')
    await button('Discard').click()
    expect(withoutAnswers(visitor.complaints, 401)).toEqual([])
  })

  test('that does not exist says so, with a way back', async () => {
    await openServiceAccounts(page, 'Staging')
    const list = page.url()
    const id = '01900000-0000-7000-8000-000000000000'
    await page.goto(
      list.replace(/environment-settings(\/.*)\/service-accounts$/, `environments$1/service-accounts/edit/${id}`),
    )
    await said('There is no service account with this id.')
    await page.getByRole('heading', { level: 1, name: 'Service account' }).waitFor()
    await page.getByRole('link', { name: 'Service accounts, Staging' }).waitFor()
    await page.getByRole('link', { name: 'To the service accounts' }).click()
    await page.waitForURL(list)
    await page.goto(`${demo.url}/portal/admin/environments/${id}/service-accounts/create`)
    await said('There is no environment with this id.')
    await page.getByRole('link', { name: 'To the service accounts' }).click()
    await page.waitForURL(/\/environment-settings\/[^/]+\/service-accounts$/)
    await page.goto(`${demo.url}/portal/admin/environment-settings/${id}/service-accounts`)
    await said('There is no environment with this id.')
    expect(await page.getByRole('table').count()).toBe(0)
  })
})

const looks = [
  { colorScheme: 'light', forcedColors: 'none', width: 1440 },
  { colorScheme: 'dark', forcedColors: 'none', width: 390 },
  { colorScheme: 'dark', forcedColors: 'active', width: 1440 },
] as const

describe.each(looks)('administration, $colorScheme, forced colours $forcedColors, at $width px', (look) => {
  test('has no axe violations on screens, dialogs, popups and errors', async () => {
    await enter({ ...look, height: 900 })
    const faults: string[] = []
    const check = async (what: string) => {
      const sideways = await sidewaysScroll(page)
      faults.push(...(await accessibilityViolations(page)).map((text) => `${what}: ${text}`))
      if (sideways > 0) faults.push(`${what}: ${sideways} px of sideways scroll`)
    }
    await openServiceAccounts(page, 'Development')
    await page.getByRole('table').waitFor()
    await check('list')
    await page.getByRole('textbox', { name: 'Search service accounts' }).fill('zzz')
    await said('No service account matches')
    await check('list without a match')
    for (const tab of ['Roles & Groups', 'General']) {
      await page.getByRole('link', { name: tab, exact: true }).click()
      await (tab === 'General' ? said('Editing') : page.getByRole('table').waitFor())
      await check(tab)
    }
    await page.getByRole('link', { name: 'Service Accounts', exact: true }).click()
    await openCreation(page)
    await check('create')
    await page.getByRole('button', { name: 'Choose an application' }).click()
    await page.getByRole('listbox').waitFor()
    await check('dropdown')
    await page.keyboard.press('Escape')
    await name().fill('x'.repeat(129))
    await page.keyboard.press('Tab')
    await said('A service account name may have at most 128 characters.')
    await addApplication(page, 'Billing', ['Clerk'])
    await check('create with errors')
    await page.getByRole('button', { name: 'Roles in Billing' }).click()
    await check('roles')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Upload certificate for Public key 1' }).click()
    const dialog = page.getByRole('dialog')
    if (look.width === 1440) expect((await dialog.boundingBox())?.width).toBe(600)
    await dialog.getByLabel('Certificate file').setInputFiles(first.privateFile)
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await said('This file holds a private key.')
    await check('upload dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('dialog', { name: 'Save your changes first?' }).waitFor()
    await check('leave dialog')
    await answerLeaving(page, 'Discard')
    await page.getByRole('link', { name: 'Billing' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    await check('palette')
    await page.keyboard.type('service accounts production')
    await page.getByRole('dialog').getByRole('option').nth(1).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.waitForURL('**/service-accounts')
    await page.getByRole('table').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await check('keys')
    await page.keyboard.press('Escape')
    await page.getByRole('row').nth(1).getByRole('link').click()
    await button('Delete').click()
    await page.getByRole('dialog').waitFor()
    await check('delete dialog')
    expect(faults).toEqual([])
    expect(withoutAnswers(visitor.complaints, 400)).toEqual([])
  })
})
