import type { Page } from 'playwright-core'

import type { Person } from './server-process.ts'

type Credentials = Pick<Person, 'username' | 'password'>

/** Types a username on the login page and goes on to the identity provider. */
export async function enterUsername(page: Page, url: string, username: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Types the password on the identity provider's own page, and the username where the provider was not told it. */
export async function enterPassword(page: Page, person: Credentials): Promise<void> {
  await page.getByLabel('Password').fill(person.password)
  const username = page.getByLabel('Username')
  if ((await username.inputValue()) === '') await username.fill(person.username)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in and stops where the portal puts the person: the environment picker, or the launcher where there is no choice. */
export async function signIn(page: Page, url: string, person: Credentials): Promise<void> {
  await enterUsername(page, url, person.username)
  await enterPassword(page, person)
  await page.waitForURL(new RegExp(`^${url}/portal(/environments)?$`))
}

/** Chooses an environment on the picker and waits for the launcher's greeting. */
export async function openEnvironment(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click()
  await page.waitForURL(/\/portal$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Opens the account menu and logs out. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
}
