import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import type { AdminApi } from './support/admin-api.ts'
import { focusedElement } from './support/focus.ts'
import { builtInstallation } from './support/installation.ts'
import { portalDemo } from './support/portal-demo.ts'
import { openPseudoTerminal, type PseudoTerminal } from './support/pseudo-terminal.ts'
import { readAutomation } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { withoutAnswers, type Visitor, type VisitorOptions } from './support/visitor.ts'

// Environments are renamed in every face; a read-only one in none.

type Environment = { id: string; name: string; type: string; readonly: boolean }

const demo = portalDemo()
const installation = builtInstallation()
let api: AdminApi
let visitor: Visitor
let page: Page
let shell: Shell
let production: Environment
let development: Environment

const environments = async () =>
  (await api.call<{ environments: Environment[] }>('GET', '/portal/admin/environments')).environments
const nameOf = async ({ id }: Environment) => (await environments()).find((one) => one.id === id)?.name

beforeAll(async () => {
  api = await demo.api()
  const found = (wanted: string) => (one: Environment) => one.name === wanted
  const all = await environments()
  production = all.find(found('Production')) as Environment
  development = all.find(found('Development')) as Environment
  shell = openShell(installation, join(demo.folder, 'home'))
  const { code, stderr } = await shell.portico(loginArguments(readAutomation(demo.server.dataDir)))
  expect(code, stderr).toBe(0)
})

const general = ({ id }: Environment) => `${demo.url}/portal/admin/environment-settings/${id}/general-settings`
const name = () => page.getByRole('textbox', { name: 'Name' })
const button = (text: string) => page.getByRole('button', { name: text, exact: true })
const sidebar = () => page.getByRole('navigation', { name: 'Environments' })

async function enter(options: VisitorOptions = {}): Promise<void> {
  visitor = await demo.enter(options)
  page = visitor.page
}

afterEach(async () => {
  for (const { id, name: before } of [production, development])
    await api.call('PUT', `/portal/admin/environments/${id}`, { name: before })
})

