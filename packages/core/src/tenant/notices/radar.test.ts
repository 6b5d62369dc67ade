import { expect, it } from 'vitest'

import { englishMessages } from '../../kit/words/compiled/english.ts'
import { createWords } from '../../kit/words/words.ts'
import { noticesOf, type Expiries } from './radar.ts'
import { noticeSentence } from './sentence.ts'
import { noticePath } from './target.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const at = (days: number) => new Date(now + days * 86_400_000 + 1000).toISOString()
const words = createWords('en', englishMessages)
const nothing: Expiries = { providers: [], keys: [], clients: [], scimTokens: [], setupUrl: null, recoveryCodes: null }

const certificate = (slot: 1 | 2, days: number, extendedUntil: string | null = null) => ({
  slot,
  subject: null,
  fingerprint: `${slot}`.repeat(64),
  lastUsedAt: null,
  notBefore: null,
  notAfter: at(days),
  extendedUntil,
})
const provider = (...certificates: ReturnType<typeof certificate>[]) => ({
  id: 'idp',
  name: 'Partners',
  enabled: true,
  config: {},
  certificates,
})
const key = (days: number) => ({
  accountId: 'a',
  environmentId: 'e',
  name: 'Robot',
  slot: 1 as const,
  notAfter: at(days),
})
const shown = (expiries: Partial<Expiries>) =>
  noticesOf({ ...nothing, ...expiries }, now).map(
    (notice) =>
      `${notice.severity} ${notice.step} ${notice.where ?? '-'}: ${noticeSentence(notice, (id, values) => words.say(id, values))}`,
  )

it.each([
  [61, []],
  [60, ['later 60 Partners: Signing certificate 1: expires in 60 days.']],
  [31, ['later 60 Partners: Signing certificate 1: expires in 31 days.']],
  [30, ['soon 30 Partners: Signing certificate 1: expires in 30 days.']],
  [7, ['urgent 7 Partners: Signing certificate 1: expires in 7 days.']],
  [0, ['urgent 7 Partners: Signing certificate 1: expires within a day.']],
  [-0.5, ['urgent 0 Partners: Signing certificate 1: expired today.']],
  [-3.5, ['urgent 0 Partners: Signing certificate 1: expired 3 days ago.']],
])('a certificate with %d days left', (days, notices) => {
  expect(shown({ providers: [provider(certificate(1, days))] })).toEqual(notices)
})

it('everything that expires is there, the most urgent first', () => {
  expect(
    shown({
      providers: [
        provider(certificate(1, 40)),
        { ...provider(), name: 'Azure', config: { applicationSecretEndsOn: '2026-12-01' } },
        { ...provider(certificate(1, 2)), enabled: false },
      ],
      keys: [key(5)],
      setupUrl: at(2),
      recoveryCodes: at(-1.5),
    }),
  ).toEqual([
    'urgent 0 -: Recovery codes: expired 1 day ago.',
    'urgent 7 -: Setup URL: expires in 2 days.',
    'urgent 7 Robot: Certificate of key 1: expires in 5 days.',
    'soon 30 Azure: Application secret: expires in 9 days.',
    'later 60 Partners: Signing certificate 1: expires in 40 days.',
  ])
})

it('one that another one replaces is not urgent', () => {
  expect(shown({ providers: [provider(certificate(1, 3), certificate(2, 300))] })).toEqual([
    'later 7 Partners: Signing certificate 1: expires in 3 days. Another one is valid for longer.',
  ])
})

it('one that was extended says until when it is accepted', () => {
  expect(shown({ providers: [provider(certificate(1, -2, at(1)))] })).toEqual([
    'urgent 0 Partners: Signing certificate 1: expired, accepted until 2026-11-22.',
  ])
})

const token = (id: string, days: number) => ({
  id,
  providerId: 'idp',
  provider: 'Partners',
  name: `Entra ${id}`,
  expiresAt: at(days),
})

it.each([
  [31, []],
  [30, ['soon 30 Partners: SCIM token Entra a: expires in 30 days.']],
  [15, ['soon 30 Partners: SCIM token Entra a: expires in 15 days.']],
  [14, ['soon 14 Partners: SCIM token Entra a: expires in 14 days.']],
  [7, ['urgent 7 Partners: SCIM token Entra a: expires in 7 days.']],
  [2, ['urgent 7 Partners: SCIM token Entra a: expires in 2 days.']],
  [1, ['urgent 1 Partners: SCIM token Entra a: expires in 1 day.']],
  [0, ['urgent 1 Partners: SCIM token Entra a: expires within a day.']],
  [-0.5, ['urgent 0 Partners: SCIM token Entra a: expired today.']],
])('a SCIM token with %d days left', (days, notices) => {
  expect(shown({ scimTokens: [token('a', days)] })).toEqual(notices)
})

it.each([
  ['recovery-codes', 'recovery-codes'],
  ['setup-url', 'portal-roles'],
] as const)('a notice about %s leads to the section %s of the Security tab', (kind, section) => {
  const notice = { kind, targetId: null, environmentId: null } as Parameters<typeof noticePath>[0]
  expect(noticePath(notice)).toBe(`/portal/admin/global-settings/security-settings/${section}`)
})

it('two SCIM tokens of a provider that expire together are two notices, which lead to its SCIM tab', () => {
  const notices = noticesOf({ ...nothing, scimTokens: [token('a', 5), token('b', 5)] }, now)
  expect(new Set(notices.map(({ id }) => id)).size).toBe(2)
  expect(notices.map(noticePath)).toEqual(Array(2).fill('/portal/admin/global-settings/identity-providers/idp/scim'))
})
