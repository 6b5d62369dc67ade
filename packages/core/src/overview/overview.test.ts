import { describe, expect, it } from 'vitest'

import type { IdentityProvider } from '../identity-providers/contract.ts'
import { englishMessages } from '../words/english.ts'
import { createWords, type Words } from '../words/words.ts'
import type { PrimaryIdp } from '../primary-idp/contract.ts'
import type { RecoveryCodes } from '../recovery-codes/contract.ts'
import { attentionOf } from './attention.ts'
import { overviewList } from './list.ts'
import { overviewRows } from './row.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const dayMs = 86_400_000
const inDays = (days: number) => new Date(now + days * dayMs + 1000).toISOString()
const words = createWords('en', englishMessages)
const say: Words['say'] = (id, values) => words.say(id, values)

const provider = (more: Partial<IdentityProvider> = {}): IdentityProvider => ({
  id: 'idp-1',
  name: 'Partners',
  type: 'OPENSAML',
  primary: false,
  pendingSwitch: false,
  enabled: true,
  config: {},
  secrets: [],
  certificates: [],
  prefixes: [],
  suffixes: ['partners.example'],
  emailDomains: [],
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  draft: null,
  live: null,
  ...more,
})

const certificate = (slot: 1 | 2, days: number, extendedUntil: string | null = null) => ({
  slot,
  subject: 'CN=partners',
  fingerprint: `${slot}`.repeat(64),
  notBefore: null,
  notAfter: new Date(now + days * dayMs + 1000).toISOString(),
  extendedUntil,
  lastUsedAt: null,
})

const event = { at: '2026-06-01T00:00:00Z', by: 'Ada' }
const armed: RecoveryCodes = {
  made: event,
  drilled: event,
  used: null,
  expiresOn: new Date(now + 365 * dayMs).toISOString(),
  codesLeft: 2,
  repairUntil: null,
}
const primary: PrimaryIdp = {
  idp: null,
  group: null,
  graceSecs: 0,
  pending: null,
  primary: null,
  graces: [],
  setup: null,
}
const tenant = { codes: armed, primary }

const levels = (...providers: IdentityProvider[]) => attentionOf(providers, now).map(({ level }) => level)

describe('what needs attention', () => {
  it.each([
    [61, []],
    [60, ['later']],
    [31, ['later']],
    [30, ['soon']],
    [8, ['soon']],
    [7, ['urgent']],
    [0, ['urgent']],
    [-3, ['urgent']],
  ])('a certificate with %i days left: %j', (days, expected) => {
    expect(levels(provider({ certificates: [certificate(1, days)] }))).toEqual(expected)
  })

  it('a certificate with a stored successor, or of a provider that is switched off, is less urgent', () => {
    expect(levels(provider({ certificates: [certificate(1, 2), certificate(2, 400)] }))).toEqual(['later'])
    const off = provider({ enabled: false, suffixes: [], certificates: [certificate(1, 2)] })
    expect(levels(off)).toEqual(['later', 'later'])
  })

  it('an Azure secret causes a warning before its end date, and a certificate does not replace it', () => {
    const config = { applicationSecretEndsOn: '2026-11-25' }
    expect(levels(provider({ type: 'AAD2', config, certificates: [certificate(1, 400)] }))).toEqual(['urgent'])
    expect(
      levels(provider({ type: 'AAD2', config: { ...config, nextApplicationSecretEndsOn: '2027-11-25' } })),
    ).toEqual(['later'])
  })

  it('a next secret that begins only after the present one ends does not replace it', () => {
    const config = { applicationSecretEndsOn: '2026-11-25', nextApplicationSecretEndsOn: '2027-11-25' }
    const levelOf = (nextApplicationSecretStartsOn: string) =>
      levels(provider({ type: 'AAD2', config: { ...config, nextApplicationSecretStartsOn } }))
    expect(levelOf('2026-11-25')).toEqual(['later'])
    expect(levelOf('2026-11-26')).toEqual(['urgent'])
  })

  it('a certificate or secret that begins later is urgent where there is no other', () => {
    const early = { ...certificate(1, 400), notBefore: '2026-12-01T00:00:00Z' }
    expect(levels(provider({ certificates: [early] }))).toEqual(['urgent'])
    expect(levels(provider({ certificates: [early, certificate(2, 100)] }))).toEqual([])
    const config = { applicationSecretStartsOn: '2026-12-01', applicationSecretEndsOn: '2027-12-01' }
    expect(levels(provider({ type: 'AAD2', config }))).toEqual(['urgent'])
    const [row] = overviewRows(
      {
        providers: [provider({ type: 'AAD2', config })],
        failed: [],
        environments: [],
        stalled: [],
        foreignUsernames: 0,
        auditLog: undefined,
        tenant,
      },
      { now, say },
    )
    expect(row).toMatchObject({
      at: '2026-12-01',
      days: null,
      message: expect.stringMatching(/cannot be used before 2026-12-01/),
    })
  })

  it('a provider that is switched off, has no format or has a pending switch', () => {
    expect(levels(provider({ enabled: false }))).toEqual(['soon'])
    expect(levels(provider({ enabled: false, primary: true }))).toEqual(['urgent'])
    expect(levels(provider({ suffixes: [] }))).toEqual(['soon'])
    expect(levels(provider({ pendingSwitch: true }))).toEqual(['soon'])
    expect(levels(provider())).toEqual([])
  })
})