describe('in the portal', () => {
  beforeEach(() => enter())
  afterEach(() => expect(withoutAnswers(visitor.complaints, 400, 409, 412)).toEqual([]))

  test('an environment is renamed only by keyboard, and header and sidebar show it at once', async () => {
    await page.goto(general(production))
    await name().focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Live')
    await page.getByText('Copy as portico command').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('The environment was renamed.').waitFor()
    expect(await focusedElement(page)).toContain('Name')
    expect(await nameOf(production)).toBe('Live')
    await sidebar().getByRole('link', { name: 'Live' }).waitFor()
    await page.getByRole('banner').getByRole('button', { name: 'Live' }).waitFor()
    expect(await button('Save').getAttribute('aria-disabled')).toBe('true')
  })

  test('a name that another environment has is refused beside the field; Discard brings the name back', async () => {
    await page.goto(general(development))
    await name().fill(' ')
    await name().blur()
    await page.locator('input[aria-invalid=true]').waitFor()
    expect(await button('Save').getAttribute('aria-disabled')).toBe('true')
    await name().fill('production')
    await button('Save').press('Enter')
    await page
      .getByText(/already/)
      .first()
      .waitFor()
    await button('Discard').press('Enter')
    expect(await name().inputValue()).toBe('Development')
    expect(await nameOf(development)).toBe('Development')
  })

  test('a rename in the meantime is not overwritten without a question, and leaving asks', async () => {
    await page.goto(general(development))
    await name().fill('Mine')
    await api.call('PUT', `/portal/admin/environments/${development.id}`, { name: 'Theirs' })
    await button('Save').click()
    await page.getByRole('dialog', { name: 'This was changed in the meantime' }).waitFor()
    await button('Read again').click()
    await page.getByText('Read again. What you typed is kept').waitFor()
    expect([await name().inputValue(), await nameOf(development)]).toEqual(['Mine', 'Theirs'])
    await page.getByRole('link', { name: 'Service Accounts', exact: true }).click()
    await page.getByRole('dialog', { name: 'Save your changes first?' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/service-accounts/)
    expect(await nameOf(development)).toBe('Mine')
  })

  test('the sidebar lists production first and keeps the tab; the tabs have their addresses', async () => {
    await page.goto(general(production))
    await sidebar().getByRole('link').first().waitFor()
    const links = await sidebar().getByRole('link').allInnerTexts()
    expect(links[0]).toContain('PROD')
    expect(links).toHaveLength((await environments()).length)
    await sidebar().getByRole('link', { name: 'Development' }).click()
    await page.waitForURL(general(development))
    for (const [label, tab] of [
      ['Roles & Groups', 'roles-and-groups'],
      ['Service Accounts', 'service-accounts'],
      ['General', 'general-settings'],
    ] as const) {
      await page.getByRole('link', { name: label, exact: true }).click()
      await page.waitForURL(`**/${development.id}/${tab}`)
    }
  })
})

describe.each([
  { width: 1440, colorScheme: 'light', forcedColors: 'none' },
  { width: 390, colorScheme: 'dark', forcedColors: 'none' },
  { width: 1440, colorScheme: 'dark', forcedColors: 'active' },
] as const)('tab General, $colorScheme at $width px, forced colours $forcedColors', (look) => {
  test('has no axe violation and no sideways scroll, with a change and with an error', async () => {
    await enter(look)
    await page.goto(general(development))
    const check = async () => expect([await accessibilityViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
    await name().waitFor()
    await check()
    await name().fill('Workshop')
    await check()
    await name().fill('')
    await name().blur()
    await page.locator('input[aria-invalid=true]').waitFor()
    await check()
    await button('Discard').click()
  })
})

test('in the shell, update renames and says what else names it', async () => {
  const { code, stderr, stdout } = await shell.portico(['env', 'update', 'Development', '--name', 'Workshop'])
  expect([code, stdout.split('\t')[0]], stderr).toEqual([0, 'Workshop'])
  expect(stderr).toContain('The environment was renamed.')
  expect(await nameOf(development)).toBe('Workshop')
})

describe('in the terminal', () => {
  let pty: PseudoTerminal
  afterEach(() => pty?.kill())
  const type = async (keys: string, wanted: string | RegExp) => {
    pty.write(keys)
    await pty.shows(wanted)
  }

  test('an environment is renamed after its change is shown; production only after :write', async () => {
    pty = openPseudoTerminal(['node', installation.portico, 'tui'], shell.env)
    await pty.shows('Production')
    await type('1', /Environments[^]*Development/)
    await type('e', 'press Enter to work in it')
    await type('/Development\r', /^(?!.*Staging)[^]*Development/s)
    await type('e', 'Rename the environment')
    await type('\u0015Workshop\r', /Save these changes\?[^]*- Development[^]*\+ Workshop/)
    await type('\r', 'The environment was renamed.')
    expect(await nameOf(development)).toBe('Workshop')

    await type('\u001b', /Environments[^]*Staging/)
    await type('/Production\r', /^(?!.*Staging)[^]*Production/s)
    await type('\r', 'Production › Service accounts')
    await type('1e', /read-only until you type\s+:write/)
    await type(':write\r', 'Changes in Production are allowed')
    await type('e', 'Rename the environment')
    await type('\u0015Live\r', /- Production[^]*\+ Live/)
    // The banner of the first change is still there.
    pty.write('\r')
    await expect.poll(() => nameOf(production)).toBe('Live')
  })
})

test('PUT takes the body that GET gave, with a changed name (spec section 7)', async () => {
  const path = `/portal/admin/environments/${development.id}`
  const read = await api.call<Environment>('GET', path)
  expect(read).toMatchObject({ id: development.id, name: 'Development', readonly: false })
  expect(await api.call('PUT', path, read)).toEqual(read)
  expect(await api.call('PUT', path, { ...read, name: 'Workshop' })).toEqual({ ...read, name: 'Workshop' })
  expect(await nameOf(development)).toBe('Workshop')
})
