import { join } from 'node:path'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { startServer } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const installation = builtInstallation()
const folder = temporaryFolder()
afterAll(() => folder.remove())

test('two server processes share one rate limit, set by the operator, and others are not locked out', async () => {
  const env = { PORTICO_RATE_LIMIT_LOGIN_USERNAME: '6/3600', PORTICO_TRUSTED_PROXIES: '1' }
  const options = { dataDir: join(folder.path, 'data'), args: ['start', '--port', '0'], env }
  const servers = [await startServer(installation, options), await startServer(installation, options)]
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))))
  const signIn = (n: number, username: string, address: string) =>
    fetch(`${servers[n % 2]?.url}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify({ username }),
    })
  const statuses: number[] = []
  for (let n = 0; n < 12; n += 1) statuses.push((await signIn(n, 'ada@acme.example', '192.0.2.1')).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429, 429, 429, 429])
  const refused = await signIn(0, 'ada@acme.example', '192.0.2.1')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
  for (const n of [0, 1]) expect((await signIn(n, 'ada@acme.example', '192.0.2.2')).status).toBe(200)
})
