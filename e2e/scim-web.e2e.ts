import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { focusedElement } from './support/focus.ts'
import { portalDemo } from './support/portal-demo.ts'
import type { VisitorOptions } from './support/visitor.ts'

// The SCIM page of an identity provider: a token for a directory, which then sends people and groups; the source of groups.

type Body = Record<string, unknown>

const demo = portalDemo()
let page: Page
let providerId = ''

/** Opens another section of the page that is open. */
async function section(name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'SCIM' }).getByRole('link', { name }).click()
}

async function open(name: string, options: VisitorOptions = {}): Promise<void> {
  const { idps } = await (
    await demo.api()
  ).call<{ idps: { id: string; name: string }[] }>('GET', '/portal/admin/tenant/idps')
  providerId = idps.find((one) => one.name === name)?.id ?? ''
  page = (await demo.enter(options)).page
  await page.goto(`${demo.url}/portal/admin/global-settings/identity-providers/${providerId}`)
  await page.getByRole('link', { name: 'SCIM' }).click()
  await page.getByRole('heading', { name: 'SCIM tokens' }).waitFor()
}

const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const rows = () => page.getByRole('table', { name: 'SCIM tokens' }).locator('tbody tr')
const said = (text: string | RegExp) => page.getByText(text).waitFor()

/** Creates a token by the form, and answers what is shown once. */
async function create(name: string): Promise<string> {
  await button('Create token').click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await button('Create token').click()
  await said('it is not shown again')
  const shown = await page
    .getByRole('region', { name: /was created/ })
    .locator('code')
    .innerText()
  return shown.replaceAll(/\s/g, '')
}

