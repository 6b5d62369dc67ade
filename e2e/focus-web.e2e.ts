import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'

import { addApplication, openCreation, openServiceAccounts, uploadKey } from './support/account-form.ts'
import { makeCertificate } from './support/certificate.ts'
import { focusedElement } from './support/focus.ts'
import { portalDemo } from './support/portal-demo.ts'
import { addEmailDomain, openPart, openProviders } from './support/provider-form.ts'
import type { Visitor } from './support/visitor.ts'

const demo = portalDemo()
let visitor: Visitor
let page: Page

beforeEach(async () => {
  visitor = await demo.enter()
  page = visitor.page
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const name = () => page.getByRole('textbox', { name: 'Name', exact: true })
const said = (text: string) => page.getByText(text).first().waitFor()
const focused = () => focusedElement(page)

/** Opens a dialog with a key press on what has the focus, closes it, and says where the focus is then. */
async function focusAfter(dialog: string | RegExp, close: () => Promise<void>): Promise<string> {
  const opened = page.getByRole('dialog', { name: dialog })
  await opened.waitFor()
  await opened.locator(':focus').waitFor()
  await close()
  await opened.waitFor({ state: 'detached' })
  return focused()
}
const escape = () => page.keyboard.press('Escape')
const inDialog = (label: string) => () => page.getByRole('dialog').getByRole('button', { name: label }).click()

describe('the focus in the form of a service account', () => {
  async function openAccount(): Promise<void> {
    await openServiceAccounts(page, 'Development')
    await page.getByRole('link', { name: 'Release bot' }).click()
    await button('Save').waitFor()
  }

  test('returns to what opened a dialog, closed by Escape or by a button', async () => {
    await openAccount()
    await button('Delete').press('Enter')
    expect(await focusAfter('Delete Release bot?', escape)).toBe('Delete')
    await button('Delete').click()
    expect(await focusAfter('Delete Release bot?', inDialog('Cancel'))).toBe('Delete')
    const upload = 'Upload certificate for Public key 2'
    await button(upload).click()
    expect(await focusAfter(upload, inDialog('Cancel'))).toBe(upload)
    await uploadKey(page, 2, makeCertificate(demo.folder, 'focus').certificateFile)
    expect(await focused()).toBe(upload)
    await page.getByRole('link', { name: 'Home' }).click()
    expect(await focusAfter('Save your changes first?', inDialog('Cancel'))).toBe('Home')
    await page.keyboard.press('Control+k')
    expect(await focusAfter(/./, escape)).toBe('Home')
    await page.keyboard.press('?')
    expect(await focusAfter('Keys', inDialog('Close'))).toBe('Home')
    await button('Discard').click()
    expect(await focused()).toBe('Discard')
  })

  test('stays on Save when saved, refused or stale, and returns from the details of an error', async () => {
    await openAccount()
    await name().fill('Release bot 2')
    const details = [{ errorID: 'NAME_TAKEN', errorMessage: 'Taken.', fieldID: 'name' }]
    let status = 409
    await page.route(
      (url) => url.pathname.startsWith('/api/'),
      (route) =>
        ['PUT', 'PATCH'].includes(route.request().method()) && status > 0
          ? route.fulfill({ status, json: { errorID: 'X', errorMessage: 'It was refused.', details, requestID: 'r' } })
          : route.fallback(),
    )
    await button('Save').click()
    await said('It was refused.')
    expect(await focused()).toBe('Save')
    await page.getByText('Click here to view more details').click()
    expect(await focusAfter(/./, inDialog('Close'))).toContain('It was refused.')
    status = 412
    await button('Save').click()
    expect(await focusAfter('This was changed in the meantime', inDialog('Cancel'))).toBe('Save')
    await button('Save').click()
    expect(await focusAfter('This was changed in the meantime', inDialog('Read again'))).toBe('Save')
    status = 0
    await button('Save').click()
    await said('The service account was saved.')
    expect(await focused()).toBe('Save')
    await button('Close').click()
    expect(await focused()).toBe('Save')
    await name().fill('Release bot')
    await button('Save').click()
    await said('The service account was saved.')
  })

  test('moves to the neighbour of a removed row, and stays when an application is added', async () => {
    await openServiceAccounts(page, 'Staging')
    await openCreation(page)
    await addApplication(page, 'Inventory', [])
    expect(await focused()).toBe('Add application')
    await addApplication(page, 'Billing', [])
    await addApplication(page, 'Company Wiki', [])
    await button('Remove Billing').press('Enter')
    expect(await focused()).toBe('Remove Inventory')
    await button('Remove Inventory').click()
    expect(await focused()).toBe('Remove Company Wiki')
    await button('Remove Company Wiki').press('Enter')
    expect(await focused()).toBe('Application')
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('link', { name: 'Billing' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  })

  test('an application that was chosen and not added is saved', async () => {
    await openAccount()
    await page.getByRole('button', { name: 'Choose an application' }).click()
    const choice = page.getByRole('listbox').getByRole('option').last()
    const chosen = (await choice.innerText()).split('\n')[0] ?? ''
    await choice.click()
    await button('Save').click()
    await button(`Remove ${chosen}`).waitFor()
    await page.getByText('Changes may take a few minutes').waitFor()
    await page.reload()
    await button(`Remove ${chosen}`).waitFor()
  })
})

describe('the focus in the form of an identity provider', () => {
  test('returns to what opened a dialog or was pressed', async () => {
    await openProviders(page)
    await page.getByRole('table').getByRole('link').nth(1).click()
    await button('Save').waitFor()
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    await button('Delete').click()
    expect(await focusAfter(`Delete ${title}?`, escape)).toBe('Delete')
    await openPart(page, 'Username Formats')
    const add = 'Add an email domain'
    await addEmailDomain(page, 'one.example')
    expect(await focused()).toBe(add)
    await addEmailDomain(page, 'two.example')
    await button('Remove @one.example').press('Enter')
    expect(await focused()).toBe('Remove @two.example')
    await button('Discard').click()
    expect(await focused()).toBe('Discard')
  })

  test('a domain that was typed and not added is saved, and a wrong one is reported at its field', async () => {
    await openProviders(page)
    await page.getByRole('table').getByRole('link').nth(1).click()
    await openPart(page, 'Username Formats')
    const field = page.getByRole('textbox', { name: 'Add an email domain' })
    await field.fill('wrong domain')
    await button('Save').press('Enter')
    await page.getByRole('alert').getByText('email domain').waitFor()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('typed.example')
    await button('Save').press('Enter')
    await button('Remove @typed.example').waitFor()
    await page.reload()
    await button('Remove @typed.example').waitFor()
  })
})

test('the focus returns from the question whether to continue the session', async () => {
  await openServiceAccounts(page, 'Staging')
  await openCreation(page)
  await name().fill('Typing')
  let expiresOn = new Date(Date.now() + 20_000).toISOString()
  await page.route('**/api/portal/cloudsession*', async (route) => {
    if (route.request().method() !== 'GET') expiresOn = new Date(Date.now() + 900_000).toISOString()
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), expiresOn } })
  })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  expect(await focusAfter(/./, inDialog('Continue working'))).toBe('Name')
})