const environment = (id: string, type: string, readonly = false) => ({ id, name: id, type, urn: id, readonly })
const signIn = (code: string) => ({
  code,
  at: '2026-11-21T11:00:00Z',
  purpose: 'login' as const,
  outcome: 'failed' as const,
  username: 'ada@acme.example',
  provider: null,
  failure: 'The audience is wrong.',
})

it('the most urgent is on top, then failed sign-ins, then environments; each row says what it is and where it leads', () => {
  const providers = [
    provider({ id: 'a', certificates: [certificate(1, 20)] }),
    provider({ id: 'b', enabled: false }),
    provider({ id: 'c', certificates: [certificate(1, -3), certificate(2, 5, new Date(now + dayMs).toISOString())] }),
  ]
  const billing = { environmentId: 'p', environment: 'Production', applicationId: 'b', application: 'Billing' }
  const stalled = [
    { ...billing, reason: 'removals' as const, failedAttempts: 0, refusedKind: null, removals: 40 },
    {
      ...billing,
      environment: 'Test',
      environmentId: 't',
      reason: 'failing' as const,
      failedAttempts: 7,
      refusedKind: null,
      removals: 0,
    },
    {
      ...billing,
      applicationId: 'c',
      reason: 'unauthorized' as const,
      failedAttempts: 1,
      refusedKind: null,
      removals: 0,
    },
  ]
  const rows = overviewRows(
    {
      providers,
      failed: [signIn('K7QF-2M9X')],
      environments: [environment('p', 'PROD', true)],
      stalled,
      foreignUsernames: 2,
      auditLog: { state: 'refused', since: '2026-11-21T12:00:00Z' },
      tenant,
    },
    { now, say },
  )
  expect(rows.map(({ level, leadsTo, message }) => [level, leadsTo, message])).toEqual([
    ['urgent', 'c', 'Certificate 1: expired 2 days ago'],
    ['urgent', 'c', 'Certificate 2: 5 days left'],
    ['urgent', '', expect.stringMatching(/^The audit log is not as the server sealed it/)],
    [
      'urgent',
      'b',
      'Provisioning is paused: 40 people would be removed from the application. Check whether that is intended.',
    ],
    ['urgent', 'c', 'Provisioning is paused: the application rejected the token. Enter a new one.'],
    ['soon', 'a', 'Certificate 1: 20 days left'],
    ['soon', 'b', 'Provisioning does not work: the last 7 attempts failed.'],
    ['soon', '', '2 usernames do not belong to the identity providers of their people, who cannot sign in.'],
    ['soon', 'b', 'Switched off. Usernames of 1 domain cannot sign in.'],
    ['failed', 'K7QF-2M9X', 'The audience is wrong.'],
    ['place', 'p', 'PROD environment, read-only'],
  ])
  expect(rows.flatMap(({ kind, name }) => (kind === 'provisioning' ? name : []))).toEqual([
    'Billing (Production)',
    'Billing (Production)',
    'Billing (Test)',
  ])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
})

