import { expect, it } from 'vitest'

import type { DoctorFacts } from '../doctor/contract.ts'
import { findingsOf } from '../doctor/findings.ts'
import type { RecoveryCodes } from '../../sign-in/recovery-codes/contract.ts'
import { englishMessages } from '../../kit/words/compiled/english.ts'
import { createWords, type Words } from '../../kit/words/words.ts'
import { overviewList } from './list.ts'
import { overviewRows } from './row.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const dayMs = 86_400_000
const inDays = (days: number) => new Date(now + days * dayMs + 1000).toISOString()
const words = createWords('en', englishMessages)
const say: Words['say'] = (id, values) => words.say(id, values)

const event = { at: '2026-06-01T00:00:00Z', by: 'Ada' }
const armed: RecoveryCodes = {
  made: event,
  drilled: event,
  used: null,
  expiresOn: new Date(now + 365 * dayMs).toISOString(),
  codesLeft: 2,
  repairUntil: null,
}
const none = { rows: [], total: 0 }
const healthy: DoctorFacts = {
  now: new Date(now).toISOString(),
  version: '0.0.0',
  newerMigrations: [],
  administrators: 2,
  oneCertificate: [],
  scimTokensFull: [],
  unusedKeys: none,
  rolesWithoutGroups: none,
  formatConflicts: none,
  foreignUsernames: none,
  notices: none,
  provisioning: none,
  auditLog: null,
  providers: none,
  setup: null,
  recoveryCodes: armed,
}
const all = <T>(...rows: T[]) => ({ rows, total: rows.length })
const rowsOf = (facts: Partial<DoctorFacts>) =>
  overviewRows({ findings: findingsOf({ ...healthy, ...facts }, say), failed: [], environments: [] }, say)

const expiring = (where: string, daysLeft: number, severity: 'urgent' | 'soon') => ({
  id: where,
  kind: 'certificate' as const,
  what: 'certificate1' as const,
  where,
  targetId: where,
  environmentId: null,
  expiresAt: inDays(daysLeft),
  daysLeft,
  step: 30 as const,
  severity,
  isReplaced: false,
  extendedUntil: null,
})
const off = { id: 'b', name: 'Off', primary: false, state: 'off' as const, formats: 1, what: null, from: null }
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
  const billing = { environmentId: 'p', environment: 'Production', applicationId: 'b', application: 'Billing' }
  const stalled = { ...billing, refusedKind: null, removals: 0 }
  const facts: DoctorFacts = {
    ...healthy,
    notices: all(expiring('a', 20, 'soon'), expiring('c', 5, 'urgent')),
    providers: all(off),
    provisioning: all(
      { ...stalled, reason: 'removals', failedAttempts: 0, removals: 40 },
      { ...stalled, environment: 'Test', environmentId: 't', reason: 'failing', failedAttempts: 7 },
      { ...stalled, applicationId: 'c', reason: 'unauthorized', failedAttempts: 1 },
    ),
    foreignUsernames: all({ id: 'person', username: 'ada@other.example', provider: 'Main', active: false }),
    auditLog: { state: 'refused', since: '2026-11-21T12:00:00Z' },
  }
  const rows = overviewRows(
    {
      findings: findingsOf(facts, say),
      failed: [signIn('K7QF-2M9X')],
      environments: [environment('p', 'PROD', true)],
    },
    say,
  )
  expect(rows.map(({ level, leadsTo, message }) => [level, leadsTo, message])).toEqual([
    ['urgent', 'c', 'Signing certificate 1: expires in 5 days.'],
    ['urgent', '', expect.stringMatching(/^The audit log is not as the server sealed it/)],
    [
      'urgent',
      'b',
      'Provisioning is paused: 40 people would be removed from the application. Check whether that is intended.',
    ],
    ['urgent', 'c', 'Provisioning is paused: the application rejected the token. Enter a new one.'],
    ['soon', 'a', 'Signing certificate 1: expires in 20 days.'],
    ['soon', 'b', 'Switched off. Usernames of 1 domain cannot sign in.'],
    ['soon', 'b', 'Provisioning does not work: the last 7 attempts failed.'],
    ['soon', 'person', expect.stringMatching(/^The username does not belong to Main/)],
    ['failed', 'K7QF-2M9X', 'The audience is wrong.'],
    ['place', 'p', 'Production environment, read-only'],
  ])
  expect(rows.flatMap(({ kind, name }) => (kind === 'provisioning' ? name : []))).toEqual([
    'Billing (Production)',
    'Billing (Production)',
    'Billing (Test)',
  ])
  expect(rows.find(({ kind }) => kind === 'audit-log')?.name).toBe('Whole company')
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
})

