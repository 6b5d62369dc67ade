import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { focusedElement } from './support/focus.ts'
import { portalDemo } from './support/portal-demo.ts'
import { openProviders, readIn } from './support/provider-form.ts'
import { enterPassword, signIn } from './support/sign-in.ts'

/** What the demo writes and prints about a provider that no tenant has. */
type Spare = { readonly type: string; readonly username: string; readonly password: string } & Readonly<
  Record<string, string>
>

const demo = portalDemo()
const spares = (): Spare[] =>
  JSON.parse(readFileSync(join(demo.server.dataDir, 'demo', 'spare-providers.json'), 'utf8')) as Spare[]

const cards: Readonly<Record<string, RegExp>> = {
  OIDC: /^OpenID Connect/,
  AAD: /^Azure AD \(legacy\)/,
  AAD2: /^Microsoft Entra ID/,
  OPENSAML: /^SAML 2\.0/,
  ADFS_SAML: /^AD FS/,
  SFDC_SAML: /^Salesforce/,
}

test.each(Object.keys(cards))(
  'a new %s provider of the demo is added with the printed values, tested, kept, and used',
  async (type) => {
    const spare = spares().find((one) => one.type === type)
    if (spare === undefined) throw new Error(`The demo has no spare provider of type ${type}.`)
    const { page } = await demo.enter()
    await openProviders(page)
    await page.getByRole('link', { name: 'Add identity provider', exact: true }).first().click()
    await page.getByRole('radio', { name: cards[type] ?? type }).check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Spare ${type}`)
    await enterValues(page, spare)
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByText('The identity provider was added.').waitFor()
    await typeFormat(page, spare)
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Test it now' }).click()

    const panel = page.getByRole('region', { name: 'Test and keep' })
    await expect.poll(() => focusedElement(page)).toBe('Test and keep')
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      panel.getByRole('button', { name: 'Test login' }).click(),
    ])
    await enterPassword(tab, spare)
    await tab.getByRole('heading', { name: 'The test login passed' }).waitFor()
    await tab.close()
    await panel.getByText(spare.username, { exact: true }).first().waitFor()
    await panel.getByRole('checkbox', { name: 'I have signed in with a test login' }).check()
    await panel.getByRole('button', { name: 'Keep Changes' }).click()
    await page.getByText('The changes are in effect.').waitFor()

    const { page: another } = await demo.visit()
    await signIn(another, demo.url, spare)
    expect(new URL(another.url()).pathname).toMatch(/^\/portal/)
  },
)

/** As they are printed: what a provider publishes by its address, the others by hand. */
async function enterValues(page: Page, spare: Spare): Promise<void> {
  const fill = async (label: RegExp, text: string) => {
    await page.getByLabel(label).and(page.locator('input, textarea')).first().fill(text)
  }
  if (spare['metadata'] !== undefined) {
    await readIn(page, spare['metadata'])
    await page.getByText(/filled in\. Check/).waitFor()
    return
  }
  if (spare['issuer'] !== undefined) {
    await fill(/^Issuer/, spare['issuer'])
    await fill(/^Client ID/, spare['clientId'] ?? '')
    await fill(/^Client secret/, spare['clientSecret'] ?? '')
    return
  }
  await fill(/^Domain name/, spare['domainName'] ?? '')
  await fill(/^Application ID/, spare['applicationId'] ?? '')
  await fill(/^Application secret/, spare['applicationSecret'] ?? '')
}

/** Its button saves what is typed without Add. */
async function typeFormat(page: Page, spare: Spare): Promise<void> {
  const { windowsDomain, emailDomain } = spare
  const [what, value] =
    windowsDomain === undefined
      ? (['an email domain', emailDomain] as const)
      : (['a Windows domain', windowsDomain] as const)
  await page.getByRole('textbox', { name: `Add ${what}` }).fill(value ?? '')
}
