import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

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
beforeEach(async () => {
  at = await server.open(robot, {
    identityProviders: [openIdProvider('Main', { primary: true }), openIdProvider('Partners')],
    firstAdminGroup: 'admins',
    moreAdminGroups: ['staff', 'finance'],
    customRoles: [{ label: 'Auditor', groups: { operations: ['finance', { provider: 'Partners', group: 'staff' }] } }],
    applications: [
      { slug: 'billing', label: 'Billing', roles: [{ name: 'reader', label: 'Reader', groups: ['staff'] }] },
      { slug: 'test-only', label: 'Test only', environments: ['operations'], groups: ['staff'] },
      { slug: 'vault', label: 'Vault', singleTenant: true, groups: ['finance'] },
    ],
  })
})
afterEach(() => at?.close())

const mapping = (...argv: string[]) => at.run(['mapping', ...argv])
const production = ['--env', 'Production']
const auditor = [...production, '--role', 'auditor']
const reader = [...production, '--app', 'Billing', '--role', 'reader']

describe('mappings', () => {
  test('are listed with their groups, by search flags, and printed for one role or application', async () => {
    expect((await mapping('list', ...production)).stdout.trimEnd().split('\n')).toEqual([
      '\tSecurity Admin\tadmins,finance,staff',
      '\tAuditor\t',
      'Billing\tReader\tstaff',
      'Vault\t\tfinance',
    ])
    expect((await mapping('list', ...production, '--group', 'finance', '--columns=name')).stdout).toBe(
      'Security Admin\nVault\n',
    )
    expect((await mapping('list', ...production, '--app', 'billing', '--json=word')).stdout).toContain('"reader"')
    expect((await mapping('get', ...production, '--app', 'Vault')).stdout).toBe('finance\tfinance\tMain\n')
  })

  test('are replaced, extended and reduced by names; what is the same already is not sent', async () => {
    expect(await mapping('add', ...reader, '--group', 'finance')).toMatchObject({
      code: 0,
      stdout: 'finance\tfinance\tMain\nstaff\tstaff\tMain\n',
    })
    expect((await mapping('remove', ...reader, '--group', 'staff')).stdout).toBe('finance\tfinance\tMain\n')
    expect((await mapping('set', ...reader, '--none')).stdout).toBe('')
    expect((await mapping('set', ...auditor, '--group', 'staff', '--idp', 'Partners')).stdout).toBe(
      'staff\tstaff\tPartners\n',
    )
    const sent = at.received.length
    const again = await mapping('add', ...auditor, '--group', 'staff', '--idp', 'Partners')
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('Nothing differs')])
    expect(at.received.slice(sent).filter(({ method }) => method === 'PUT')).toEqual([])
  })

  test('with --dry-run show the request and the groups, and change nothing', async () => {
    const { stdout } = await mapping('set', ...reader, '--group', 'finance', '--dry-run')
    expect(stdout).toMatch(
      /^PUT \/api\/portal\/admin\/environments\/[^/]+\/applications\/[^/]+\/roles\/[^/]+\/groups\n/,
    )
    expect(stdout).toContain('groups: ["staff"] -> ["finance"]')
    expect((await mapping('get', ...reader)).stdout).toBe('staff\tstaff\tMain\n')
  })

  test.each([
    [
      'a group of two providers is ambiguous, and both are named',
      ['add', ...auditor, '--group', 'staff'],
      3,
      'staff, Partners',
    ],
    [
      'a role of an application needs its application',
      ['get', ...production, '--role', 'reader'],
      6,
      'no custom role reader',
    ],
    ['an application with roles is mapped by role', ['get', ...production, '--app', 'Billing'], 3, 'has roles'],
    ['something has to be named', ['get', ...production], 64, '--role'],
    [
      'a group that is not mapped cannot be removed',
      ['remove', ...reader, '--group', 'finance'],
      6,
      'finance in this mapping',
    ],
    ['groups have to be named', ['add', ...auditor], 64, '--group'],
    ['groups and none contradict each other', ['set', ...auditor, '--none', '--group', 'staff'], 64, '--none'],
    ['a role of the portal is set by portal-role', ['set', ...production, '--role', 'security-admin', '--none'], 6, ''],
  ])('%s', async (_, argv, code, says) => {
    const ran = await mapping(...argv)
    expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(says)])
  })

  test('that another person changed meanwhile are not replaced (exit 7)', async () => {
    let isFirst = true
    at.before = async ({ method }) => {
      if (method !== 'PUT' || !isFirst) return undefined
      isFirst = false
      await mapping('set', ...reader, '--group', 'admins')
      return undefined
    }
    expect(await mapping('set', ...reader, '--group', 'finance')).toMatchObject({ code: 7 })
    expect((await mapping('get', ...reader)).stdout).toBe('admins\tadmins\tMain\n')
  })

  test('are shown as a matrix of roles and groups, and what one group is mapped to', async () => {
    expect((await mapping('matrix', ...production, '-o', 'csv')).stdout.split('\r\n')).toEqual([
      'role,admins,finance,staff',
      'Security Admin,x,x,x',
      'Auditor,,,',
      'Billing: Reader,,,x',
      'Vault,,x,',
      '',
    ])
    const pairs =
      'Security Admin\tadmins\tMain\nSecurity Admin\tfinance\tMain\nSecurity Admin\tstaff\tMain\nBilling: Reader\tstaff\tMain\nVault\tfinance\tMain\n'
    expect((await mapping('matrix', ...production)).stdout).toBe(pairs)
    const onTerminal = (columns: string) =>
      at.run(['mapping', 'matrix', ...production], { isTTY: true, env: { COLUMNS: columns } })
    expect((await onTerminal('80')).stdout).toMatch(/ROLE +ADMINS +FINANCE +STAFF[^]*Security Admin +x +x +x\n/)
    const narrow = await onTerminal('30')
    expect(narrow.stdout).toMatch(/ROLE +GROUP +IDENT[^]*Vault +finance +Main/)
    expect(narrow.stderr).toContain('wider than the terminal')
    expect((await mapping('uses', 'staff', '--idp', 'Partners')).stdout).toBe('Operations\t\tAuditor\n')
  })
})

