import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'

import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { startServer, type ServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'

const installation = builtInstallation()
const folder = temporaryFolder()
afterAll(() => folder.remove())

async function started(name: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = join(folder.path, name)
  const server = await startServer(installation, { dataDir, args: ['start', '--port', '0'], env })
  onTestFinished(async () => void (await server.stop()))
  return server
}

type Wire = { readonly socket: Socket; said(): string; readonly closed: Promise<unknown> }

/** A connection on which a test writes HTTP by hand. */
async function wireTo({ url }: ServerProcess): Promise<Wire> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let said = ''
  socket.on('data', (chunk: Buffer) => (said += chunk.toString()))
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  return { socket, said: () => said, closed }
}

const refusesConnections = ({ url }: ServerProcess) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true))
    socket.once('connect', () => socket.destroy())
  })

describe('SIGTERM', () => {
  // With an hour to drain, a process that ends did not wait for the end of that time.
  const patient = { PORTICO_DRAIN_SECONDS: '3600' }

  test('closes connections without a request at once: unused ones and those between two requests', async () => {
    const server = await started('idle', patient)
    const unused = await wireTo(server)
    const used = await wireTo(server)
    used.socket.write('GET /healthz HTTP/1.1\r\nHost: portico\r\n\r\n')
    await until('the first answer', () => used.said().includes('"ok"'))
    expect(used.said()).toMatch(/^HTTP\/1\.1 200 /)
    expect(used.said()).not.toMatch(/connection: close/i)
    server.signal('SIGTERM')
    await Promise.all([unused.closed, used.closed])
    expect(await server.exited).toEqual({ code: 0, signal: null })
  })

  test('lets requests under way finish with Connection: close, answers 503 at /readyz, and then ends', async () => {
    const server = await started('busy', patient)
    const form = 'grant_type=client_credentials'
    const slow = await Promise.all(
      ['/oauth2/token', '/api/login'].map(async (path) => ({ path, wire: await wireTo(server) })),
    )
    for (const { path, wire } of slow) {
      const type = path === '/api/login' ? 'application/json' : 'application/x-www-form-urlencoded'
      wire.socket.write(
        `POST ${path} HTTP/1.1\r\nHost: portico\r\nContent-Type: ${type}\r\nContent-Length: ${form.length}\r\nExpect: 100-continue\r\n\r\n`,
      )
      // The server has the request: it asks for the body.
      await until('100 Continue', () => wire.said().startsWith('HTTP/1.1 100'))
    }
    const probing = await wireTo(server)
    probing.socket.write('GET /readyz HTTP/1.1\r\nHost: portico\r\n')
    // Answered after what was written before on another connection, so the half request has been read.
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    server.signal('SIGTERM')
    await until('new connections to be refused', () => refusesConnections(server))
    probing.socket.write('\r\n')
    await probing.closed
    expect(probing.said()).toMatch(/^HTTP\/1\.1 503 /)
    expect(probing.said()).toContain('"draining"')
    expect(probing.said()).toMatch(/^connection: close\r$/im)
    for (const { wire } of slow) wire.socket.write(form)
    for (const { wire } of slow) {
      await wire.closed
      expect(wire.said()).toMatch(/\r\n\r\nHTTP\/1\.1 40\d /)
      expect(wire.said()).toMatch(/^connection: close\r$/im)
      expect(wire.said()).toMatch(/\{"error[^}]*\}/s)
    }
    expect(await server.exited).toEqual({ code: 0, signal: null })
  })

  test('cuts what is not finished after PORTICO_DRAIN_SECONDS', async () => {
    const server = await started('stuck', { PORTICO_DRAIN_SECONDS: '1' })
    const stuck = await wireTo(server)
    stuck.socket.write(
      'POST /oauth2/token HTTP/1.1\r\nHost: portico\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n',
    )
    await until('100 Continue', () => stuck.said().startsWith('HTTP/1.1 100'))
    server.signal('SIGTERM')
    expect(await server.exited).toEqual({ code: 0, signal: null })
    expect(server.output()).toContain('requests still under way were cut')
  })
})

test('an X-Request-Id that is well formed is taken over, by the API and by the token endpoint', async () => {
  const server = await started('headers')
  for (const path of ['/healthz', '/oauth2/token']) {
    const kept = await fetch(server.url + path, { headers: { 'X-Request-Id': 'trace-1/a' } })
    expect(kept.headers.get('x-request-id')).toBe('trace-1/a')
    const replaced = await fetch(server.url + path, { headers: { 'X-Request-Id': '<b>' } })
    expect(replaced.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  }
  await until('the log line', () =>
    server.output().includes('"requestId":"trace-1/a","method":"GET","path":"/healthz"'),
  )

  for (const [method, path, allow] of [
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', '/api/login', 'POST'],
    ['POST', '/login', 'GET, HEAD'],
    ['GET', '/oauth2/token', 'POST'],
  ] as const) {
    const { status, headers } = await fetch(server.url + path, { method })
    expect([path, status, headers.get('allow')]).toEqual([path, 405, allow])
  }

  const wire = await wireTo(server)
  wire.socket.write('GET /healthz HTTP/1.1\r\nHost: portico\r\nhost: other\r\n\r\n')
  await wire.closed
  expect(wire.said()).toMatch(/^HTTP\/1\.1 400 /)
})
