import type { Locator, Page } from 'playwright-core'

/** Opens the service accounts of an environment by the header's menu, as a person does. */
export async function openServiceAccounts(page: Page, environment: string): Promise<void> {
  await page.getByRole('button', { name: 'Admin' }).click()
  await page.getByRole('menuitem', { name: 'Environment Management' }).click()
  await page.getByRole('link', { name: 'Service Accounts', exact: true }).click()
  // On a small window the sidebar is a picker.
  const picker = page.getByRole('combobox', { name: 'Environments' })
  if (await picker.isVisible()) {
    const label = (await picker.locator('option', { hasText: environment }).first().textContent()) ?? ''
    await picker.selectOption({ label })
  } else await page.getByRole('link', { name: environment }).click()
  await page.getByRole('navigation', { name: `Settings of ${environment}` }).waitFor()
  await page.getByRole('link', { name: 'Create service account' }).waitFor()
}

export async function openCreation(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Create service account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Create service account' }).waitFor()
}

/** The text area of a key; opens it where the slot shows a saved key, or nothing. */
export async function openKey(page: Page, slot: 1 | 2): Promise<Locator> {
  const group = page.getByRole('group', { name: `Public key ${slot}` })
  const opener = group.getByRole('button', { name: /^(?:Add|Replace) Public key/ })
  if ((await opener.count()) > 0) await opener.click()
  return group.getByRole('textbox')
}

/** Takes a key from a file through the upload dialog. */
export async function uploadKey(page: Page, slot: 1 | 2, file: string): Promise<void> {
  await page.getByRole('button', { name: `Upload certificate for Public key ${slot}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Certificate file').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Finds an application by typing, adds it, and gives the account these of its roles. */
export async function addApplication(page: Page, name: string, roles: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Choose an application' }).click()
  await page.getByRole('combobox', { name: 'Search applications' }).fill(name)
  await page.getByRole('listbox').getByRole('option', { name }).click()
  await page.getByRole('button', { name: 'Add application' }).click()
  await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
  if (roles.length === 0) return
  await page.getByRole('button', { name: `Roles in ${name}` }).click()
  for (const role of roles) await page.getByRole('listbox').getByRole('option', { name: role }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

/** Answers the question about leaving a form with unsaved changes. */
export async function answerLeaving(page: Page, answer: 'Save' | 'Discard' | 'Cancel'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Save your changes first?' })
  await dialog.getByRole('button', { name: answer, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}
