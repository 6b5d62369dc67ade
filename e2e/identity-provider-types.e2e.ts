import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { readPeople, startDemo, type Person, type ServerProcess } from './support/server-process.ts'
import { enterPassword, enterUsername } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'
import { openVisitor, withoutAnswers } from './support/visitor.ts'

const types = ['OIDC', 'AAD', 'AAD2', 'OPENSAML', 'ADFS_SAML', 'SFDC_SAML'] as const

const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(builtInstallation(), { dataDir: join(folder.path, 'data') })
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

/** acme's person of that type; of OpenID Connect the first. */
function personOf(type: string): Person {
  const found = readPeople(demo.dataDir).find((one) => one.tenant === 'acme' && one.type === type)
  if (found === undefined) throw new Error(`The demo has nobody who signs in with ${type}.`)
  return found
}

async function visit() {
  const visitor = await openVisitor(browser)
  onTestFinished(() => visitor.close())
  return visitor
}

async function signIn(page: Page, person: Person): Promise<void> {
  await enterUsername(page, demo.url, person.username)
  await enterPassword(page, person.password)
  await page.waitForURL(new RegExp(`^${demo.url}/portal(/environments)?$`))
}

/** Whoever can open several environments is asked which; the log-out stands on the picker and in the account menu. */
async function logOut(page: Page): Promise<void> {
  await page.goto(`${demo.url}/portal/environments`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
}

const isSignedIn = async (page: Page) => (await page.request.get(`${demo.url}/api/portal/launcher`)).status() === 200

describe.each(types)('%s', (type) => {
  test('the person signs in by username and opens what the groups allow', async () => {
    const { page, complaints } = await visit()
    const person = personOf(type)
    await signIn(page, person)
    expect(new URL(page.url()).hostname).toBe('127.0.0.1')
    const principal = await page.request.get(`${demo.url}/api/portal/launcher/principalinfo`)
    expect(await principal.json()).toMatchObject({ username: person.username })
    if (page.url().endsWith('/environments')) await page.getByRole('button', { name: 'Production' }).click()
    await page.getByRole('region', { name: 'Applications', exact: true }).getByRole('link').first().waitFor()
    expect(complaints).toEqual([])
  })

  test('signing out here ends the session at the provider too', async () => {
    const { page, complaints } = await visit()
    const person = personOf(type)
    await signIn(page, person)

    // Still signed in at the provider: the second time nobody asks for a password.
    await page.context().clearCookies({ domain: '127.0.0.1' })
    await enterUsername(page, demo.url, person.username)
    await page.waitForURL(new RegExp(`^${demo.url}/portal(/environments)?$`))

    await logOut(page)
    expect(await isSignedIn(page)).toBe(false)
    await enterUsername(page, demo.url, person.username)
    await page.getByLabel('Password').waitFor()
    expect(new URL(page.url()).hostname).toBe('127.0.0.2')
    expect(withoutAnswers(complaints, 401)).toEqual([])
  })

  test('signing out at the provider ends the session here', async () => {
    const { page } = await visit()
    const person = personOf(type)
    await signIn(page, person)
    expect(await isSignedIn(page)).toBe(true)
    await page.goto(await providerSessionPage(page, person))
    await page.getByRole('button', { name: /sign out/i }).click()
    await until('the session ends', async () => !(await isSignedIn(page)))
  })
})

/** Where the simulated provider shows its own session; its index page links to it. */
async function providerSessionPage(page: Page, person: Person): Promise<string> {
  await enterUsername(page, demo.url, person.username)
  await page.waitForURL(new RegExp(`^${demo.url}/portal`))
  throw new Error('The address of the session page is not known yet.')
}
