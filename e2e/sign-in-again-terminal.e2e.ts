import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { makeKeyFiles } from './support/key-pair.ts'
import { personByHttp } from './support/person-by-http.ts'
import { openPseudoTerminal, type PseudoTerminal } from './support/pseudo-terminal.ts'
import { readPeople, startDemo, type Person, type ServerProcess } from './support/server-process.ts'
import { openShell, type Shell } from './support/shell.ts'
import { signIn } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'
import { openVisitor } from './support/visitor.ts'
import { startWaiting } from './support/waiting-command.ts'

const installation = builtInstallation()
const folder = temporaryFolder()
const [enter, escape, clearLine, ctrlC, left] = ['\r', '\u001b[27u', '\u0015', '\u0003', '\u001b[D']
let browser: Browser
let demo: ServerProcess
let shells = 0

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
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

/** A browser in which a person is signed in. */
async function browserOf(name: string): Promise<Page> {
  const visitor = await openVisitor(browser)
  onTestFinished(() => visitor.close())
  await signIn(visitor.page, demo.url, person(name))
  return visitor.page
}

async function answerCode(page: Page, code: string, answer: RegExp): Promise<void> {
  await page.goto(`${demo.url}/login/device?user_code=${code}`)
  await page.getByRole('button', { name: answer }).click()
  await page.getByRole('heading', { name: /signed in/ }).waitFor()
}

const allow = (page: Page, code: string) => answerCode(page, code, /allow/)

/** A shell in which Ada has signed in with a code, works in Staging, and has an account to edit. */
async function shellOfAda(page: Page): Promise<{ shell: Shell; account: string }> {
  const shell = openShell(installation, join(folder.path, `home-${++shells}`))
  const waiting = startWaiting(installation, shell, ['login', '--server', demo.url, '--device'])
  onTestFinished(() => waiting.kill())
  await allow(page, await waiting.said(/\b([A-Z]{4}-[A-Z]{4})\b/))
  expect((await waiting.finished).code).toBe(0)
  expect((await shell.portico(['env', 'use', 'Staging'])).code).toBe(0)
  const account = `Account ${shells}`
  const { publicFile } = makeKeyFiles(folder.path, `key-${shells}`)
  await shell.json(['sa', 'create', '--name', account, '--key1', `@${publicFile}`])
  return { shell, account }
}

/** Ends Ada's sessions of the command line at the server. */
async function endSessions(): Promise<void> {
  const elsewhere = personByHttp()
  const login = { method: 'POST', body: { username: person('ada').username } }
  const { redirectUrl } = await elsewhere.call<{ redirectUrl: string }>(`${demo.url}/api/login`, login)
  await elsewhere.signIn(new URL(redirectUrl, demo.url).href, person('ada'))
  type Row = { id: string; kind: string }
  const { sessions } = await elsewhere.call<{ sessions: Row[] }>(`${demo.url}/api/portal/sessions`)
  const ours = sessions.filter(({ kind }) => kind === 'cli')
  expect(ours).not.toEqual([])
  for (const { id } of ours) await elsewhere.call(`${demo.url}/api/portal/sessions/${id}`, { method: 'DELETE' })
}

/** The terminal UI with a new name in the form of the account, whose session has ended. */
async function openEnded(shell: Shell, account: string, env = {}, args: readonly string[] = []) {
  const command = ['node', installation.portico, 'tui', '--env', 'Staging', ...args]
  const pty = openPseudoTerminal(command, { ...shell.env, ...env })
  onTestFinished(() => pty.kill())
  const type = async (keys: string, wanted: string | RegExp) => {
    pty.write(keys)
    await pty.shows(wanted)
  }
  await pty.shows(/Service accounts[^]*of \d/)
  await type(`/${account}${enter}`, /1 of 1/)
  await type(enter, /Name:?\s+Account/)
  await type(enter, 'Stop typing')
  await type(`${clearLine}${account} ended`, new RegExp(`${account} ended`))
  await type(`${left.repeat(5)}that ${escape}`, new RegExp(`${account} that ended`))
  await endSessions()
  await type('s', 'Save these changes?')
  await type(enter, 'Your session has ended')
  return { pty, type }
}

/** The code of a sign-in on the screen, other than those of sign-ins before it. */
const codeOn = (pty: PseudoTerminal, ...before: string[]) =>
  pty.found(new RegExp(`\\b(?!${before.join('|') || '-'})([A-Z]{4}-[A-Z]{4})\\b`))

describe.each([
  { face: 'the screen', args: [] },
  { face: 'linear text', args: ['--accessible'] },
])('in $face', ({ args }) => {
  test('a person signs in from the dialog with a code, and the form is as it was', async () => {
    const page = await browserOf('ada')
    const { shell, account } = await shellOfAda(page)
    const { pty, type } = await openEnded(shell, account, {}, args)

    await type('s', 'To sign in, open this address in a browser on any device:')
    // Lines that are typed meanwhile are not keys for the form.
    pty.write('zzz\rx')
    await allow(page, await codeOn(pty))
    await pty.shows(new RegExp(`Name:?\\s+${account} that ended`))
    await type('s', 'Save these changes?')
    await type(enter, 'The service account was saved.')
    expect(await shell.json(['whoami'])).toMatchObject({ environment: expect.stringContaining('Staging') })
    const names = (await shell.json<{ name: string }[]>(['sa', 'list'])).map(({ name }) => name)
    expect(names).toContain(`${account} that ended`)
  })
})

test('a sign-in that is interrupted or denied returns to the dialog, which says what happened', async () => {
  const page = await browserOf('ada')
  const { shell, account } = await shellOfAda(page)
  const { pty, type } = await openEnded(shell, account)

  await type('s', 'Waiting for your answer')
  const interrupted = await codeOn(pty)
  await type(ctrlC, /Your session has ended[^]*The sign-in was interrupted\./)
  pty.write('s')
  const denied = await codeOn(pty, interrupted)
  await answerCode(page, denied, /Deny/)
  await pty.shows(/Your session has ended[^]*The sign-in was denied in the browser\./)
  pty.write('s')
  await allow(page, await codeOn(pty, interrupted, denied))
  await pty.shows(new RegExp(`Name\\s+${account} that ended`))
  pty.write(ctrlC)
  await pty.shows('Save your changes first?')
  pty.write(ctrlC)
  expect((await pty.exited).code).toBe(130)
})

test('the browser of the machine signs in where there is one', async () => {
  const page = await browserOf('ada')
  const { shell, account } = await shellOfAda(page)
  const [script, sent] = [join(shell.home, 'browser'), join(shell.home, 'sent')]
  writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$1" > ${sent}\n`)
  chmodSync(script, 0o755)
  const { pty, type } = await openEnded(shell, account, { BROWSER: script, CI: '' })

  await type('s', 'Your browser opens to sign you in.')
  const address = () => (existsSync(sent) ? /^(.+)\n$/.exec(readFileSync(sent, 'utf8'))?.[1] : undefined)
  await page.goto(await until('the browser is started', address))
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'The command line is signed in' }).waitFor()
  await pty.shows(new RegExp(`Name\\s+${account} that ended`))
})

test('what one person typed is not shown to another who signs in', async () => {
  const page = await browserOf('ada')
  const { shell, account } = await shellOfAda(page)
  const { pty, type } = await openEnded(shell, account)
  await type('s', 'Waiting for your answer')
  await allow(await browserOf('chidi'), await codeOn(pty))
  await pty.shows(/Chidi Lindqvist/)
  await pty.shows(/^(?!.*that ended)/s)
})
