import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { askItself } from './support/ask-itself.ts'
import { openAdminApi } from './support/admin-api.ts'
import { launchBrowser } from './support/browser.ts'
import { makeCertificate } from './support/certificate.ts'
import { cutControls } from './support/cut-controls.ts'
import { builtInstallation } from './support/installation.ts'
import { readAutomation, readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { enterUsername, openEnvironment, signIn } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor, type Visitor } from './support/visitor.ts'

const width = 320
const longName = 'Wide'.repeat(32)
const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
let visitor: Visitor
let page: Page
let accounts: string
let account: string
let application: string
/** Roles & Groups of an environment, a custom role with a long name that is mapped there, and a group with a long name. */
let rolesAndGroups: string
let role: string
let group: string
let otherEnvironment: string
/** Addresses of one provider of each type, the one with the long name first. */
let providers: string[]

beforeAll(async () => {
  browser = await launchBrowser()
  const env = {
    PORTICO_SUPPORT_URL: 'https://help.example/',
    PORTICO_ANALYTICS_INFO_URL: 'https://help.example/counting',
  }
  demo = await startDemo(builtInstallation(), { dataDir: join(folder.path, 'data'), env })
  const api = await openAdminApi(readAutomation(demo.dataDir))
  type Listed<T extends string> = Record<T, { id: string; name: string; type: string }[]>
  const { environments } = await api.call<Listed<'environments'>>('GET', '/portal/admin/environments')
  const envId = environments.find((one) => one.name === 'Development')?.id ?? ''
  accounts = `/portal/admin/environments/${envId}/service-accounts`
  const applications = accounts.replace('service-accounts', 'applications')
  const listed = await api.call<Listed<'applications'>>('GET', applications)
  application = `${applications}/edit/${listed.applications.at(-1)?.id}`
  const { publicPem } = makeCertificate(folder.path, 'narrow')
  rolesAndGroups = `/portal/admin/environment-settings/${envId}/roles-and-groups`
  otherEnvironment = environments.find((one) => one.id !== envId)?.id ?? ''
  role = (await api.call<{ id: string }>('POST', '/portal/admin/roles', { label: longName })).id
  const body = { name: longName, key1: publicPem, key1Algorithm: 'RSA' }
  account = `${accounts}/edit/${(await api.call<{ id: string }>('POST', accounts, body)).id}`
  const settings = '/portal/admin/global-settings/identity-providers'
  const config = { issuer: `https://${'long-label.'.repeat(12)}example`, clientId: 'c'.repeat(200) }
  const made = await api.call<{ id: string }>('POST', '/portal/admin/tenant/idps', {
    type: 'OIDC',
    name: longName,
    config: { ...config, authorizationUrl: `${config.issuer}/authorize`, tokenUrl: `${config.issuer}/token` },
    clientSecret: 'unused',
  })
  const suffixes = [`${'long-label.'.repeat(18)}narrow.example`]
  await api.call('PUT', `/portal/admin/idps/${made.id}/formats`, { prefixes: [], suffixes })
  const { idps } = await api.call<Listed<'idps'>>('GET', '/portal/admin/tenant/idps')
  group = (await api.call<{ id: string }>('POST', `/portal/admin/idps/${made.id}/groups`, { claim: longName })).id
  await api.call('PUT', `/portal/admin/environments/${envId}/roles/${role}/groups`, {
    tenantGroups: [{ idp: made.id, groups: [group] }],
  })
  const types = new Map(idps.map((one) => [one.type, one.id]))
  providers = [...new Set([made.id, ...types.values()])].map((id) => `${settings}/${id}`)
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const settled = () => page.locator('[class*=loading], [class*=skeleton]').first().waitFor({ state: 'detached' })

async function go(path: string): Promise<void> {
  await page.goto(demo.url + path)
  await page.locator('h1, main p').first().waitFor()
  await settled()
}

async function enter(): Promise<void> {
  const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no person ada.')
  await signIn(page, demo.url, ada)
}

const places = {
  overview: () => '/portal/admin',
  'Global Settings': () => '/portal/admin/global-settings',
  'custom roles': () => '/portal/admin/global-settings/custom-roles',
  security: () => '/portal/admin/global-settings/security-settings',
  ...Object.fromEntries(
    ['idle-time', 'support-access', 'support-sessions', 'webhooks', 'api-tokens', 'recovery-codes'].map((section) => [
      `security, ${section}`,
      () => `/portal/admin/global-settings/security-settings/${section}`,
    ]),
  ),
  'identity providers': () => '/portal/admin/global-settings/identity-providers',
  'the choice of a type': () => '/portal/admin/global-settings/identity-providers/create',
  ...Object.fromEntries(
    ['OIDC', 'AAD', 'AAD2', 'OPENSAML', 'SFDC_SAML', 'ADFS_SAML'].map((type) => [
      `a new provider, ${type}`,
      () => `/portal/admin/global-settings/identity-providers/create?type=${type}`,
    ]),
  ),
  'at the side of a provider': () => `${providers[0]}/configuration/provider-side`,
  'username formats': () => `${providers[0]}/username-formats`,
  SCIM: () => `${providers[0]}/scim`,
  ...Object.fromEntries(
    ['group-source', 'activity', 'drift', 'requests'].map((section) => [
      `SCIM, ${section}`,
      () => `${providers[0]}/scim/${section}`,
    ]),
  ),
  'where a username goes': () => '/portal/admin/global-settings/identity-providers?username=ada@acme.example',
  'no such provider': () => '/portal/admin/global-settings/identity-providers/none/configuration',
  audit: () => '/portal/admin/audit',
  notices: () => '/portal/admin/notices',
  'sign-ins': () => '/portal/admin/sign-ins',
  'no such sign-in': () => '/portal/admin/sign-ins/AAAA-AAAA',
  'launcher settings': () => '/portal/admin/launcher',
  branding: () => '/portal/admin/branding',
  'an application': () => application,
  'a new custom role': () => '/portal/admin/global-settings/custom-roles?role=new',
  'a custom role': () => `/portal/admin/global-settings/custom-roles?role=${role}`,
  groups: () => '/portal/admin/groups',
  'uses of a group': () => `/portal/admin/groups?group=${group}`,
  'no such group': () => '/portal/admin/groups?group=none',
  'roles and groups': () => rolesAndGroups,
  'custom roles of an environment': () => `${rolesAndGroups}?app=custom-roles`,
  'groups of a custom role': () => `${rolesAndGroups}?app=custom-roles&role=${role}`,
  'the matrix': () => `${rolesAndGroups}?view=matrix`,
  'the matrix without a match': () => `${rolesAndGroups}?view=matrix&q=zzz`,
  'the choice of an environment to compare with': () => `${rolesAndGroups}?view=compare`,
  'two environments compared': () => `${rolesAndGroups}?view=compare&to=${otherEnvironment}`,
  'service accounts': () => accounts.replace('environments', 'environment-settings'),
  'general settings': () =>
    accounts.replace('environments', 'environment-settings').replace('service-accounts', 'general-settings'),
  'a new service account': () => `${accounts}/create`,
  'a service account': () => account,
  'no such account': () => account.replace(/[^/]+$/, '01900000-0000-7000-8000-000000000000'),
} satisfies Record<string, () => string>

// In one colour scheme: sizes do not depend on it.
describe('at 320 px every page fits, and no control is cut', () => {
  beforeEach(async () => {
    visitor = await openVisitor(browser, { width, height: 640 })
    page = visitor.page
  })
  afterEach(() => visitor.close())

  /** What does not fit of the page as it stands. */
  const look = async (name: string) => (await cutControls(page)).map((cut) => `${name}: ${cut}`)

  test('before signing in', async () => {
    const cut: string[] = []
    await page.goto(`${demo.url}/login`)
    await page.getByText('Privacy policy').waitFor()
    cut.push(...(await look('login')))
    await enterUsername(page, demo.url, 'ada')
    await page.getByText("That doesn't look like a valid username.").waitFor()
    cut.push(...(await look('login, a wrong username')))
    await page.goto(`${demo.url}/login/?ended=inactivity`)
    await page.getByText('You were signed out due to inactivity.').waitFor()
    cut.push(...(await look('login after inactivity')))
    for (const error of ['401', '403', '500', 'IDP_ERROR', 'AUTH-001001', 'CONFIG_TOKEN_ERROR', 'UNEXPECTED']) {
      await go(`/login/unauthorized?error=${error}&action=Forbidden`)
      cut.push(...(await look(`error ${error}`)))
    }
    await go('/login/unexpected')
    cut.push(...(await look('unexpected')))
    await go('/login/signed-out')
    cut.push(...(await look('signed out')))
    expect(cut).toEqual([])
  })

  test('picker, launcher, menus, palette and the pages of a sign-in from the command line', async () => {
    const cut: string[] = []
    await enter()
    await page.getByRole('button', { name: 'Production' }).waitFor()
    cut.push(...(await look('picker')))
    await openEnvironment(page, 'Production')
    await page.getByRole('link', { name: 'Billing' }).waitFor()
    cut.push(...(await look('launcher with the analytics banner')))
    await button('Understood').click()
    cut.push(...(await look('launcher')))
    await page.getByRole('textbox', { name: 'Filter applications' }).fill(longName)
    await page.getByText('No application matches').waitFor()
    cut.push(...(await look('launcher, no match')))
    for (const menu of ['Account menu', 'Switch application', 'Admin', 'Environment: Production']) {
      await page.getByRole('button', { name: menu }).click()
      await page.getByRole('menuitem').first().waitFor()
      cut.push(...(await look(menu)))
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
    }
    await page.getByRole('heading', { level: 1 }).click()
    for (const key of ['Control+k', '?']) {
      await page.keyboard.press(key)
      await page.getByRole('dialog').waitFor()
      cut.push(...(await look(`dialog of ${key}`)))
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    for (const query of ['', '?result=done', '?result=denied', '?user_code=BCDF-GHJK']) {
      await go(`/login/device${query}`)
      cut.push(...(await look(`command line ${query}`)))
    }
    expect(cut).toEqual([])
  })

  test('the pages of administration', async () => {
    const cut: string[] = []
    await enter()
    await openEnvironment(page, 'Production')
    for (const [name, path] of Object.entries(places)) {
      await go(path())
      cut.push(...(await look(name)))
    }
    for (const path of providers) {
      await go(path)
      await page.getByRole('form').waitFor()
      cut.push(...(await look(`provider ${path}`)))
    }
    await go('/portal/admin/sign-ins')
    await page.getByRole('table').getByRole('link').first().click()
    await page.waitForURL(/sign-ins\/./)
    await settled()
    cut.push(...(await look('a sign-in')))
    expect(cut).toEqual([])
  })

  test('dialogs, banners and toasts, with the longest possible name', async () => {
    const cut: string[] = []
    await enter()
    await openEnvironment(page, 'Production')
    const dialog = page.getByRole('dialog')
    const other = `${longName.slice(0, -5)}other`
    await go(account)
    await button('Upload certificate for Public key 1').click()
    await dialog.waitFor()
    cut.push(...(await look('upload')))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Choose an application' }).click()
    await page.getByRole('listbox').waitFor()
    cut.push(...(await look('the choice of an application')))
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await button('Delete').click()
    await dialog.waitFor()
    cut.push(...(await look('delete')))
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill(other)
    cut.push(...(await look('a changed account')))
    await page.getByRole('banner').getByRole('link').first().click()
    await dialog.waitFor()
    cut.push(...(await look('leave')))
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    for (const status of [404, 412]) {
      await page.route(/service-accounts\/[^/]+$/, (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status, json: { errorID: 'X', errorMessage: longName, requestID: 'r', details: [] } })
          : route.continue(),
      )
      await button('Save').click()
      await dialog.waitFor()
      cut.push(...(await look(`dialog after ${status}`)))
      await page.unrouteAll()
      if (status === 412) await dialog.getByRole('button', { name: 'Cancel' }).click()
      else {
        await dialog.getByRole('button', { name: 'Back to the list' }).click()
        await go(account)
        await name.fill(other)
      }
      await dialog.waitFor({ state: 'detached' })
    }
    await visitor.context.setOffline(true)
    await button('Save').click()
    await page.getByRole('alert').getByText('You are offline').waitFor()
    cut.push(...(await look('offline')))
    await visitor.context.setOffline(false)
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await page.getByText('The service account was saved.').waitFor()
    cut.push(...(await look('saved')))
    const expiresOn = new Date(Date.now() + 50_000).toISOString()
    const json = { expiresOn, sessionIdleSecs: 900, deactivated: false, systemBanner: null }
    await askItself(page)
    await page.route('**/api/portal/cloudsession*', (route) => route.fulfill({ json }))
    await page.reload()
    await page.getByRole('dialog', { name: 'Are you still there?' }).waitFor()
    cut.push(...(await look('are you still there')))
    expect(cut).toEqual([])
  })
})

describe('in a right-to-left language', () => {
  beforeEach(async () => {
    visitor = await openVisitor(browser)
    page = visitor.page
    // The portal takes its direction from the language of its sentences.
    await page.route(/\/api\/i18n\/login/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), locale: 'he' } })
    })
    await enter()
    await openEnvironment(page, 'Production')
  })
  afterEach(() => visitor.close())

  /** Where the first and the last sign of a text are drawn, seen from the left. */
  async function ends(text: string): Promise<readonly [first: number, last: number]> {
    return page
      .getByText(text, { exact: true })
      .first()
      .evaluate((element) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        const left = (node: Node, at: number) => {
          const range = document.createRange()
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          return range.getBoundingClientRect().left
        }
        const first = walker.nextNode() ?? element
        let last = first
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) last = node
        return [left(first, 0), left(last, (last.textContent ?? '').length - 1)] as const
      })
  }

  async function expectLeftToRight(text: string): Promise<void> {
    const [first, last] = await ends(text)
    expect(first, text).toBeLessThan(last)
  }

  const directionOf = (label: string | RegExp) =>
    page
      .getByLabel(label)
      .first()
      .evaluate((element) => getComputedStyle(element).direction)

  test('the page is mirrored', async () => {
    await page.getByRole('link', { name: 'Billing' }).waitFor()
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).direction)).toBe('rtl')
  })

  test('domains and Windows domains keep their @ and \\ where they are written', async () => {
    await go('/portal/admin/global-settings/identity-providers')
    await page.getByText('@acme.example', { exact: true }).first().waitFor()
    await expectLeftToRight('@acme.example')
    await go(`${providers[0]}/username-formats`)
    await expectLeftToRight(`@${'long-label.'.repeat(18)}narrow.example`)
    await page.getByRole('textbox', { name: 'Add an email domain' }).fill('added.example')
    await page.getByRole('button', { name: 'Add an email domain' }).click()
    await page.getByRole('complementary').getByText('@added.example', { exact: true }).waitFor()
    await expectLeftToRight('@added.example')
    expect(await directionOf('Add an email domain')).toBe('ltr')
  })

  test('addresses, ids, keys and certificates are typed and shown from left to right', async () => {
    await go(providers[0] ?? '')
    await button('Save').waitFor()
    for (const label of ['Issuer', 'Client ID', /^Authorization URL/]) expect(await directionOf(label)).toBe('ltr')
    const id = (providers[0] ?? '').split('/').at(-1) ?? ''
    await expectLeftToRight(id)
    await go('/portal/admin/global-settings/identity-providers/create?type=OPENSAML')
    await button('Save and continue').waitFor()
    expect(await directionOf(/^Certificate/)).toBe('ltr')
    await go(account)
    await button('Replace Public key 1').click()
    expect(
      await page
        .locator('textarea')
        .first()
        .evaluate((area) => getComputedStyle(area).direction),
    ).toBe('ltr')
    await expectLeftToRight(account.split('/').at(-1) ?? '')
  })
})