it('a draft that waits to be kept is listed after what is urgent, and leads to its provider', () => {
  const from = '2026-11-20T08:00:00Z'
  const draft = { ...off, id: 'd', name: 'Partners', state: 'draft' as const, from }
  const providers = { rows: [draft, off], total: 2 }
  expect(rowsOf({ providers }).map(({ level, name, leadsTo }) => [level, name, leadsTo])).toEqual([
    ['soon', 'Off', 'b'],
    ['later', 'Partners', 'd'],
  ])
})

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
  const found = rowsOf({ recoveryCodes: { ...armed, ...codes } })
  expect(found.map(({ level, kind, message, days, leadsTo }) => [level, kind, message, days, leadsTo])).toEqual(rows)
})

it('an open setup URL is urgent, and its opening is reported with its address, once', () => {
  const made = {
    madeAt: event.at,
    madeBy: 'operator root',
    expiresOn: '2026-11-22T10:00:00Z',
    openedAt: null,
    openedFrom: null,
  }
  const expiry = {
    ...expiring('', 0, 'urgent'),
    kind: 'setup-url',
    what: 'setupUrl',
    where: null,
    targetId: null,
  } as const
  expect(rowsOf({ setup: made, notices: all(expiry) })).toMatchObject([
    {
      level: 'urgent',
      kind: 'setup-url',
      message: expect.stringContaining('made by operator root is open until 2026-11-22 10:00 UTC'),
      days: 0,
      leadsTo: 'security-admin',
    },
  ])
  const [opened] = rowsOf({ setup: { ...made, openedAt: event.at, openedFrom: '192.0.2.7' } })
  expect(opened?.message).toContain('was opened from 192.0.2.7')
})

it('of a server that does not answer about setup URLs and codes, their expiry is shown', () => {
  const { setup: _, recoveryCodes: __, providers: ___, ...older } = healthy
  const notices = all(
    { ...expiring('', 1, 'urgent'), kind: 'setup-url', what: 'setupUrl', where: null, targetId: null } as const,
    { ...expiring('', 9, 'soon'), kind: 'recovery-codes', what: 'recoveryCodes', where: null, targetId: null } as const,
  )
  expect(findingsOf({ ...older, notices }, say).map(({ id }) => id)).toEqual(['setup-url', 'recovery-codes'])
})

it('the overview takes three calls, however many findings and environments there are', async () => {
  const called: string[] = []
  const providers = Array.from({ length: 20 }, (_, at) => ({ ...off, id: `idp-${at}`, name: `Provider ${at}` }))
  const replies: Record<string, unknown> = {
    getDoctorFacts: { ...healthy, providers: { rows: providers, total: 40 } },
    listSignIns: { signIns: [signIn('K7QF-2M9X')], next: null },
    listAdminEnvironments: { environments: Array.from({ length: 20 }, (_, at) => environment(`e${at}`, 'TEST')) },
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
  expect(called).toEqual(['getDoctorFacts', 'listSignIns', 'listAdminEnvironments'])
  expect(page).toMatchObject({ ok: true, value: { next: null } })
  expect(page.ok && page.value.rows).toHaveLength(20 + 1 + 1 + 20)
})
