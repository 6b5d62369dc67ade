import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { portalDemo } from './support/portal-demo.ts'

// The history of one object on its screen: loaded when it is opened, in words, by address, without secrets.

const demo = portalDemo()
const secret = 'a-secret-that-is-long-enough'

const entriesOf = (page: Page, label = 'History') =>
  page.getByRole('list', { name: label, exact: true }).locator('> li')

async function roleNamed(label: string, ...later: readonly string[]): Promise<string> {
  const api = await demo.api()
  const { id } = await api.call<{ id: string }>('POST', '/portal/admin/roles', { label })
  for (const next of later) await api.call('PUT', `/portal/admin/roles/${id}`, { label: next })
  return id
}

test('the history of a role says who changed what, is opened by keyboard and by address, and is only of this role', async () => {
  const id = await roleNamed('Night desk', 'Early desk')
  await roleNamed('Late desk')
  const { page } = await demo.enter()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${demo.url}/portal/admin/global-settings/custom-roles?role=${id}`)
  const button = page.getByRole('button', { name: 'History', exact: true })
  await button.waitFor()
  expect(await button.getAttribute('aria-expanded')).toBe('false')
  expect(asked.filter((url) => /\/admin\/audit|history-entries/.test(url))).toEqual([])
  await button.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/role=.*&history=open/)
  const entries = entriesOf(page)
  await expect.poll(() => entries.count()).toBe(2)
  const newest = await entries.first().innerText()
  for (const text of ['Custom role changed', 'Night desk', 'Early desk', 'Request ']) expect(newest).toContain(text)
  expect(newest).not.toContain('tenant-role.update')
  expect(await entries.last().innerText()).toContain('Custom role created')

  await page.reload()
  await expect.poll(() => entries.count()).toBe(2)
  await page.getByRole('link', { name: 'Show in the audit log' }).click()
  await page.waitForURL(/\/portal\/admin\/audit\?kind=tenant-role&target=/)
  await expect.poll(() => page.getByRole('table', { name: 'Audit log' }).locator('tbody tr').count()).toBe(2)
})

test('the history is shown in German and in Arabic', async () => {
  const id = await roleNamed('Pause', 'Schicht')
  const path = `${demo.url}/portal/admin/global-settings/custom-roles?role=${id}&history=open`
  const { page, context } = await demo.enter()
  for (const [language, label, text] of [
    ['de', 'Verlauf', 'Eigene Rolle geändert'],
    ['ar', 'سجل التغييرات', 'تغيير دور مخصّص'],
  ] as const) {
    await context.addCookies([{ name: 'portico-language', value: language, url: demo.url }])
    await page.goto(path)
    await expect.poll(() => entriesOf(page, label).first().innerText()).toContain(text)
  }
})

test('a history that cannot be read says so, and is read again', async () => {
  const id = await roleNamed('Broken')
  const { page } = await demo.enter()
  await page.route('**/api/portal/admin/audit?**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(`${demo.url}/portal/admin/global-settings/custom-roles?role=${id}&history=open`)
  const retry = page.getByRole('region', { name: 'History' }).getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  await page.unroute('**/api/portal/admin/audit?**')
  await retry.click()
  await expect.poll(() => entriesOf(page).count()).toBe(1)
})

test('the history of a provider names a changed secret, and never shows it', async () => {
  const api = await demo.api()
  const config = { issuer: 'https://login.example.com', clientId: 'portico' }
  const body = { name: 'Masked', type: 'OIDC', config, clientSecret: secret }
  const { id } = await api.call<{ id: string }>('POST', '/portal/admin/tenant/idps', body)
  await api.call('PUT', `/portal/admin/tenant/idps/${id}`, { ...body, enabled: false, clientSecret: `${secret}-2` })
  const { page } = await demo.enter()
  await page.goto(`${demo.url}/portal/admin/global-settings/identity-providers/${id}/configuration?history=open`)
  const entries = entriesOf(page)
  await expect.poll(() => entries.count()).toBe(2)
  await expect.poll(() => entries.first().innerText()).toContain('Draft of an identity provider saved')
  expect(await entries.first().innerText()).toContain('Changed secrets')
  expect(await page.content()).not.toContain(secret)
})

test('an address of the Security tab from before its sections opens the history that it names', async () => {
  const api = await demo.api()
  await api.call('PUT', '/portal/admin/settings/support-access', { allowProsAccess: true, allowProsChange: false })
  await api.call('PUT', '/portal/admin/settings/support-access', { allowProsAccess: false, allowProsChange: false })
  const { page } = await demo.enter()
  await page.goto(`${demo.url}/portal/admin/global-settings/security-settings?history=support-access`)
  await page.waitForURL('**/security-settings/support-access?history=support-access')
  const entries = entriesOf(page)
  await expect.poll(() => entries.count()).toBeGreaterThanOrEqual(2)
  const texts = await entries.allInnerTexts()
  expect(texts.every((text) => text.includes('Support access changed'))).toBe(true)
  expect(texts[0]).toContain('Support access')
})

test('the history is one distance below the content of each page', async () => {
  const api = await demo.api()
  const { environments } = await api.call<{ environments: { id: string }[] }>('GET', '/portal/admin/environments')
  const environment = environments[0]?.id ?? ''
  const { applications } = await api.call<{ applications: { id: string }[] }>(
    'GET',
    `/portal/admin/environments/${environment}/applications`,
  )
  const application = `/portal/admin/environments/${environment}/applications/edit/${applications[0]?.id}`
  const { idps } = await api.call<{ idps: { id: string }[] }>('GET', '/portal/admin/tenant/idps')
  const { page } = await demo.enter()
  const distances: Record<string, number> = {}
  for (const path of [
    `/portal/admin/environment-settings/${environment}/general-settings`,
    application,
    `${application}?tab=sign-in`,
    `${application}?tab=provisioning`,
    `/portal/admin/global-settings/identity-providers/${idps[0]?.id}/configuration`,
    `/portal/admin/global-settings/identity-providers/${idps[0]?.id}/username-formats`,
    '/portal/admin/global-settings/security-settings/idle-time',
  ]) {
    await page.goto(demo.url + path)
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    distances[path] = await page.getByRole('region', { name: 'History' }).evaluate((history) => {
      const above = history.previousElementSibling?.getBoundingClientRect().bottom ?? Number.NaN
      return Math.round(history.getBoundingClientRect().top - above)
    })
  }
  expect(new Set(Object.values(distances)), JSON.stringify(distances)).toEqual(new Set([32]))
})

test('a change is taken back from the history after a preview, and the form has the earlier value', async () => {
  const id = await roleNamed('Before', 'After')
  const { page } = await demo.enter()
  await page.goto(`${demo.url}/portal/admin/global-settings/custom-roles?role=${id}&history=open`)
  const entries = entriesOf(page)
  await expect.poll(() => entries.count()).toBe(2)
  expect(await entries.last().getByRole('button', { name: 'Take back' }).count()).toBe(0)
  await entries.first().getByRole('button', { name: 'Take back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take back: Custom role changed' })
  await dialog.getByText('This will set:').waitFor()
  await expect.poll(() => dialog.innerText()).toMatch(/After[^]*Before/)
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await page.getByText('The change was taken back.').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Before')
  await expect.poll(() => entries.allInnerTexts().then((texts) => texts.join())).toContain('Change taken back')
})

test('a change that a later one depends on is refused with the reason', async () => {
  const id = await roleNamed('First', 'Second', 'Third')
  const { page } = await demo.enter()
  await page.goto(`${demo.url}/portal/admin/audit?kind=tenant-role&target=${id}`)
  const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(3)
  const refusedAs = async (at: number, reason: string) => {
    await rows.nth(at).getByRole('button').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
    const dialog = page.getByRole('dialog', { name: /^Take back: / })
    await dialog.getByText(`This change cannot be taken back. ${reason}`).waitFor()
    expect(await dialog.getByRole('button', { name: 'Take back' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Close' }).click()
  }
  await refusedAs(1, 'A later change set this again.')
  await refusedAs(2, 'To take back a creation, delete the object on its own screen.')
})
