import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { openAdminApi, type AdminApi } from './support/admin-api.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { readAutomation, readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell } from './support/shell.ts'
import { enterPortal } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor } from './support/visitor.ts'

// What expires: the banner for administrators, its page, and the same in the shell.

const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
let api: AdminApi

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(builtInstallation(), { dataDir: join(folder.path, 'data') })
  api = await openAdminApi(readAutomation(demo.dataDir))
  const { environments } = await api.call<{ environments: { id: string; name: string }[] }>(
    'GET',
    '/portal/admin/environments',
  )
  const id = environments.find(({ name }) => name === 'Development')?.id ?? ''
  const body = { name: 'Nightly export', key1: certificate(5), key1Algorithm: 'RSA' }
  await api.call('POST', `/portal/admin/environments/${id}/service-accounts`, body)
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

/** A self-signed certificate in PEM that expires after this number of days. */
function certificate(days: number): string {
  const own = join(folder.path, 'certificate')
  mkdirSync(own)
  const key = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'own.key', '-out', 'own.crt']
  execFileSync('openssl', [...key, '-days', String(days), '-subj', '/CN=nightly'], { cwd: own, stdio: 'pipe' })
  return readFileSync(join(own, 'own.crt'), 'utf8').trim()
}

async function enter(name: string): Promise<Page> {
  const visitor = await openVisitor(browser)
  onTestFinished(() => visitor.close())
  const person = readPeople(demo.dataDir).find(({ username }) => username.startsWith(`${name}@`))
  if (person === undefined) throw new Error(`The demo has no person ${name}.`)
  await enterPortal(visitor.page, demo.url, person, 'Production')
  await visitor.page.waitForURL(`${demo.url}/portal`)
  return visitor.page
}

const message = /Certificate of key 1: expires in [45] days\./

test('an administrator sees on the launcher what expires first, goes to where it is replaced, and closes the banner', async () => {
  const page = await enter('ada')
  const banners = page.locator('[data-banners]')
  await banners.getByText(message).waitFor()
  expect(await banners.innerText()).toContain('Nightly export')
  await banners.getByRole('link', { name: 'Show expiry notices' }).click()
  await page.waitForURL(`${demo.url}/portal/admin/notices`)
  const row = page.getByRole('row', { name: /Nightly export/ })
  await row.getByText(message).waitFor()
  expect(await row.innerText()).toContain('Urgent')
  expect(await banners.getByText(message).count(), 'not above every page').toBe(0)
  await row.getByRole('link', { name: 'Nightly export' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Nightly export')

  await page.goto(`${demo.url}/portal`)
  await banners.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => banners.getByText(message).count()).toBe(0)
  await page.reload({ waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'Billing' }).waitFor()
  expect(await banners.getByText(message).count()).toBe(0)
})

test('the menu of administration leads to the notices, and the shell lists the same', async () => {
  const page = await enter('ada')
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Expiry notices' }).click()
  const table = page.getByRole('table', { name: 'Expiry notices' })
  await table.waitFor()
  const shown = await table.getByRole('row').allInnerTexts()
  const shell = openShell(builtInstallation(), join(folder.path, 'home'))
  await shell.portico(loginArguments(readAutomation(demo.dataDir)))
  const { code, stdout } = await shell.portico(['notices', 'list', '--json', 'where,message'])
  expect(code).toBe(0)
  const rows = JSON.parse(stdout) as { where: string | null; message: string }[]
  expect(rows.map(({ message: said }) => said)).toContainEqual(expect.stringMatching(message))
  expect(shown).toHaveLength(rows.length + 1)
  for (const [at, { message: said }] of rows.entries()) expect(shown[at + 1]).toContain(said)
})

test('what else should be fixed is above the notices, and each line leads to where it is fixed', async () => {
  const page = await enter('ada')
  await page.goto(`${demo.url}/portal/admin/notices`)
  const row = page.getByRole('table', { name: 'What should be fixed' }).getByRole('row', { name: /recovery codes/ })
  await row.waitFor()
  expect(await row.innerText()).toMatch(/Whole company\s+There are no recovery codes\.[^]*Soon/)
  await row.getByRole('link').click()
  await page.waitForURL(`${demo.url}/portal/admin/global-settings/security-settings/recovery-codes`)
})

test('people who do not administer are not asked about it', async () => {
  const page = await enter('emil')
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/portal/admin/notices')) asked += 1
  })
  const idle = page.waitForResponse((answer) => answer.url().includes('/assets/idle-'))
  await page.reload()
  await idle
  await page.getByRole('main').waitFor()
  expect(asked).toBe(0)
})
