import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { readAutomation, readPeople, startDemo, type Person, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { enterPassword, enterUsername, openEnvironment, signIn } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor } from './support/visitor.ts'

// A person is deactivated, refused at the sign-in although the provider knows them, and reactivated: in the browser, and
// with the command line.

const folder = temporaryFolder()
const installation = builtInstallation()
const [ada, chidi] = ['ada@acme.example', 'chidi@acme.example']
let browser: Browser
let demo: ServerProcess
let shell: Shell

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'))
  expect((await shell.portico(loginArguments(readAutomation(demo.dataDir)))).code).toBe(0)
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

const personOf = (username: string): Person => {
  const found = readPeople(demo.dataDir).find((one) => one.username === username)
  if (found === undefined) throw new Error(`The demo has no ${username}.`)
  return found
}

async function newPage(width = 1440): Promise<Page> {
  const visitor = await openVisitor(browser, { width, height: 900 })
  onTestFinished(() => visitor.close())
  return visitor.page
}

async function entered(username: string): Promise<Page> {
  const page = await newPage()
  await signIn(page, demo.url, personOf(username))
  return page
}

/** Signs in as a person who is refused; answers the code of the sign-in. */
async function refused(): Promise<string> {
  const page = await newPage()
  await enterUsername(page, demo.url, chidi)
  await enterPassword(page, personOf(chidi))
  await page.getByText('Ask a security administrator of your company to reactivate it').waitFor()
  const text = await page.getByText(/Code for your administrator: /).textContent()
  return /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(text ?? '')?.[0] ?? ''
}

test('in the browser: a deactivated person is refused, the record says why, and a reactivated one signs in', async () => {
  const theirs = await entered(chidi)
  const page = await entered(ada)
  await openEnvironment(page, 'Production')
  await page.goto(`${demo.url}/portal/admin/people?q=chidi`)
  await page.getByRole('link', { name: 'Chidi Lindqvist' }).click()
  const heading = page.getByRole('heading', { level: 1, name: 'Chidi Lindqvist' })
  await heading.waitFor()
  await page.getByRole('region', { name: 'Groups' }).getByText('As received: ').waitFor()
  await page.getByText('1 in a browser, 0 on the command line').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('was deactivated, and cannot sign in').waitFor()
  await page.getByText('0 in browsers, 0 on the command line').waitFor()
  await theirs.goto(`${demo.url}/portal`)
  await theirs.waitForURL(/\/login/)

  const code = await refused()
  await page.reload()
  await page.getByRole('link', { name: chidi }).first().click()
  await page.waitForURL(new RegExp(code))
  await page.getByText(`The account of “${chidi}” was deactivated.`).first().waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
  await page.getByText('can sign in again.').waitFor()
  await entered(chidi)
})

test('with the command line: the same', async () => {
  const theirs = await entered(chidi)
  const done = async (...argv: string[]) => {
    const { code, stdout, stderr } = await shell.portico(argv)
    expect(code, stderr).toBe(0)
    return stdout + stderr
  }
  await done('person', 'deactivate', chidi, '-y')
  await theirs.goto(`${demo.url}/portal`)
  await theirs.waitForURL(/\/login/)
  const code = await refused()
  expect(await done('sign-in', 'show', code, '--json', 'failure,errorID,todo')).toContain('PERSON_DEACTIVATED')
  expect(await done('person', 'get', chidi, '--json', 'state,signIns')).toContain(code)
  await done('person', 'reactivate', chidi)
  await entered(chidi)
})

test('you are not offered to deactivate yourself; the list and the page fit 320 px and pass axe', async () => {
  const page = await newPage(320)
  await signIn(page, demo.url, personOf(ada))
  await openEnvironment(page, 'Production')
  await page.goto(`${demo.url}/portal/admin/people`)
  await page.getByRole('link', { name: 'Ada Okafor' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByRole('link', { name: 'Ada Okafor' }).click()
  await page.getByRole('button', { name: 'Sign out everywhere' }).waitFor()
  expect(await page.getByRole('button', { name: 'Deactivate' }).count()).toBe(0)
  expect(await sidewaysScroll(page)).toBe(0)
})
