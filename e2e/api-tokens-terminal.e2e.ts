import { join } from 'node:path'

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { signInByCode } from './editors/in-the-terminal.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { openPseudoTerminal } from './support/pseudo-terminal.ts'
import { readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { openShell, type Shell } from './support/shell.ts'
import { openEnvironment, signIn } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor } from './support/visitor.ts'

// API tokens in the built terminal UI, as a person who is signed in on the command line.

const installation = builtInstallation()
const folder = temporaryFolder()
const [enter, escape, down, tab] = ['\r', '\u001b[27u', '\u001b[B', '\t']
let browser: Browser
let demo: ServerProcess
let shell: Shell

type Listed = { name: string; state: string; roles: string[]; tenantRoles: string[]; expiresAt: string }

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'))
  const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no Ada.')
  const visitor = await openVisitor(browser)
  await signIn(visitor.page, demo.url, ada)
  await openEnvironment(visitor.page, 'Production')
  await signInByCode({ installation, shell, url: demo.url }, visitor.page)
  await visitor.close()
  for (const args of [
    ['env', 'use', 'Production'],
    ['role', 'create', '--name', 'Auditor'],
    ['mapping', 'set', '--role', 'Auditor', '--group', 'security-admins'],
  ]) {
    const { code, stderr } = await shell.portico(args)
    expect(code, stderr).toBe(0)
  }
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

function openTerminal(columns: number, rows: number) {
  const pty = openPseudoTerminal(['node', installation.portico, 'tui'], shell.env, rows, columns)
  onTestFinished(() => pty.kill())
  const type = async (keys: string, wanted: string | RegExp) => {
    pty.write(keys)
    await pty.shows(wanted)
  }
  return { pty, type }
}

const tokens = () => shell.json<Listed[]>(['api-token', 'list', '--json=name,state,roles,tenantRoles,expiresAt'])

test.each([
  [80, 24],
  [120, 40],
])('in %i columns a token is created, shown once, and revoked by its name', async (columns, rows) => {
  const earlier = await tokens()
  const name = `nightly-${columns}`
  const { pty, type } = openTerminal(columns, rows)
  await pty.shows('Production')
  await type('K', columns === 80 ? 'You have no API tokens yet.' : 'API tokens')
  await type('c', /API tokens › New[^]*› Application/)
  // Nothing was typed: missing values are reported beside their fields.
  await type('s', /Choose an application\.[^]*Enter a name for the token\./)
  await type(enter, /Search:/)
  await type(`billing${enter}`, /Application +Billing[^]*Roles +not set/)
  await type(`${down}${enter}`, /Approver[^]*Clerk[^]*Viewer/)
  await type(`clerk${tab}${enter}`, /Roles +Clerk/)
  await type(`${down}${enter}`, 'Search:')
  await type(`${tab}${enter}`, /Custom roles +Auditor/)
  await type(`${down}${enter}${name}${enter}`, new RegExp(`Name +${name}`))
  await type(`${down}${enter}`, /7 days/)
  await type(`7 days${enter}`, /Valid for +7 days/)
  await type('s', /pat_[0-9A-Za-z]{49}[^0-9A-Za-z]/)
  await type('c', 'Copied: API token')
  const token = pty.copied() ?? ''
  expect(token).toMatch(/^pat_[0-9A-Za-z]{49}$/)
  await type(escape, new RegExp(`${name} +Billing`))
  expect(await pty.settled()).not.toContain(token.slice(8, 20))
  expect(await tokens()).toEqual([
    expect.objectContaining({ name, state: 'active', roles: ['Clerk'], tenantRoles: ['Auditor'] }),
    ...earlier,
  ])
  const days = (Date.parse((await tokens())[0]?.expiresAt ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThan(7.1)
  await type('d', `Type ${name} to confirm`)
  await type(`other${enter}`, `Type ${name} to confirm`)
  await type(`\u0015${name}${enter}`, `The token ${name} was revoked.`)
  await pty.shows(new RegExp(`${name} +Billing +(Production +)?Revoked`, 'i'))
  expect((await tokens())[0]?.state).toBe('revoked')
  // No active token is left to revoke.
  await type('d', 'There is no active token')
  pty.write('q')
  expect((await pty.exited).code).toBe(0)
})
