import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { type AdminApi } from './support/admin-api.ts'
import { portalDemo } from './support/portal-demo.ts'
import { readPeople } from './support/server-process.ts'
import { signIn } from './support/sign-in.ts'
import { enterAsSupport } from './support/support-session.ts'
import type { VisitorOptions } from './support/visitor.ts'

// A support user of the vendor in the tenant of a customer, in the browser (spec sections 1, 2, 3 and 6).

const demo = portalDemo()
let api: AdminApi

beforeAll(async () => {
  api = await demo.api()
})
beforeEach(async () => {
  await api.call('PUT', '/portal/admin/settings/support-access', { allowProsAccess: true })
})

const security = (section = 'support-sessions') =>
  `${demo.url}/portal/admin/global-settings/security-settings/${section}`
const operationsBanner = (page: Page) => page.getByText('Support session in Acme Industries')
const sessions = async () =>
  (
    await api.call<{ supportSessions: { id: string; reason: string; end: { how: string } | null }[] }>(
      'GET',
      '/portal/admin/support-sessions',
    )
  ).supportSessions

const enterAcme = (reason: string, options: VisitorOptions = {}) => enterAsSupport(demo, reason, options)

test('the banner marks the support session, and is gone after the tenant switches support access off', async () => {
  const page = await enterAcme('Ticket 4711')
  await page.goto(security())
  await operationsBanner(page).waitFor()
  await page.getByText('cannot change anything').waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Ticket 4711' })
  await row.getByText('Kofi Mensah (Portico Operations)').waitFor()
  await page.goto(`${demo.url}/portal`)
  await operationsBanner(page).waitFor()
  expect(new URL(page.url()).pathname).toBe('/portal')
  // It opens no applications: the first page leads to what it can read.
  await page.getByRole('heading', { level: 1, name: 'Acme Industries' }).waitFor()
  const environments = page.getByRole('main').getByRole('region', { name: 'Environments' })
  await environments.getByRole('link', { name: 'Production' }).waitFor()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
  expect(await page.getByRole('menuitem', { name: /sessions|API tokens|Switch environment/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await environments.getByRole('link', { name: 'Production' }).click()
  await page.getByRole('table').first().waitFor()
  await api.call('PUT', '/portal/admin/settings/support-access', { allowProsAccess: false })
  // The pages of the customer are closed to them: they sign in, and are at Operations.
  await page.getByRole('main').getByRole('link', { name: 'Service Accounts' }).click()
  await page.waitForURL(/\/login\/?\?.*returnPath=%2Foperations(?:&|$)/)
  expect(await operationsBanner(page).count()).toBe(0)
  expect((await sessions())[0]?.end?.how).toBe('access-off')
})

test('a page of a person refuses a support session with the reason, once', async () => {
  const page = await enterAcme('Refused')
  for (const path of ['/portal/sessions', '/portal/apitoken']) {
    await page.goto(demo.url + path)
    await page.waitForURL(/\/login\/unauthorized\?error=403.*reason=SUPPORT_NEVER$/)
    await page.getByText('A support session cannot do this, whatever the tenant allows.').waitFor()
    expect(await page.getByRole('main').getByText('Ask an administrator').count()).toBe(1)
  }
})

test('an administrator sees who is in the tenant, as news too, and ends the session', async () => {
  await enterAcme('Printing fails')
  const { page } = await demo.enter()
  await page.goto(security())
  await page.getByText('Kofi Mensah (Portico Operations) is in your tenant as support').waitFor()
  expect(await operationsBanner(page).count()).toBe(0)
  const row = page.getByRole('row').filter({ hasText: 'Printing fails' })
  await row.getByText('can only read').waitFor()
  const end = row.getByRole('button', { name: 'End the support session of Kofi Mensah' })
  await end.click()
  const dialog = page.getByRole('dialog', { name: 'End this support session?' })
  await dialog.getByText('Kofi Mensah leaves your tenant at once').waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await end.click()
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByText('The support session has ended.').waitFor()
  await row.getByText('Ended by Ada Okafor').waitFor()
  expect(await row.getByRole('button').count()).toBe(0)
  // Those that run are listed first.
  const ended = (await sessions()).find(({ reason }) => reason === 'Printing fails')
  expect(ended?.end?.how).toBe('ended')
})

test.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)(
  'at %i px, %s, the Security tab in a support session is accessible and fits',
  async (width, colorScheme) => {
    const page = await enterAcme('A longer reason, with the number of a ticket: 4711', { width, colorScheme })
    await page.goto(security())
    await operationsBanner(page).waitFor()
    await page.getByText('A longer reason').first().waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  },
)

test('an administrator reads what was done in a support session', async () => {
  const support = await enterAcme('Read afterwards')
  await support.goto(`${demo.url}/portal/admin/people`)
  await support.getByRole('table').first().waitFor()
  for (let made = 0; made < 60; made += 1) await support.request.get(`${demo.url}/api/portal/admin/groups`)
  const { page } = await demo.enter()
  await page.goto(security())
  const row = page.getByRole('row').filter({ hasText: 'Read afterwards' })
  await row.getByRole('link', { name: 'What was done: Kofi Mensah' }).click()
  await page.waitForURL(/\?transcript=/)
  await page.getByRole('heading', { name: 'What was done' }).waitFor()
  await page.getByText('Kofi Mensah (Portico Operations): Read afterwards').waitFor()
  const requests = page.getByRole('table').getByRole('row')
  await requests
    .filter({ hasText: 'GET /api/portal/admin/people' })
    .filter({ hasText: 'Read: Person' })
    .first()
    .waitFor()
  // The heading, and one page of the requests.
  await expect.poll(() => requests.count()).toBe(51)
  await page.getByRole('button', { name: 'Load later requests' }).click()
  await expect.poll(() => requests.count()).toBeGreaterThan(51)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('region', { name: 'What was done' }).getByRole('link', { name: 'Support sessions' }).click()
  await row.waitFor()
  // As the address was before the sections.
  const tab = '/portal/admin/global-settings/security-settings'
  await page.goto(`${demo.url}${tab}?transcript=01900000-0000-7000-8000-000000000000`)
  await page.waitForURL('**/support-sessions?transcript=*')
  await page.getByText('There is no such support session.').waitFor()
})

test('the Security tab and the branding of a support session lock what the session cannot change, and say why', async () => {
  const page = await enterAcme('Locked')
  const answers: number[] = []
  page.on('response', (response) => answers.push(response.status()))
  const never = page.getByText('A support session cannot do this, whatever the tenant allows.')
  for (const locked of ['portal-roles', 'webhooks', 'recovery-codes']) {
    await page.goto(security(locked))
    await never.first().waitFor()
  }
  await page.goto(security('idle-time'))
  await page.getByText('cannot change anything').waitFor()
  const idle = page.getByRole('region', { name: 'Session idle time' })
  await expect.poll(() => idle.getByRole('combobox').isDisabled()).toBe(true)
  await page.goto(security())
  await page.getByRole('row').filter({ hasText: 'Locked' }).waitFor()
  expect(await page.getByRole('button', { name: /^End the support session/ }).count()).toBe(0)
  expect(await page.getByRole('link', { name: /^What was done/ }).count()).toBe(0)
  await page.goto(security('support-access'))
  await never.waitFor()
  const section = page.getByRole('region', { name: 'Support access', exact: true })
  const allow = section.getByRole('checkbox', { name: 'Allow support users to enter this tenant' })
  await expect.poll(() => allow.isDisabled()).toBe(true)
  await section.getByRole('button', { name: 'History' }).click()
  await section.getByRole('list', { name: 'History' }).getByText('Support access changed').first().waitFor()
  await page.goto(`${demo.url}/portal/admin/branding`)
  await page.getByText('cannot change anything').waitFor()
  await expect.poll(() => page.getByLabel('Primary colour', { exact: true }).isDisabled()).toBe(true)
  expect(answers.filter((status) => status === 403)).toEqual([])

  await api.call('PUT', '/portal/admin/settings/support-access', { allowProsAccess: true, allowProsChange: true })
  await page.reload()
  await expect.poll(() => page.getByLabel('Primary colour', { exact: true }).isEnabled()).toBe(true)
  await page.goto(security('idle-time'))
  await expect.poll(() => idle.getByRole('combobox').isEnabled()).toBe(true)
  await page.goto(security('support-access'))
  await expect.poll(() => allow.isDisabled()).toBe(true)
})

test('what a support session cannot do is locked with one reason, or is not offered', async () => {
  const page = await enterAcme('Nothing to press')
  const answers: number[] = []
  page.on('response', (response) => answers.push(response.status()))
  const readOnly = page.getByText('only allow support to read')
  const never = page.getByText('A support session cannot do this, whatever the tenant allows.')
  const once = async (reason: typeof never, path: string) => {
    await page.goto(`${demo.url}${path}`)
    await reason.first().waitFor()
    await page.waitForLoadState('networkidle')
    expect([path, await reason.count()]).toEqual([path, 1])
  }
  const settings = '/portal/admin/global-settings'
  for (const path of ['/portal/admin/launcher', '/portal/admin/branding', `${settings}/security-settings/idle-time`])
    await once(readOnly, path)
  await once(never, `${settings}/security-settings/portal-roles`)
  const { people } = await api.call<{ people: { id: string; username: string }[] }>('GET', '/portal/admin/people')
  const other = people.find(({ username }) => !username.startsWith('ada@'))
  await page.goto(`${demo.url}/portal/admin/people/${other?.id}`)
  await page.getByRole('link', { name: 'Explain access' }).waitFor()
  expect(await page.getByRole('button', { name: /Deactivate|Sign out|Reactivate/ }).count()).toBe(0)
  await page.goto(`${demo.url}/portal/admin/groups`)
  await page.getByRole('table').waitFor()
  expect(await page.getByRole('button', { name: /^Forget/ }).count()).toBe(0)
  const { idps } = await api.call<{ idps: { id: string; primary: boolean }[] }>('GET', '/portal/admin/tenant/idps')
  const [primary, spare] = [idps.find((one) => one.primary), idps.find((one) => !one.primary)]
  const provider = (id: string | undefined, tab = 'configuration') => `${settings}/identity-providers/${id}/${tab}`
  // An address cannot open the question either.
  await page.goto(`${demo.url}${provider(spare?.id)}?do=delete`)
  await readOnly.waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)

  await api.call('PUT', '/portal/admin/settings/support-access', { allowProsAccess: true, allowProsChange: true })
  const name = page.getByLabel('Name', { exact: true })
  for (const tab of ['configuration', 'username-formats', 'configuration/certificates'])
    await once(never, provider(primary?.id, tab))
  await once(never, provider(primary?.id))
  expect(await name.isDisabled()).toBe(true)
  await page.goto(`${demo.url}${provider(spare?.id)}`)
  await expect.poll(() => name.isEnabled()).toBe(true)
  expect(await never.count()).toBe(0)
  expect(answers.filter((status) => status === 403)).toEqual([])
})

test('the Support role in the vendor’s tenant offers no provider, and no switch', async () => {
  const { page } = await demo.visit()
  const jana = readPeople(demo.server.dataDir).find(({ username }) => username.startsWith('jana@'))
  if (jana === undefined) throw new Error('The demo has no jana.')
  await signIn(page, demo.url, jana)
  await page.getByRole('link', { name: 'Home', exact: true }).waitFor()
  const status = await page.evaluate(async () => {
    const csrf = /csrf=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    const config = { issuer: 'https://login.example.com', clientId: 'portico' }
    const answer = await fetch('/api/portal/admin/tenant/idps', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'X-CSRFToken': decodeURIComponent(csrf) },
      body: JSON.stringify({ name: 'Second', type: 'OIDC', config, clientSecret: 'a-secret-that-is-long-enough' }),
    })
    return answer.status
  })
  expect(status).toBe(201)
  await page.goto(security('portal-roles'))
  const role = (name: string) => page.getByRole('region', { name, exact: true })
  await role('Security Admin').getByRole('combobox', { name: 'Identity provider' }).waitFor()
  await role('Support').getByRole('button', { name: 'History' }).waitFor()
  expect(await role('Support').getByRole('combobox', { name: 'Identity provider' }).count()).toBe(0)
})
