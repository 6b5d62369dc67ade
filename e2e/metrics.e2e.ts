import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import { freePort } from './support/free-port.ts'
import { builtInstallation } from './support/installation.ts'
import { failSignIn, readMetrics, shapesOf } from './support/metrics.ts'
import { startServer } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const installation = builtInstallation()
const folder = temporaryFolder()
afterAll(() => folder.remove())

async function started(name: string, env: Record<string, string>) {
  const server = await startServer(installation, {
    dataDir: join(folder.path, name),
    args: ['start', '--port', '0'],
    env,
  })
  onTestFinished(async () => void (await server.stop()))
  return server
}

test('/metrics on a separate port counts requests by route and status, tokens, sign-ins, the pool and the event loop', async () => {
  const port = await freePort('127.0.0.1')
  const server = await started('port', { PORTICO_METRICS_PORT: String(port) })
  await fetch(`${server.url}/healthz`)
  await fetch(`${server.url}/api/portal/cloudsession`)
  await fetch(`${server.url}/api/no-such-call-${'x'.repeat(50)}`)
  await fetch(`${server.url}/oauth2/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'x' }) })
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text = await answer.text()
  const manifest = readFileSync(join(installation.root, 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  expect(server.output()).toContain(`"version":"${version}"`)
  for (const line of [
    'portico_http_requests_total{method="GET",route="/healthz",status="200"} 1',
    'portico_http_requests_total{method="GET",route="/api/portal/cloudsession",status="401"} 1',
    'portico_http_requests_total{method="GET",route="unmatched",status="404"} 1',
    'portico_http_request_duration_seconds_count{method="GET",route="/healthz"} 1',
    'portico_tokens_total{outcome="refused"} 1',
    `portico_build_info{version="${version}"} 1`,
    'portico_sign_ins_total{outcome="succeeded"} 0',
    'portico_database_connections{state="max"} 10',
    'portico_ready 1',
    'portico_scim_requests_total{outcome="failed"} 0',
    'portico_audit_unsealed_oldest_seconds 0',
    'portico_webhook_backlog{state="retrying"} 0',
  ])
    expect(text.split('\n')).toContain(line)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(text).not.toMatch(/no-such-call/)
  // The portal's page, which every unknown path leads to.
  expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('portico_http_requests_total')
})

const wordsIn = (text: string) => (text.match(/\w+/g) ?? []).toSorted().join(' ')

test('the guide has every metric with its labels, and every job, and no others', async () => {
  const server = await started('guide', { PORTICO_METRICS_TOKEN: 'correct-horse-battery', PORTICO_AUDIT_LOG: '1' })
  await failSignIn(server.url)
  const text = await readMetrics(server.url, 'correct-horse-battery')
  const guide = readFileSync(join(installation.root, 'docs', 'guides', 'operating.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| `(portico_\w+)` \| ([^|]*)\|/gm)]
  const documented = rows.map(([, name, labels = '']) => `${name} ${wordsIn(labels)}`)
  const served = [...shapesOf(text)].map(([name, labels]) => `${name} ${wordsIn([...labels].join(' '))}`)
  // Counted a minute after the start.
  const later = 'portico_expiring_credentials within_days'
  expect(served.filter((one) => one.startsWith('portico_')).toSorted()).toEqual(
    documented.filter((one) => one !== later).toSorted(),
  )
  const [, jobs = ''] = /^The jobs are [^:]*: ([\s\S]*?)\.\n\n/m.exec(guide) ?? []
  const named = [...jobs.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name)
  const running = [...text.matchAll(/_interval_seconds\{work="([\w-]+)"\}/g)].map(([, name = '']) => name)
  expect(running.toSorted()).toEqual(named.toSorted())
})

test('/metrics on the server itself needs the token', async () => {
  const server = await started('token', { PORTICO_METRICS_TOKEN: 'correct-horse-battery' })
  const statusWith = async (authorization?: string) =>
    (await fetch(`${server.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } })).status
  expect([await statusWith(), await statusWith('Bearer wrong-horse-battery')]).toEqual([401, 401])
  expect(await statusWith('Bearer correct-horse-battery')).toBe(200)
})