describe('mappings of two environments', () => {
  const between = ['--env', 'Operations', '--to', 'Production']

  test('are compared: exit 1 with what differs', async () => {
    const { code, stdout, stderr } = await mapping('diff', ...between)
    expect([code, stderr]).toEqual([1, expect.stringContaining('2 mappings differ.')])
    expect(stdout).toBe('Auditor\tdifferent\tfinance,staff\t\nTest only\tmissing\tstaff\t\n')
    expect(await mapping('diff', ...between, '--app', 'Vault')).toMatchObject({ code: 0, stdout: '' })
  })

  test('are promoted after a question: each mapping once, and a second run has nothing to do', async () => {
    const asked = await mapping('promote', ...between)
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('Replace 1 mapping of Production')])
    expect((await mapping('get', ...auditor)).stdout).toBe('')
    const dry = await mapping('promote', ...between, '--dry-run')
    expect(dry.stdout).toContain('Auditor: [] -> ["finance","staff"]')
    const sent = at.received.length
    const done = await mapping('promote', ...between, '--yes')
    expect([done.code, done.stderr]).toEqual([
      0,
      expect.stringContaining('Not in Production, so not promoted: Test only.'),
    ])
    expect(at.received.slice(sent).filter(({ method }) => method === 'PUT')).toHaveLength(1)
    expect((await mapping('get', ...auditor)).stdout).toBe('finance\tfinance\tMain\nstaff\tstaff\tPartners\n')
    const again = await mapping('promote', ...between, '--yes')
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('There is nothing to promote')])
  })

  test('are not promoted over a change made since the plan (exit 7)', async () => {
    let isFirst = true
    at.before = async ({ path }) => {
      if (!path.endsWith('/groups') || !isFirst) return undefined
      isFirst = false
      await mapping('set', ...auditor, '--group', 'admins')
      return undefined
    }
    const { code, stderr } = await mapping('promote', ...between, '--yes')
    expect([code, stderr]).toEqual([7, expect.stringContaining('Replaced 0 of 1')])
    expect((await mapping('get', ...auditor)).stdout).toBe('admins\tadmins\tMain\n')
  })
})