/** A request of a directory. */
async function send(token: string, method: string, path: string, body?: Body): Promise<{ status: number; body: Body }> {
  const answer = await fetch(`${demo.url}/scim/v2/${providerId}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Body }
}

test('a directory gets its address and a token; the token is disabled, enabled and deleted', async () => {
  await open('Acme Partners')
  await said(`${demo.url}/scim/v2/${providerId}`)
  const before = await rows().count()
  const token = await create('Entra ID')
  expect(token).toMatch(/^scim_[0-9A-Za-z]{49}$/)
  const beginning = token.slice(0, 9)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('The SCIM token Entra ID was created.')
  await button('Done').click()
  await expect.poll(() => rows().count()).toBe(before + 1)
  expect(await page.content()).not.toContain(token.slice(9))
  for (const part of ['Entra ID', beginning, 'Active', 'Never used'])
    expect(await rows().first().innerText()).toContain(part)

  expect((await send(token, 'POST', '/Users', { userName: 'mei@partners.acme.example' })).status).toBe(201)
  await page.reload()
  await expect.poll(() => rows().first().innerText()).not.toContain('Never used')

  await button('Disable: Entra ID').click()
  await said('The SCIM token Entra ID was disabled.')
  await expect.poll(() => rows().first().innerText()).toContain('Inactive')
  await expect.poll(() => focusedElement(page)).toBe('Enable: Entra ID')
  expect((await send(token, 'GET', '/Users')).status).toBe(401)
  await button('Enable: Entra ID').click()
  await said('The SCIM token Entra ID was enabled.')
  expect((await send(token, 'GET', '/Users')).status).toBe(200)

  await button('Delete: Entra ID').click()
  await dialog().getByRole('textbox').fill('Entra ID')
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await said('The SCIM token Entra ID was deleted.')
  await expect.poll(() => rows().count()).toBe(before)
  expect(await focusedElement(page)).not.toBe('')
  expect((await send(token, 'GET', '/Users')).status).toBe(401)
})

test('the maximum of active tokens is named, and there is no button beyond it', async () => {
  await open('Acme Partners')
  const { tokens, activeMax } = await (
    await demo.api()
  ).call<{ tokens: Body[]; activeMax: number }>('GET', `/portal/admin/idps/${providerId}/scim/tokens`)
  for (let count = tokens.length; count < activeMax; count += 1) {
    await create(`Directory ${count}`)
    await button('Done').click()
    await said(`${count + 1} of ${activeMax} possible tokens are active.`)
  }
  await said('Disable or delete a token before you create another.')
  expect(await button('Create token').count()).toBe(0)
  // A second administrator sees it in time, and so does one whose page is older than the last token.
  await button(/^Disable: /)
    .first()
    .click()
  await button('Create token').waitFor()
  await (await demo.api()).call('POST', `/portal/admin/idps/${providerId}/scim/tokens`, { name: 'Later' })
  await button('Create token').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Last')
  await button('Create token').click()
  await said(`The identity provider has reached its limit of ${activeMax} active SCIM tokens.`)
})

test('a dry-run token says so and changes nothing', async () => {
  await open('Acme Single Sign-On')
  await button('Create token').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Trial')
  await page.getByRole('checkbox', { name: /^Dry run/ }).check()
  await button('Create token').click()
  await said('it is not shown again')
  const shown = await page
    .getByRole('region', { name: /was created/ })
    .locator('code')
    .innerText()
  await button('Done').click()
  await expect.poll(() => rows().first().innerText()).toContain('Dry run')
  const token = shown.replaceAll(/\s/g, '')
  expect((await send(token, 'POST', '/Users', { userName: 'lin@acme.example' })).status).toBe(201)
  const { body } = await send(token, 'GET', '/Users?filter=userName%20eq%20%22lin@acme.example%22')
  expect(body['totalResults']).toBe(0)
})

test('the source of groups changes after a preview, and not to one that locks the administrators out', async () => {
  await open('Acme Single Sign-On')
  await section('Source of groups')
  await said('People get their groups from the identity provider when they sign in.')
  await button('Take groups from SCIM').click()
  await dialog()
    .getByText(/^The directory has sent 0 groups/)
    .waitFor()
  await dialog().getByText('You lose one of these groups yourself.').waitFor()
  // No person whom the directory sent could administer the tenant: the dialog explains it, and offers no button.
  await dialog()
    .getByText(/No member of security-admins whom the directory has sent has signed in yet\./)
    .waitFor()
  expect(await dialog().getByRole('button', { name: 'Take groups from SCIM' }).count()).toBe(0)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => focusedElement(page)).toBe('Take groups from SCIM')
  await said('People get their groups from the identity provider when they sign in.')

  await open('Acme Partners')
  await section('Source of groups')
  await button('Take groups from SCIM').click()
  await dialog().getByRole('button', { name: 'Take groups from SCIM' }).click()
  await said('People get their groups from what the directory sends through SCIM.')
  await button('Take groups from sign-ins').click()
  await dialog().getByText('People keep their current groups until they sign in again.').waitFor()
  await dialog().getByRole('button', { name: 'Take groups from sign-ins' }).click()
  await said('Groups now come from sign-ins.')
})

test('a person whom the directory keeps inactive is not reactivated here, and the page says where', async () => {
  await open('Acme Single Sign-On')
  const api = await demo.api()
  const tokens = `/portal/admin/idps/${providerId}/scim/tokens`
  const { id, token } = await api.call<{ id: string; token: string }>('POST', tokens, { name: 'Directory' })
  const userName = 'left@acme.example'
  expect((await send(token, 'POST', '/Users', { userName, displayName: 'Lena Left', active: false })).status).toBe(201)
  const { people } = await api.call<{ people: { id: string }[] }>('GET', `/portal/admin/people?search=${userName}`)
  await page.goto(`${demo.url}/portal/admin/people/${people[0]?.id}`)
  await button('Reactivate').click()
  await dialog().getByRole('button', { name: 'Reactivate' }).click()
  await said(/The directory of Acme Single Sign-On has deactivated or deleted Lena Left by SCIM\./)
  await page.getByText('Deactivated', { exact: true }).first().waitFor()
  await api.call('DELETE', `${tokens}/${id}`)
})

test('the page is accessible and fits a phone', async () => {
  await open('Acme Single Sign-On', { width: 390, height: 844 })
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await button('Create token').click()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
})

test('an address from before the sections opens the section that it names', async () => {
  await open('Acme Single Sign-On')
  await page.goto('about:blank')
  await page.goto(`${demo.url}/portal/admin/global-settings/identity-providers/${providerId}/scim#scim-drift`)
  await page.getByRole('heading', { name: 'Drift' }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/\/scim\/drift$/)
})

