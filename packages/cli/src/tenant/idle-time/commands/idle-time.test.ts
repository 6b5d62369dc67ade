import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import { openPortalServer, type PortalServer, type SignedInTerminal } from '../../../testing/portal-server.ts'

const robot = keyPair(0)
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

const idleTime = (...argv: string[]) => at.run(['idle-time', ...argv])
const changes = () => at.received.filter(({ method, path }) => method === 'PUT' && path.includes('idletime'))

test('the idle time is shown and set, with the version that was read', async () => {
  expect(JSON.parse((await idleTime('get', '--json')).stdout)).toEqual({ idletime: '00:30', readonly: false })
  const { code, stderr } = await idleTime('set', '01:00')
  expect([code, stderr]).toEqual([0, expect.stringContaining('It also applies to running sessions.')])
  expect((await idleTime('get', '--jq', '.idletime')).stdout).toBe('01:00\n')
  expect(changes()[0]?.headers['if-match']).toMatch(/^"[\w-]+"$/)
})

test.each([
  ['00:30', 'Current time and new time cannot be the same.'],
  ['00:04', 'Time must be between 5 minutes and 24 hours.'],
  ['24:01', 'Time must be between 5 minutes and 24 hours.'],
  ['9:30', 'Time must be set as hh:mm.'],
])('%s is not sent, and ends with 3: %s', async (time, sentence) => {
  const { code, stderr } = await idleTime('set', time)
  expect([code, stderr]).toEqual([3, expect.stringContaining(sentence)])
  expect(changes()).toEqual([])
})

test('a dry run shows the change and sends nothing', async () => {
  const { stdout } = await idleTime('set', '02:00', '--dry-run')
  expect(stdout).toContain('/portal/admin/settings/idletime')
  expect(stdout).toContain('02:00')
  expect(changes()).toEqual([])
})
