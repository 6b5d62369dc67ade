import { once } from 'node:events'
import { connect } from 'node:net'

import { apiPrefix, endpoints } from '@portico/core/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'

import { closedHeaders } from '../kit/closed-headers.ts'
import { openidPaths } from '../protocols/openid/limits.ts'
import { startDirectory } from '../protocols/scim/testing/directory.ts'
import { serve } from './serve.ts'
import type { Settings } from '../kit/settings/settings.ts'
import { createMetrics } from '../kit/metrics/metrics.ts'
import { createTestServer, withoutRateLimits } from '../testing/test-server.ts'
import { routes as tokenPaths } from '../protocols/oauth/routes.ts'

const unknownId = '0190a0a0-0000-7000-8000-000000000000'

test('a server that stops right after a SCIM request has written it to the Inbox', async () => {
  const server = await createTestServer()
  onTestFinished(() => server.close())
  const { providerId, token } = await startDirectory(server, 'acme')
  const { deps, tokenEndpoint, database } = server
  const running = await serve(deps, { host: '127.0.0.1', port: 0, tokenEndpoint, pages: new Map() })

  const sent = await fetch(`http://127.0.0.1:${running.port}/scim/v2/${providerId}/Users`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await running.stop()

  expect(sent.status).toBe(200)
  const { rows } = await sql`select method, path, status from scim_requests`.execute(database.owner)
  expect(rows).toEqual([{ method: 'GET', path: '/Users', status: 200 }])
})

/** Every path of the server with each method that it may have, and those that lead nowhere. */
const everyRequest: readonly (readonly [method: string, path: string])[] = [
  ...endpoints.map(({ method, path }) => [method, apiPrefix + path.replace(/\{\w+\}/g, unknownId)] as const),
  ...[
    '/healthz',
    '/readyz',
    '/metrics',
    '/scim/v2',
    `/scim/v2/${unknownId}/Users`,
    '/login',
    '/assets/x.js',
    '/api/x',
    ...Object.values(tokenPaths),
    ...Object.values(openidPaths),
  ].flatMap((path) => [['GET', path] as const, ['POST', path] as const]),
]

async function listening(change: Partial<Settings>) {
  const server = await createTestServer({ ...change, ...withoutRateLimits() })
  onTestFinished(() => server.close())
  const { deps, tokenEndpoint } = server
  const metrics = createMetrics(() => deps.database.poolState())
  const running = await serve({ ...deps, metrics }, { host: '127.0.0.1', port: 0, tokenEndpoint, pages: new Map() })
  onTestFinished(() => running.stop())
  return async (method: string, path: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${running.port}${path}`, { method, redirect: 'manual', headers })
    return { headers: answer.headers, text: await answer.text() }
  }
}

/** A provider shows it in a hidden frame (front-channel-logout.test.ts). */
const inFrames = /\/oidc\/front-channel-logout$/

/** The same for everyone, so that pages of other sites may read it. */
const isPublicDocument = (method: string, path: string) =>
  method === 'GET' && (path === tokenPaths.jwks || path === tokenPaths.discovery)

describe('every answer', () => {
  test('tells the browser to use only https and its type, is shown in no frame, and loads nothing from elsewhere', async () => {
    const ask = await listening({ baseUrl: 'https://portico.example' })
    expect(everyRequest.length).toBeGreaterThan(150)
    for (const [method, path] of everyRequest) {
      const { headers, text } = await ask(method, path)
      const about = `${method} ${path}`
      const policy = headers.get('content-security-policy') ?? ''
      expect(headers.get('strict-transport-security'), about).toBe('max-age=31536000; includeSubDomains')
      expect(headers.get('x-content-type-options'), about).toBe('nosniff')
      expect(headers.get('referrer-policy'), about).toBe('no-referrer')
      expect(policy, about).toContain("default-src 'none'")
      expect(policy, about).toContain("base-uri 'none'")
      if (!inFrames.test(path)) expect(policy, about).toContain("frame-ancestors 'none'")
      if (text !== '') expect(headers.get('content-type'), about).toMatch(/; charset=utf-8$/)
      expect([about, headers.get('access-control-allow-origin')]).toEqual([
        about,
        isPublicDocument(method, path) ? '*' : null,
      ])
    }
  })

  test.each<[string, Readonly<Record<string, string>>]>([
    ['GET', {}],
    ['POST', {}],
    ['GET', { authorization: 'Bearer a-token-of-metrics' }],
  ])('of the metrics too: %s with %j', async (method, sent) => {
    const ask = await listening({ metrics: { host: '127.0.0.1', port: undefined, token: 'a-token-of-metrics' } })
    const { headers } = await ask(method, '/metrics', sent)
    expect(Object.fromEntries(headers)).toMatchObject(
      Object.fromEntries(Object.entries(closedHeaders).map(([name, value]) => [name.toLowerCase(), value])),
    )
  })

  test('with an http address leaves the browser free to use http', async () => {
    const ask = await listening({ baseUrl: 'http://127.0.0.1:4000' })
    for (const path of ['/healthz', '/login', '/oauth2/jwks', '/api/login'])
      expect((await ask('GET', path)).headers.get('strict-transport-security')).toBeNull()
  })
})

test.each(['TRACE', 'TRACK', 'CONNECT'])('%s is refused everywhere, and no header comes back', async (method) => {
  const server = await createTestServer()
  onTestFinished(() => server.close())
  const { deps, tokenEndpoint } = server
  const running = await serve(deps, { host: '127.0.0.1', port: 0, tokenEndpoint, pages: new Map() })
  onTestFinished(() => running.stop())
  for (const path of ['/login', '/api/login', '/oauth2/token', '/oauth2/userinfo', '/scim/v2', '/metrics']) {
    const socket = connect(running.port, '127.0.0.1', () =>
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: a\r\nX-Sent: secret\r\nConnection: close\r\n\r\n`),
    )
    const parts: Buffer[] = []
    for await (const part of socket) parts.push(part as Buffer)
    const answer = Buffer.concat(parts).toString()
    // Node.js itself ends the connection of a CONNECT, and answers 400 to a method that it does not know.
    if (answer !== '') expect(answer, path).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer, path).not.toContain('secret')
  }
})

