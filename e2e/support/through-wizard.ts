import { clientId, clientSecret, domainOf, personAt, type Company } from './companies.ts'
import {
  addEmailDomain,
  assignGroup,
  beginSetup,
  closeTestTab,
  openTestTab,
  ourAddress,
  type Hand,
} from './setup-wizard.ts'
import { enterPassword } from './sign-in.ts'
import type { Simulator } from './simulator.ts'

type Run = {
  readonly url: string
  readonly company: Company
  readonly simulator: Simulator
  readonly group: string
  /** Called on each page of the wizard, by its heading. */
  readonly look: (heading: string) => Promise<void>
}

/** From a setup URL to a signed-in Security Admin of a simulated company, as its administrator does it in a browser. */
export async function throughWizard(hand: Hand, { url, company, simulator, group, look }: Run): Promise<void> {
  const { page } = hand
  await beginSetup(hand, url)
  await look('Identity Provider Type')
  await hand.choose(company.card)
  await hand.press('Next')
  await look('Configuration')
  await enterConfiguration(hand, company, simulator)
  await hand.press('Save and continue')
  await look('Username Format')
  await addEmailDomain(hand, domainOf(company))
  await look('Test and Security Admin')
  const tab = await openTestTab(hand)
  await enterPassword(tab, personAt(company))
  await closeTestTab(tab, new URL(url).origin)
  await assignGroup(hand, group)
  await look('Test and Security Admin')
  hand.click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL(/\/portal/)
}

async function enterConfiguration(hand: Hand, company: Company, simulator: Simulator): Promise<void> {
  if (company.published !== undefined) await readMetadata(hand, company, simulator)
  await registerAt(simulator, company, (label) => ourAddress(hand.page, label))
  if (company.kind === 'oidc') {
    await hand.fill(/^Client ID/, clientId)
    await hand.fill(/^Client secret/, clientSecret)
  }
  if (company.kind === 'azure') {
    await hand.fill(/^Domain name/, company.directory ?? '')
    await hand.fill(/^Application ID/, clientId)
    await hand.fill(/^Application secret/, clientSecret)
  }
}

/** What the company's administrator publishes is read in. */
export async function readMetadata(hand: Hand, company: Company, simulator: Simulator): Promise<void> {
  await hand.fill(/^Address$/, `${simulator.url}${company.published ?? ''}`)
  await hand.press('Read in')
  await hand.page.getByText(/filled in\. Check/).waitFor()
}

/** The company's administrator enters our addresses at their side. */
export async function registerAt(
  simulator: Simulator,
  { id, kind }: Company,
  ours: (label: string) => Promise<string>,
): Promise<void> {
  if (kind === 'saml')
    return simulator.control('POST', `${id}/service-providers`, {
      entityId: await ours('Entity ID (audience)'),
      acsUrl: await ours('Assertion consumer service (ACS) URL'),
      sloUrl: await ours('Single logout (SLO) URL'),
    })
  return simulator.control('POST', `${id}/redirect-uris`, {
    clientId,
    redirectUris: [await ours('Redirect URI')],
    postLogoutRedirectUris: [await ours('Post-logout redirect URI')],
  })
}
