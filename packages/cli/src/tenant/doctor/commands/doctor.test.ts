import { doctorChecks, machineFindings, type DoctorFacts, type Notice } from '@portico/core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Ports } from '../../../kit/context/context.ts'
import { createProgram } from '../../../app/program/program.ts'
import { keyPair } from '../../../testing/keys.ts'
import {
  openIdProvider,
  openPortalServer,
  type PortalServer,
  type SignedInTerminal,
} from '../../../testing/portal-server.ts'

const main = openIdProvider('Main', { primary: true, emailSuffixes: ['acme.example'] })
let server: PortalServer
let at: SignedInTerminal
/** What the server answers, as changed by the test; undefined: what it finds. */
let facts: Partial<DoctorFacts> | undefined
let status = 200

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(keyPair(0), { identityProviders: [main] })
  facts = {}
  status = 200
  at.before = ({ path }) => {
    if (path !== '/api/portal/admin/doctor' || facts === undefined) return undefined
    return { status, body: { ...healthy(), ...facts } }
  }
})
afterEach(() => at?.close())

const none = { rows: [], total: 0 }
const healthy = (): DoctorFacts => ({
  now: new Date(at.terminal.now).toISOString(),
  version: '0.0.0',
  newerMigrations: [],
  administrators: 2,
  oneCertificate: [],
  scimTokensFull: [],
  unusedKeys: none,
  rolesWithoutGroups: none,
  formatConflicts: none,
  notices: none,
  provisioning: none,
  providers: none,
})

const notice = (more: Partial<Notice>): Notice => ({
  id: 'n',
  kind: 'certificate',
  what: 'certificate1',
  where: 'Partners & Co',
  targetId: 'idp',
  environmentId: null,
  expiresAt: '2026-12-01T00:00:00Z',
  daysLeft: 9,
  step: 30,
  severity: 'soon',
  isReplaced: false,
  extendedUntil: null,
  ...more,
})
const one = <T>(row: T) => ({ rows: [row], total: 1 })
const key = { accountId: 'a', account: 'Old bot', environment: 'Production', slot: 2, lastUsedAt: null } as const

const billing = { environmentId: 'e', environment: 'Production', applicationId: 'b', application: 'Billing & Co' }
const stalled = (reason: 'refused' | 'failing' | 'unauthorized' | 'removals' | 'restored') => ({
  ...billing,
  reason,
  refusedKind: reason === 'refused' ? ('person' as const) : null,
  failedAttempts: reason === 'failing' ? 7 : 0,
  removals: reason === 'removals' ? 40 : 0,
})

const everything = (): Partial<DoctorFacts> => ({
  now: new Date(at.terminal.now - 45_000).toISOString(),
  version: '1.2.0',
  newerMigrations: ['0099-later'],
  administrators: 1,
  oneCertificate: ['idp'],
  unusedKeys: { rows: [key], total: 3 },
  rolesWithoutGroups: {
    rows: [
      { label: 'Auditor', application: null, environment: null },
      { label: 'Clerk', application: 'Billing', environment: 'Production' },
    ],
    total: 2,
  },
  formatConflicts: one({
    kind: 'off',
    format: '@sub.acme.example',
    provider: 'Partners',
    other: 'Main',
    otherFormat: '@acme.example',
  }),
  provisioning: {
    rows: (['refused', 'failing', 'unauthorized', 'removals', 'restored'] as const).map(stalled),
    total: 6,
  },
  takeovers: one({ ...billing, count: 3 }),
  notices: {
    rows: [
      notice({}),
      notice({ targetId: 'other', isReplaced: true }),
      notice({ kind: 'secret', what: 'applicationSecret' }),
      notice({ kind: 'service-account-key', what: 'key1', where: 'Old bot', environmentId: 'e' }),
      notice({ kind: 'recovery-codes', what: 'recoveryCodes', where: null, targetId: null }),
      notice({ kind: 'setup-url', what: 'setupUrl', where: null, targetId: null, severity: 'urgent' }),
    ],
    total: 6,
  },
})

type Row = { id: string; severity: string; about: string; message: string; command: string }
const fields = ['--json', 'id,severity,about,message,command']
async function doctor(...args: string[]): Promise<{ code: number; rows: Row[]; stderr: string }> {
  const { code, stdout, stderr } = await at.run(['doctor', ...fields, ...args])
  return { code, rows: stdout === '' ? [] : (JSON.parse(stdout) as Row[]), stderr }
}

