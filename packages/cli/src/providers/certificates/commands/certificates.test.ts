import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import {
  madeCertificate,
  openIdProvider,
  openPortalServer,
  samlProvider,
  type PortalServer,
  type SignedInTerminal,
} from '../../../testing/portal-server.ts'

const dayMs = 86_400_000
const now = Date.now()
/** Half days, so that the time that a test takes cannot change the number of days. */
const certificate = (commonName: string, days: number) =>
  madeCertificate({
    commonName,
    notBefore: new Date(now - 400 * dayMs),
    notAfter: new Date(now + days * dayMs),
  })
const expired = certificate('expired', -1.5)
const alsoExpired = certificate('also expired', -2.5)
const expiring = certificate('expiring', 10.5)

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())

const open = async (one: string, two: string) => {
  const slots = { signingCertificate1: one, signingCertificate2: two }
  at = await server.open(robot, {
    identityProviders: [
      openIdProvider('Main', { primary: true }),
      samlProvider('Login', slots),
      samlProvider('Other', { signingCertificate1: robot.publicPem }),
    ],
  })
}
beforeEach(() => open(expired.pem, expiring.pem))
afterEach(() => at?.close())

const cert = (...argv: string[]) => at.run(['cert', ...argv])
const extend = (...argv: string[]) => cert('extend', '--idp', 'Login', '--reason', 'they are on holiday', ...argv)
const posts = () => at.received.filter(({ path }) => path.endsWith('extended-expiry'))

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

test('a table says how long ago each one was added, and when it last verified a sign-in', async () => {
  const { stdout } = await at.run(['cert', 'list'], { isTTY: true })
  expect(stdout).toMatch(/ADDED +LAST USED/)
  expect(stdout).toMatch(/Login +1 .*expired.* -1 +now +CN=expired/)
  const [row] = JSON.parse((await cert('list', '--json', 'addedAt')).stdout) as { addedAt: string }[]
  expect(Date.parse(row?.addedAt ?? '')).toBeGreaterThan(now - dayMs)
})

const { fingerprint } = expired

test.each([
  ['where it is the only one', ['-y']],
  [
    'by the beginning of its fingerprint, with colons',
    ['-y', '--fingerprint', `${fingerprint.slice(0, 2)}:${fingerprint.slice(2, 4)}`.toUpperCase()],
  ],
  ['by its fingerprint', ['-y', '--fingerprint', fingerprint]],
])('an expired certificate is extended %s, with the reason', async (_, argv) => {
  const { code, stdout, stderr } = await extend(...argv, '--json', 'state,extendedUntil')
  expect(code).toBe(0)
  const extended = JSON.parse(stdout) as { state: string; extendedUntil: string }
  expect(extended.state).toBe('extended')
  expect(Date.parse(extended.extendedUntil)).toBeGreaterThanOrEqual(now + 3 * dayMs)
  expect(JSON.parse(posts()[0]?.body ?? '')).toEqual({
    fingerprint,
    reason: 'they are on holiday',
  })
  expect(stderr).toContain('This works once')
})

test('the list of providers says that the first end has passed, or until when it is extended', async () => {
  const listed = async () => (await at.run(['idp', 'list', '--columns', 'name,expiresAt'], { isTTY: true })).stdout
  expect(await listed()).toMatch(/Login +1d ago/)
  await extend('-y')
  expect(await listed()).toMatch(/Login +in (?:2|3)d/)
})

test.each<[string, string[], number, string]>([
  ['without a terminal and without -y', [], 2, 'add -y'],
  ['of a fingerprint that is not there', ['-y', '--fingerprint', '0'.repeat(64)], 6, 'portico cert list --idp Login'],
  ['without a reason', ['-y', '--reason', ' '], 3, 'Say why'],
])('an extension %s changes nothing', async (_, argv, code, sentence) => {
  const result = await extend(...argv)
  expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(sentence)])
  expect(posts()).toEqual([])
})

test('two expired certificates have to be distinguished', async () => {
  await at.close()
  await open(expired.pem, alsoExpired.pem)
  const { code, stderr } = await extend('-y')
  expect(code).toBe(3)
  expect(stderr).toContain(`${alsoExpired.fingerprint} (slot 2)`)
  expect(posts()).toEqual([])
})

const requests = (end: string) => at.received.filter(({ path }) => path.endsWith(`/certificate/${end}`))

test('one of two certificates is retired by slot or fingerprint, after a question, and the other one is printed', async () => {
  const retire = (...argv: string[]) => cert('retire', '--idp', 'Login', ...argv)
  expect(await retire('-y')).toMatchObject({ code: 3, stderr: expect.stringContaining('--slot or --fingerprint') })
  expect(await retire('--slot', '1')).toMatchObject({ code: 2, stderr: expect.stringContaining('add -y') })
  expect(await retire('-y', '--slot', '3')).toMatchObject({ code: 6 })
  expect((await retire('--slot', '1', '--dry-run')).stdout).toContain('/configuration/certificate/retire')
  expect(requests('retire')).toEqual([])
  const { code, stdout } = await retire('-y', '--slot', '1', '--json', 'slot,fingerprint')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual([{ slot: 1, fingerprint: expiring.fingerprint }])
  expect(JSON.parse(requests('retire')[0]?.body ?? '')).toEqual({ fingerprint })
  const last = await retire('-y', '--fingerprint', expiring.fingerprint.slice(0, 12))
  expect(last).toMatchObject({ code: 7, stderr: expect.stringContaining('only signing certificate') })
})

test('a refresh says how the reading ended; without a metadata address it is refused', async () => {
  const refused = await cert('refresh', '--idp', 'Login')
  expect(refused).toMatchObject({ code: 7, stderr: expect.stringContaining('Enter the address') })
  await at.close()
  at = await server.open(robot, {
    identityProviders: [
      openIdProvider('Main', { primary: true }),
      samlProvider('Login', { signingCertificate1: expiring.pem, metadataUrl: 'https://127.0.0.1:9/metadata' }),
    ],
  })
  const { code, stdout, stderr } = await cert('refresh', '--idp', 'Login', '--json', 'slot,metadata')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual([{ slot: 1, metadata: expect.stringContaining('could not be read') }])
  expect(stderr).toContain('could not be read')
})
