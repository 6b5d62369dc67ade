import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import {
  openIdProvider,
  openPortalServer,
  type PortalServer,
  type RecordedAttempt,
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
  at = await server.open(robot, { identityProviders: [openIdProvider('Login', { primary: true })] })
  await at.tenant.addSignIns(
    Array.from({ length: 230 }, (_, index) =>
      record(index, index % 2 === 0 ? 'failed' : 'signed-in', index < 4 ? 'ada@acme.example' : 'bob@acme.example'),
    ),
  )
})
afterEach(() => at?.close())

const idOf = (name: string) => at.tenant.identityProviderIds.get(name) ?? ''
/** A code of characters that codes may contain. */
const codeOf = (index: number) =>
  `K7QF-${[...String(index).padStart(4, '0')].map((n) => 'BCDFGHJKMN'[Number(n)]).join('')}`

const record = (index: number, outcome: RecordedAttempt['outcome'], username: string): RecordedAttempt => ({
  code: codeOf(index),
  outcome,
  username,
  providerId: idOf('Login'),
  checks: [
    { check: 'request', outcome: 'passed', evidence: {} },
    {
      check: 'id-token-claims',
      outcome: 'failed',
      finding: 'audience-wrong',
      evidence: { expected: 'portico', found: 'other\u001b[2J' },
    },
  ],
})

const list = async (...argv: string[]) => {
  const { stdout } = await at.run(['sign-in', 'list', '--json', 'code,outcome', ...argv])
  return JSON.parse(stdout) as { code: string; outcome: string }[]
}
const calls = () => at.received.filter(({ path }) => path.endsWith('/sign-ins'))

test.each([
  ['50 where no limit is given', [], 50, 1],
  ['as many as the limit says, page by page', ['--limit', '220'], 220, 3],
  ['all there are', ['--limit', '1000'], 230, 3],
  ['only failed ones', ['--failed', '--limit', '200'], 115, 2],
  ['those of a username', ['--user', 'ada'], 4, 1],
])('a list has %s', async (_, argv, count, pages) => {
  const rows = await list(...argv)
  expect([rows.length, calls().length]).toEqual([count, pages])
  if (argv.includes('--failed')) expect(rows.every(({ outcome }) => outcome === 'failed')).toBe(true)
})

test('a list of a period has the sign-ins that began in it, and asks for no others', async () => {
  // One began each second, the last one now.
  const began = (secondsAgo: number) => new Date(at.terminal.now - secondsAgo * 1000).toISOString()
  const codes = async (...argv: string[]) => (await list(...argv)).map(({ code }) => code)
  expect(await codes('--since', began(2))).toEqual([0, 1, 2].map(codeOf))
  expect(await codes('--since', began(4), '--until', began(2))).toEqual([3, 4].map(codeOf))
  expect(await codes('--since', '1m', '--failed', '--limit', '200')).toHaveLength(31)
  expect(calls().every(({ query }) => query.has('since'))).toBe(true)
  const wrong = await at.run(['sign-in', 'list', '--since', 'yesterday'])
  expect([wrong.code, wrong.stderr]).toEqual([64, expect.stringContaining('--since is a time such as 24h')])
})

test('a list at one provider asks by its id', async () => {
  await list('--idp', 'login')
  expect(calls()[0]?.query.get('idp')).toBe(idOf('Login'))
  expect((await at.run(['sign-in', 'list', '--limit', '0'])).code).toBe(64)
})

test('a sign-in is shown with each check, what was found and what to do; nothing in it moves the cursor', async () => {
  const options = { isTTY: true, env: { NO_COLOR: '1' } }
  const { code, stdout } = await at.run(['sign-in', 'show', codeOf(2).toLowerCase().replace('-', '')], options)
  expect(code).toBe(0)
  expect(stdout).toContain('ok       Request from here\n')
  expect(stdout).toContain(
    [
      'FAILED   Contents of the token',
      '         The token is meant for “other\\u001b[2J”, but we are “portico”.',
      '         found: other\\u001b[2J',
      '         expected: portico',
      '         What to do: Compare “Client ID”, or “Application ID”, with the client',
      '         registered at the provider.\n',
    ].join('\n'),
  )
})

test('a sign-in in a pipe says what failed and what to do', async () => {
  const { stdout } = await at.run(['sign-in', 'show', codeOf(2)])
  expect(stdout.split('\t')).toEqual(
    expect.arrayContaining([
      'The token is meant for “other\\u001b[2J”, but we are “portico”.',
      'IDP_ERROR',
      'Compare “Client ID”, or “Application ID”, with the client registered at the provider.',
    ]),
  )
})

test('a sign-in as JSON has its complete checks; an unknown code is exit 6', async () => {
  const { stdout } = await at.run(['sign-in', 'show', codeOf(2), '--json', 'code,checks'])
  expect(JSON.parse(stdout)).toMatchObject({
    code: codeOf(2),
    checks: [{ outcome: 'passed' }, { evidence: { found: 'other\u001b[2J' } }],
  })
  expect((await at.run(['sign-in', 'show', 'nothing'])).code).toBe(6)
})
