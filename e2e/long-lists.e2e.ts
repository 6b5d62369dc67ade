import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { sidewaysScroll } from './support/accessibility.ts'
import { openServiceAccounts } from './support/account-form.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { makeKeyFiles } from './support/key-pair.ts'
import { openPseudoTerminal } from './support/pseudo-terminal.ts'
import { readAutomation, readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { openEnvironment, signIn } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor } from './support/visitor.ts'

/** Long enough for two pages of a command, and twelve of a face. */
const count = 1_150

const installation = builtInstallation()
const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
let api: Shell

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  api = openShell(installation, join(folder.path, 'home'))
  await api.portico(loginArguments(readAutomation(demo.dataDir)))
  const { publicPem } = makeKeyFiles(folder.path, 'robots')
  writeFileSync(join(api.home, 'key.pem'), publicPem)
  const rows = Array.from({ length: count }, (_, at) => `robot ${at + 1},@key.pem,urn:portico:acme:application:billing`)
  writeFileSync(join(api.home, 'accounts.csv'), `name,key1,apps\n${rows.join('\n')}\n`)
  const made = await api.portico(['service-account', 'create', '-f', 'accounts.csv', '--env', 'Staging'])
  if (made.code !== 0) throw new Error(made.stderr)
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

let markers = 0

/** All that the server has answered so far, as lines of its log. They are written later than the answers, so the last one is ours. */
async function logged(): Promise<string[]> {
  markers += 1
  const marker = `/api/marker-${markers}`
  await fetch(new URL(marker, demo.url), { redirect: 'manual' })
  let lines: string[] = []
  const read = () => (lines = readFileSync(join(demo.dataDir, 'demo', 'server.log'), 'utf8').split('\n'))
  await expect.poll(() => read().some((line) => line.includes(`"${marker}"`)), { timeout: 20_000 }).toBe(true)
  return lines
}

/** The requests about service accounts that the server answered while the work was done, as lines of its log. */
async function requestsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = (await logged()).length
  await work()
  const lines = (await logged()).slice(before - 1)
  return lines.filter((line) => line.includes('"msg":"request"') && line.includes('/service-accounts'))
}

test('a list by command costs a request for each thousand accounts, applications and all', async () => {
  let rows: { name: string; dependencies: string[] }[] = []
  const list = ['service-account', 'list', '--env', 'Staging']
  const asked = await requestsOf(async () => (rows = await api.json(list)))
  expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: count }, (_, at) => `robot ${at + 1}`))
  expect(rows.every(({ dependencies }) => dependencies.length === 1)).toBe(true)
  expect(asked.length).toBeLessThanOrEqual(2)
  const few = await requestsOf(async () => (rows = await api.json([...list, '--search', 'robot 77', '--limit', '3'])))
  expect(rows.map(({ name }) => name)).toEqual(['robot 77', 'robot 177', 'robot 277'])
  expect(few).toHaveLength(1)
})

test('for a file that was already imported, existing accounts are found without a request for each', async () => {
  const again = ['service-account', 'create', '-f', 'accounts.csv', '--env', 'Staging']
  const asked = await requestsOf(async () => {
    const { code, stderr } = await api.portico(again)
    expect([code, stderr]).toEqual([0, expect.stringContaining(`${count} there already`)])
  })
  expect(asked.length).toBeLessThanOrEqual(2)
})

test.each([1280, 390])('a browser %i px wide holds a page of rows, and turns pages by the keyboard', async (width) => {
  const visitor = await openVisitor(browser, { width, height: 900 })
  const { page } = visitor
  const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no person ada.')
  await signIn(page, demo.url, ada)
  await openEnvironment(page, 'Production')
  await openServiceAccounts(page, 'Staging')
  const range = (text: string) => page.getByText(text, { exact: true }).waitFor()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await range('1–100 of more than 1,000')
  expect(await page.locator('*').count()).toBeLessThan(3_000)
  expect(await sidewaysScroll(page)).toBe(0)
  await button('Next').focus()
  await page.keyboard.press('Enter')
  await range('101–200 of more than 1,000')
  await page.getByRole('link', { name: 'robot 101', exact: true }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Next')
  await button('Last').press('Enter')
  await range('100–1 from the end of more than 1,000')
  expect(await button('Next').getAttribute('aria-disabled')).toBe('true')
  await button('Previous').press('Enter')
  await range('200–101 from the end of more than 1,000')

  await page.getByRole('link', { name: 'robot 1001', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
  await page.goBack()
  await range('200–101 from the end of more than 1,000')

  await page.getByRole('textbox', { name: 'Search service accounts' }).fill('robot 115')
  await page.getByText('3 service accounts', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(4)
  await page.getByRole('textbox', { name: 'Search service accounts' }).fill('')
  await range('1–100 of more than 1,000')
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.getByRole('link', { name: 'robot 1150', exact: true }).waitFor()
  await visitor.close()
})

test('the terminal reads pages as it scrolls, jumps to the end and searches on the server', async () => {
  const terminal = openPseudoTerminal(['node', installation.portico, 'tui', '--env', 'Staging'], api.env)
  await terminal.shows('1 of more than 1,000')
  const asked = await requestsOf(async () => {
    terminal.write('\u001b[B'.repeat(250))
    await terminal.shows('251 of more than 1,000')
    await terminal.shows('robot 251')
    terminal.write('G')
    await terminal.shows('1 from the end of more than 1,000')
    terminal.write('/')
    terminal.write('robot 115')
    await terminal.shows(/ of 3 \(of more than 1,000\)/)
  })
  expect(asked.length).toBeLessThan(15)
  terminal.write('\u001b[27u')
  terminal.write('\u0003')
  expect((await terminal.exited).code).toBe(130)
})

test('--watch redraws the table on a terminal, prints changes as lines in a pipe, and Ctrl-C ends it with 130', async () => {
  const list = [
    installation.portico,
    'service-account',
    'list',
    '--env',
    'Staging',
    '--search',
    'watched',
    '--watch',
    '1',
  ]
  const drawn = openPseudoTerminal(['node', ...list], api.env)
  const piped = openPseudoTerminal(['node', ...list, '--json', 'name'], api.env)
  await drawn.shows('No service accounts.')
  const create = ['service-account', 'create', '--env', 'Staging', '--name', 'watched robot', '--key1', '@key.pem']
  expect((await api.portico(create)).code).toBe(0)
  await drawn.shows(/watched robot/)
  await piped.shows('{"change":"added","row":{"name":"watched robot"}}')
  const gone = ['service-account', 'delete', 'watched robot', '--env', 'Staging', '--confirm', 'watched robot']
  expect((await api.portico(gone)).code).toBe(0)
  await drawn.shows('No service accounts.')
  await piped.shows('{"change":"removed","row":{"name":"watched robot"}}')
  drawn.write('\u0003')
  piped.write('\u0003')
  expect([(await drawn.exited).code, (await piped.exited).code]).toEqual([130, 130])
})
