import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer, get } from 'node:https'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createProviderFetch } from './provider-fetch.ts'
import { createTunnels, usesProxy } from './proxy.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-proxy-'))
/** A key, and a certificate for this name that is its own authority. */
function certificate(name: string): { readonly key: string; readonly cert: string } {
  const made = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${name} -addext subjectAltName=DNS:${name}`
  const files = [`${name}.key`, `${name}.pem`]
  const [key = '', cert = ''] = files
  execFileSync('openssl', [...made.split(' '), '-keyout', key, '-out', cert], { cwd: folder, stdio: 'pipe' })
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  return { key: read(key), cert: read(cert) }
}

const { key, cert } = certificate('provider.example')

/** What the proxy was asked, as `METHOD target login`. */
let asked: string[] = []
let status = 200
const provider = createTlsServer({ key, cert }, (request, response) => response.end(`hello ${request.url}`))
const proxy = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  response.end()
})
const portOf = (server: Server) => (server.address() as AddressInfo).port
const address = () => `http://user:pass%20word@127.0.0.1:${portOf(proxy)}`

// Leads every tunnel to the provider of the test.
proxy.on('connect', ({ method, url, headers }, socket: Socket) => {
  const login = Buffer.from(headers['proxy-authorization']?.split(' ')[1] ?? '', 'base64').toString()
  asked.push(`${method} ${url} ${login}`)
  socket.on('error', () => {})
  if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
  const onward = connect(portOf(provider), '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    onward.pipe(socket).pipe(onward)
  })
  onward.on('error', () => socket.destroy())
})

beforeAll(async () => {
  for (const server of [provider, proxy])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
})
beforeEach(() => {
  asked = []
  status = 200
})
afterAll(() => {
  for (const server of [provider, proxy]) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(folder, { recursive: true })
})

const fetchBy = ({ url = address(), allowLoopbackProviders = false } = {}) =>
  createProviderFetch({
    providerTimeoutMs: 5_000,
    allowLoopbackProviders,
    allowedProviderRanges: ['192.0.2.0/24'],
    outgoingProxy: { url, except: [] },
  })

describe('a call through the outgoing proxy', () => {
  it('is a tunnel with TLS to the host at its end, which keeps its connection', async () => {
    const needs = { check: () => Promise.resolve(), timeoutMs: 5_000 }
    const agent = createTunnels({ url: address(), except: [] }, { keepAlive: true, ca: cert }, needs)
    const read = (path: string) =>
      new Promise((resolve, reject) =>
        get(`https://provider.example${path}`, { agent }, (response) => {
          response.on('data', (chunk: Buffer) => resolve(chunk.toString()))
        }).on('error', reject),
      )
    expect([await read('/one'), await read('/two')]).toEqual(['hello /one', 'hello /two'])
    expect(asked).toEqual(['CONNECT provider.example:443 user:pass word'])
    agent.destroy()
  })

  it.each([
    ['its own certificate is trusted', 'localhost', undefined],
    ['that of the host behind it is not', 'provider.example', 'The outgoing proxy does not answer.'],
  ])('with a proxy that speaks TLS: %s', async (_, name, refusal) => {
    const shown = certificate(name)
    const secure = createTlsServer(shown)
    secure.on('connect', (request, socket) => proxy.emit('connect', request, socket))
    secure.on('tlsClientError', () => {})
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', () => resolve()))
    const url = `https://user:secret@localhost:${portOf(secure)}`
    const needs = { check: () => Promise.resolve(), timeoutMs: 5_000 }
    const agent = createTunnels({ url, except: [] }, { ca: [cert, shown.cert] }, needs)
    const answered = new Promise((resolve, reject) =>
      get('https://provider.example/', { agent }, (response) => response.on('data', resolve)).on('error', reject),
    )
    await (refusal === undefined ? answered : expect(answered).rejects.toThrow(refusal))
    expect(asked).toEqual(refusal === undefined ? ['CONNECT provider.example:443 user:secret'] : [])
    agent.destroy()
    secure.closeAllConnections()
    secure.close()
  })

  it('reaches no host whose certificate is for another name', async () => {
    const failed = fetchBy()('https://192.0.2.10:8443/secret')
    await expect(failed).rejects.toMatchObject({ reason: 'tls', message: /^The certificate of 192\.0\.2\.10:8443/ })
    expect(asked).toEqual(['CONNECT 192.0.2.10:8443 user:pass word'])
  })

  it('fails without a word of the network that the proxy is in', async () => {
    status = 403
    const message = 'The outgoing proxy refuses 192.0.2.10:443.'
    await expect(fetchBy()('https://192.0.2.10/')).rejects.toMatchObject({ reason: 'silence', message })
    const gone = fetchBy({ url: 'http://127.0.0.1:1' })('https://192.0.2.10/')
    await expect(gone).rejects.toMatchObject({ message: 'The outgoing proxy does not answer.' })
  })

  it.each(['https://10.0.0.1/', 'https://169.254.169.254/latest/', 'https://[fd00::1]/', `https://${hostname()}/`])(
    'is not made to the private address %s',
    async (url) => {
      await expect(fetchBy()(url)).rejects.toThrow()
      expect(asked).toEqual([])
    },
  )

  it('is not made to this machine', async () => {
    const local = fetchBy({ allowLoopbackProviders: true })
    expect((await local(`http://127.0.0.1:${portOf(proxy)}/here`)).status).toBe(200)
    await expect(local(`https://127.0.0.1:${portOf(provider)}/`)).rejects.toMatchObject({ reason: 'tls' })
    expect(asked).toEqual(['GET /here'])
  })
})

describe('NO_PROXY', () => {
  it.each([
    ['example.com', 'https://example.com/', false],
    ['example.com', 'https://idp.example.com/', false],
    ['.example.com', 'https://idp.example.com/', false],
    ['*.example.com', 'https://idp.example.com/', false],
    ['example.com', 'https://badexample.com/', true],
    ['example.com:8443', 'https://example.com:8443/', false],
    ['example.com:8443', 'https://example.com/', true],
    ['example.com:443', 'https://example.com/', false],
    ['10.0.0.0/8', 'https://10.1.2.3/', false],
    ['10.0.0.0/8', 'https://11.1.2.3/', true],
    ['[2001:db8::1]', 'https://[2001:db8::1]/', false],
    ['[2001:db8::1]:443', 'https://[2001:db8::1]/', false],
    ['[2001:db8::1]:8443', 'https://[2001:db8::1]/', true],
    ['2001:db8::/32', 'https://[2001:db8::1]/', false],
    ['192.0.2.7:8443', 'https://192.0.2.7:8443/', false],
    ['192.0.2.7:8443', 'https://192.0.2.7/', true],
    ['192.0.2.7', 'https://192.0.2.7/', false],
    ['2.7', 'https://192.0.2.7/', true],
    ['*', 'https://anything.example/', false],
    ['', 'https://localhost/', false],
  ])('%s: is %s called through the proxy? %s', (entry, url, through) => {
    expect(usesProxy(new URL(url), { url: address(), except: entry === '' ? [] : [entry] })).toBe(through)
  })
})
