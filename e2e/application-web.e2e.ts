import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import type { AdminApi } from './support/admin-api.ts'
import { focusedElement } from './support/focus.ts'
import { portalDemo } from './support/portal-demo.ts'
import { withoutAnswers, type Visitor, type VisitorOptions } from './support/visitor.ts'

// The icon of an application and how people ask for it, in the portal.

const demo = portalDemo()
let api: AdminApi
let site: Server
let address: string
/** The image at the address. */
let served: Buffer
let place: string
let envId: string
let appId: string
let visitor: Visitor
let page: Page

type Listed = { applications: { id: string; label: string; icon?: string; accessText: string | null }[] }
const listed = async () =>
  (await api.call<Listed>('GET', `/portal/admin/environments/${envId}/applications`)).applications.find(
    ({ id }) => id === appId,
  )

beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url === '/icon.png') response.end(served)
    else response.writeHead(404).end()
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  api = await demo.api()
  const { environments } = await api.call<{ environments: { id: string; name: string }[] }>(
    'GET',
    '/portal/admin/environments',
  )
  envId = environments.find(({ name }) => name === 'Production')?.id ?? ''
  const { applications } = await api.call<Listed>('GET', `/portal/admin/environments/${envId}/applications`)
  appId = applications.find(({ label }) => label === 'Billing')?.id ?? ''
  place = `/portal/admin/environments/${envId}/applications`
})
afterAll(() => void site.close())

async function enter(options: VisitorOptions = {}): Promise<void> {
  visitor = await demo.enter(options)
  page = visitor.page
  await page.goto(`${demo.url}${place}/edit/${appId}`)
  await text().waitFor()
}

beforeEach(async () => {
  await api.call('PUT', `${place}/${appId}/access-text`, { text: null })
  await api.call('DELETE', `${place}/${appId}/icon`)
  await enter()
})
afterEach(() => expect(withoutAnswers(visitor.complaints, 400, 412)).toEqual([]))

const text = () => page.getByRole('textbox', { name: 'How people ask for it' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const icon = () => page.getByRole('region', { name: 'Icon' }).locator('img')

/** A PNG: part of the page as Chromium draws it. */
const square = (side: number) => page.screenshot({ clip: { x: 0, y: 0, width: side, height: side } })

async function chooseFile(buffer: Buffer): Promise<void> {
  await button('Upload an icon').click()
  await dialog().getByLabel('Image file').setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer })
  await dialog().getByRole('button', { name: 'Upload' }).click()
}

test('it is reached from the roles of the application, and leads back there', async () => {
  await page.goto(`${demo.url}/portal/admin/environment-settings/${envId}/roles-and-groups?app=${appId}`)
  await page.getByRole('link', { name: 'Icon and access text' }).click()
  await text().waitFor()
  expect(await page.title()).toMatch(/^Billing \| /)
  await page.getByRole('link', { name: 'Applications, Production' }).click()
  await page.getByRole('heading', { name: 'Roles in Billing' }).waitFor()
})

