import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { openPseudoTerminal } from './support/pseudo-terminal.ts'
import { startScimApplication, type ScimApplication } from './support/scim-application.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

// Provisioning of an application in the built terminal UI: set, watched, mended after failures, and stopped.

const installation = builtInstallation()
const folder = temporaryFolder()
const [enter, escape, down] = ['\r', '\u001b[27u', '\u001b[B']
let demo: ServerProcess
let shell: Shell
let application: ScimApplication

type Shown = { state: string; url: string | null; people: number; removal: string | null }
const stored = () => shell.json<Shown>(['provisioning', 'show', '--app', 'Billing', '--env', 'Staging'])

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'))
  expect((await shell.portico(loginArguments(readAutomation(demo.dataDir)))).code).toBe(0)
})
afterAll(async () => {
  await demo?.stop()
  folder.remove()
})

test.each([
  [80, 24],
  [120, 40],
])(
  'in %i columns people are sent, failures are shown with their reason, and sending is stopped',
  async (columns, rows) => {
    expect((await shell.portico(['provisioning', 'remove', '--app', 'Billing', '--env', 'Staging', '-y'])).code).toBe(0)
    application = await startScimApplication()
    onTestFinished(() => application.close())
    const pty = openPseudoTerminal(['node', installation.portico, 'tui', '--env', 'Staging'], shell.env, rows, columns)
    onTestFinished(() => pty.kill())
    const type = async (keys: string, wanted: string | RegExp) => {
      pty.write(keys)
      await pty.shows(wanted)
    }
    await pty.shows(/Service accounts\n/)
    await type('2', 'Billing')
    // The first one is the portal itself.
    await type('p', 'The portal itself cannot')
    await type(`/billing${enter}`, 'filter: billing')
    await type('p', /Billing › Provisioning[^]*Base URL of the[^\n]* +not set/)

    // The token is never shown, not even while it is typed.
    application.interfere = ({ method }) => (method === 'POST' ? { status: 400, detail: 'no licence left' } : undefined)
    await type(`${enter}ftp://billing.example${escape}`, 'Enter an address that begins with')
    await type(`${enter}\u0015${application.url}${escape}`, /Base URL of the[^\n]* +http:\/\/127/)
    await type('s', 'Enter the bearer token')
    await type(`g${down}${enter}${application.token}${escape}`, /Bearer token +…/)
    expect(await pty.settled()).not.toContain(application.token)
    await type('t', 'The application answered and accepted the token.')
    await type(escape, /Bearer token +…/)
    await type(`${down}${enter}`, /Send groups too +\S off/)
    await type(enter, /Send groups too +\S on/)
    await type(`${down}${down}${enter}`, /Search:[^]*Delete them/)
    await type(`delete${enter}`, /People who lose acc\S* +Delete them/)
    await type('s', /Save these changes\?[^]*Delete them in the application/)
    expect(await pty.settled()).not.toContain(application.token)
    await type(enter, 'The provisioning settings were saved.')
    expect(await stored()).toMatchObject({ url: application.url, removal: 'delete' })

    await type('t', 'The application answered and accepted the token.')
    await type(escape, /Progress|Bearer token/)
    await expect.poll(async () => (await stored()).people, { timeout: 30_000 }).toBeGreaterThan(0)
    await expect.poll(async () => (await stored()).state, { timeout: 30_000 }).toBe('refused')
    await type('R', /State +Failing/)
    await type('b', /Provisioning › Behind/)
    await expect
      .poll(
        async () => {
          pty.write('R')
          return pty.settled()
        },
        { timeout: 30_000 },
      )
      .toContain('The application answe')
    await type(enter, 'The application answered with status 400: no licence')
    await type(escape, 'CHANGE')
    application.interfere = () => undefined
    await type('[', /Billing › Provisioning/)
    await type('r', 'Everything that is behind is being retried now.')
    await expect.poll(() => application.users.size, { timeout: 30_000 }).toBe((await stored()).people)
    await type('b', /Provisioning › Behind/)
    await pty.shows('The application is up to date.')
    await type('[', /Billing › Provisioning/)

    for (const [id, one] of application.users) application.users.set(id, { ...one, active: false })
    await type('a', /Send everything to Billing in Staging again\?/)
    await type('y', 'Everything is compared and sent again.')
    const inactive = () => [...application.users.values()].filter((one) => one['active'] === false).length
    await expect.poll(inactive, { timeout: 30_000 }).toBe(0)

    await type('d', /Stop sending people to Billing in Staging\?/)
    await type(enter, /Bearer token/)
    expect((await stored()).url).toBe(application.url)
    await type('d', /Stop sending people to Billing in Staging\?/)
    await type('y', 'People and groups are no longer sent to the application.')
    expect((await stored()).state).toBe('none')
    await pty.shows(/Base URL of the[^\n]* +not set/)
    pty.write('q')
    expect((await pty.exited).code).toBe(0)
  },
)

