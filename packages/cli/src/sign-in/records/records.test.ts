import type { SignInRecord } from '@portico/core'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { makeKeyPair } from '../../testing/keys.ts'
import { addProvider, openSignedIn, type SignedIn } from '../../testing/signed-in.ts'

const record = (at: number, outcome: SignInRecord['outcome'], username: string): SignInRecord => ({
  code: `K7QF-${String(at).padStart(4, '0')}`,
  at: '2026-11-21T11:00:00Z',
  purpose: 'login',
  outcome,
  username,
  provider: { id: 'idp-1', name: 'Login', type: 'OIDC' },
  failure: outcome === 'failed' ? 'The token is for another party.' : null,
  errorID: outcome === 'failed' ? 'IDP_ERROR' : null,
  finishedAt: null,
  address: '192.0.2.1',
  requestID: 'request-9',
  user: null,
  checks: [
    {
      check: 'request',
      title: 'Begun here',
      outcome: 'passed',
      finding: null,
      message: null,
      todo: null,
      evidence: {},
    },
    {
      check: 'id-token-claims',
      title: 'Claims of the ID token',
      outcome: 'failed',
      finding: 'audience-wrong',
      message: 'The token is for another party.\u001b[2J',
      todo: 'Enter the client ID that the provider shows, character by character.',
      evidence: { expected: 'portico', found: 'other' },
    },
  ],
})

const robot = makeKeyPair()
let at: SignedIn
beforeEach(async () => {
  at = await openSignedIn(robot)
  addProvider(at.providers, 'Login')
  at.providers.signIns = Array.from({ length: 230 }, (_, index) =>
    record(index, index % 2 === 0 ? 'failed' : 'signed-in', index < 4 ? 'ada@acme.example' : 'bob@acme.example'),
  )
})
afterEach(() => at.close())

const list = async (...argv: string[]) => {
  const { stdout } = await at.run(['sign-in', 'list', '--json', 'code,outcome', ...argv])
  return JSON.parse(stdout) as { code: string; outcome: string }[]
}
const calls = () => at.portal.received.filter(({ path }) => path.endsWith('/sign-ins'))

test.each([
  ['50 where no limit is given', [], 50, 1],
  ['as many as the limit says, page by page', ['--limit', '220'], 220, 3],
  ['all there are', ['--limit', '1000'], 230, 3],
  ['failed ones alone', ['--failed', '--limit', '200'], 115, 2],
  ['those of a username', ['--user', 'ada'], 4, 1],
])('a list has %s', async (_, argv, count, pages) => {
  const rows = await list(...argv)
  expect([rows.length, calls().length]).toEqual([count, pages])
  if (argv.includes('--failed')) expect(rows.every(({ outcome }) => outcome === 'failed')).toBe(true)
})

test('a list at one provider asks by its id', async () => {
  await list('--idp', 'login')
  expect(calls()[0]?.query.get('idp')).toBe('idp-1')
  expect((await at.run(['sign-in', 'list', '--limit', '0'])).code).toBe(64)
})

test('a sign-in is shown with each check, what was found and what to do; nothing in it moves the cursor', async () => {
  const options = { isTTY: true, env: { NO_COLOR: '1' } }
  const { code, stdout } = await at.run(['sign-in', 'show', 'k7qf0002'], options)
  expect(code).toBe(0)
  expect(stdout).toContain('ok       Begun here\n')
  expect(stdout).toContain(
    [
      'FAILED   Claims of the ID token',
      '         The token is for another party.\\u001b[2J',
      '         expected: portico',
      '         found: other',
      '         What to do: Enter the client ID that the provider shows, character by',
      '         character.\n',
    ].join('\n'),
  )
})

test('a sign-in in a pipe says what failed and what to do', async () => {
  const { stdout } = await at.run(['sign-in', 'show', 'K7QF-0002'])
  expect(stdout.split('\t')).toEqual(
    expect.arrayContaining([
      'The token is for another party.',
      'IDP_ERROR',
      'Enter the client ID that the provider shows, character by character.',
    ]),
  )
})

test('a sign-in as JSON has its complete checks; an unknown code is exit 6', async () => {
  const { stdout } = await at.run(['sign-in', 'show', 'K7QF-0002', '--json', 'code,checks'])
  expect(JSON.parse(stdout)).toMatchObject({
    code: 'K7QF-0002',
    checks: [{ outcome: 'passed' }, { evidence: { found: 'other' } }],
  })
  expect((await at.run(['sign-in', 'show', 'nothing'])).code).toBe(6)
})
