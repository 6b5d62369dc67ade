import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { signInByCode } from './editors/in-the-terminal.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { runProcess } from './support/run-process.ts'
import { readPeople, startDemo, startServer } from './support/server-process.ts'
import { loginArguments, openShell } from './support/shell.ts'
import { openEnvironment, signIn } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor } from './support/visitor.ts'

// A deployment is backed up and restored, and what came back is revoked with the commands that restore prints.

const installation = builtInstallation()
const folder = temporaryFolder()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  folder.remove()
})

const operator = async (args: readonly string[]) => {
  const { code, stdout, stderr } = await runProcess(['node', installation.server, ...args])
  expect(code, stderr).toBe(0)
  return stdout
}

type Automation = { server: string; serviceAccountId: string; keyFile: string }

/** What is above a command in the list, of the tenant acme. */
function commandsOfAcme(list: string): { kind: string; command: string }[] {
  const [, section = ''] = /^Tenant acme .*\n((?: .*\n)+)/m.exec(list) ?? []
  const commands: { kind: string; command: string }[] = []
  let kind = ''
  for (const line of section.split('\n')) {
    kind = /^ {2}(\S.*): \d+$/.exec(line)?.[1] ?? kind
    const command = /^ {6}(portico.*)$/.exec(line)?.[1]
    if (command !== undefined) commands.push({ kind, command })
  }
  return commands
}

test('every command that restore prints revokes what came back', async () => {
  const dataDir = join(folder.path, 'data')
  const demo = await startDemo(installation, { dataDir })
  onTestFinished(async () => void (await demo.stop()))
  const shell = openShell(installation, join(folder.path, 'home'))
  const ada = readPeople(dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no Ada.')
  const visitor = await openVisitor(browser)
  await signIn(visitor.page, demo.url, ada)
  await openEnvironment(visitor.page, 'Production')
  await signInByCode({ installation, shell, url: demo.url }, visitor.page)
  await visitor.close()
  const [provider] = await shell.json<{ id: string }[]>(['idp', 'list', '--json=id'])
  for (const args of [
    ['env', 'use', 'Production'],
    ['scim-token', 'create', '--idp', provider?.id ?? '', '--name', "it's a directory"],
    ['api-token', 'create', '--app', 'Billing', '--name', "it's nightly"],
    ['support-access', 'allow'],
  ]) {
    const { code, stderr } = await shell.portico(args)
    expect(code, stderr).toBe(0)
  }
  await operator(['recovery-codes', 'create', 'acme', '--data', dataDir])
  const redirect = ['--redirect-uri', 'https://orders.example.com/callback']
  await operator([
    'app',
    'register',
    'acme',
    'orders',
    '--env',
    'production',
    '--create',
    ...redirect,
    '--data',
    dataDir,
  ])
  const file = join(folder.path, 'demo.backup')
  await operator(['backup', '--out', file, '--data', dataDir])
  await demo.stop()

  const restored = join(folder.path, "restored by o'neill")
  mkdirSync(restored, { mode: 0o700 })
  for (const key of ['secret.key', 'audit.key']) copyFileSync(join(dataDir, key), join(restored, key))
  const said = await operator(['restore', file, '--data', restored])
  expect(said).toMatch(/^ended \d+ sessions, /m)
  const server = await startServer(installation, {
    dataDir: restored,
    args: ['start', '--port', '0'],
    env: { PORTICO_ALLOW_LOOPBACK_PROVIDERS: '1' },
  })
  onTestFinished(async () => void (await server.stop()))
  const automation = JSON.parse(readFileSync(join(dataDir, 'demo', 'automation.json'), 'utf8')) as Automation
  const { code, stderr } = await shell.portico(loginArguments({ ...automation, server: server.url }))
  expect(code, stderr).toBe(0)

  const listed = commandsOfAcme(readFileSync(join(restored, 'restored.txt'), 'utf8'))
  expect(new Set(listed.map(({ kind }) => kind))).toEqual(
    new Set([
      'SCIM tokens',
      'API tokens',
      'keys of service accounts',
      'secrets of applications',
      'recovery codes',
      'support access',
      'people',
    ]),
  )
  // One of each form: an account with one key is deleted, and one with two loses that key. The one that this test signs in with stays.
  const forms = new Map(
    listed
      .filter(({ command }) => !command.includes(automation.serviceAccountId))
      .map(({ kind, command }) => [`${kind} ${command.split(' ').slice(0, 3).join(' ')}`, command]),
  )
  expect([...forms.keys()].filter((form) => form.startsWith('keys of'))).toHaveLength(2)
  const bin = programs()
  for (const command of forms.values()) {
    const ran = await runProcess(['sh', '-c', command], {
      env: { ...shell.env, PATH: `${bin}:${process.env['PATH']}` },
    })
    expect([command, ran.code, ran.stderr]).toEqual([command, 0, expect.anything()])
  }
  const { stdout } = await runProcess([
    'node',
    installation.server,
    'recovery-codes',
    'status',
    'acme',
    '--data',
    restored,
  ])
  expect(stdout).toContain('2 of 2')
}, 400_000)

/** A folder with the two programs, as an installation has it on the PATH. */
function programs(): string {
  const bin = join(folder.path, 'bin')
  mkdirSync(bin)
  for (const [name, program] of [
    ['portico', installation.portico],
    ['portico-server', installation.server],
  ] as const)
    writeFileSync(join(bin, name), `#!/bin/sh\nexec node '${program}' "$@"\n`, { mode: 0o755 })
  return bin
}