test('where nothing is found it prints nothing and ends with 0', async () => {
  expect(await doctor()).toEqual({ code: 0, rows: [], stderr: '' })
})

test.each([
  [2 * 3_600_000, '2 hours ahead of'],
  [-2 * 3_600_000, '2 hours behind'],
  [90 * 60_000, '90 minutes ahead of'],
  [-200_000, '3 minutes behind'],
])('a clock that is off by %i ms is named as such, not the key', async (ms, difference) => {
  at.terminal.now += ms
  const { code, rows, stderr } = await doctor()
  expect([code, rows]).toEqual([4, []])
  expect(stderr).toContain(`The clock of this machine is ${difference} the server.`)
  expect(stderr).toContain('timedatectl set-ntp true')
  expect(stderr).not.toContain('service account or its key')
})

test('a key that the server does not know is not blamed on the clock', async () => {
  const { stderr } = await at.run(['doctor'], { env: { PORTICO_SERVICE_ACCOUNT: at.environmentId } })
  expect(stderr).toContain('does not accept this service account or its key')
})

test('a SCIM token that expires is replaced, and where no other one fits the finding says so', async () => {
  const expiring = notice({ kind: 'scim-token', what: 'scimToken' })
  facts = { notices: one(expiring) }
  expect((await doctor()).rows).toMatchObject([
    { command: "portico scim-token create --idp 'Partners & Co' --name NAME" },
  ])
  facts = { notices: one(expiring), scimTokensFull: ['idp'] }
  const [row] = (await doctor()).rows
  expect(row?.message).toContain('the maximum of active tokens: disable or delete one')
  expect(row?.command).toBe("portico scim-token list --idp 'Partners & Co'")
})

test('each check has its id, a severity, a sentence, and a command, the most urgent first, and it ends with 1', async () => {
  facts = everything()
  const { code, rows } = await doctor()
  expect(code).toBe(1)
  expect(rows.map(({ id, severity, about, message }) => `${severity} ${id} ${about}: ${message}`)).toEqual([
    'urgent setup-url : Setup URL: expires in 9 days.',
    'urgent provisioning Billing & Co (Production): Provisioning does not work: the application refuses the people sent to it. Check the base URL and the token.',
    'urgent provisioning Billing & Co (Production): Provisioning is paused: the application rejected the token. Enter a new one.',
    'urgent provisioning Billing & Co (Production): Provisioning is paused: 40 people would be removed from the application. Check whether that is intended.',
    'urgent provisioning Billing & Co (Production): Provisioning is paused: this database was restored from a backup. Switch it on if this copy may send to the application.',
    'soon last-certificate Partners & Co: Signing certificate 1: expires in 9 days. It is the only one: without another, sign-ins fail.',
    'soon certificate Partners & Co: Signing certificate 1: expires in 9 days. Another one is valid for longer.',
    'soon secret Partners & Co: Application secret: expires in 9 days.',
    'soon service-account-key Old bot: Certificate of key 1: expires in 9 days.',
    'soon recovery-codes : Recovery codes: expires in 9 days.',
    'soon second-administrator : Only one active person holds Security Admin. A second one can reactivate the first and repair a provider.',
    'soon provisioning Billing & Co (Production): Provisioning does not work: the last 7 attempts failed.',
    'soon takeover Billing & Co (Production): 3 people and groups are not sent: existing accounts there have their names. Decide whether they may be taken over.',
    'soon username-format Partners: The provider is disabled, and its usernames @sub.acme.example lead to Main, which holds @acme.example.',
    'soon schema : A newer version of the server has changed the database (0099-later): update this server.',
    'soon clock : The clock of this machine is 45 seconds ahead of the server.',
    'later provisioning : 1 more is not shown.',
    'later unused-key Old bot: Key 2 has never obtained a token.',
    'later unused-key : 2 more are not shown.',
    'later role-without-groups Auditor: The custom role has no group in any environment.',
    'later role-without-groups Clerk: The role of Billing has no group in Production.',
    'later version : The server has version 1.2.0, the command line 0.0.0: update the command line.',
  ])
})