describe('an icon', () => {
  test('that is uploaded is shown at once, here, in the list and in the launcher', async () => {
    await chooseFile(await square(64))
    await page.getByText('Billing has a new icon.').waitFor()
    await dialog().waitFor({ state: 'detached' })
    expect(await focusedElement(page)).toBe('Upload an icon')
    const source = await icon().getAttribute('src')
    expect(source).toBe((await listed())?.icon)
    expect(await icon().evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(64)
    await page.getByRole('link', { name: 'Applications, Production' }).click()
    await page.locator(`main img[src="${source}"]`).waitFor()
    await page.goto(`${demo.url}/portal`)
    await page.locator(`main img[src="${source}"]`).first().waitFor()
  })

  test('that is not an image is refused beside its field, and nothing is stored', async () => {
    await chooseFile(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await dialog().getByRole('alert').getByText('This is not a PNG, JPEG or WebP image').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await focusedElement(page)).toBe('Upload an icon')
    expect((await listed())?.icon).toBeUndefined()
  })

  test('is taken from an address, only by the server', async () => {
    await button('Use an address').click()
    const field = dialog().getByRole('textbox', { name: 'Address of the image' })
    expect(await focusedElement(page)).toBe('Address of the image')
    await field.fill('no address')
    await page.keyboard.press('Enter')
    await dialog().getByText('Enter an address that begins with https://.').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill(`${address}/nothing`)
    await page.keyboard.press('Enter')
    await dialog().getByText('The address did not answer with an image.').waitFor()
    expect(await focusedElement(page)).toBe('Address of the image')
    expect(await accessibilityViolations(page)).toEqual([])
    served = await square(48)
    await field.fill(`${address}/icon.png`)
    await page.keyboard.press('Enter')
    await page.getByText('Billing has a new icon.').waitFor()
    expect(await focusedElement(page)).toBe('Use an address')
    expect(await icon().getAttribute('src')).toBe((await listed())?.icon)
  })

  test('that is removed leaves letters, and the focus on what can replace it', async () => {
    await chooseFile(await square(64))
    await icon().waitFor()
    await button('Remove the icon').click()
    await page.getByText('Billing has no icon now.').waitFor()
    await icon().waitFor({ state: 'detached' })
    expect(await focusedElement(page)).toBe('Upload an icon')
    expect((await listed())?.icon).toBeUndefined()
  })
})

describe('how people ask for it', () => {
  test('is saved, listed, and read by people who cannot open it', async () => {
    await text().fill('  Ask the desk. ')
    expect(await page.getByRole('complementary').innerText()).toContain('Added: Ask the desk.')
    await button('Save').click()
    await page.getByText('The access text was saved.').waitFor()
    expect((await listed())?.accessText).toBe('Ask the desk.')
    expect(await button('Save').isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Applications, Production' }).click()
    await page.getByText('People who cannot open it read: “Ask the desk.”').waitFor()
  })

  test('a text that is too long says so beside its field, and cannot be saved', async () => {
    await text().fill('x'.repeat(301))
    await text().blur()
    await page.getByText('This text is too long.').first().waitFor()
    expect(await text().getAttribute('aria-invalid')).toBe('true')
    expect(await button('Save').isDisabled()).toBe(true)
  })

  test('a save over a newer text asks, and keeps what was typed', async () => {
    await text().fill('Mine')
    await api.call('PUT', `${place}/${appId}/access-text`, { text: 'Of another' })
    await button('Save').click()
    await dialog().waitFor()
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    expect(await text().inputValue()).toBe('Mine')
    expect((await listed())?.accessText).toBe('Of another')
    await button('Save').click()
    await page.getByText('The access text was saved.').waitFor()
    expect((await listed())?.accessText).toBe('Mine')
  })

  test('leaving with an unsaved text asks, and Cancel returns the focus to what was pressed', async () => {
    await text().fill('Not saved')
    const back = page.getByRole('link', { name: 'Applications, Production' })
    await back.focus()
    await page.keyboard.press('Enter')
    await dialog().getByText('Not saved').first().waitFor()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await dialog().waitFor({ state: 'detached' })
    expect(await focusedElement(page)).toBe('Applications, Production')
    expect((await listed())?.accessText).toBeNull()
  })
})

test('an id that no application has says so, under a title, with the way back', async () => {
  await page.goto(`${demo.url}${place}/edit/unknown`)
  await page.getByText('There is no application with this id in this environment.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Application' }).waitFor()
  await page.getByRole('link', { name: 'To the applications' }).click()
  await page.waitForURL(/\/roles-and-groups/)
})

test.each([
  [1440, 'light', 'none'],
  [390, 'dark', 'none'],
  [320, 'light', 'active'],
] as const)(
  'at %i px, %s, forced colours %s, it has no accessibility violations and nothing beside the window',
  async (width, colorScheme, forcedColors) => {
    await chooseFile(await square(64))
    await icon().waitFor()
    await enter({ width, colorScheme, forcedColors })
    await text().fill('Ask the service desk, and name the invoice.')
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    for (const opens of ['Upload an icon', 'Use an address']) {
      await button(opens).click()
      await dialog().waitFor()
      expect(await accessibilityViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
    }
    await page.goto(`${demo.url}/portal/admin/environment-settings/${envId}/roles-and-groups?app=${appId}`)
    await page.getByRole('heading', { name: 'Roles in Billing' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  },
)
