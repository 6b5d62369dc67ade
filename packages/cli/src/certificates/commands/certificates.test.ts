import type { CertificateRow } from '@portico/core'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { makeKeyPair } from '../../testing/keys.ts'
import { addProvider, openSignedIn, type SignedIn } from '../../testing/signed-in.ts'

const base = {
  idp: 'idp-1',
  idpName: 'Login',
  subject: 'CN=idp',
  notBefore: '2025-01-01T00:00:00Z',
  extendedUntil: null,
}
const first = 'a'.repeat(64)
const second = `b${'a'.repeat(63)}`
const expired: CertificateRow = {
  ...base,
  slot: 1,
  fingerprint: first,
  notAfter: '2026-11-20T00:00:00Z',
  state: 'expired',
  lastUsedAt: null,
}
const valid: CertificateRow = {
  ...base,
  slot: 2,
  fingerprint: second,
  notAfter: '2026-12-01T12:00:00Z',
  state: 'expiring',
  lastUsedAt: null,
}

const robot = makeKeyPair()
let at: SignedIn
beforeEach(async () => {
  at = await openSignedIn(robot)
  addProvider(at.providers, 'Login')
  at.providers.certificates = [
    valid,
    expired,
    { ...valid, idp: 'idp-2', idpName: 'Other', notAfter: null, state: 'key' },
  ]
})
afterEach(() => at.close())

const cert = (...argv: string[]) => at.run(['cert', ...argv])
const extend = (...argv: string[]) => cert('extend', '--idp', 'Login', '--reason', 'they are on holiday', ...argv)
const posts = () => at.portal.received.filter(({ path }) => path.endsWith('extended-expiry'))

test('a list says how many days are left, what ends first before the others', async () => {
  const { stdout } = await cert('list', '--json', 'provider,state,daysLeft')
  expect(JSON.parse(stdout)).toEqual([
    { provider: 'Login', state: 'expired', daysLeft: -1 },
    { provider: 'Login', state: 'expiring', daysLeft: 10 },
    { provider: 'Other', state: 'key', daysLeft: null },
  ])
  expect(JSON.parse((await cert('list', '--idp', 'Login', '--json', 'slot')).stdout)).toEqual([
    { slot: 1 },
    { slot: 2 },
  ])
})

test.each([[['-y']], [['-y', '--fingerprint', 'AA:AA']], [['-y', '--fingerprint', first]]])(
  'an expired certificate is extended with %j, with the reason',
  async (argv) => {
    const { code, stdout, stderr } = await extend(...argv, '--json', 'state,extendedUntil')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ state: 'extended', extendedUntil: '2026-11-24T12:00:00.000Z' })
    expect(JSON.parse(posts()[0]?.body ?? '')).toEqual({ fingerprint: first, reason: 'they are on holiday' })
    expect(stderr).toContain('This works once')
  },
)

test.each<[string, string[], number, string]>([
  ['without a terminal and without -y', [], 2, 'add -y'],
  ['of a fingerprint that is not there', ['-y', '--fingerprint', 'cc'], 6, 'portico cert list --idp Login'],
  ['without a reason', ['-y', '--reason', ' '], 3, 'Say why'],
])('an extension %s changes nothing', async (_, argv, code, sentence) => {
  const result = await extend(...argv)
  expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(sentence)])
  expect(posts()).toEqual([])
})

test('two expired certificates have to be told apart', async () => {
  at.providers.certificates = [expired, { ...valid, state: 'expired' }]
  const { code, stderr } = await extend('-y')
  expect(code).toBe(3)
  expect(stderr).toContain(`${second} (slot 2)`)
  expect(posts()).toEqual([])
})
