import { afterAll, beforeAll, expect, it, test } from 'vitest'

import { silentLog } from '../database/testing/silent-log.ts'
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.ts'
import type { Deps } from './deps.ts'
import { createRateLimits, networkOf } from './rate-limit.ts'
import { rateLimitDefaults } from '../settings/rate-limits.ts'
import { createSharedCounts } from './shared-counts.ts'

let database: TestDatabase
const log = silentLog as unknown as Deps['log']
const limits = { ...rateLimitDefaults, lint: { attempts: 10, windowSecs: 60 } }

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const oneProcess = () => createRateLimits(Date, { limits, shared: createSharedCounts(database, log) })

test('processes count together: of 40 concurrent attempts at two of them, exactly the limit passes', async () => {
  const [one, other] = [oneProcess(), oneProcess()]
  // The first statement opens a connection, which can take longer than a request waits for the shared count.
  await Promise.all([one.take('lint', 'first'), other.take('lint', 'first')])
  const waits = await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? one : other).take('lint', 'both')))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
  for (const wait of waits) expect(wait).toBeLessThanOrEqual(60)
  expect(await oneProcess().take('lint', 'both')).toBeGreaterThan(0)
  expect(await oneProcess().take('lint', 'another')).toBe(0)
})

test('concurrent attempts cost one statement, and a key over its limit none', async () => {
  let asked = 0
  const shared = createSharedCounts(database, log)
  const counting = { count: (of: Parameters<typeof shared.count>[0]) => ((asked += 1), shared.count(of)) }
  const process = createRateLimits(Date, { limits, shared: counting })
  await Promise.all(Array.from({ length: 100 }, () => process.take('lint', 'flood')))
  expect(asked).toBe(10)
})

test('while the database does not answer, the limit applies within the process', async () => {
  const process = createRateLimits(Date, { limits, shared: { count: async () => undefined } })
  const waits = await Promise.all(Array.from({ length: 15 }, () => process.take('lint', 'alone')))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
})

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::FFFF:c000:0207', '192.0.2.7'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))