/** Every kind of finding at once. */
const everyKind = (): Partial<DoctorFacts> => {
  const some = everything()
  return {
    ...some,
    auditLog: { state: 'waiting', since: '2026-11-21T12:00:00Z' },
    scimTokensFull: ['idp'],
    notices: {
      rows: [
        ...(some.notices?.rows ?? []),
        notice({ kind: 'scim-token', what: 'scimToken' }),
        notice({ kind: 'application-certificate', environmentId: 'e' }),
      ],
      total: 8,
    },
    providers: one({ id: 'i', name: 'Main', primary: true, state: 'no-format', formats: 0, what: null, from: null }),
    foreignUsernames: one({ id: 'p', username: 'ada@globex.example', provider: 'Partners', active: true }),
  }
}

test('the overview has the same findings in the same order, except those about this machine', async () => {
  facts = everyKind()
  const { rows } = await doctor()
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(doctorChecks))
  const { stdout } = await at.run(['overview', '--json', 'kind,level,message'])
  const shown = (JSON.parse(stdout) as { kind: string; level: string; message: string }[]).filter(
    ({ level }) => level !== 'place',
  )
  const ofTenant = rows.filter(({ id }) => !(machineFindings as readonly string[]).includes(id))
  expect(ofTenant.length).toBeLessThan(rows.length)
  expect(shown).toEqual(ofTenant.map(({ id, severity, message }) => ({ kind: id, level: severity, message })))
})

test('what to do about provisioning depends on why nothing arrives', async () => {
  const place = "--env Production --app 'Billing & Co'"
  const commands = {
    refused: `behind ${place}`,
    failing: `test ${place}`,
    unauthorized: `set ${place} --token @FILE --on`,
    removals: `behind ${place}`,
    restored: `set ${place} --on`,
  }
  for (const [reason, command] of Object.entries(commands)) {
    facts = { provisioning: one(stalled(reason as keyof typeof commands)) }
    expect((await doctor()).rows.map((row) => row.command)).toEqual([`portico provisioning ${command}`])
  }
})

test('each command is one that the command line understands', async () => {
  facts = everything()
  const { rows } = await doctor()
  for (const { command } of rows) {
    const [program, ...words] = (command.match(/'[^']*'|[^\s']+/g) ?? []).map((word) => word.replaceAll("'", ''))
    if (program === 'timedatectl' || program === 'portico-server') continue
    expect(program).toBe('portico')
    const io = { stdout: { write: () => undefined, isTTY: false, columns: undefined } } as unknown as Ports['io']
    const parsed = createProgram({ io, version: '0' } as Ports, () => Promise.resolve())
    await expect(parsed.parseAsync(words, { from: 'user' }), command).resolves.toBeDefined()
  }
})

test('--severity leaves out what is less severe, also for the exit code', async () => {
  facts = everything()
  expect((await doctor('--severity', 'urgent')).rows.map(({ id }) => id)).toEqual([
    'setup-url',
    ...Array(4).fill('provisioning'),
  ])
  facts = { unusedKeys: one(key) }
  expect(await doctor('--severity', 'soon')).toMatchObject({ code: 0, rows: [] })
  expect(await doctor('--severity', 'later')).toMatchObject({ code: 1 })
  expect(await doctor('--severity', 'never')).toMatchObject({ code: 64 })
})

test.each([
  [500, 2],
  [503, 2],
  [403, 5],
])('a server that answers %i ends it with another code than findings do: %i', async (answered, code) => {
  status = answered
  facts = { ...({ errorID: 'X', errorMessage: 'Broken.' } as object) }
  expect((await doctor()).code).toBe(code)
})

test('the real server is asked once, and a company that no person administers is urgent', async () => {
  facts = undefined
  const { code, rows } = await doctor()
  expect(code).toBe(1)
  expect(rows[0]).toMatchObject({ id: 'second-administrator', severity: 'urgent' })
  expect(rows.filter(({ id }) => id === 'role-without-groups').map(({ about }) => about)).toEqual(
    expect.arrayContaining(['READER', 'WRITER']),
  )
  const asked = at.received.map(({ path }) => path).filter((path) => path.startsWith('/api/portal/admin'))
  expect(asked).toEqual(['/api/portal/admin/doctor'])
})

test('a person reads a table, and below it the commands', async () => {
  facts = { administrators: 1 }
  const { stdout, stderr } = await at.run(['doctor'], { isTTY: true, env: { ...at.env, NO_COLOR: '1' } })
  expect(stdout).toMatch(/SEVERITY\s+CHECK\s+ABOUT\s+WHAT.*\nsoon\s+second-administrator/)
  expect(stderr).toContain('portico portal-role get security-admin')
})
