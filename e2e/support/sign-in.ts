import type { BrowserContext, Page } from 'playwright-core'

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

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** Cookies of the portal and of the identity provider after a sign-in, by address, person and environment. */
const sessions = new Map<string, Cookies>()

/**
 * Ends at the launcher, in the environment. Signs in the first time; later visits of the same person go on with that
 * session as long as it lasts. For a scenario whose subject is neither the sign-in nor the list of sessions.
 */
export async function enterPortal(page: Page, url: string, person: Credentials, environment: string): Promise<void> {
  const key = JSON.stringify([url, person.username, environment])
  const session = sessions.get(key)
  if (session !== undefined && (await goOn(page, url, session, environment))) return
  await page.context().clearCookies()
  await signIn(page, url, person)
  await openEnvironment(page, environment)
  sessions.set(key, await page.context().cookies())
}

/** Opens the launcher with the cookies of a session, unless it has ended or is in another environment. */
async function goOn(page: Page, url: string, session: Cookies, environment: string): Promise<boolean> {
  await page.context().addCookies(session)
  const answer = await page.context().request.get(`${url}/api/portal/launcher`)
  const launcher = answer.ok() ? ((await answer.json()) as { environmentName?: string | null }) : {}
  if (launcher.environmentName !== environment) return false
  await page.goto(`${url}/portal`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return true
}

/** Opens the account menu and logs out. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
}
