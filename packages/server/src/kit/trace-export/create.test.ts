import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { beforeEach, expect, onTestFinished, test } from 'vitest'

import type { TracingSettings } from '../settings/settings.ts'
import type { Tracer } from '../tracing/spans.ts'
import { startCollector, type Collector } from '../../testing/trace-collector.ts'
import { createTracing } from './create.ts'
import { lastSendMaxMs } from './start.ts'

let collector: Collector
/** What the log got. */
let said: { readonly level: string; readonly details: object | string }[] = []

beforeEach(async () => {
  collector = await startCollector()
  said = []
  return () => collector.close()
})

const log = {
  info: (details: object | string) => void said.push({ level: 'info', details }),
  warn: (details: object | string) => void said.push({ level: 'warn', details }),
}

function tracingTo(endpoint: string, change: Partial<TracingSettings> = {}, limits: { timeoutMs?: number } = {}) {
  const settings: TracingSettings = {
    endpoint,
    headers: {},
    resource: { 'service.name': 'portico' },
    sampler: 'always_on',
    ratio: 1,
    trustsCallers: false,
    ...change,
  }
  const tracing = createTracing(settings, { log, version: '1', outgoingProxy: undefined, ...limits })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= tracing.stop())
  onTestFinished(stop)
  return { tracer: tracing.tracer, stop }
}

/** As many as make the SDK send at once. */
function batch(tracer: Tracer, count = 512): void {
  for (let at = 0; at < count; at += 1) tracer.begin({ name: `one ${at}`, kind: 'internal' })?.end()
}

test('spans are sent with the headers and attributes of the settings, and the last of them at the stop', async () => {
  const resource = { 'service.name': 'portal', team: 'identity' }
  const { tracer, stop } = tracingTo(collector.endpoint, { resource, headers: { authorization: 'Bearer x' } })
  tracer.begin({ name: 'one', kind: 'internal', attributes: { text: 'a', number: 2, list: ['b', 'c'] } })?.end()
  await stop()
  expect(collector.headers).toMatchObject([{ authorization: 'Bearer x' }])
  expect(collector.resources).toMatchObject([{ ...resource, 'service.version': '1' }])
  expect(collector.spans).toMatchObject([
    { name: 'one', kind: 1, attributes: { text: 'a', number: 2, list: ['b', 'c'] } },
  ])
  expect(said).toEqual([])
})

test.each([
  ['rejects the spans', 401, /\(401\)$/],
  ['is overloaded', 503, /retryable/],
  ['closes the connection', 'close', /\(ECONNRESET\)$/],
  ['never answers', 'hang', /timed out/],
] as const)('a collector that %s is in the log once, and once when it works again', async (_, behaviour, reason) => {
  const { tracer } = tracingTo(collector.endpoint, {}, { timeoutMs: 300 })
  collector.answers(behaviour)
  for (let times = 1; times <= 3; times += 1) {
    const before = collector.payloads.length
    batch(tracer)
    await expect.poll(() => collector.payloads.length, { timeout: 10_000 }).toBeGreaterThan(before)
    await expect.poll(() => said.length, { timeout: 10_000 }).toBe(1)
  }
  expect(said).toEqual([{ level: 'warn', details: { reason: expect.stringMatching(reason) as string } }])
  collector.answers(200)
  await expect
    .poll(
      () => {
        batch(tracer)
        return said.length
      },
      { timeout: 10_000 },
    )
    .toBe(2)
  expect(said[1]).toEqual({ level: 'info', details: 'traces are sent to the collector again' })
})

test('spans that wait for a slow collector are bounded', async () => {
  const { tracer, stop } = tracingTo(collector.endpoint)
  collector.answers('hang')
  batch(tracer)
  await expect.poll(() => collector.payloads.length, { timeout: 10_000 }).toBe(1)
  batch(tracer, 50_000)
  collector.answers(200)
  void stop()
  await expect.poll(() => collector.spans.length, { timeout: 10_000 }).toBeGreaterThan(0)
  await stop()
  expect(collector.spans.length).toBeLessThanOrEqual(2_048)
})

test('a stop waits for a collector that never answers, but not for long', async () => {
  const { tracer, stop } = tracingTo(collector.endpoint)
  collector.answers('hang')
  tracer.begin({ name: 'last', kind: 'internal' })?.end()
  const begun = performance.now()
  await stop()
  expect(performance.now() - begun).toBeLessThan(lastSendMaxMs * 3)
  expect(collector.payloads).toHaveLength(1)
})

test('a collector with an https address is called through the outgoing proxy', async () => {
  const targets: string[] = []
  const proxy = createServer()
  proxy.on('connect', (request, socket) => {
    targets.push(`${request.url} ${request.headers['proxy-authorization']}`)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => proxy.close(() => resolve())))
  const url = `http://user:pass@127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const send = async (endpoint: string, except: string[]) => {
    const settings = {
      endpoint,
      headers: {},
      resource: {},
      sampler: 'always_on',
      ratio: 1,
      trustsCallers: false,
    } as const
    const tracing = createTracing(settings, { log, outgoingProxy: { url, except } })
    tracing.tracer.begin({ name: 'one', kind: 'internal' })?.end()
    await tracing.stop()
  }
  await send('https://collector.invalid:4318', [])
  await send('https://excepted.invalid:4318', ['excepted.invalid'])
  await send('http://plain.invalid:4318', [])
  expect(new Set(targets)).toEqual(new Set([`collector.invalid:4318 Basic ${btoa('user:pass')}`]))
})
