import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import type { AdminApi } from './support/admin-api.ts'
import { portalDemo } from './support/portal-demo.ts'
import { withoutAnswers, type Visitor } from './support/visitor.ts'

// The branding of a tenant: in the form of its administrators, and what people see of it.

const demo = portalDemo()
const settingsPath = '/portal/admin/settings/branding'
let api: AdminApi
let visitor: Visitor
let page: Page

beforeAll(async () => {
  api = await demo.api()
  writeFileSync(
    join(demo.folder, 'logo.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  )
})
beforeEach(() => api.call('DELETE', settingsPath))
// 401: the sign-in page asks who is signed in where a cookie says that someone was.
afterEach(() => expect(withoutAnswers(visitor.complaints, 400, 401)).toEqual([]))

const brand = {
  name: 'Acme Works',
  primaryColor: '#b3005e',
  accentColor: '#ffd400',
  privacyPolicyUrl: 'https://acme.example/privacy',
}
const stored = () => api.call<typeof brand & { signInPath: string; logo: object | null }>('GET', settingsPath)
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const save = () => page.getByRole('button', { name: 'Save', exact: true })

/** The colour of a link and what replaces the doorway, as the page has them now. */
const drawn = (one: Page) =>
  one.evaluate(() => {
    const link = document.createElement('a')
    document.body.append(link)
    const accent = getComputedStyle(link).color
    link.remove()
    const logo = document.querySelector('svg[viewBox="0 0 32 32"]')
    const { backgroundImage = '', inlineSize = '' } = logo === null ? {} : getComputedStyle(logo)
    return { accent, image: backgroundImage.includes('/logo/'), width: inlineSize }
  })

const pink = 'rgb(179, 0, 94)'
const house = { accent: 'rgb(10, 99, 85)', image: false, width: '28px' }

async function upload(file: string): Promise<void> {
  await page.getByRole('button', { name: 'Upload a logo' }).click()
  await page.getByLabel('Image file').setInputFiles(join(demo.folder, file))
  await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click()
}

test('an administrator sets, previews, resets and restores the branding, and sees it at once', async () => {
  visitor = await demo.enter()
  page = visitor.page
  await page.getByRole('button', { name: 'Admin' }).click()
  await page.getByRole('menuitem', { name: 'Branding' }).click()
  await field('Name').fill(brand.name)
  await field('Primary colour').fill('#ffd400')
  await page.getByText(/^#ffd400 has a contrast of 1\.\d:1 here, and text needs 4\.5:1\. Shown as #/).waitFor()
  await page.getByText(/^#ffd400 is shown as it is/).waitFor()
  await page.getByLabel('Pick a colour: Primary colour').fill(brand.primaryColor)
  expect(await field('Primary colour').inputValue()).toBe(brand.primaryColor)
  await field('Accent colour').fill('yellow')
  await field('Privacy policy').fill('javascript:alert(1)')
  await field('Name').focus()
  expect(await save().isDisabled()).toBe(true)
  await page.getByText('Enter a colour as # and six hexadecimal digits, such as #0a4fa3.', { exact: true }).waitFor()
  await page.getByText('Enter an address that begins with https://, without a user name.').first().waitFor()
  await field('Accent colour').fill(brand.accentColor)
  await field('Privacy policy').fill(brand.privacyPolicyUrl)
  await save().click()
  await page.getByText('The branding was saved.').waitFor()
  expect(await stored()).toMatchObject(brand)
  await expect.poll(() => drawn(page)).toMatchObject({ accent: pink })
  await expect.poll(() => page.title()).toBe('Branding | App Portal | Acme Works')

  await upload('logo.svg')
  await page.getByText('SVG files can contain scripts and are rejected.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  const clip = { x: 0, y: 0, width: 96, height: 32 }
  await page.screenshot({ clip, path: join(demo.folder, 'logo.png') })
  await upload('logo.png')
  await expect.poll(() => drawn(page)).toMatchObject({ image: true, width: '96px' })
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Reset branding' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset branding' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  expect(await stored()).toMatchObject({ name: null, primaryColor: null, logo: null })
  await expect.poll(() => drawn(page)).toEqual(house)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The branding is as it was before.').waitFor()
  const { logo, ...rest } = await stored()
  expect(rest).toMatchObject(brand)
  expect(logo).not.toBeNull()
  await expect.poll(() => drawn(page)).toMatchObject({ accent: pink, image: true })
})

test('the launcher has the brand before any script, and another tenant does not have it', async () => {
  await api.call('PUT', settingsPath, brand)
  visitor = await demo.enter()
  page = visitor.page
  await visitor.context.route('**/*.js', (route) => route.abort())
  await page.goto(`${demo.url}/portal`, { waitUntil: 'domcontentloaded' })
  expect(await drawn(page)).toMatchObject({ accent: pink })
  visitor.complaints.length = 0
  visitor = await demo.enter({ person: 'hanna' })
  page = visitor.page
  expect(await drawn(page)).toEqual(house)
  expect(await page.title()).not.toContain('Acme Works')
})

test('the sign-in page shows a tenant only to browsers that have its key', async () => {
  await api.call('PUT', settingsPath, brand)
  const { signInPath } = await stored()
  visitor = await demo.visit()
  page = visitor.page
  const privacy = () => page.getByRole('link', { name: 'Privacy policy' }).getAttribute('href')
  await page.goto(`${demo.url}/login`)
  await field('Username').fill('ada@acme.example')
  await page.getByRole('link', { name: 'Privacy policy' }).waitFor()
  expect(await drawn(page)).toEqual(house)
  expect(await privacy()).not.toBe(brand.privacyPolicyUrl)

  await page.goto(demo.url + signInPath)
  expect(await drawn(page)).toMatchObject({ accent: pink })
  await page.getByText('Acme Works').first().waitFor()
  expect(await privacy()).toBe(brand.privacyPolicyUrl)
  expect(await accessibilityViolations(page)).toEqual([])

  // Who was remembered finds it at the plain address too.
  visitor = await demo.enter()
  page = visitor.page
  await page.goto(`${demo.url}/portal`)
  const keys = (await visitor.context.cookies()).filter(({ name }) => name === 'portico-brand')
  const isRemembered = (await visitor.context.cookies()).some(({ name }) => name === 'userId')
  expect(keys.length).toBe(isRemembered ? 1 : 0)
  await visitor.context.clearCookies({ name: 'portico-session' })
  await page.goto(`${demo.url}/login`)
  expect(await drawn(page)).toMatchObject(isRemembered ? { accent: pink } : house)
  await visitor.context.clearCookies({ name: 'userId' })
  await page.reload()
  expect(await drawn(page)).toEqual(house)
})

test.each([1440, 390])('the form fits into %d px, in light and dark', async (width) => {
  await api.call('PUT', settingsPath, brand)
  for (const colorScheme of ['light', 'dark'] as const) {
    visitor = await demo.enter({ width, colorScheme })
    page = visitor.page
    await page.goto(`${demo.url}/portal/admin/branding`)
    await field('Name').waitFor()
    expect(await sidewaysScroll(page)).toEqual(0)
    expect(await accessibilityViolations(page)).toEqual([])
  }
})

test('forced colours win over those of the brand', async () => {
  await api.call('PUT', settingsPath, brand)
  const { signInPath } = await stored()
  visitor = await demo.visit({ forcedColors: 'active' })
  page = visitor.page
  await page.goto(demo.url + signInPath)
  const button = page.getByRole('button', { name: 'Continue' })
  await button.waitFor()
  const colours = () => button.evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color])
  const system = await page.evaluate(() => {
    const one = document.createElement('button')
    document.body.append(one)
    const { backgroundColor, color } = getComputedStyle(one)
    one.remove()
    return [backgroundColor, color]
  })
  expect(await colours()).toEqual(system)
  await button.hover()
  expect(await colours()).toEqual(system)
  expect(await accessibilityViolations(page)).toEqual([])
})
