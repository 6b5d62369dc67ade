import { once } from 'node:events'
import { connect } from 'node:net'

import { apiPrefix, endpoints } from '@portico/core/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'

import { openidPaths } from '../protocols/openid/limits.ts'
import { startDirectory } from '../protocols/scim/testing/directory.ts'
import { serve } from './serve.ts'
import { createTestServer, withoutRateLimits } from '../testing/test-server.ts'
import { routes as tokenPaths } from '../protocols/oauth/routes.ts'

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

describe('with an https address, every answer tells the browser to use only https', () => {
  const listening = async (baseUrl: string) => {
    const server = await createTestServer({ baseUrl, ...withoutRateLimits() })
    onTestFinished(() => server.close())
    const { deps, tokenEndpoint } = server
    const running = await serve(deps, { host: '127.0.0.1', port: 0, tokenEndpoint, pages: new Map() })
    onTestFinished(() => running.stop())
    return async (method: string, path: string) => {
      const answer = await fetch(`http://127.0.0.1:${running.port}${path}`, { method, redirect: 'manual' })
      await answer.arrayBuffer()
      return answer.headers.get('strict-transport-security')
    }
  }
  const id = '0190a0a0-0000-7000-8000-000000000000'
  const ofApi = endpoints.map(({ method, path }) => [method, apiPrefix + path.replace(/\{\w+\}/g, id)] as const)
  const others = [
    '/healthz',
    '/readyz',
    '/metrics',
    '/scim/v2',
    `/scim/v2/${id}/Users`,
    '/login',
    '/assets/x.js',
    '/api/x',
  ]
  const oauth = [...Object.values(tokenPaths), ...Object.values(openidPaths)]

  test('all routes', async () => {
    const hsts = await listening('https://portico.example')
    const all = [
      ...ofApi,
      ...[...others, ...oauth].flatMap((path) => [['GET', path] as const, ['POST', path] as const]),
    ]
    expect(all.length).toBeGreaterThan(150)
    for (const [method, path] of all)
      expect(await hsts(method, path), `${method} ${path}`).toBe('max-age=31536000; includeSubDomains')
  })

  test('and none with an http address', async () => {
    const hsts = await listening('http://127.0.0.1:4000')
    for (const path of ['/healthz', '/login', '/oauth2/jwks', '/api/login']) expect(await hsts('GET', path)).toBeNull()
  })
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
