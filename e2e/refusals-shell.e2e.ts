import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { runProcess } from './support/run-process.ts'
import { readAutomation, readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { signIn } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'
import { openVisitor } from './support/visitor.ts'
import { startWaiting } from './support/waiting-command.ts'

const installation = builtInstallation()
const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
let robot: Shell

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  robot = openShell(installation, join(folder.path, 'robot'))
  expect((await robot.portico(loginArguments(readAutomation(demo.dataDir)))).code).toBe(0)
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

/** A shell in which a person of the demo has signed in with a code. */
async function shellOf(name: string): Promise<Shell> {
  const person = readPeople(demo.dataDir).find(({ username }) => username.startsWith(`${name}@`))
  if (person === undefined) throw new Error(`The demo has no person ${name}.`)
  const shell = openShell(installation, join(folder.path, name))
  const visitor = await openVisitor(browser)
  onTestFinished(() => visitor.close())
  await signIn(visitor.page, demo.url, person)
  const waiting = startWaiting(installation, shell, ['login', '--server', demo.url, '--device'])
  onTestFinished(() => waiting.kill())
  const code = await waiting.said(/\b([A-Z]{4}-[A-Z]{4})\b/)
  await visitor.page.goto(`${demo.url}/login/device?user_code=${code}`)
  await visitor.page.getByRole('button', { name: /allow/ }).click()
  expect((await waiting.finished).code).toBe(0)
  return shell
}

test('a refused command names the role that is missing', async () => {
  const operations = await robot.portico(['operations', 'list'])
  expect([operations.code, operations.stderr]).toEqual([5, expect.stringContaining('the role Support')])
  const { code, stderr } = await (await shellOf('chidi')).portico(['sa', 'list'])
  expect([code, stderr]).toEqual([5, expect.stringContaining('You need the role Security Admin for this.')])
})

test.each([
  [2, '2 hours ahead of'],
  [-2, '2 hours behind'],
])('doctor on a machine whose clock is %i hours off names the difference', async (hours, difference) => {
  const file = join(folder.path, `clock${hours}.cjs`)
  writeFileSync(file, `const now = Date.now\nDate.now = () => now() + ${hours * 3_600_000}\n`)
  const { serviceAccountId, keyFile } = readAutomation(demo.dataDir)
  const account = { PORTICO_SERVICE_ACCOUNT: serviceAccountId, PORTICO_KEY_FILE: keyFile, PORTICO_SERVER: demo.url }
  const { code, stderr } = await robot.portico(['doctor'], { env: { ...account, NODE_OPTIONS: `--require ${file}` } })
  expect([code, stderr]).toEqual([4, expect.stringContaining(`The clock of this machine is ${difference} the server.`)])
})

test('a session of the command line reads and changes after the old secret key is gone', async () => {
  const shell = await shellOf('ada')
  expect((await shell.portico(['env', 'use', 'Staging'])).code).toBe(0)
  const rotate = (...args: string[]) =>
    runProcess(['node', installation.server, 'rotate-keys', '--data', demo.dataDir, ...args])
  expect((await rotate('--only', 'secret')).code).toBe(0)
  expect((await rotate('--finish')).code).toBe(0)
  // The server follows the change within seconds; then the refusal of the first change brings the new token.
  const use = async () => {
    const { code, stderr } = await shell.portico(['env', 'use', 'Production', '--debug'])
    expect(code).toBe(0)
    return stderr.match(/^> POST /gm)?.length
  }
  await until('a change is sent again', async () => (await use()) === 2)
  expect(await use()).toBe(1)
  expect((await shell.portico(['logout'])).code).toBe(0)
})
