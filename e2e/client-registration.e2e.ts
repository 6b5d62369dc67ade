import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import type { AdminApi } from './support/admin-api.ts'
import { portalDemo } from './support/portal-demo.ts'
import { withoutAnswers, type Visitor, type VisitorOptions } from './support/visitor.ts'

// Registering an application for single sign-on in the portal.

const demo = portalDemo()
let api: AdminApi
let envId: string
const ids = new Map<string, string>()
let visitor: Visitor
let page: Page

type SignIn = { config: { protocol: string } | null; clientId: string | null; secretMadeAt: string | null }
const pathOf = (label: string) => `/portal/admin/environments/${envId}/applications/${ids.get(label)}/sign-in`
const stored = (label = 'Billing') => api.call<SignIn>('GET', pathOf(label))

beforeAll(async () => {
  api = await demo.api()
  const { environments } = await api.call<{ environments: { id: string; name: string }[] }>(
    'GET',
    '/portal/admin/environments',
  )
  envId = environments.find(({ name }) => name === 'Production')?.id ?? ''
  const { applications } = await api.call<{ applications: { id: string; label: string }[] }>(
    'GET',
    `/portal/admin/environments/${envId}/applications`,
  )
  for (const { id, label } of applications) ids.set(label, id)
})

async function enter(options: VisitorOptions = {}): Promise<void> {
  visitor = await demo.enter(options)
  page = visitor.page
  await page.goto(`${demo.url}/portal/admin/environments/${envId}/applications/edit/${ids.get('Billing')}`)
  await page.getByRole('link', { name: 'Single sign-on' }).click()
  await protocol().waitFor()
}

beforeEach(async () => {
  for (const label of ['Billing', 'Payroll']) if (ids.has(label)) await api.call('DELETE', pathOf(label))
  await enter()
})
afterEach(() => expect(withoutAnswers(visitor.complaints, 400, 409)).toEqual([]))

const protocol = () => page.getByRole('combobox', { name: 'Protocol' })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('an OpenID client is registered, and its secret is shown once beside what is entered at the application', async () => {
  await protocol().selectOption('openid')
  await field('Redirect URIs').fill('http://billing.example/callback')
  await field('Redirect URIs').blur()
  await page.getByText('Enter an https address.').first().waitFor()
  await field('Redirect URIs').fill('https://billing.example/callback')
  await button('Save').click()
  await page.getByText('Single sign-on of the application was saved.').waitFor()
  const { clientId } = await stored()
  await page.getByText(clientId ?? '').waitFor()
  await page.getByText(`${demo.url}/.well-known/openid-configuration`).waitFor()
  await page.getByText('There is no client secret yet.').waitFor()
  await button('Create a client secret').click()
  const secret = page.getByText(/^pcs_/)
  await secret.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect((await stored()).secretMadeAt).not.toBeNull()
  await page.reload()
  await button('Replace the client secret').waitFor()
  expect(await secret.count()).toBe(0)
  await button('Replace the client secret').click()
  await button('Replace, keep the old one for 24 hours').click()
  await secret.waitFor()
  await page.getByText('The old secret is accepted until').waitFor()
  await button('Done').click()
  // A new secret reads the registration again, which would lose what is typed.
  await field('Redirect URIs').fill('https://billing.example/other')
  await page.getByText('Save or discard your changes first.').waitFor()
  expect(await button('Replace the client secret').isDisabled()).toBe(true)
  await button('Discard').click()
  await expect.poll(() => button('Replace the client secret').isDisabled()).toBe(false)
})

test('what was typed is not left without a question, and a registration ends by choosing none', async () => {
  await api.call('PUT', pathOf('Billing'), {
    config: { protocol: 'openid', redirectUris: ['https://billing.example/callback'] },
  })
  await page.reload()
  await protocol().selectOption('none')
  await page.getByText('Saving removes the registration').waitFor()
  await page.getByRole('link', { name: 'Icon and access text' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await button('Save').click()
  await page.getByText('The registration of the application was removed.').waitFor()
  expect((await stored()).config).toBeNull()
})

const metadata =
  '<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://sp.example/saml"><md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://sp.example/acs" index="0"/></md:SPSSODescriptor></md:EntityDescriptor>'

test('SAML metadata fills the form, and a second application with the entity ID gets a sentence', async () => {
  const other = [...ids.keys()].find((label) => label !== 'Billing' && label !== 'Portal') ?? ''
  const config = { protocol: 'saml', entityId: 'https://sp.example/saml', acsUrls: ['https://sp.example/acs'] }
  await protocol().selectOption('saml')
  await button('Choose file').click()
  await page
    .getByRole('dialog')
    .getByLabel('SAML metadata')
    .setInputFiles({
      name: 'sp.xml',
      mimeType: 'application/xml',
      buffer: Buffer.from(metadata),
    })
  await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click()
  await page.getByText('The form was filled in from the metadata.').waitFor()
  await expect.poll(() => field('Entity ID of the application').inputValue()).toBe('https://sp.example/saml')
  expect((await stored()).config).toBeNull()
  await api.call('PUT', pathOf(other), { config })
  await button('Save').click()
  await page.getByText('Another registration in this tenant has this entity ID.').first().waitFor()
  await api.call('DELETE', pathOf(other))
  await button('Save').click()
  await page.getByText('Metadata URL').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('the server reads SAML metadata at an address; what it cannot read gets a sentence beside the address', async () => {
  const server = createServer((_, response) => response.end(metadata))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  await protocol().selectOption('saml')
  await field('Address of the SAML metadata').fill('https://nothing.invalid/metadata')
  await button('Read').click()
  await expect.poll(() => field('Address of the SAML metadata').getAttribute('aria-invalid')).toBe('true')
  expect(await field('Entity ID of the application').inputValue()).toBe('')
  // Enter reads; it does not save the form around the field.
  await field('Address of the SAML metadata').fill(`http://127.0.0.1:${port}/`)
  await field('Address of the SAML metadata').press('Enter')
  await page.getByText('The form was filled in from the metadata.').waitFor()
  expect(await field('Entity ID of the application').inputValue()).toBe('https://sp.example/saml')
  expect(await field('Assertion consumer service URLs').inputValue()).toBe('https://sp.example/acs')
  expect((await stored()).config).toBeNull()
  expect(await accessibilityViolations(page)).toEqual([])
  await button('Save').click()
  await page.getByText('Metadata URL').waitFor()
  expect((await stored()).config).toMatchObject({ protocol: 'saml' })
})

test.each(['de', 'ar'])('at 390 pixels in %s nothing leaves the page', async (language) => {
  await api.call('PUT', pathOf('Billing'), {
    config: { protocol: 'openid', redirectUris: ['https://billing.example/a-rather-long-address/callback'] },
  })
  const path = `${demo.url}/portal/admin/environments/${envId}/applications/edit/${ids.get('Billing')}?tab=sign-in`
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  await page.evaluate((lang) => void (document.cookie = `portico-language=${lang}; path=/`), language)
  await page.reload()
  await page.getByText(`${demo.url}/.well-known/openid-configuration`).waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
})