describe('a client that closes its upload', () => {
  test.each([
    [
      'a JSON body of a known length',
      '/api/login',
      'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"user',
    ],
    [
      'a form in chunks',
      '/api/login/idps/0190a0a0-0000-7000-8000-000000000000/saml/acs',
      'Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nSAMLR\r\n',
    ],
    [
      'a token request',
      '/oauth2/token',
      'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\ngrant_type=',
    ],
  ])('is a line of information in the log, and no error: %s', async (_, path, rest) => {
    const lines: { level: number; msg: string; path?: string }[] = []
    const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const server = await createTestServer({}, { log })
    onTestFinished(() => server.close())
    const { deps, tokenEndpoint } = server
    const running = await serve(deps, { host: '127.0.0.1', port: 0, tokenEndpoint, pages: new Map() })
    onTestFinished(() => running.stop())
    const socket = connect(running.port, '127.0.0.1')
    socket.on('error', () => {})
    const arrived = new Promise((resolve) => running.server.once('request', resolve))
    socket.write(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${rest}`)
    await arrived
    socket.destroy()
    await expect.poll(() => lines.filter((line) => line.path === path)).toMatchObject([{ msg: 'request', level: 30 }])
    expect(lines.filter(({ level }) => level > 30)).toEqual([])
  })
})

test('a request that does not come from our pages leaves what it came from in the log', async () => {
  const lines: { msg: string; origin?: string }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const server = await createTestServer({}, { log })
  onTestFinished(() => server.close())
  const { deps, tokenEndpoint } = server
  const running = await serve(deps, { host: '127.0.0.1', port: 0, tokenEndpoint, pages: new Map() })
  onTestFinished(() => running.stop())
  const { status } = await fetch(`http://127.0.0.1:${running.port}/api/login`, {
    method: 'POST',
    headers: { origin: 'https://portal.example', 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada@acme.example' }),
  })
  expect(status).toBe(403)
  expect(lines.filter(({ origin }) => origin !== undefined)).toMatchObject([
    { msg: 'a request did not come from our pages', origin: 'https://portal.example', secFetchSite: null },
  ])
})

test.each([
  ['GET /readyz HTTP/1.0\r\n\r\n', 200],
  ['GET /readyz HTTP/1.0\r\nHost: load-balancer\r\n\r\n', 200],
  ['GET /login HTTP/1.0\r\n\r\n', 404],
  ['GET /readyz HTTP/1.1\r\n\r\n', 400],
  ['GET /readyz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
])('only HTTP/1.0, as health checks send it, may come without a Host: %j', async (text, status) => {
  const server = await createTestServer()
  onTestFinished(() => server.close())
  const { deps, tokenEndpoint } = server
  const running = await serve(deps, { host: '127.0.0.1', port: 0, tokenEndpoint, pages: new Map() })
  onTestFinished(() => running.stop())
  const socket = connect(running.port, '127.0.0.1', () => socket.write(text))
  onTestFinished(() => void socket.destroy())
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(first.toString()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
})
