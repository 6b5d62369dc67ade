import { join } from 'node:path'

import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { openAdminApi, type AdminApi } from './support/admin-api.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { makeCertificate } from './support/certificate.ts'
import { readAutomation, readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { enterPortal } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor, type Visitor } from './support/visitor.ts'

const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
let api: AdminApi
let visitor: Visitor
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(builtInstallation(), { dataDir: join(folder.path, 'data') })
  api = await openAdminApi(readAutomation(demo.dataDir))
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})
afterEach(() => visitor.close())

const button = (label: string) => page.getByRole('button', { name: label, exact: true })
const name = () => page.getByRole('textbox', { name: 'Name', exact: true })

async function enter(width = 1440): Promise<void> {
  visitor = await openVisitor(browser, { width })
  page = visitor.page
  const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no person ada.')
  await enterPortal(page, demo.url, ada, 'Production')
}

type Made = { readonly envId: string; readonly id: string }

async function makeAccount(label: string): Promise<Made> {
  const { environments } = await api.call<{ environments: { id: string; name: string }[] }>(
    'GET',
    '/portal/admin/environments',
  )
  const envId = environments.find((one) => one.name === 'Development')?.id ?? ''
  const { publicPem } = makeCertificate(folder.path, `key-${label.slice(0, 8).replaceAll(' ', '-')}`)
  const body = { name: label, key1: publicPem, key1Algorithm: 'RSA' }
  const path = `/portal/admin/environments/${envId}/service-accounts`
  return { envId, ...(await api.call<{ id: string }>('POST', path, body)) }
}

const formOf = ({ envId, id }: Made) => `${demo.url}/portal/admin/environments/${envId}/service-accounts/edit/${id}`

async function deleteMeanwhile(made: Made, typed: string): Promise<void> {
  await page.goto(formOf(made))
  await button('Save').waitFor()
  await name().fill(`  ${typed}  `)
  await name().blur()
  expect(await name().inputValue()).toBe(typed)
  await api.call('DELETE', `/portal/admin/environments/${made.envId}/service-accounts/${made.id}`)
  await button('Save').click()
  await page.getByRole('dialog', { name: 'This was deleted meanwhile' }).waitFor()
}

test('an account deleted while it is edited is created again with what was typed, trimmed when the field is left', async () => {
  await enter()
  await deleteMeanwhile(await makeAccount('Gone once'), 'Back again')
  await button('Create again').click()
  await page.getByText('The service account was created.').waitFor()
  await page.waitForURL(/\/service-accounts$/)
  await page.getByRole('link', { name: 'Back again' }).waitFor()
})

test('or is given up, and the list is shown without a question', async () => {
  await enter()
  await deleteMeanwhile(await makeAccount('Gone twice'), 'Given up')
  await button('Back to the list').click()
  await page.waitForURL(/\/service-accounts$/)
  await page.getByRole('table').waitFor()
  expect(await page.getByRole('link', { name: 'Given up' }).count()).toBe(0)
})

test('a name of 128 characters is truncated in its heading, whose title shows all of it', async () => {
  const long = `${'Wide'.repeat(31)}last`
  await enter(390)
  const made = await makeAccount(long)
  await page.goto(formOf(made))
  const heading = page.getByRole('heading', { level: 1 })
  await expect.poll(() => heading.getAttribute('title')).toBe(long)
  expect(await heading.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true)
})

/** Cut to some lines: less is drawn than there is, and no more lines than these. */
async function expectCut(element: Locator, lines: number): Promise<void> {
  const { hidden, drawn } = await element.evaluate((one) => ({
    hidden: one.scrollHeight > one.clientHeight,
    drawn: one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight),
  }))
  expect(hidden).toBe(true)
  expect(drawn).toBeLessThan(lines + 0.5)
}

test('it is truncated in the title of a question, and whole in the text to type and in the tooltip', async () => {
  const long = `${'Long'.repeat(31)}last`
  await enter(390)
  await page.goto(formOf(await makeAccount(long)))
  await button('Delete').click()
  const dialog = page.getByRole('dialog')
  const title = dialog.getByRole('heading', { level: 2 })
  expect(await title.getAttribute('title')).toBe(`Delete ${long}?`)
  await expectCut(title, 3)
  const { width } = (await dialog.boundingBox()) ?? { width: 0 }
  expect(await dialog.evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(Math.ceil(width))
})

test('an address of 1,900 characters is truncated in the preview of a save, whose tooltip shows all of it', async () => {
  const address = `https://idp.example/${'long-path/'.repeat(188)}`
  await enter(1440)
  await page.goto(`${demo.url}/portal/admin/global-settings/identity-providers/create?type=OIDC`)
  await page.getByRole('textbox', { name: 'Issuer' }).fill(address)
  const shown = page.locator('ins').filter({ hasText: 'long-path' })
  await shown.waitFor()
  expect(await shown.getAttribute('title')).toBe(address)
  await expectCut(shown, 4)
})
