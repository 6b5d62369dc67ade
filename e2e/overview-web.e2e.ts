import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { builtInstallation } from './support/installation.ts'
import { portalDemo } from './support/portal-demo.ts'
import { readAutomation } from './support/server-process.ts'
import { loginArguments, openShell } from './support/shell.ts'

// The first page of administration: what needs attention, as `portico overview` prints it.

const demo = portalDemo()

const table = (page: Page, name: string) => page.getByRole('table', { name }).locator('tbody tr')
const rowsIn = async (page: Page, name: string) => await table(page, name).allInnerTexts()

test('the overview is the first entry of the Admin menu, and has the rows of portico overview', async () => {
  const { page } = await demo.enter()
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitem').first().click()
  await page.waitForURL(`${demo.url}/portal/admin`)
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await table(page, 'Needs attention').first().waitFor()
  const shell = openShell(builtInstallation(), join(demo.folder, 'home'))
  await shell.portico(loginArguments(readAutomation(demo.server.dataDir)))
  const { stdout } = await shell.portico(['overview', '--json', 'level,name,message'])
  const printed = JSON.parse(stdout) as { level: string; name: string; message: string }[]
  const attention = printed.filter(({ level }) => level !== 'failed' && level !== 'place')
  const shown = await rowsIn(page, 'Needs attention')
  expect(attention.length).toBeGreaterThan(0)
  expect(shown).toHaveLength(attention.length)
  for (const [at, { name, message }] of attention.entries()) {
    expect(shown[at]).toContain(name)
    expect(shown[at]).toContain(message)
  }
  const places = printed.filter(({ level }) => level === 'place')
  expect(await rowsIn(page, 'Environments')).toHaveLength(places.length)
})

test('a row leads to what it is about', async () => {
  const { page } = await demo.enter()
  await page.goto(`${demo.url}/portal/admin`)
  await page.getByRole('row').filter({ hasText: 'There are no recovery codes.' }).getByRole('link').click()
  await page.getByRole('heading', { level: 2, name: 'Recovery codes' }).waitFor()
  await page.goto(`${demo.url}/portal/admin`)
  await page.getByRole('table', { name: 'Environments' }).getByRole('link', { name: 'Production' }).click()
  await page.waitForURL('**/service-accounts')
})

test.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)('at %i px, %s, it is accessible and fits', async (width, colorScheme) => {
  const { page } = await demo.enter({ width, colorScheme })
  await page.goto(`${demo.url}/portal/admin`)
  await table(page, 'Environments').first().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
})
