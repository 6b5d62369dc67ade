import type { Page } from 'playwright-core'

/** Opens Global Settings at the identity providers by the header's menu, as a person does. */
export async function openProviders(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Admin' }).click()
  await page.getByRole('menuitem', { name: 'Global Settings' }).click()
  await page.getByRole('table', { name: 'Identity providers' }).waitFor()
}

/** From the list to the configuration of one. */
export async function openProvider(page: Page, name: string): Promise<void> {
  await page.getByRole('table').getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Reads a document in by its address; what the panel answers is for the caller to wait for. */
export async function readIn(page: Page, url: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(url)
  await page.getByRole('button', { name: 'Read in' }).click()
}

/** Another part of the provider whose page is open. */
export async function openPart(page: Page, part: 'Configuration' | 'Username Formats'): Promise<void> {
  await page.getByRole('link', { name: part, exact: true }).click()
  await page.locator(`[aria-current=page]`, { hasText: part }).waitFor()
}

/** Types one email domain into the list of formats; it is saved with the form. */
export async function addEmailDomain(page: Page, domain: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Add an email domain' }).fill(domain)
  await page.getByRole('button', { name: 'Add an email domain' }).click()
  await page.getByRole('button', { name: `Remove @${domain}` }).waitFor()
}

/** Takes a certificate from a file through the upload dialog. */
export async function uploadSigningCertificate(page: Page, slot: 1 | 2, file: string): Promise<void> {
  await page.getByRole('button', { name: `Upload certificate for Signing certificate ${slot}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Certificate file').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await dialog.waitFor({ state: 'detached' })
}
