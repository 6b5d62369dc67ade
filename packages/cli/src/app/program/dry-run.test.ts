import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import * as core from '@portico/core'
import type { Noun } from '@portico/core'
import type { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { keyPair, makeKeyPair } from '../../testing/keys.ts'
import {
  openIdProvider,
  openPortalServer,
  type PortalServer,
  type SignedInTerminal,
} from '../../testing/portal-server.ts'
import { nouns as printed } from './nouns.ts'
import { createProgram } from './program.ts'

/** How each changing command is given. */
const cases: Readonly<Record<string, readonly string[]>> = {
  login: [],
  logout: [],
  announce: ['Payroll is closed.'],
  api: ['DELETE', '/portal/admin/settings/idle-time'],
  'api-token create': ['--app', 'Billing', '--name', 'nightly'],
  'api-token revoke': ['held'],
  'application access-text': ['Billing', 'Ask the back office.'],
  'application favourite': ['add', 'Billing'],
  'application icon': ['set', 'Billing', '--url', 'https://billing.example/icon.png'],
  'application sign-in': ['set', 'Billing', '--redirect-uri', 'https://billing.example/callback'],
  'branding reset': [],
  'branding set': ['--name', 'Acme Works'],
  'config set': ['output', 'json'],
  'config unset': ['server'],
  'environment update': ['Production', '--name', 'Live'],
  'environment use': ['Operations'],
  'group create': ['--idp', 'Main', '--claim', 'cn=finance'],
  'group forget': ['--idp', 'Main'],
  'identity-provider create': [
    '--type',
    'OIDC',
    '--name',
    'New',
    '--set',
    'issuer=https://a.example',
    '--set',
    'clientId=a',
  ],
  'identity-provider delete': ['Partners'],
  'identity-provider revert': ['Partners'],
  'identity-provider rollover': ['publish'],
  'identity-provider switch': ['Partners', '--group', 'partners'],
  'identity-provider test': ['Partners'],
  'identity-provider update': ['Partners', '--set', 'clientId=b'],
  'idle-time set': ['01:00'],
  'mapping add': ['--app', 'Billing', '--role', 'Reader', '--group', 'staff'],
  'mapping promote': ['--to', 'Operations'],
  'mapping remove': ['--app', 'Billing', '--role', 'Reader', '--group', 'admins'],
  'mapping set': ['--app', 'Billing', '--role', 'Reader', '--none'],
  'person deactivate': ['PERSON'],
  'person reactivate': ['PERSON'],
  'person sign-out': ['PERSON'],
  'portal-role set': ['security-admin', '--group', 'admins', '--group', 'staff'],
  'profile delete': ['work'],
  'profile use': ['work'],
  'provisioning remove': ['--app', 'Billing'],
  'provisioning resend': ['--app', 'Billing'],
  'provisioning retry': ['--app', 'Billing'],
  'provisioning set': ['--app', 'Billing', '--url', 'https://billing.example/scim/v2', '--token', '@token'],
  'provisioning test': ['--app', 'Billing'],
  'role create': ['--name', 'Approver'],
  'role delete': ['Auditor'],
  'role update': ['Auditor', '--name', 'Reviewer'],
  'scim group-source': ['--idp', 'Main', 'scim'],
  'scim-token create': ['--idp', 'Main', '--name', 'Next'],
  'scim-token delete': ['--idp', 'Main', 'SCIM-TOKEN'],
  'scim-token disable': ['--idp', 'Main', 'SCIM-TOKEN'],
  'scim-token enable': ['--idp', 'Main', 'SCIM-TOKEN'],
  'service-account create': ['--name', 'nightly', '--key1', '@public.pem'],
  'service-account delete': ['held'],
  'service-account rotate': ['held', '--key', '@next.pem', '-y'],
  'service-account update': ['held', '--name', 'kept'],
  'session end': ['--others'],
  'setup open': ['https://portico.example/login/setup#0123456789'],
  'support leave': [],
  'support-access allow': [],
  'support-access deny': [],
  'support-access end': ['0199f3c2-0000-7000-8000-000000000000'],
  'username-format add': ['--idp', 'Main', '--email', 'more.example'],
  'username-format remove': ['--idp', 'Main', '--email', 'held.example'],
  'username-format set': ['--idp', 'Main', '--email', 'more.example'],
  'webhook create': ['--url', 'https://siem.example.com/portico'],
  'webhook delete': ['hooks.example.com'],
  'webhook rotate-secret': ['hooks.example.com'],
  'webhook test': ['hooks.example.com'],
  'webhook update': ['hooks.example.com', '--off'],
}

/** Commands that need more than a tenant at rest: the tests of their own folder have their dry run, and the context sends nothing. */
const elsewhere = [
  'audit revert',
  'certificate extend',
  'certificate refresh',
  'certificate retire',
  'identity-provider keep',
  'provisioning approve',
  'setup choose',
  'setup complete',
  'setup configure',
  'setup format',
  'setup test',
  'support enter',
]

/** Commands without a noun: whether they change something. */
const withoutNoun: Readonly<Record<string, boolean>> = {
  __complete: false,
  announce: true,
  api: true,
  completion: false,
  help: false,
  launch: false,
  login: true,
  logout: true,
  open: false,
  tui: false,
}

/** Commands for which there is nothing to do in the tenant below. */
const idle = new Set([
  'logout',
  'mapping promote',
  'person reactivate',
  'scim-token enable',
  'session end',
  'support-access deny',
])

/** Commands whose whole effect is the request: it changes no field of an object that can be read, or the object is not on this machine. */
const withoutFields = new Set([
  'api',
  'branding reset',
  'group forget',
  'identity-provider revert',
  'identity-provider rollover',
  'identity-provider test',
  'person sign-out',
  'provisioning remove',
  'provisioning resend',
  'provisioning retry',
  'provisioning set',
  'provisioning test',
  'scim-token create',
  'setup open',
  'support leave',
  'support-access end',
  'webhook rotate-secret',
  'webhook test',
])

/** Commands of people. */
const ofPeople = new Set(['api-token create', 'api-token revoke', 'session end', 'application favourite'])

const nouns = [...Object.values<unknown>(core), ...printed].filter(
  (one): one is Noun => typeof one === 'object' && one !== null && 'actions' in one && Array.isArray(one.actions),
)
const actions = nouns.flatMap((noun) => noun.actions)

/** Every command that can be run, with whether it changes something: its action says so, or the list above. */
function commandsOf(command: Command, path = ''): { name: string; flags: readonly string[]; changes: boolean }[] {
  const name = path === '' ? '' : path
  const children = command.commands.flatMap((child) => commandsOf(child, `${path} ${child.name()}`.trim()))
  const isRun = (command as unknown as { _actionHandler: unknown })._actionHandler !== null
  if (!isRun || name === '') return children
  const action = actions.find((one) => one.summary === command.description() && one.name === command.name())
  const changes = action?.changes ?? withoutNoun[name]
  if (changes === undefined) throw new Error(`Does ${name} change something? It has no action.`)
  return [{ name, flags: command.options.map(({ long }) => long ?? ''), changes }, ...children]
}

const io = { stdout: { isTTY: false }, env: {} }
const changing = commandsOf(createProgram({ io, version: '0' } as never, () => Promise.resolve())).filter(
  ({ changes }) => changes,
)

test.each(changing.map(({ name, flags }) => [name, flags] as const))('%s takes --dry-run and --json', (_, flags) => {
  expect(flags).toEqual(expect.arrayContaining(['--dry-run', '--json']))
})

test('each changing command is tried below or in its own folder', () => {
  expect(changing.map(({ name }) => name).toSorted()).toEqual([...Object.keys(cases), ...elsewhere].toSorted())
})

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal
let person: SignedInTerminal['run']
/** The placeholder of an id in the cases. */
const ids = new Map<string, string>()

const asRobot = (argv: readonly string[]) => at.run(argv)

beforeAll(async () => {
  server = await openPortalServer()
  at = await server.open(robot, {
    identityProviders: [openIdProvider('Main', { primary: true }), openIdProvider('Partners')],
    firstAdminGroup: 'admins',
    applications: [
      { slug: 'billing', label: 'Billing', roles: [{ name: 'reader', label: 'Reader', groups: ['admins'] }] },
    ],
  })
  person = await at.person(['admins', 'staff'])
  writeFileSync(join(at.terminal.folder, 'token'), 'secret-token')
  writeFileSync(join(at.terminal.folder, 'public.pem'), keyPair(1).publicPem)
  writeFileSync(join(at.terminal.folder, 'next.pem'), makeKeyPair().publicPem)
  for (const line of [
    'role create --name Auditor',
    'group create --idp Partners --claim partners',
    'username-format add --idp Main --email kept.example',
    'username-format add --idp Main --email held.example',
    'webhook create --url https://hooks.example.com/portico',
    'service-account create --name held --key1 @public.pem',
    'config set server https://work.example --profile work',
    'config set server https://work.example',
    'api-token create --app Billing --name held',
    'provisioning set --app Billing --url https://billing.example/scim/v2 --token @token',
  ]) {
    const { code, stderr } = await (line.startsWith('api-token') ? person : asRobot)(line.split(' '))
    expect([line, code, stderr]).toEqual([line, 0, stderr])
  }
  const made = await at.run(['scim-token', 'create', '--idp', 'Main', '--name', 'Entra ID', '--json'])
  ids.set('SCIM-TOKEN', (JSON.parse(made.stdout) as { id: string }).id)
  await at.person(['staff'])
  const [other] = JSON.parse((await at.run(['person', 'list', '--json', 'id'])).stdout) as { id: string }[]
  ids.set('PERSON', other?.id ?? '')
})
afterAll(async () => {
  await at?.close()
  await server?.close()
})

/** The newest row of the audit log, without those of signing in for a command. */
async function newestRow(): Promise<unknown> {
  const { stdout } = await at.run(['audit', 'list', '--limit', '200', '--json', 'id,action'])
  return (JSON.parse(stdout) as { id: string; action: string }[]).find(({ action }) => action !== 'token.issue')
}

test.each(Object.entries(cases))('%s sends nothing in a dry run, and says what it would', async (name, argv) => {
  const before = await newestRow()
  const sent = at.received.length
  const run = ofPeople.has(name) ? person : asRobot
  const given = argv.map((word) => ids.get(word) ?? word)
  const { code, stdout } = await run([...name.split(' '), ...given, '--dry-run', '--json'])
  expect(code).toBe(0)
  const plan = JSON.parse(stdout) as {
    dryRun: boolean
    requests: { method: string; path: string }[]
    changes: object[]
  }
  expect(plan.dryRun).toBe(true)
  if (!idle.has(name)) expect(plan.requests.length + plan.changes.length).toBeGreaterThan(0)
  if (!idle.has(name) && !withoutFields.has(name)) expect(plan.changes).not.toEqual([])
  expect(stdout).not.toContain('secret-token')
  const changed = at.received.slice(sent).filter(({ method, path }) => method !== 'GET' && path !== '/oauth2/token')
  expect(changed.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  expect(await newestRow()).toEqual(before)
})
