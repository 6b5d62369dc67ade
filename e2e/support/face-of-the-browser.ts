import type { Browser } from 'playwright-core'
import { expect } from 'vitest'

import { addApplication, answerLeaving, openCreation, openServiceAccounts, uploadKey } from './account-form.ts'
import type { Face } from './face.ts'
import type { Person } from './server-process.ts'
import { openEnvironment, signIn, signOut } from './sign-in.ts'
import { openVisitor } from './visitor.ts'

/** The work in a browser, from the list of Staging's service accounts; every step begins and ends there. */
export async function browserFace(browser: Browser, url: string, person: Person): Promise<Face> {
  const visitor = await openVisitor(browser)
  const { page } = visitor
  await signIn(page, url, person)
  await openEnvironment(page, 'Production')
  await openServiceAccounts(page, 'Staging')

  const name = () => page.getByRole('textbox', { name: 'Name', exact: true })
  const button = (label: string) => page.getByRole('button', { name: label, exact: true })
  const said = (text: string) => page.getByText(text).first().waitFor()
  const open = async (account: string) => {
    await page.getByRole('link', { name: account }).click()
    await button('Remove Billing').waitFor()
  }
  const toList = async () => {
    await page.getByRole('link', { name: 'Service accounts, Staging' }).click()
    await page.waitForURL('**/service-accounts')
    await page.getByRole('table').waitFor()
  }
  const save = async (sentence: string) => {
    await button('Save').click()
    await said(sentence)
  }

  return {
    async create(account, { certificate }) {
      await openCreation(page)
      await name().fill(account)
      await uploadKey(page, 1, certificate)
      await addApplication(page, 'Billing', ['Clerk', 'Viewer'])
      await addApplication(page, 'Inventory', ['Planner'])
      await addApplication(page, 'Company Wiki', [])
      await save('The service account was created.')
      await page.waitForURL('**/service-accounts')
    },
    async edit(account, newName) {
      await open(account)
      await name().fill(newName)
      await page.getByRole('button', { name: 'Roles in Billing' }).click()
      await page.getByRole('listbox').getByRole('option', { name: 'Viewer' }).click()
      await page.keyboard.press('Escape')
      await button('Remove Company Wiki').click()
      await save('The service account was saved.')
      await toList()
    },
    async leaveWithChanges(account) {
      await open(account)
      await name().fill('Unfinished')
      await page.getByRole('link', { name: 'Home' }).click()
      await answerLeaving(page, 'Cancel')
      expect(await name().inputValue()).toBe('Unfinished')
      await button('Discard').click()
      expect(await name().inputValue()).toBe(account)
      await toList()
    },
    async rotate(account, { key }) {
      await open(account)
      await uploadKey(page, 2, key)
      await button('Remove Public key 1').click()
      await save('The service account was saved.')
      await toList()
    },
    async remove(account) {
      await open(account)
      await button('Delete').click()
      const dialog = page.getByRole('dialog', { name: `Delete ${account}?` })
      await dialog.getByRole('textbox').fill(account)
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.waitForURL('**/service-accounts')
      await said('The service account was deleted.')
    },
    async leave() {
      await signOut(page)
      expect(visitor.complaints).toEqual([])
    },
    close: () => visitor.close(),
  }
}
