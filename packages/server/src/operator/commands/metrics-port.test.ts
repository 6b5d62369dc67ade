import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../kit/database/testing/test-database.ts'
import { findTestRoot } from '../../kit/database/testing/test-root.ts'
import { freePort } from '../demo/free-port.ts'
import { start } from './start.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(await findTestRoot(), 'portico-metrics-'))
  mkdirSync(join(folder, 'pages'))
})
afterAll(async () => {
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

const host = '127.0.0.1'
const secretKey = randomBytes(32).toString('base64')

async function run(metricsPort: number | undefined, more: Record<string, string> = {}) {
  const port = await freePort(host, 0)
  const env = {
    DATABASE_URL: database.url,
    PORTICO_APP_DATABASE_URL: database.appUrl,
    PORTICO_SECRET_KEY: secretKey,
    ...(metricsPort !== undefined && { PORTICO_METRICS_PORT: String(metricsPort) }),
    ...more,
  }
  const log = pino({ level: 'silent' })
  const pagesDir = join(folder, 'pages')
  return { port, started: start({ dataDir: join(folder, 'data'), host, port, pagesDir, env, log }) }
}

/** A request whose body does not end: the answer "100 Continue" says that the server has started reading it. */
async function beginRequest(port: number) {
  const socket = connect(port, host)
  socket.write(
    `POST /api/login HTTP/1.1\r\nHost: ${host}:${port}\r\nContent-Type: application/json\r\n` +
      'Content-Length: 2\r\nExpect: 100-continue\r\n\r\n',
  )
  expect(String((await once(socket, 'data'))[0])).toContain('100 Continue')
  return { finish: () => socket.write('{}'), answer: once(socket, 'data').then(([bytes]) => String(bytes)) }
}

test('while a server drains, its metrics port answers until the last request ends', async () => {
  const metricsPort = await freePort(host, 0)
  const { port, started } = await run(metricsPort)
  const server = await started
  const request = await beginRequest(port)
  const stopped = server.stop()
  await expect.poll(() => fetch(server.url).catch(() => 'closed')).toBe('closed')
  const metrics = await fetch(`http://${host}:${metricsPort}/metrics`)
  expect(metrics.status).toBe(200)
  expect(await metrics.text()).toContain('portico_database_connections')
  request.finish()
  expect(await request.answer).toMatch(/^HTTP\/1.1 4\d\d /)
  await stopped
  await expect(fetch(`http://${host}:${metricsPort}/metrics`)).rejects.toThrow()
})

test('the start fails when the metrics port is taken, and no server keeps running', async () => {
  const holder = createServer().listen(0, host)
  await once(holder, 'listening')
  const { port, started } = await run((holder.address() as { port: number }).port)
  await expect(started).rejects.toThrow(/^Port \d+ .* is taken .* Choose another with PORTICO_METRICS_PORT/)
  await expect(fetch(`http://${host}:${port}/healthz`)).rejects.toThrow()
  holder.close()
})

test('a host that is not of this machine is named by its variable', async () => {
  const { started } = await run(await freePort(host, 0), { PORTICO_METRICS_HOST: '203.0.113.7' })
  await expect(started).rejects.toThrow(
    '203.0.113.7 is not an address of this machine (EADDRNOTAVAIL). Choose another with PORTICO_METRICS_HOST.',
  )
})

test.each<[string, boolean]>([
  ['metrics are off', false],
  ['metrics have their own port', true],
])('where %s, /metrics of the server is 404 and not a page', async (_, hasPort) => {
  const { started } = await run(hasPort ? await freePort(host, 0) : undefined)
  const server = await started
  const answer = await fetch(`${server.url}/metrics`)
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    404,
    'text/plain; charset=utf-8',
    'Metrics are off on this port.\n',
  ])
  await server.stop()
})

test('a previous secret key that is too short is refused, also beside secret.key', async () => {
  const { started } = await run(undefined, { PORTICO_SECRET_KEY: '', PORTICO_SECRET_KEY_PREVIOUS: 'short' })
  await expect(started).rejects.toThrow('PORTICO_SECRET_KEY_PREVIOUS needs at least 32 characters.')
})
