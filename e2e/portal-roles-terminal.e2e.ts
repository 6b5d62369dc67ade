import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openAdminApi, type AdminApi } from './support/admin-api.ts'
import { builtInstallation } from './support/installation.ts'
import { openPseudoTerminal, type PseudoTerminal } from './support/pseudo-terminal.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const installation = builtInstallation()
const folder = temporaryFolder()
const enter = '\r'
let demo: ServerProcess
let shell: Shell
let api: AdminApi
let pty: PseudoTerminal

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'))
  api = await openAdminApi(readAutomation(demo.dataDir))
  const { code, stderr } = await shell.portico(loginArguments(readAutomation(demo.dataDir)))
  expect(code, stderr).toBe(0)
})
afterAll(async () => {
  pty?.kill()
  await demo?.stop()
  folder.remove()
})

async function type(keys: string, wanted: string | RegExp): Promise<void> {
  pty.write(keys)
  await pty.shows(wanted)
}

const admins = async () =>
  (
    await api.call<{ groups: { name: string }[] }>('GET', '/portal/admin/portal-roles/security-admin/groups')
  ).groups.map(({ name }) => name)
const pending = async () =>
  (
    await api.call<{ pending: { groupName: string } | null; graceSecs: number }>(
      'GET',
      '/portal/admin/tenant/primary-idp',
    )
  ).pending

test('the Security Admin groups, a switch with its rehearsal and rejection, and groups, only by keyboard', async () => {
  const before = await admins()
  pty = openPseudoTerminal(['node', installation.portico, 'tui'], shell.env)
  await pty.shows('Production')

  // A further group of the primary provider, searched by the server; read-only until it is unlocked.
  await type('P', /Groups of Acme Single Sign-On with the role Security Admin[^]*security-admins/)
  await type('e', /finance +finance/)
  await type('/finance' + enter, /^(?!.*developers)/s)
  await type('s', 'read-only until you type :write')
  await type(`:write${enter}`, 'ALL ENVIRONMENTS WRITE')
  // Enter takes the first answer, which changes nothing.
  await type('s', /Save these changes\?[^]*finance/)
  await type(enter, /^(?!.*Save these changes)/s)
  expect(await admins()).toEqual(before)
  await type('s', /Save these changes\?[^]*finance/)
  await type('y', 'The groups of the role were saved.')
  expect((await admins()).toSorted()).toEqual([...before, 'finance'].toSorted())
  await pty.shows(/finance +finance .*Security Admin/)
  await type('s', 'Save these changes?')
  await type('y', /^(?!.*Save these changes)/s)
  await type('P', /^(?!.*finance)[^]*security-admins/)
  expect(await admins()).toEqual(before)

  // A group of another provider begins the switch, which is rehearsed first.
  // The view of groups remembers its filter.
  await type(`:group${enter}`, 'filter: finance')
  await type('\u001b', 'developers')
  await type('p', 'Show its groups')
  await type(`Partners${enter}`, /Groups.*Acme Partners[^]*partners +partners/)
  await type('s', 'How long the current administrators keep the role')
  await type('\u0015' + `31d${enter}`, 'Enter a time such as 2d, 12h, 30m or 0, at most 30 days.')
  await type(
    '\u0015' + `12h${enter}`,
    /Switch to Acme Partners\?[^]*keep the role for 12 hours[^]*roles are mapped only/,
  )
  expect(await pending()).toBeNull()
  await type('s', 'A switch of the primary identity provider is pending.')
  expect(await pending()).toMatchObject({ groupName: 'partners' })

  // The overview says that it needs attention; it is rejected after a question.
  await type('0', /Acme Partners .*A switch of the primary provider waits to be accepted\./)
  await type('P', 'A switch of the primary identity provider is pending.')
  await type('x', 'Members of partners are no longer asked')
  await type('x', 'The pending switch was rejected.')
  await pty.shows(/^(?!.*is pending)/s)
  expect(await pending()).toBeNull()

  // What a group is mapped to can be read whole.
  await type('U', /› +finance/)
  await type('kk', /› +auditors/)
  await type(enter, /auditors › Used by[^]*Production +Internal Controls +Reviewer[^]*Reporting Vault/)
  await type('U', /› +auditors/)

  // Unmapped groups are forgotten after a question.
  await type('f', 'All unmapped groups of Acme Single Sign-On are forgotten.')
  await type('f', /No group was forgotten|groups? (was|were) forgotten/)
  expect(await admins()).toEqual(before)
  pty.write('q')
  expect((await pty.exited).code).toBe(0)
})
