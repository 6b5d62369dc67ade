import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { accessibilityViolations } from './support/accessibility.ts'
import { portalDemo } from './support/portal-demo.ts'
import type { Visitor } from './support/visitor.ts'

const demo = portalDemo()
let visitor: Visitor
let page: Page

beforeEach(async () => {
  visitor = await demo.enter()
  page = visitor.page
  await enter()
})
afterEach(() => expect(visitor.complaints).toEqual([]))

async function enter(): Promise<void> {
  await page.getByRole('link', { name: 'Billing' }).waitFor()
}

const palette = () => page.locator('dialog[open]')
const option = (name: string) => palette().getByRole('option', { name })
const group = (name: string) => palette().getByRole('group', { name, exact: true })

async function openPalette(): Promise<void> {
  await page.getByRole('button', { name: 'Search Ctrl K' }).click()
  await option('Home').waitFor()
}

test('the hint in the header opens it, and its code is loaded only then', async () => {
  const isCode = (name: string) =>
    page.evaluate((part) => performance.getEntriesByType('resource').some((one) => one.name.includes(part)), name)
  await page.waitForLoadState('networkidle')
  expect(await isCode('/palette-')).toBe(false)
  expect(await accessibilityViolations(page)).toEqual([])
  await openPalette()
  expect(await isCode('/palette-')).toBe(true)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await palette().waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('SearchCtrl K')
})

test('Ctrl K opens it on a page that is never idle', async () => {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.reload()
  await enter()
  await page.keyboard.press('Control+k')
  await option('Home').waitFor()
})

test('on a small screen the account menu opens it', async () => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Search' }).click()
  await option('Home').waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox')
})

test('a service account is found on the server, and is listed as recent until the person signs out', async () => {
  await openPalette()
  await page.keyboard.type('stock s')
  await group('Service accounts').getByRole('option', { name: 'Stock sync' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Stock sync' }).waitFor()
  await openPalette()
  await group('Recent').getByRole('option', { name: 'Stock sync' }).waitFor()
  await page.keyboard.type('log out')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login/signed-out**')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('palette')))).toEqual([])
})

test('a person is found on the server by name or username, and their page opens by keyboard', async () => {
  await openPalette()
  await page.keyboard.type('chidi@acme')
  await group('People').getByRole('option', { name: 'Chidi Lindqvist' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Chidi Lindqvist' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  await openPalette()
  await group('Recent').getByRole('option', { name: 'Chidi Lindqvist' }).waitFor()
})

test('an action asks for its object, and the page opens with the question before the deletion', async () => {
  await openPalette()
  await page.keyboard.type('delete serv')
  await page.keyboard.press('Enter')
  await option('Stock sync').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.type('stock')
  await option('Invoice importer').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Stock sync' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Stock sync' }).waitFor()
})

test('another environment is chosen in it, and the same page opens there', async () => {
  await openPalette()
  await page.keyboard.type('switch env')
  await page.keyboard.press('Enter')
  await option('Staging').click()
  await page.getByRole('button', { name: 'Environment: Staging' }).waitFor()
})

test('a sign-in is found by its code, and Backspace goes back from the choice of an object', async () => {
  await openPalette()
  await page.keyboard.type('find sign')
  await page.keyboard.press('Enter')
  const found = group('Sign-ins').getByRole('option').first()
  await found.waitFor()
  const code = /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec((await found.textContent()) ?? '')?.[0] ?? ''
  await page.keyboard.press('Backspace')
  await option('Home').waitFor()
  await page.keyboard.type(code.toLowerCase())
  await group('Sign-ins').getByRole('option', { name: code }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/sign-ins/${code}`)
})