test.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)('at %i px, %s, each section is accessible and fits', async (width, colorScheme) => {
  await open('Acme Single Sign-On', { width, colorScheme })
  for (const [id, name] of [
    ['group-source', 'Source of groups'],
    ['activity', 'Activity'],
    ['drift', 'Drift'],
    ['requests', 'What the directory has sent'],
  ] as const) {
    await page.goto(`${demo.url}/portal/admin/global-settings/identity-providers/${providerId}/scim/${id}`)
    await page.getByRole('heading', { level: 2, name }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  }
})

test('what the directory sent is shown: how much, where it differs, and each request without secrets', async () => {
  await open('Acme Partners')
  const api = await demo.api()
  const tokensPath = `/portal/admin/idps/${providerId}/scim/tokens`
  const { tokens } = await api.call<{ tokens: { id: string }[] }>('GET', tokensPath)
  for (const { id } of tokens) await api.call('DELETE', `${tokensPath}/${id}`)
  const { token } = await api.call<{ token: string }>('POST', tokensPath, { name: 'Directory' })
  const { body: user } = await send(token, 'POST', '/Users', {
    userName: 'noor@partners.acme.example',
    password: 'correct horse',
  })
  await send(token, 'POST', '/Users', { userName: 'noor@partners.acme.example' })
  await send(token, 'POST', '/Groups', { displayName: 'Couriers', members: [{ value: 'stranger' }] })
  await send(token, 'POST', '/Groups', { displayName: 'Pilots', members: [{ value: user['id'] }] })
  await section('Requests')
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('heading', { name: 'What the directory has sent' }).waitFor()
      return requests().count()
    })
    .toBeGreaterThanOrEqual(4)

  await section('Activity')
  await said(/requests? in 30 days: \d+ changed something, \d+ failed/)
  await page.getByText('Show as a table').click()
  await page.getByRole('table', { name: 'Activity' }).waitFor()
  await button('48 hours').click()
  await said(/requests? in 48 hours/)

  await section('Drift')
  await said('1 group member was never sent as a user')
  await said(/^stranger: Named in Couriers, 1 request/)
  await button('Show these people').click()
  await page.getByRole('link', { name: 'noor@partners.acme.example' }).waitFor()

  await said(/^\d+ people are shown\.$|^1 person is shown\.$/)

  await section('Requests')
  await page.getByLabel('Show', { exact: true }).selectOption('failed')
  await said('2 requests are shown.')
  await said('There is no user with the id stranger.')
  await expect.poll(() => requests().count()).toBe(2)
  await page.getByLabel('Show', { exact: true }).selectOption('changed')
  await said(/^noor@partners.acme.example was created$/)
  await said('The group Pilots was created (1 member added)')
  const opener = button(/^Show the request POST \/Users of .*: noor@partners.acme.example was created$/)
  await opener.click()
  await expect.poll(() => focusedElement(page)).toBe('POST /Users')
  expect(await dialog().evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  await dialog().getByText('Only values that identify people and groups are shown').waitFor()
  expect(await dialog().innerText()).toMatch(/Directory \(scim_\w{4}…\)/)
  expect(await dialog().innerText()).toContain('"password": "(13 characters)"')
  expect(await page.content()).not.toContain('correct horse')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedElement(page)).toMatch(/^Show the request POST \/Users of /)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await sidewaysScroll(page)).toBe(0)
})

const requests = () => page.getByRole('table', { name: 'What the directory has sent' }).locator('tbody tr')
