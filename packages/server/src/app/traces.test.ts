import { Writable } from 'node:stream'

import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { startBackgroundWork } from '../kit/background-work.ts'
import { globalQuery } from '../kit/database/tenant-scope.ts'
import type { TracingSettings } from '../kit/settings/settings.ts'
import { createTracing } from '../kit/trace-export/create.ts'
import { currentSpan, tracedWork, withTracer } from '../kit/tracing/spans.ts'
import type { ImportedTenant } from '../operator/tenant-import/import.ts'
import { createBrowser } from '../testing/browser.ts'
import { startScriptedProvider, type ScriptedProvider } from '../testing/scripted-provider.ts'
import { comeBack, landing, postLogin, providerEntry, tenantWith, whoIs } from '../testing/sign-in-run.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { startCollector, type Collector, type ReceivedSpan } from '../testing/trace-collector.ts'
import { serve } from './serve.ts'

let server: TestServer
let collector: Collector
let provider: ScriptedProvider
let tenant: ImportedTenant
let lines: Record<string, unknown>[] = []

const memory = new Writable({
  write(line: Buffer, _, done) {
    lines.push(JSON.parse(line.toString()) as Record<string, unknown>)
    done()
  },
})

beforeAll(async () => {
  server = await createTestServer({}, { log: pino({ base: null }, memory) })
  provider = await startScriptedProvider()
  tenant = await server.importTenant(
    tenantWith('traced', [providerEntry(provider.issuer, { suffixes: ['traced.example'] })]),
  )
})
beforeEach(async () => {
  collector = await startCollector()
  lines = []
  return () => collector.close()
})
afterAll(async () => {
  await provider?.stop()
  await server?.close()
})

/** The server with traces, on a socket; `sent`: everything that the collector has when the last span was flushed. */
async function traced(change: Partial<TracingSettings> = {}) {
  const settings: TracingSettings = {
    endpoint: collector.endpoint,
    headers: {},
    resource: { 'service.name': 'portico' },
    sampler: 'parentbased_always_on',
    ratio: 1,
    trustsCallers: false,
    ...change,
  }
  const { log } = server.deps
  const tracing = createTracing(settings, { log, version: '1.2.3', outgoingProxy: undefined })
  const { tokenEndpoint } = server
  const running = await withTracer(tracing.tracer, () =>
    serve(server.deps, { host: '127.0.0.1', port: 0, tokenEndpoint, pages: new Map() }),
  )
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${running.port}${path}`, init)
  let isStopped = false
  const sent = async (): Promise<ReceivedSpan[]> => {
    isStopped = true
    await running.stop()
    await tracing.stop()
    return collector.spans
  }
  onTestFinished(async () => void (isStopped || (await sent())))
  const { baseUrl } = server.deps.settings
  const toSocket = (request: Request) =>
    fetch(new Request(request.url.replace(baseUrl, `http://127.0.0.1:${running.port}`), request))
  return { ask, sent, tracer: tracing.tracer, browser: () => createBrowser({ fetch: toSocket }, baseUrl) }
}

const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name)
const childrenOf = (spans: readonly ReceivedSpan[], { spanId }: ReceivedSpan) =>
  spans.filter(({ parentId }) => parentId === spanId)
const lineOf = (path: string) => lines.find((line) => line['msg'] === 'request' && line['path'] === path)
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const callerSpan = '00f067aa0ba902b7'

test('a request is a span named by its route, with its statements in it, and its line in the log has the trace', async () => {
  const { ask, sent } = await traced()
  const id = tenant.identityProviderIds.values().next().value
  const headers = { 'x-request-id': 'request-one' }
  await ask(`/api/login/idps/${id}/initiate?login_hint=ada@traced.example`, { headers, redirect: 'manual' })
  const spans = await sent()
  const [request] = named(spans, 'GET /api/login/idps/{idpId}/initiate')
  expect(request).toMatchObject({
    kind: 2,
    parentId: '',
    isFailed: false,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/login/idps/{idpId}/initiate',
      'http.response.status_code': 303,
      'portico.request_id': 'request-one',
    },
  })
  expect(lineOf(`/api/login/idps/${id}/initiate`)).toMatchObject({
    requestId: 'request-one',
    traceId: request?.traceId,
  })
  const statements = childrenOf(spans, request as ReceivedSpan).filter(({ attributes }) => attributes['db.system.name'])
  expect(statements.map(({ name }) => name)).toContain('select identity_providers')
  for (const { attributes, kind } of statements) {
    expect(kind).toBe(3)
    expect(attributes['db.system.name']).toBe('postgresql')
  }
  expect(statements.some(({ attributes }) => String(attributes['portico.db.statements']).startsWith('p_'))).toBe(true)
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'portico', 'service.version': '1.2.3' })
})

