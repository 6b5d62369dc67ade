// What a person does on a page before its picture is taken, and afterwards what undoes it.

export async function typeWrongUsername(page) {
  await page.getByLabel('Username').fill('ada')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText("That doesn't look like a valid username.").waitFor()
}

export async function showAsList(page) {
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await page.getByRole('button', { name: 'List', exact: true, pressed: true }).waitFor()
}

export const showAsGrid = (page) => page.getByRole('button', { name: 'Grid', exact: true }).click()

export const filter = (page, text) => page.getByRole('textbox', { name: 'Filter applications' }).fill(text)

export async function open(page, name, role) {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole(role).first().waitFor()
}

export async function press(page, keys) {
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press(keys)
  await page.getByRole('dialog').waitFor()
}

export const openRowMenu = (page) => open(page, /^More for/, 'menu')

export async function askToDelete(page) {
  await page.getByRole('button', { name: 'Delete' }).first().click()
  await page.getByRole('dialog').waitFor()
}

export const changeName = (page) => page.getByRole('textbox', { name: /^Name/ }).fill('A name that is not saved yet')

export async function leaveChanged(page) {
  await changeName(page)
  await page.getByRole('banner').getByRole('link').first().click()
  await page.getByRole('dialog').waitFor()
}

export async function discard(page) {
  const answer = page.getByRole('dialog').getByRole('button', { name: 'Discard' })
  if (await answer.isVisible()) return answer.click()
  await page.getByRole('button', { name: 'Discard' }).first().click()
}

export async function openApplication(page, label) {
  const picker = page.getByRole('combobox', { name: 'Applications' })
  const link = page.getByRole('link', { name: label, exact: true })
  await link.or(picker).filter({ visible: true }).first().waitFor()
  if (await picker.isVisible()) await picker.selectOption({ label })
  else await link.click()
  await page.getByRole('heading', { level: 2, name: label }).waitFor()
}

export async function openRole(page, application, role) {
  await openApplication(page, application)
  await page.getByRole('link', { name: role, exact: true }).click()
  await page.getByRole('group').first().waitFor()
}

export async function openGroup(page, name) {
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** Checks a cell of the matrix, where the window has room for it. */
export async function changeCell(page) {
  const cell = page.getByRole('grid').getByRole('checkbox', { checked: false }).last()
  await cell.or(page.getByRole('row').last()).first().waitFor()
  if (await cell.isVisible()) await cell.click()
}

export async function compareWithFirst(page) {
  await page.getByRole('combobox', { name: 'Compare with' }).selectOption({ index: 1 })
  await page.getByRole('heading', { name: 'Differences' }).waitFor()
}

export async function findPerson(page) {
  await press(page, 'Control+k')
  await page.keyboard.type('chidi')
  await page.getByRole('option', { name: 'Chidi Lindqvist' }).waitFor()
}

/** Shows the rows behind each sentence of an explanation. */
export async function openSteps(page) {
  await page.getByRole('heading', { level: 3, name: 'Applications' }).waitFor()
  for (const one of await page.locator('details summary').all()) await one.click()
}

/** The form of an application that is to sign people in with OpenID Connect. */
export async function showOpenidClient(page) {
  await page.getByRole('combobox', { name: 'Protocol' }).selectOption('openid')
  await page.getByRole('textbox', { name: 'Redirect URIs', exact: true }).fill('https://billing.example.com/callback')
}
