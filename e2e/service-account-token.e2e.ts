import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { readPart } from './support/access-token.ts'
import { builtInstallation } from './support/installation.ts'
import { makeKeyFiles, type KeyFiles } from './support/key-pair.ts'
import { readAutomation, startDemo, type Automation, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

type Account = { id: string; key1: string | null; key2: string | null; key1LastUsedAt: string | null }

const installation = builtInstallation()
const folder = temporaryFolder()
const at = (name: string) => join(folder.path, name)
let demo: ServerProcess
let automation: Automation
let shell: Shell
/** Without any sign-in. */
let stranger: Shell
let [first, second]: KeyFiles[] = []
let account: Account

const urn = (application: string) => `urn:portico:acme:application:${application}`

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: at('data') })
  automation = readAutomation(demo.dataDir)
  shell = openShell(installation, at('home'))
  stranger = openShell(installation, at('stranger'))
  ;[first, second] = ['first', 'second'].map((name) => makeKeyFiles(folder.path, name))
  expect((await shell.portico([...loginArguments(automation), '--env', 'Production'])).code).toBe(0)
  account = await shell.json<Account>([
    'service-account',
    'create',
    '--name',
    'Nightly',
    '--key1',
    `@${first?.publicFile}`,
    '--app',
    urn('billing'),
    '--app',
    urn('wiki'),
  ])
})
afterAll(async () => {
  await demo?.stop()
  folder.remove()
})

const token = (who: string, key: KeyFiles | undefined, ...more: string[]) => [
  'service-account',
  'token',
  who,
  '--key-file',
  String(key?.privateFile),
  ...more,
]
const claims = (text: string) => readPart(text.trim(), 1)

test('stdout has only a token for every assigned application, without a sign-in', async () => {
  const { code, stdout, stderr } = await stranger.portico(token(account.id, first, '--server', automation.server))
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  expect(claims(stdout)).toMatchObject({ sub: account.id, aud: [urn('billing'), urn('wiki')] })
})

test('by its name, for one application, with its life under --json', async () => {
  const args = token('Nightly', first, '--env', 'Production', '--app', urn('wiki'))
  const answer = await shell.json<{ access_token: string }>(args)
  expect(answer).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 900 })
  expect(claims(answer.access_token)).toMatchObject({ aud: urn('wiki'), roles: [] })
})

test('an application that is not assigned ends with 5 and is named, another key with 4', async () => {
  const other = await shell.portico(token(account.id, first, '--app', urn('ledger')))
  expect([other.code, other.stdout, other.stderr]).toEqual([5, '', expect.stringContaining(urn('ledger'))])
  expect((await shell.portico(token(account.id, second))).code).toBe(4)
})

test('rotate puts the new key into the free slot, proves it, and keeps the old one while it is in use', async () => {
  const rotate = (...more: string[]) =>
    shell.portico(['service-account', 'rotate', 'Nightly', '--new-key', String(second?.privateFile), ...more])
  const read = () => shell.json<Account>(['service-account', 'get', 'Nightly'])
  const dry = await rotate('--dry-run')
  expect([dry.code, (await read()).key2]).toEqual([0, null])
  await expect.poll(async () => (await read()).key1LastUsedAt).not.toBeNull()
  const begun = await rotate()
  expect([begun.code, begun.stderr]).toEqual([
    0,
    expect.stringMatching(/Slot 1: SHA-256 [\da-f]{64}, added .*, last used /),
  ])
  expect(begun.stderr).toContain('The new key got a token.')
  expect(begun.stderr).toContain('The other key was used at')
  expect((await read()).key1).not.toBeNull()
  const again = await rotate()
  expect(again.stderr).toMatch(/Slot 2: SHA-256 [\da-f]{64}, added .*, last used /)
  const finished = await rotate('-y')
  expect([finished.code, (await read()).key1]).toEqual([0, null])
  expect((await shell.portico(token(account.id, first))).code).toBe(4)
  expect((await shell.portico(token(account.id, second))).code).toBe(0)
  expect((await rotate()).stderr).toContain('The new key is the only one.')
})
