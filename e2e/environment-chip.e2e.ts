import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { openServiceAccounts } from './support/account-form.ts'
import { portalDemo } from './support/portal-demo.ts'
import type { Visitor, VisitorOptions } from './support/visitor.ts'

const demo = portalDemo()
let visitor: Visitor
let page: Page

async function enter(options: VisitorOptions = {}): Promise<void> {
  visitor = await demo.enter(options)
  page = visitor.page
  await chip('Production').waitFor()
}

const chip = (name: string) => page.getByRole('banner').getByRole('button', { name: `Environment: ${name}` })
const choice = (name: string) => page.getByRole('menuitem', { name })
const path = () => new URL(page.url()).pathname

describe('the environment in the header', () => {
  test('is switched from any page, and the page of the other environment opens', async () => {
    await enter()
    await openServiceAccounts(page, 'Production')
    const before = path()
    await chip('Production').click()
    await choice('Staging').waitFor()
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Production[^]*PROD/),
      expect.stringMatching(/Development[^]*DEV/),
      expect.stringMatching(/Staging[^]*TEST/),
      'Choose an environment',
    ])
    await choice('Staging').click()
    await chip('Staging').waitFor()
    await page.locator('[aria-current=page]', { hasText: 'Staging' }).waitFor()
    expect(path()).toMatch(/environment-settings\/[^/]+\/service-accounts$/)
    expect(path()).not.toBe(before)
    await page.goto(`${demo.url}/portal/admin/sign-ins?outcome=failed`)
    await chip('Staging').click()
    await choice('Production').click()
    await chip('Production').waitFor()
    await page.waitForURL(`${demo.url}/portal/admin/sign-ins?outcome=failed`)
    expect(visitor.complaints).toEqual([])
  })

  test('asks first where something is typed', async () => {
    await enter()
    await openServiceAccounts(page, 'Production')
    await page.getByRole('link', { name: 'Stock sync' }).click()
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Half typed')
    await chip('Production').click()
    await choice('Staging').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await name.inputValue()).toBe('Half typed')
    await chip('Production').click()
    await choice('Staging').click()
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await chip('Staging').waitFor()
    await page.locator('[aria-current=page]', { hasText: 'Staging' }).waitFor()
  })

  test.each(['none', 'active'] as const)(
    'marks production by a word and a shape, forced colours %s',
    async (forcedColors) => {
      await enter({ forcedColors })
      const look = () =>
        page
          .getByRole('banner')
          .getByRole('button', { name: 'Environment' })
          .evaluate((one) => {
            const { borderStyle, backgroundColor } = getComputedStyle(one)
            return { shape: getComputedStyle(one, '::before').content.slice(0, 3), borderStyle, backgroundColor }
          })
      const production = await look()
      expect(production).toMatchObject({ shape: '"◆"', borderStyle: 'solid' })
      expect(await chip('Production').innerText()).toContain('PROD')
      await chip('Production').click()
      await choice('Development').click()
      await chip('Development').waitFor()
      const other = await look()
      expect(other).toMatchObject({ shape: 'non', borderStyle: 'dashed' })
      if (forcedColors === 'none') expect(other.backgroundColor).not.toBe(production.backgroundColor)
    },
  )

  test.each([390, 320])('is in one row with everything else at %i px, and no tab is cut', async (width) => {
    await enter({ width, height: 640 })
    const header = page.getByRole('banner')
    expect((await header.boundingBox())?.height).toBeLessThanOrEqual(64)
    const tabs = header.getByRole('navigation')
    expect(await tabs.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    expect(await chip('Production').isVisible()).toBe(true)
  })
})
