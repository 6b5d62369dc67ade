import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { focusedElement } from './support/focus.ts'
import { tabTo } from './support/keyboard.ts'
import { portalDemo } from './support/portal-demo.ts'
import { openProvider, openProviders } from './support/provider-form.ts'
import type { Visitor } from './support/visitor.ts'

type Provider = { name: string; config: Record<string, unknown> }

const demo = portalDemo()
const login = 'Acme Single Sign-On'

async function open(width: number): Promise<Visitor> {
  const visitor = await demo.enter({ width: 1440 })
  const { page } = visitor
  await openProviders(page)
  await openProvider(page, login)
  await page.setViewportSize({ width, height: 900 })
  await page.locator('details > summary', { hasText: 'More settings' }).click()
  return visitor
}

const list = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const kinds = (page: Page, name: string) =>
  list(page, name).getByRole('combobox').locator('option:checked').allInnerTexts()
/** The names of a preview as they are written there: `before→after`. */
const previewed = (page: Page, name: string) =>
  page.getByRole('region', { name: `Preview: ${name}` }).getByRole('listitem')
const saved = async () => {
  const { idps } = await (await demo.api()).call<{ idps: Provider[] }>('GET', '/portal/admin/tenant/idps')
  return idps.find(({ name }) => name === login)?.config
}

describe('the transforms of a provider', () => {
  test('of groups are added, reordered and removed by mouse, previewed live against the last claims, and saved', async () => {
    const { page, complaints } = await open(1440)
    const groups = list(page, 'Group transforms')
    await groups.getByRole('button', { name: 'Preview: Group transforms' }).click()
    await previewed(page, 'Group transforms').filter({ hasText: 'security-admins' }).waitFor()
    await groups.getByRole('button', { name: 'Add a transform: Group transforms' }).click()
    await groups.getByLabel('Text 1', { exact: true }).fill('security-')
    await previewed(page, 'Group transforms').filter({ hasText: 'security-admins→admins' }).waitFor()
    await groups.getByRole('button', { name: 'Add a transform: Group transforms' }).click()
    await groups.getByLabel('Transform 2', { exact: true }).selectOption('strip-suffix')
    await groups.getByLabel('Text 2', { exact: true }).fill('-admins')
    await previewed(page, 'Group transforms').filter({ hasText: 'security-admins→admins' }).waitFor()

    // In the other order the suffix is removed first, and the rest no longer has a prefix.
    await groups.getByRole('button', { name: 'Move transform 2 up' }).click()
    await previewed(page, 'Group transforms').filter({ hasText: 'security-admins→security' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('saved as a draft').first().waitFor()
    expect(await saved()).toMatchObject({
      groupTransforms: [
        { kind: 'strip-suffix', text: '-admins' },
        { kind: 'strip-prefix', text: 'security-' },
      ],
    })

    await groups.getByRole('button', { name: 'Remove transform 1' }).click()
    await previewed(page, 'Group transforms').filter({ hasText: 'security-admins→admins' }).waitFor()
    await groups.getByRole('button', { name: 'Remove transform 1' }).click()
    await previewed(page, 'Group transforms')
      .filter({ hasText: /^security-admins(?!→)/ })
      .waitFor()
    await page.getByRole('button', { name: 'Revert Changes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revert Changes' }).click()
    await page.getByText('The changes were discarded.').waitFor()
    expect(complaints).toEqual([])
  })

  test('of usernames are edited only by keyboard at 390 px, without losing the focus and without axe findings', async () => {
    const { page, complaints } = await open(390)
    const name = 'Username transforms'
    const names = list(page, name)
    const press = async (button: string) => {
      await tabTo(page, names.getByRole('button', { name: button, exact: true }), 120)
      await page.keyboard.press('Enter')
    }
    await press(`Preview: ${name}`)
    await previewed(page, name).filter({ hasText: 'ada@acme.example' }).waitFor()
    await names.getByRole('button', { name: `Add a transform: ${name}` }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await names.getByLabel('Transform 2', { exact: true }).waitFor()
    await names.getByLabel('Transform 2', { exact: true }).focus()
    await page.keyboard.type('Lower')
    await expect.poll(() => kinds(page, name)).toHaveLength(2)
    const [first = '', second = ''] = await kinds(page, name)
    expect(second).not.toBe(first)
    await names.getByLabel('Text 1', { exact: true }).focus()
    await page.keyboard.type('ada@')
    await previewed(page, name).filter({ hasText: 'ada@acme.example→acme.example' }).waitFor()

    await names.getByRole('button', { name: 'Move transform 2 up' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => kinds(page, name)).toEqual([second, first])
    expect(await focusedElement(page)).toBe('Move transform 1 up')
    expect([await accessibilityViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
    await names.getByRole('button', { name: 'Remove transform 2' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => kinds(page, name)).toEqual([second])
    expect(await focusedElement(page)).toBe('Remove transform 1')
    await page.keyboard.press('Enter')
    await expect.poll(() => kinds(page, name)).toEqual([])
    expect(await focusedElement(page)).toBe(`Add a transform: ${name}`)
    expect(await saved()).not.toHaveProperty('usernameTransforms.0')
    expect(complaints).toEqual([])
  })
})
