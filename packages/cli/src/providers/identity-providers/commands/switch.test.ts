import type { IdentityProvider } from '@portico/core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import {
  openIdProvider,
  openPortalServer,
  type PortalServer,
  type SignedInTerminal,
} from '../../../testing/portal-server.ts'

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
const partners = openIdProvider('Partners', { emailSuffixes: ['partners.example'] })

beforeEach(async () => {
  at = await server.open(robot, {
    identityProviders: [openIdProvider('Main', { primary: true }), partners],
    // The import brings Partners' group.
    applications: [
      { slug: 'billing', label: 'Billing', roles: [{ name: 'clerk', label: 'Clerk', groups: ['finance'] }] },
      { slug: 'archive', label: 'Archive', groups: [{ provider: 'Partners', group: 'chiefs' }] },
    ],
  })
})
afterEach(() => at?.close())

const idp = (...argv: string[]) => at.run(['idp', ...argv])
const choose = (...argv: string[]) => idp('switch', 'Partners', '--group', 'chiefs', ...argv)
const puts = () => at.received.filter(({ method, path }) => method !== 'GET' && path.endsWith('primary-idp'))
const pending = async () =>
  (JSON.parse((await idp('list', '--json', 'name,pendingSwitch')).stdout) as IdentityProvider[])
    .filter((one) => one.pendingSwitch)
    .map((one) => one.name)

test('a provider is chosen by one of its groups after the rehearsal, and waits; rejecting takes it back', async () => {
  const chosen = await choose('--grace', '12h', '-y', '--json', 'name,pendingSwitch')
  expect([chosen.code, JSON.parse(chosen.stdout)]).toEqual([0, { name: 'Partners', pendingSwitch: true }])
  expect(chosen.stderr).toContain('No known person would be a Security Admin.')
  expect(chosen.stderr).toContain('2 roles are mapped only to groups of the current provider:')
  expect(chosen.stderr).toContain('pending until a member of the group signs in')
  expect(JSON.parse(puts()[0]?.body ?? '')).toMatchObject({ graceSecs: 43_200 })
  expect(await pending()).toEqual(['Partners'])
  expect((await idp('get', 'Partners', '--json', 'pendingSwitch')).stdout).toContain('true')

  const rejected = await idp('switch', '--reject', '-y')
  expect([rejected.code, rejected.stderr]).toEqual([0, expect.stringContaining('was rejected')])
  expect(await pending()).toEqual([])
})

test('an unknown group is named with its provider', async () => {
  const { code, stderr } = await idp('switch', 'Partners', '--group', 'Portal admins')
  expect([code, stderr]).toEqual([6, 'error: There is no group Portal admins of Partners.\nhint: portico group list\n'])
})

test('a group is found by its name, spelling or id among more groups than one answer holds', async () => {
  const many = Array.from({ length: 1500 }, (_, index) => `team ${String(index + 1).padStart(4, '0')}`)
  const [first = '', last = ''] = [many[0], many.at(-1)]
  await at.close()
  at = await server.open(robot, {
    identityProviders: [openIdProvider('Main', { primary: true }), partners],
    applications: Array.from({ length: 10 }, (_, index) => ({
      slug: `app${index}`,
      label: `App ${index}`,
      groups: many.slice(index * 150, (index + 1) * 150).map((group) => ({ provider: 'Partners', group })),
    })),
  })
  const planned = async (group: string) => {
    const { code, stdout, stderr } = await idp('switch', 'Partners', '--group', group, '--dry-run')
    return [code, /"group":"([^"]+)"/.exec(stdout)?.[1] ?? stderr] as const
  }
  const [code, id] = await planned(last)
  expect([code, id]).toEqual([0, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(await planned(last.toUpperCase())).toEqual([0, id])
  expect(await planned(id)).toEqual([0, id])
  expect((await planned(first))[1]).not.toBe(id)
  expect(await planned('team')).toEqual([6, expect.stringContaining('team')])
})

test('--dry-run rehearses and prints the call, and changes nothing', async () => {
  const { code, stdout, stderr } = await choose('--dry-run')
  expect([code, stderr]).toEqual([0, expect.stringContaining('would be a Security Admin')])
  expect(stdout).toContain('PUT /api/portal/admin/tenant/primary-idp')
  expect(stdout).toContain('"graceSecs":172800')
  expect(puts()).toEqual([])
})

test.each<[string, string[], number, string]>([
  ['without a terminal and without -y', ['Partners', '--group', 'chiefs'], 2, 'add -y'],
  ['of an unknown group', ['Partners', '--group', 'nonsense', '-y'], 6, 'nonsense'],
  ['of the primary provider', ['Main', '--group', 'finance', '-y'], 7, 'already the primary one'],
  ['without a group', ['Partners', '-y'], 64, '--group'],
  ['with a malformed grace window', ['Partners', '--group', 'chiefs', '--grace', '2 weeks', '-y'], 64, '30d at most'],
  ['by rejecting where nothing is pending', ['--reject', '-y'], 7, 'No switch'],
])('a switch %s changes nothing', async (_, argv, code, sentence) => {
  const result = await idp('switch', ...argv)
  expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(sentence)])
  expect(await pending()).toEqual([])
})

test('the groups of providers are completed after --group', async () => {
  const { stdout } = await at.run(['__complete', '--', 'idp', 'switch', 'Partners', '--group', 'ch'])
  expect(stdout).toContain('chiefs')
})
