import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { makeKeyPair } from '../../../testing/keys.ts'
import { openPortalServer, type PortalServer, type SignedInTerminal } from '../../../testing/portal-server.ts'

const robot = makeKeyPair()
let server: PortalServer
let at: SignedInTerminal

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(robot)
})
afterEach(() => at?.close())

const changes = () => at.received.filter(({ method, path }) => method !== 'GET' && path.includes('/portal/'))

test('an announcement and a contact are set, shown, and taken away, each without the other', async () => {
  expect((await at.run(['announce', 'Closed on Sunday.', '--until', '2027-01-31T18:00:00Z'])).code).toBe(0)
  expect((await at.run(['announce', '--contact', 'the service desk'])).code).toBe(0)
  const shown = 'announcement\tClosed on Sunday.\nuntil\t2027-01-31T18:00:00.000Z\naccessContact\tthe service desk\n'
  expect((await at.run(['announce'])).stdout).toBe(shown)
  await at.run(['announce', '--off'])
  expect((await at.run(['announce'])).stdout).toBe('announcement\t\nuntil\t\naccessContact\tthe service desk\n')
  await at.run(['announce', '--no-contact'])
  expect((await at.run(['announce'])).stdout).toBe('announcement\t\nuntil\t\naccessContact\t\n')
})

test('it is saved with the version that was read, and what is stored already is not sent', async () => {
  expect((await at.run(['announce', 'Closed'])).code).toBe(0)
  expect(changes()[0]?.headers['if-match']).toMatch(/^"[\w-]+"$/)
  expect((await at.run(['announce', ' Closed '])).stderr).toContain('Nothing differs from what is saved.')
  expect((await at.run(['announce', 'Closed', '--dry-run'])).stdout).toContain('Nothing would change.')
  expect(changes()).toHaveLength(1)
})

test('a text that is too long names its field, and is not sent', async () => {
  const { code, stderr } = await at.run(['announce', 'x'.repeat(501)])
  expect([code, stderr]).toEqual([3, expect.stringContaining('Announcement')])
  expect(changes()).toEqual([])
})

test.each([
  [['announce', '--until', '2027-01-31T18:00:00Z'], 64],
  [['announce', 'text', '--off'], 64],
  [['announce', 'text', '--until', 'tomorrow'], 3],
  [['app', 'access-text', 'Billing'], 64],
  [['app', 'icon', 'set', 'Billing'], 64],
  [['app', 'icon', 'turn', 'Billing', '--url', 'https://example.com/'], 64],
  [['app', 'icon', 'set', 'Billing', '--file', '/none/such.png'], 3],
])('%j changes nothing and ends with %i', async (argv, code) => {
  expect((await at.run(argv)).code).toBe(code)
  expect(changes()).toEqual([])
})

test('a dry run says what would be sent, and sends nothing', async () => {
  const icon = await at.run(['app', 'icon', 'set', at.billing.urn, '--url', 'https://example.com/b.png', '--dry-run'])
  expect(icon.stdout).toContain('/icon/link')
  const text = await at.run(['app', 'access-text', at.billing.urn, 'Ask finance.', '--dry-run'])
  expect(text.stdout).toContain('"Ask finance."')
  expect((await at.run(['announce', 'Closed', '--dry-run'])).stdout).toContain('announcement: (none) -> "Closed"')
  expect(changes()).toEqual([])
})

test('an access text is set and taken away', async () => {
  expect((await at.run(['app', 'access-text', at.billing.urn, 'Ask finance.'])).stderr).toContain('how to ask for it')
  expect((await at.run(['app', 'access-text', at.billing.urn, '--off'])).code).toBe(0)
  expect(changes().map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ text: 'Ask finance.' }, { text: null }])
})