test('an OAuth request, a page and an unknown path are named too, and health checks and files have no span', async () => {
  const { ask, sent } = await traced()
  await ask('/oauth2/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'x' }) })
  await ask('/portal/admin/people/0190')
  await ask('/api/no-such-call')
  for (const path of ['/healthz', '/readyz', '/assets/a.js', '/metrics']) await ask(path)
  const requests = (await sent()).filter(({ kind }) => kind === 2)
  expect(requests.map(({ name }) => name)).toEqual(['POST /oauth2/token', 'GET page', 'GET'])
  expect(lineOf('/oauth2/token')).toMatchObject({ traceId: requests[0]?.traceId })
})

test('a sign-in has a span for each check and each call to the provider, which gets the traceparent', async () => {
  const { browser, sent } = await traced()
  provider.plays({ person: { sub: 'ada', preferred_username: 'ada@traced.example', name: 'Ada Byron' } })
  const one = browser()
  const { redirectUrl } = await postLogin(one, 'ada@traced.example')
  const answer = await comeBack(one, redirectUrl ?? '', provider.authorize(redirectUrl ?? ''))
  expect(landing(answer).error).toBeNull()
  expect((await whoIs(one))?.username).toBe('ada@traced.example')
  const spans = await sent()
  const [callback] = named(spans, 'GET /api/login/idps/{idpId}/oidc/callback')
  const parts = childrenOf(spans, callback as ReceivedSpan)
  const checks = parts.filter(({ name }) => name.startsWith('sign-in '))
  const names = checks.map(({ attributes }) => attributes['portico.sign_in.check'])
  expect(names).toEqual(
    expect.arrayContaining(['request', 'browser', 'discovery', 'token-endpoint', 'id-token-signature', 'user']),
  )
  expect(checks.map(({ name }) => name)).toEqual(names.map((name) => `sign-in ${String(name)}`))
  const calls = parts.filter(({ attributes }) => 'server.address' in attributes)
  const { hostname, port } = new URL(provider.issuer)
  expect(calls.length).toBeGreaterThan(0)
  for (const { attributes, name } of calls) {
    expect(['GET', 'POST']).toContain(name)
    expect(attributes).toMatchObject({
      'server.address': hostname,
      'server.port': Number(port),
      'http.response.status_code': 200,
    })
  }
  const token = calls.find(({ name }) => name === 'POST')
  expect(provider.seen.findLast(({ endpoint }) => endpoint === 'token')?.traceparent).toBe(
    `00-${token?.traceId}-${token?.spanId}-01`,
  )
})

test('a refused check is a failed span with its finding, and without what was found', async () => {
  const { browser, sent } = await traced()
  provider.plays({ person: { sub: 'eve', preferred_username: 'eve@elsewhere.example' } })
  const one = browser()
  const { redirectUrl } = await postLogin(one, 'eve@traced.example')
  const answer = await comeBack(one, redirectUrl ?? '', provider.authorize(redirectUrl ?? ''))
  expect(landing(answer).error).not.toBeNull()
  const failed = (await sent()).filter(({ name, isFailed }) => isFailed && name.startsWith('sign-in '))
  expect(failed).toMatchObject([{ attributes: { 'portico.sign_in.outcome': 'failed' } }])
  expect(Object.keys(failed[0]?.attributes ?? {}).toSorted()).toEqual([
    'error.type',
    'portico.sign_in.check',
    'portico.sign_in.finding',
    'portico.sign_in.outcome',
  ])
})

test("a caller's trace is a link, whatever its flag, and decides nothing", async () => {
  const { ask, sent } = await traced({ sampler: 'parentbased_always_off' })
  await ask('/api/portal/cloudsession', { headers: { traceparent: `00-${traceId}-${callerSpan}-01` } })
  expect(await sent()).toEqual([])
  const other = await traced()
  for (const flag of ['00', '01'])
    await other.ask('/api/portal/cloudsession', { headers: { traceparent: `00-${traceId}-${callerSpan}-${flag}` } })
  const requests = (await other.sent()).filter(({ kind }) => kind === 2)
  expect(requests.map(({ links }) => links)).toEqual([[traceId], [traceId]])
  expect(new Set([traceId, ...requests.map((span) => span.traceId)]).size).toBe(3)
})

test('a trusted caller continues its trace, and its flag decides', async () => {
  const { ask, sent } = await traced({ sampler: 'parentbased_always_off', trustsCallers: true })
  for (const flag of ['00', '01'])
    await ask('/api/portal/cloudsession', { headers: { traceparent: `00-${traceId}-${callerSpan}-${flag}` } })
  const requests = (await sent()).filter(({ kind }) => kind === 2)
  expect(requests).toMatchObject([{ traceId, parentId: callerSpan, links: [] }])
})

test.each([
  ['version ff', `ff-${traceId}-${callerSpan}-01`],
  ['no trace', `00-${'0'.repeat(32)}-${callerSpan}-01`],
  ['no parent', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['capitals', `00-${traceId.toUpperCase()}-${callerSpan}-01`],
  ['more in version 00', `00-${traceId}-${callerSpan}-01-what`],
  ['a text', 'ada@traced.example'],
])('a traceparent with %s is ignored', async (_, traceparent) => {
  const { ask, sent } = await traced({ trustsCallers: true })
  await ask('/api/portal/cloudsession', { headers: { traceparent } })
  const [request] = (await sent()).filter(({ kind }) => kind === 2)
  expect(request).toMatchObject({ parentId: '', links: [] })
  expect(request?.traceId).not.toBe(traceId)
})

test('a share of the traces is sent, each of them whole, and the log names only those', async () => {
  const { ask, sent } = await traced({ sampler: 'parentbased_traceidratio', ratio: 0.5 })
  for (let at = 0; at < 40; at += 1) await ask('/api/portal/cloudsession')
  const spans = await sent()
  const requests = spans.filter(({ kind }) => kind === 2)
  // Both ends of the binomial distribution: less than one in a million runs.
  expect(requests.length).toBeGreaterThan(3)
  expect(requests.length).toBeLessThan(37)
  expect(new Set(spans.map((span) => span.traceId)).size).toBe(requests.length)
  expect(lines.filter((line) => line['msg'] === 'request' && 'traceId' in line).length).toBe(requests.length)
})

test('background work is sent if it fails or calls another host, with its statements, and else not', async () => {
  const { tracer, sent } = await traced()
  const look = () => sql`select 1 as looked`.execute(globalQuery(server.database))
  const run = (job: string, turn: () => Promise<unknown>) =>
    withTracer(tracer, async () => {
      const stop = startBackgroundWork(turn, { job, everyMs: 60_000, log: server.deps.log, failed: 'it failed' })
      await stop()
    })
  await run('idle', look)
  await run('failing', async () => {
    await look()
    throw new RangeError('ada@traced.example is too long')
  })
  await run('calling', async () => {
    await look()
    await server.deps.providerFetch(`${provider.issuer}/.well-known/openid-configuration?secret=1`)
  })
  const spans = await sent()
  const roots = spans.filter(({ parentId }) => parentId === '')
  expect(roots.map(({ name, isFailed }) => [name, isFailed])).toEqual([
    ['failing', true],
    ['calling', false],
  ])
  expect(roots[0]?.attributes).toEqual({ 'error.type': 'RangeError' })
  for (const root of roots) expect(childrenOf(spans, root).map(({ name }) => name)).toContain('select')
})

test('a trace has at most 1,000 spans, and counts the others', async () => {
  const { tracer, sent } = await traced()
  await withTracer(tracer, () =>
    tracedWork('many', async () => {
      for (let at = 0; at < 1_010; at += 1) currentSpan()?.child({ name: 'one', kind: 'internal' })?.end()
      throw new Error('notable')
    }).catch(() => {}),
  )
  const spans = await sent()
  expect(spans).toHaveLength(1_000)
  expect(named(spans, 'many')[0]?.attributes).toMatchObject({ 'portico.left_out': 11 })
})

test('work that goes on after its request belongs to no span', async () => {
  const { tracer, sent } = await traced()
  let later: Promise<unknown> | undefined
  await withTracer(tracer, () =>
    tracedWork('ended', async () => {
      const ended = new Promise<void>((resolve) => setImmediate(resolve))
      later = ended.then(() => sql`select 1`.execute(globalQuery(server.database)))
      throw new Error('notable')
    }).catch(() => {}),
  )
  await later
  expect((await sent()).map(({ name }) => name)).toEqual(['ended'])
})
