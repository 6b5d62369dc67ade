import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { readPeople, startDemo, type Person, type ServerProcess } from './support/server-process.ts'
import { openShell, type Shell } from './support/shell.ts'
import { enterPassword, signIn } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'
import { openVisitor, withoutAnswers, type VisitorOptions } from './support/visitor.ts'
import { startWaiting, type WaitingCommand } from './support/waiting-command.ts'

const installation = builtInstallation()
const folder = temporaryFolder()
const artifacts = join(import.meta.dirname, 'artifacts')
let browser: Browser
let demo: ServerProcess
let shells = 0

beforeAll(async () => {
  mkdirSync(artifacts, { recursive: true })
  browser = await launchBrowser()
  demo = await startDemo(installation, { dataDir: `${folder.path}/data` })
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

function person(name: string): Person {
  const found = readPeople(demo.dataDir).find(({ username }) => username.startsWith(`${name}@`))
  if (found === undefined) throw new Error(`The demo has no person ${name}.`)
  return found
}

async function visit(options?: VisitorOptions) {
  const visitor = await openVisitor(browser, options)
  onTestFinished(() => visitor.close())
  return visitor
}

const newShell = () => openShell(installation, `${folder.path}/home-${++shells}`)

function login(shell: Shell, args: readonly string[], env?: Record<string, string>): WaitingCommand {
  const command = startWaiting(installation, shell, ['login', '--server', demo.url, ...args], env)
  onTestFinished(() => command.kill())
  return command
}

/** A BROWSER that records the address; the test then opens it in Chromium. */
function notingBrowser(shell: Shell): { env: Record<string, string>; sent: () => Promise<string> } {
  const [script, file] = [join(shell.home, 'browser'), join(shell.home, 'sent')]
  writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$1" > ${file}\n`)
  chmodSync(script, 0o755)
  const read = () => (existsSync(file) ? /^(.+)\n$/.exec(readFileSync(file, 'utf8'))?.[1] : undefined)
  return { env: { BROWSER: script }, sent: () => until('the browser is started', read) }
}

async function faultsOf(page: Page, name: string): Promise<string[]> {
  await page.screenshot({ path: join(artifacts, `${name}.png`), fullPage: true })
  const sideways = await sidewaysScroll(page)
  return [...(await accessibilityViolations(page)), ...(sideways > 0 ? [`${sideways} px of sideways scroll`] : [])]
}

describe.each([
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
] as const)('by device code, in a browser that is signed out ($colorScheme, $width px)', (look) => {
  test('the person signs in, compares the code and allows; the command line works in their name until logout', async () => {
    const shell = newShell()
    const { page, complaints } = await visit(look)
    const waiting = login(shell, ['--device'])
    const code = await waiting.said(/\b([A-Z]{4}-[A-Z]{4})\b/)

    await page.goto(`${demo.url}/login/device?user_code=${code}`)
    const ada = person('ada')
    await page.getByLabel('Username').fill(ada.username)
    await page.getByRole('button', { name: 'Continue' }).click()
    await enterPassword(page, ada)

    await page.getByRole('heading', { name: 'Does the command line show this code?' }).waitFor()
    expect(page.url()).toBe(`${demo.url}/login/device?user_code=${code}`)
    await page.getByText(code, { exact: true }).waitFor()
    const facts = await page.getByRole('definition').allInnerTexts()
    expect(facts.slice(0, 4)).toEqual([
      'Portico command line',
      `Ada Okafor (${ada.username})`,
      'Acme Industries',
      '127.0.0.1 (like this browser)',
    ])
    expect(await faultsOf(page, `cli-sign-in-code-${look.width}-${look.colorScheme}`)).toEqual([])
    await page.getByRole('button', { name: 'Yes, the codes match: allow' }).click()
    await page.getByRole('heading', { name: 'The command line is signed in' }).waitFor()
    await page.getByText('You can close this window').waitFor()
    expect(await faultsOf(page, `cli-sign-in-done-${look.width}-${look.colorScheme}`)).toEqual([])
    expect(withoutAnswers(complaints, 401)).toEqual([])

    const { code: exit, stdout, stderr } = await waiting.finished
    expect([exit, stdout]).toEqual([0, ''])
    expect(stderr).toContain(`as Ada Okafor (${ada.username}), tenant Acme Industries.`)
    const jar = join(shell.home, 'state/portico/cookies-default.json')
    expect(statSync(jar).mode & 0o777).toBe(0o600)

    expect(await shell.json(['whoami'])).toMatchObject({ username: ada.username, kind: 'user' })
    expect((await shell.portico(['session'])).code).toBe(0)
    expect((await shell.portico(['env', 'use', 'Staging'])).code).toBe(0)
    expect(await shell.json(['whoami'])).toMatchObject({ environment: expect.stringContaining('Staging') })
    expect((await shell.portico(['sa', 'list'])).code).toBe(0)

    const cookies = readFileSync(jar, 'utf8')
    expect((await shell.portico(['logout'])).code).toBe(0)
    expect((await shell.portico(['whoami'])).code).toBe(4)
    // Copied cookies no longer work either.
    writeFileSync(jar, cookies, { mode: 0o600 })
    expect((await shell.portico(['whoami'])).code).toBe(4)
    // The browser's own session is another one.
    await page.goto(`${demo.url}/portal/environments`)
    await page.getByRole('heading', { name: 'Choose an environment' }).waitFor()
  })
})

test('a code typed by hand: wrong ones are reported, the right one can be denied', async () => {
  const { page } = await visit()
  await signIn(page, demo.url, person('chidi'))
  const waiting = login(newShell(), ['--device'])
  const code = await waiting.said(/\b([A-Z]{4}-[A-Z]{4})\b/)
  await page.goto(`${demo.url}/login/device`)
  const field = page.getByLabel('Code')
  const next = page.getByRole('button', { name: 'Continue' })
  await field.fill('hello')
  await next.click()
  await page.getByText('A code has eight letters').waitFor()
  await field.fill('BCDF-GHJK')
  await next.click()
  await page.getByText('4 tries left').waitFor()
  expect(await faultsOf(page, 'cli-sign-in-enter-code')).toEqual([])
  await field.fill(code.toLowerCase().replace('-', ' '))
  await field.press('Enter')
  await page.getByText(code, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.getByRole('heading', { name: 'was not signed in' }).waitFor()
  const { code: exit, stderr } = await waiting.finished
  expect(exit).toBe(2)
  expect(stderr).toContain('denied')
})

test.each(['--device', '--web'])('Ctrl-C while login %s waits ends it with 130 and leaves nothing', async (way) => {
  const shell = newShell()
  const { env } = notingBrowser(shell)
  const waiting = login(shell, [way], env)
  await waiting.said(/(http:\S+)/)
  waiting.signal('SIGINT')
  expect((await waiting.finished).code).toBe(130)
  expect(existsSync(join(shell.home, 'state'))).toBe(false)
  expect(existsSync(join(shell.home, 'config'))).toBe(false)
})

describe('by the browser of the machine', () => {
  test('needs one click on our page, on which the browser also ends', async () => {
    const shell = newShell()
    const { page, complaints } = await visit()
    const chidi = person('chidi')
    await signIn(page, demo.url, chidi)
    const { env, sent } = notingBrowser(shell)
    const waiting = login(shell, ['--web'], env)
    await page.goto(await sent())
    await page.getByRole('heading', { name: 'Let the command line on this computer work in your name?' }).waitFor()
    expect(new URL(page.url()).origin).toBe(demo.url)
    expect(await faultsOf(page, 'cli-sign-in-loopback')).toEqual([])
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'The command line is signed in' }).waitFor()
    expect(page.url()).toBe(`${demo.url}/login/device?result=done`)
    expect((await waiting.finished).code).toBe(0)
    expect(complaints).toEqual([])
    expect(await shell.json(['whoami'])).toMatchObject({ username: chidi.username })
    // No administrator: the refusal is 5, and the session lives on.
    expect((await shell.portico(['sa', 'list'])).code).toBe(5)
    expect((await shell.portico(['whoami'])).code).toBe(0)
  })

  test('denied', async () => {
    const shell = newShell()
    const { page } = await visit()
    await signIn(page, demo.url, person('chidi'))
    const { env, sent } = notingBrowser(shell)
    const waiting = login(shell, ['--web'], env)
    await page.goto(await sent())
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByRole('heading', { name: 'was not signed in' }).waitFor()
    expect((await waiting.finished).code).toBe(2)
  })

  test('a page of another site can neither press the button nor show it in a frame', async () => {
    const shell = newShell()
    const { page } = await visit()
    await signIn(page, demo.url, person('chidi'))
    const { env, sent } = notingBrowser(shell)
    const waiting = login(shell, ['--web'], env)
    const asked = new URL(await sent())
    const fields = [...asked.searchParams, ['decision', 'allow']]
      .map(([name, value]) => `<input name="${name}" value="${value}">`)
      .join('')
    const evil = createServer((request, response) => {
      response.setHeader('Content-Type', 'text/html')
      if (request.url === '/frame') response.end(`<iframe src="${asked.href.replaceAll('&', '&amp;')}"></iframe>`)
      else
        response.end(
          `<form method="post" action="${demo.url}/api/login/cli/loopback/answer">${fields}<button>go</button></form>`,
        )
    })
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.3', resolve))
    onTestFinished(() => void evil.close())
    const origin = `http://127.0.0.3:${(evil.address() as AddressInfo).port}`

    await page.goto(`${origin}/form`)
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/loopback/answer')),
      page.getByRole('button', { name: 'go' }).click(),
    ])
    expect([401, 403]).toContain(answer.status())

    await page.goto(`${origin}/frame`)
    const frame = page.frames().find((one) => one !== page.mainFrame())
    expect(await frame?.getByRole('button', { name: 'Allow' }).count()).toBe(0)

    // The person still can, on the page itself.
    await page.goto(asked.href)
    await page.getByRole('button', { name: 'Allow' }).click()
    expect((await waiting.finished).code).toBe(0)
  })
})