const tenantRowsOf = (codes: Partial<RecoveryCodes>, setup: PrimaryIdp['setup'] = null) =>
  overviewRows(
    {
      providers: [],
      failed: [],
      environments: [],
      stalled: [],
      foreignUsernames: 0,
      auditLog: undefined,
      tenant: { codes: { ...armed, ...codes }, primary: { ...primary, setup } },
    },
    { now, say },
  ).map(({ level, kind, message, days, leadsTo }) => [level, kind, message, days, leadsTo])

it.each<[string, Partial<RecoveryCodes>, unknown[]]>([
  ['armed', {}, []],
  [
    'never made',
    { made: null, drilled: null, expiresOn: null, codesLeft: 0 },
    ['soon', /There are no recovery codes/, null],
  ],
  ['not drilled', { drilled: null }, ['soon', /do not work until one of them has been drilled/, null]],
  ['used up', { codesLeft: 0 }, ['soon', /Both codes were used/, null]],
  ['expiring in 59 days', { expiresOn: inDays(59) }, ['later', /expire in 59 days/, 59]],
  ['expiring in 20 days', { expiresOn: inDays(20) }, ['soon', /expire in 20 days/, 20]],
  ['expiring in 3 days', { expiresOn: inDays(3) }, ['urgent', /expire in 3 days/, 3]],
  ['expired', { expiresOn: inDays(-2) }, ['urgent', /have expired/, expect.any(Number)]],
])('recovery codes that are %s are in the overview as they should be', (_, codes, expected) => {
  const [level, message, days] = expected
  const rows =
    expected.length === 0
      ? []
      : [[level, 'recovery-codes', expect.stringMatching(message as RegExp), days, 'security-admin']]
  expect(tenantRowsOf(codes)).toEqual(rows)
})

it('an open setup URL is urgent, and its opening is told by its address', () => {
  const made = {
    madeAt: event.at,
    madeBy: 'operator root',
    expiresOn: '2026-11-22T10:00:00Z',
    openedAt: null,
    openedFrom: null,
  }
  expect(tenantRowsOf({}, made)).toEqual([
    [
      'urgent',
      'setup',
      expect.stringContaining('made by operator root is open until 2026-11-22 10:00 UTC'),
      null,
      'security-admin',
    ],
  ])
  const [opened] = tenantRowsOf({}, { ...made, openedAt: event.at, openedFrom: '192.0.2.7' })
  expect(opened?.[2]).toContain('was opened from 192.0.2.7')
})

it('the overview takes eight calls, however many providers and environments there are', async () => {
  const called: string[] = []
  const replies: Record<string, unknown> = {
    listIdentityProviders: {
      idps: Array.from({ length: 40 }, (_, at) => provider({ id: `idp-${at}`, enabled: false })),
    },
    listSignIns: { signIns: [signIn('K7QF-2M9X')], next: null },
    listAdminEnvironments: { environments: Array.from({ length: 20 }, (_, at) => environment(`e${at}`, 'TEST')) },
    getRecoveryCodes: armed,
    getPrimaryIdp: primary,
    listStalledProvisioning: { stalled: [], total: 0 },
    listPeople: { people: [], total: 1 },
    listNotices: { notices: [], total: 0, auditLog: null },
  }
  const call = (endpoint: { name: string }) => {
    called.push(endpoint.name)
    return Promise.resolve({ ok: true, value: replies[endpoint.name] })
  }
  const request = { scope: '', search: '', sort: '' as const, filter: {}, cursor: undefined, limit: 100 }
  const page = await overviewList.fetchPage(
    { client: { call: call as never }, clock: { now: () => now }, say },
    request,
  )
  expect(called).toEqual([
    'listIdentityProviders',
    'listSignIns',
    'listAdminEnvironments',
    'getRecoveryCodes',
    'getPrimaryIdp',
    'listStalledProvisioning',
    'listPeople',
    'listNotices',
  ])
  expect(page).toMatchObject({ ok: true, value: { next: null } })
  expect(page.ok && page.value.rows).toHaveLength(62)
})