test('existing accounts are listed with whose they are, and taken over only after they were approved', async () => {
  const at = ['--app', 'Billing', '--env', 'Staging']
  const portico = (...words: string[]) => shell.portico(['provisioning', ...words, ...at])
  const token = join(folder.path, 'application.token')
  const connect = async (to: ScimApplication) => {
    writeFileSync(token, to.token)
    expect((await portico('set', '--url', to.url, '--token', `@${token}`, '--no-groups')).code).toBe(0)
  }
  const empty = await startScimApplication()
  onTestFinished(() => empty.close())
  await connect(empty)
  await expect.poll(async () => (await stored()).people, { timeout: 30_000 }).toBe(2)
  await expect.poll(() => empty.users.size, { timeout: 30_000 }).toBe((await stored()).people)
  application = await startScimApplication()
  onTestFinished(() => application.close())
  const names = [...empty.users.values()].map((one) => String(one['userName'])).toSorted()
  const [first = '', second = ''] = names
  const meta = { created: '2020-02-03T04:05:06Z', lastModified: '2026-01-02T03:04:05Z' }
  for (const [at, userName] of names.entries())
    application.users.set(`there-${at}`, { id: `there-${at}`, userName, displayName: `Owner ${at}`, meta })
  await connect(application)
  type Row = { name: string; state: string; provider: string; accountName: string; createdAt: string }
  const taken = () => shell.json<Row[]>(['provisioning', 'taken', ...at])
  await expect.poll(async () => (await taken()).length, { timeout: 30_000 }).toBe(names.length)
  expect((await taken()).find(({ name }) => name === first)).toMatchObject({
    state: 'approval',
    provider: expect.stringMatching(/./),
    accountName: 'Owner 0',
    createdAt: '2020-02-03T04:05:06.000Z',
  })
  expect(await shell.json(['provisioning', 'show', ...at])).toMatchObject({ state: 'on', takeovers: names.length })
  const adopted = () => [...application.users.values()].flatMap((one) => (one['externalId'] ? [one['userName']] : []))

  const asked = await portico('approve', '--person', first)
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('add -y')])
  const dry = await portico('approve', '--person', first, '--dry-run', '--json')
  expect([dry.code, JSON.parse(dry.stdout)]).toMatchObject([0, { dryRun: true, changes: [{ to: 'there-0' }] }])
  expect(adopted()).toEqual([])
  // The terminal UI: Enter approves nothing.
  const pty = openPseudoTerminal(['node', installation.portico, 'tui', '--env', 'Staging'], shell.env, 40, 140)
  onTestFinished(() => pty.kill())
  const type = async (keys: string, wanted: string | RegExp) => {
    pty.write(keys)
    await pty.shows(wanted)
  }
  await pty.shows(/Service accounts\n/)
  await type('2', 'Billing')
  await type(`/billing${enter}`, 'filter: billing')
  await type('p', /Waiting for approval +\d/)
  await type('x', /Provisioning › Existing accounts[^]*Waits for approval/)
  await type(`/${first}${enter}`, /filter: /)
  await type(enter, /Account: Owner 0[^]*Exists since/)
  await type(escape, 'Waits for approval')
  await type('a', /The person[^]*will take[^]*Owner 0[^]*2020[^]*Approve\?/)
  await type(enter, 'Waits for approval')
  expect(adopted()).toEqual([])
  await type('a', /The person[^]*Approve\?/)
  await type('y', '1 takeover was approved.')
  await expect.poll(adopted, { timeout: 30_000 }).toEqual([first])
  pty.write('q')
  expect((await pty.exited).code).toBe(0)

  const all = await portico('approve', '--all', '-y', '--json', 'name,accountId')
  expect([all.code, JSON.parse(all.stdout)]).toEqual([0, [{ name: second, accountId: 'there-1' }]])
  await expect.poll(adopted, { timeout: 30_000 }).toEqual([first, second])
  expect(application.users.size).toBe(names.length)
  expect(await taken()).toEqual([])
  expect((await portico('approve', '--person', first, '-y')).code).toBe(6)
  expect((await portico('remove', '-y')).code).toBe(0)
})

test('the overview names an application that refuses the token, and Enter leads to its provisioning', async () => {
  application = await startScimApplication()
  onTestFinished(() => application.close())
  const token = join(folder.path, 'wrong.token')
  writeFileSync(token, 'of-yesterday')
  const at = ['--app', 'Billing', '--env', 'Staging']
  const set = await shell.portico(['provisioning', 'set', ...at, '--url', application.url, '--token', `@${token}`])
  expect(set.code).toBe(0)
  await expect.poll(async () => (await stored()).state, { timeout: 30_000 }).toBe('unauthorized')
  const rows = await shell.json<{ kind: string; level: string; name: string }[]>(['overview'])
  expect(rows).toContainEqual(
    expect.objectContaining({ kind: 'provisioning', level: 'urgent', name: 'Billing (Staging)' }),
  )
  const pty = openPseudoTerminal(['node', installation.portico, 'tui'], shell.env, 40, 140)
  onTestFinished(() => pty.kill())
  await pty.shows(/urgent +Billing \(Staging\) +Provisioning is paused/)
  pty.write(`/Billing${enter}`)
  await pty.shows('filter: Billing')
  pty.write(enter)
  await pty.shows(/Staging › Billing › Provisioning/)
  expect((await shell.portico(['provisioning', 'remove', ...at, '-y'])).code).toBe(0)
})
