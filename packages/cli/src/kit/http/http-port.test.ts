import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Dispatcher } from 'undici'
import { afterEach, expect, test } from 'vitest'

import { listenLoopback, type Loopback, type Received } from '../../testing/loopback.ts'
import { openCookieJar } from './cookies.ts'
import { createDirectDispatcher } from './direct-dispatcher.ts'
import { createDispatcher } from './dispatcher.ts'
import { openConnection } from './connection.ts'
import { createHttpPort, type HttpPortOptions } from './http-port.ts'

const open: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

async function server(answer: (request: Received, response: ServerResponse) => void): Promise<Loopback> {
  const loopback = await listenLoopback(answer)
  open.push(loopback.close)
  return loopback
}

function portTo(origin: string, more: Partial<HttpPortOptions> = {}) {
  const dispatcher: Dispatcher = more.dispatcher ?? createDirectDispatcher()
  open.push(() => dispatcher.destroy())
  return createHttpPort({ origin, dispatcher, userAgent: 'test', ...more })
}

const get = { method: 'GET', path: '/', headers: {} }

test('a connection that is refused names the server', async () => {
  const gone = await listenLoopback(() => undefined)
  await gone.close()
  await expect(portTo(gone.origin).send(get)).rejects.toThrow(`Nothing answers at ${gone.origin}`)
})

test('a connection that breaks is an error, not half an answer', async () => {
  const { origin } = await server((_, response) => {
    response.writeHead(200, { 'Content-Length': '100' })
    response.write('half')
    response.socket?.destroy()
  })
  await expect(portTo(origin).send(get)).rejects.toThrow('closed the connection')
})

test.each([
  ['never begins', () => undefined],
  ['never ends', (response: ServerResponse) => void response.writeHead(200).write('{')],
])('an answer that %s is given up', async (_, answer) => {
  const { origin } = await server((_request, response) => answer(response))
  await expect(portTo(origin, { timeoutMs: 200 }).send(get)).rejects.toThrow(
    'did not finish its answer within 0.2 seconds',
  )
})

test('a redirect is not followed', async () => {
  const other = await server((_, response) => response.end('stolen'))
  const { origin } = await server((_, response) => response.writeHead(302, { Location: other.origin }).end())
  const answer = await portTo(origin, { bearer: () => 'secret' }).send(get)
  expect(answer.status).toBe(302)
  expect(other.received).toEqual([])
})

test.each([
  ['announced', { 'Content-Length': '2000' }],
  ['unannounced', {}],
])('an answer over the limit, %s, is refused', async (_, headers) => {
  const { origin } = await server((_request, response) => response.writeHead(200, headers).end('x'.repeat(2000)))
  await expect(portTo(origin, { answerBytesMax: 1000 }).send(get)).rejects.toThrow('larger than 1000 bytes')
})

test.each(['http://elsewhere.example/', '//elsewhere.example/', '@elsewhere.example/', '.elsewhere.example/'])(
  'the credential does not leave the origin by the path %s',
  async (path) => {
    const { origin, received } = await server((_, response) => response.end())
    const sent = portTo(origin, { bearer: () => 'secret' }).send({ ...get, path })
    if (path.startsWith('//')) await sent
    else await expect(sent).rejects.toThrow('is not a path of')
    // Requests that arrive go to our server only.
    expect(received.every((request) => request.headers.host === new URL(origin).host)).toBe(true)
  },
)

test('a proxy of the environment is used, except for this machine', async () => {
  const asked: string[] = []
  const proxy = createServer((socket) => {
    socket.once('data', (chunk: Buffer) => {
      asked.push(chunk.toString().split('\r\n')[0] ?? '')
      socket.destroy()
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  open.push(() => new Promise((resolve) => proxy.close(resolve)))
  const env = { HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }

  const remote = 'https://portal.example.invalid'
  await expect(portTo(remote, { dispatcher: await createDispatcher(remote, env) }).send(get)).rejects.toThrow(
    'The proxy broke the connection',
  )
  expect(asked).toEqual(['CONNECT portal.example.invalid:443 HTTP/1.1'])

  const { origin } = await server((_, response) => response.end('direct'))
  const answer = await portTo(origin, { dispatcher: await createDispatcher(origin, env) }).send(get)
  expect(await answer.text()).toBe('direct')
})

test('a proxy that cannot be reached is named, not the server behind it', async () => {
  const gone = await listenLoopback(() => undefined)
  await gone.close()
  const env = { HTTPS_PROXY: gone.origin.replace('//', '//user:secret@') }
  const connection = openConnection('https://portal.example.invalid', env, { userAgent: 'test' })
  open.push(connection.close)
  const failed = connection.http.send(get)
  await expect(failed).rejects.toThrow(`The proxy ${gone.origin} cannot be reached.`)
})

test.each(['proxy.example:3128', 'ftp://proxy.example', '//'])('%s is not taken for a proxy', async (HTTPS_PROXY) => {
  const connection = openConnection('https://portal.example.invalid', { HTTPS_PROXY }, { userAgent: 'test' })
  open.push(connection.close)
  await expect(connection.http.send(get)).rejects.toMatchObject({
    failure: { kind: 'validation', hint: 'export HTTPS_PROXY=http://HOST:PORT' },
  })
})

test('TLS to a port of plain http says so', async () => {
  const { origin } = await server((_, response) => response.end())
  await expect(portTo(origin.replace('http:', 'https:')).send(get)).rejects.toThrow('does not speak TLS')
})

test('session cookies outlive the process in a private file and go back to their server only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-jar-'))
  open.push(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'cookies.json')
  const { origin, received } = await server((_, response) => {
    response.setHeader('Set-Cookie', ['session=abc; HttpOnly; Path=/; SameSite=Lax', 'csrf=xyz; Path=/'])
    response.end()
  })
  await portTo(origin, { jar: openCookieJar(path, origin) }).send(get)
  expect(statSync(path).mode & 0o777).toBe(0o600)

  const port = portTo(origin, { jar: openCookieJar(path, origin) })
  expect(port.cookie('csrf')).toBe('xyz')
  await port.send(get)
  expect(received[1]?.headers.cookie).toBe('session=abc; csrf=xyz')
  expect(openCookieJar(path, origin).header('http://portal.example.com/')).toBe('')
  // Cookies ignore ports; this jar does not.
  const neighbour = 'http://127.0.0.1:1'
  expect(openCookieJar(path, origin).header(`${neighbour}/`)).toBe('')
  expect(openCookieJar(path, neighbour).header(`${neighbour}/`)).toBe('')
})

test('a __Host- cookie is read by its plain name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-jar-'))
  open.push(() => rmSync(folder, { recursive: true }))
  const jar = openCookieJar(join(folder, 'cookies.json'), 'https://portal.example.com')
  await jar.store('https://portal.example.com/', ['__Host-csrf=xyz; Secure; Path=/'])
  expect(jar.value('https://portal.example.com', 'csrf')).toBe('xyz')
})
