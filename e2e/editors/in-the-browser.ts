import type { BrowserContext, Page } from 'playwright-core'

import type { Person } from '../support/server-process.ts'
import { enterUsername } from '../support/sign-in.ts'
import type { EditingFace } from './face.ts'
import type { BrowserHands } from './subject.ts'
import { say } from './words.ts'

/** A page of a browser whose person is signed in. */
export async function editInBrowser(
  context: BrowserContext,
  { url, person, hands }: { readonly url: string; readonly person: Person; readonly hands: BrowserHands },
): Promise<EditingFace> {
  const page: Page = await context.newPage()
  let form = ''
  const saveButton = () => page.getByRole('button', { name: say('form.save'), exact: true })
  return {
    async open(made) {
      form = `${url}${hands.formPath(made)}`
      await page.goto(form)
      await saveButton().waitFor()
    },
    type: (text) => hands.type(page, text),
    shows: (text) => hands.shows(page, text),
    save: () => saveButton().click(),
    async saveAgain() {
      // The button says that it is busy; a click and Enter in the form arrive nevertheless.
      await saveButton().dispatchEvent('click')
      await page.locator('form[data-save-form]').evaluate((form: HTMLFormElement) => form.requestSubmit())
    },
    says: (sentence) => page.getByText(sentence).first().waitFor(),
    answer: (label) => page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click(),
    async atList() {
      await page.waitForURL(hands.listPath)
      await page.getByRole('table').waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
    async cookies() {
      return Object.fromEntries((await context.cookies(url)).map(({ name, value }) => [name, value]))
    },
    async signInAgain() {
      await page.waitForURL(/\/login\/\?/)
      await page.getByText(say('login.kept')).waitFor()
      // The provider still knows the person and asks nothing.
      await page.getByLabel('Username').fill(person.username)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Production' }).click()
      await page.waitForURL(form)
    },
    close: () => page.close(),
  }
}

/** Signs in once; pages of this context share the session. */
export async function signedInContext(context: BrowserContext, url: string, person: Person): Promise<void> {
  const page = await context.newPage()
  await enterUsername(page, url, person.username)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Production' }).click()
  await page.waitForURL(/\/portal$/)
  await page.close()
}
