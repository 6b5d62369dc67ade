import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createProviderFetch, providerBytesMax, streamBytesMax } from './provider-fetch.ts'

/** The default takes seconds for 100 MB. */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** Where the paths of a test redirect to. */
const redirects = new Map<string, { readonly status: number; readonly to: string }>()

/** Something behind the wall: it must never hear of us. */
const heard: string[] = []
const endless = new Set<ServerResponse>()
function fill(response: ServerResponse): void {
  while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  response.once('drain', () => fill(response))
}
const inside = createServer((request, response) => {
  heard.push(request.url ?? '')
  const target = redirects.get(request.url ?? '')
  if (target !== undefined) return void response.writeHead(target.status, { location: at(target.to) }).end()
  if (request.url === '/moved') return void response.writeHead(302, { location: '/secret' }).end()
  if (request.url === '/deep') return void response.end(`\n${'['.repeat(5000)}${']'.repeat(5000)}`)
  if (request.url === '/silent') return
  if (request.url === '/stalled') return void response.write('a')
  if (request.url === '/failed') return void response.writeHead(500).end(Buffer.alloc(providerBytesMax + 1))
  if (request.url === '/endless') {
    endless.add(response)
    response.on('close', () => endless.delete(response))
    return fill(response)
  }
  const sized = /^\/(plain|gzip|br)\/(\d+)$/.exec(request.url ?? '')
  if (sized) {
    const body = Buffer.alloc(Number(sized[2]))
    const packed = { plain: () => body, gzip: () => gzipSync(body), br: () => brotliCompressSync(body, quickly) }
    const encoding = sized[1] as keyof typeof packed
    if (encoding !== 'plain') response.setHeader('content-encoding', encoding)
    return void response.end(packed[encoding]())
  }
  response.end('secret')
})
let port: number
beforeAll(async () => {
  await new Promise<void>((listening) => inside.listen(0, '0.0.0.0', listening))
  port = (inside.address() as AddressInfo).port
})
afterAll(() => new Promise((closed) => inside.close(closed)))

const production = createProviderFetch({
  providerTimeoutMs: 10_000,
  allowLoopbackProviders: false,
  allowedProviderRanges: [],
})
const development = createProviderFetch({
  providerTimeoutMs: 10_000,
  allowLoopbackProviders: true,
  allowedProviderRanges: [],
})
const withRange = createProviderFetch({
  providerTimeoutMs: 10_000,
  allowLoopbackProviders: false,
  allowedProviderRanges: ['10.1.0.0/16'],
})

const at = (address: string) => address.replaceAll('PORT', String(port))

/** Loopback in all its spellings: closed in production, and reachable only by https in development. */
const loopback = [
  'https://127.0.0.1:PORT/',
  'https://127.1:PORT/',
  'https://127.255.255.254:PORT/',
  'https://2130706433:PORT/',
  'https://0177.0.0.1:PORT/',
  'https://0x7f.0.0.1:PORT/',
  'https://0x7f000001:PORT/',
  'https://017700000001:PORT/',
  'https://1２7.0.0.1:PORT/',
  'https://127。0。0。1:PORT/',
  'https://%31%32%37.0.0.1:PORT/',
  'https://127.0.0.1.:PORT/',
  'https://[::1]:PORT/',
  'https://[0:0:0:0:0:0:0:1]:PORT/',
  'https://[::ffff:127.0.0.1]:PORT/',
  'https://[::ffff:7f00:1]:PORT/',
  'https://localhost:PORT/',
  'https://LOCALHOST:PORT/',
]

/** Closed in production and in development. */
const neverOpen = [
  'https://0.0.0.0:PORT/',
  'https://0:PORT/',
  'https://[::]:PORT/',
  'https://[::127.0.0.1]:PORT/',
  'https://10.0.0.1/',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/latest/meta-data/',
  'https://0xA9FEA9FE/',
  'https://0251.0376.0251.0376/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::a00:1]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2002:a00:1::1]/',
  'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'https://[fd00:ec2::254]/',
  'https://[fc00::1]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://[100::1]/',
  'https://[2001:db8::1]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  'https://192.0.0.192/',
  'https://192.0.2.1/',
  'https://192.88.99.1/',
  'https://198.18.0.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
]

/** Refused for what they are, before any name is looked up. */
const malformed = [
  'https://user@idp.example/',
  'https://user:word@idp.example/',
  'https://:word@idp.example/',
  'https://127.0.0.1:PORT@idp.example/',
  'http://idp.example/',
  'http://10.0.0.1/',
  'http://169.254.169.254/',
  'http://127.0.0.1.evil.example/',
  'http://127.evil.example/',
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'gopher://127.0.0.1:PORT/',
  'data:application/json,{}',
  'blob:https://idp.example/1',
  'javascript:alert(1)',
  'ws://127.0.0.1:PORT/',
  'unix:/run/postgresql',
  '//127.0.0.1:PORT/',
  '/etc/passwd',
  '',
  'https://',
  'https://[::1',
  'https://a b/',
]

const refusal = expect.objectContaining({ name: 'ProviderFetchError', reason: 'address' })

describe('in production', () => {
  const plain = ['http://127.0.0.1:PORT/', 'http://[::1]:PORT/', 'http://localhost:PORT/', 'http://idp.localhost:PORT/']
  it.each([...loopback, ...neverOpen, ...malformed, ...plain])('%s is not called', async (address) => {
    await expect(production(at(address))).rejects.toEqual(refusal)
    expect(heard).toEqual([])
  })
})

describe('with the development setting', () => {
  it.each([...neverOpen, ...malformed])('%s is not called all the same', async (address) => {
    await expect(development(at(address))).rejects.toEqual(refusal)
    expect(heard).toEqual([])
  })

  it.each(loopback)('%s is tried, for loopback is open', async (address) => {
    // Nothing speaks TLS there, and nothing listens on IPv6: the call gets as far as the socket and no farther.
    const { host } = new URL(at(address))
    const sentence = `${host} does not speak TLS, although its address begins with https.`
    const message = host.startsWith('[::1]') ? expect.stringContaining('ECONNREFUSED') : sentence
    await expect(development(at(address))).rejects.toEqual(expect.objectContaining({ message }))
    expect(heard).toEqual([])
  })

  it('plain http is open only on loopback addresses', async () => {
    expect(await (await development(at('http://127.0.0.1:PORT/plain'))).text()).toBe('secret')
    expect(await (await development(at('http://2130706433:PORT/plain'))).text()).toBe('secret')
    expect(await (await development(at('http://localhost:PORT/plain'))).text()).toBe('secret')
    expect(heard.splice(0)).toEqual(['/plain', '/plain', '/plain'])
  })

  it('calls one after another use one connection, whose end is not an error of the next call', async () => {
    let connections = 0
    const provider = createServer((_, response) => response.end('ok')).on('connection', () => (connections += 1))
    await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`
    const ask = async () => (await development(url, { method: 'POST', body: 'a' })).text()
    expect([await ask(), await ask(), await ask()]).toEqual(['ok', 'ok', 'ok'])
    expect(connections).toBe(1)
    provider.closeAllConnections()
    expect(await ask()).toBe('ok')
    expect(connections).toBe(2)
    // What is open for one set of rules is not for another.
    await expect(production(url)).rejects.toThrow('not a public address')
    await new Promise((closed) => provider.close(closed))
  })

  it('a redirect is not followed', async () => {
    const response = await development(at('http://127.0.0.1:PORT/moved'))
    expect([response.status, response.headers.get('location')]).toEqual([302, '/secret'])
    expect(heard.splice(0)).toEqual(['/moved'])
  })
})

/** RFC 9110 section 15.4: "a user agent MAY automatically redirect its request to the URI referenced by the Location field value". */
describe('a request that follows redirects', () => {
  const follow = (path: string) => development(at(`http://127.0.0.1:PORT${path}`), { followsRedirects: true })
  const chain = (count: number) => {
    for (let left = count; left > 0; left -= 1)
      redirects.set(`/hop/${left}`, { status: [301, 302, 303, 307, 308][left % 5] ?? 302, to: `/hop/${left - 1}` })
  }

  it('follows three of them within the origin, and not four', async () => {
    chain(4)
    expect(await (await follow('/hop/3')).text()).toBe('secret')
    expect(heard.splice(0)).toEqual(['/hop/3', '/hop/2', '/hop/1', '/hop/0'])
    await expect(follow('/hop/4')).rejects.toThrow('redirects more than 3 times')
    expect(heard.splice(0)).toEqual(['/hop/4', '/hop/3', '/hop/2', '/hop/1'])
  })

  it.each([
    ['another port', 'http://127.0.0.1:1/'],
    ['another host', 'http://127.0.0.2:PORT/'],
    ['another name of the host', 'http://localhost:PORT/'],
    ['another scheme', 'https://127.0.0.1:PORT/'],
    ['a private address', 'http://169.254.169.254/latest/meta-data/'],
    ['a host without a scheme', '//169.254.169.254/'],
    ['a file', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
    ['no address', 'http://[::1'],
  ])('does not follow one to %s, and names it', async (_, to) => {
    redirects.set('/elsewhere', { status: 302, to })
    await expect(follow('/elsewhere')).rejects.toMatchObject({
      name: 'ProviderFetchError',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ redirects to \S+\. Enter that address/),
    })
    expect(heard.splice(0)).toEqual(['/elsewhere'])
  })

  it('does not follow one with a password', async () => {
    redirects.set('/password', { status: 302, to: 'http://user:word@127.0.0.1:PORT/secret' })
    await expect(follow('/password')).rejects.toThrow('malformed')
    expect(heard.splice(0)).toEqual(['/password'])
  })

  it('does not follow one without a Location header', async () => {
    redirects.set('/choices', { status: 300, to: '/secret' })
    expect((await follow('/choices')).status).toBe(300)
    expect(heard.splice(0)).toEqual(['/choices'])
  })
})

describe('an answer', () => {
  it.each(['plain', 'gzip', 'br'])('of 1 MB, sent as %s, is read, and one byte more is not', async (encoding) => {
    const of = (bytes: number) => development(at(`http://127.0.0.1:PORT/${encoding}/${bytes}`))
    expect((await (await of(providerBytesMax)).arrayBuffer()).byteLength).toBe(providerBytesMax)
    const tooLarge = { name: 'ProviderFetchError', message: 'The answer is larger than 1 MB.' }
    await expect(of(providerBytesMax + 1)).rejects.toMatchObject(tooLarge)
    await expect(of(100 * providerBytesMax)).rejects.toMatchObject(tooLarge)
    heard.splice(0)
  })
})

describe('an answer that is streamed', () => {
  const stream = (path: string, fetch = development) => fetch(at(`http://127.0.0.1:PORT${path}`), { streams: true })

  it.each(['plain', 'gzip', 'br'])('may have 100 MB, sent as %s, and not one byte more', async (encoding) => {
    const lengthOf = async (bytes: number) => {
      let length = 0
      for await (const chunk of (await stream(`/${encoding}/${bytes}`)).body ?? []) length += chunk.length
      return length
    }
    expect(await lengthOf(streamBytesMax)).toBe(streamBytesMax)
    await expect(lengthOf(streamBytesMax + 1)).rejects.toMatchObject({
      name: 'ProviderFetchError',
      message: 'The answer is larger than 100 MB.',
    })
  })

  it('is read only as far as its reader goes, and the connection ends when the reader stops', async () => {
    const reader = (await stream('/endless')).body?.getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
    await reader?.cancel()
    await expect.poll(() => endless.size).toBe(0)
  })

  it('ends when its server is silent, before the first byte or after it', async () => {
    const impatient = createProviderFetch({
      providerTimeoutMs: 200,
      allowLoopbackProviders: true,
      allowedProviderRanges: [],
    })
    const late = { name: 'ProviderFetchError', reason: 'timeout' }
    await expect(stream('/silent', impatient)).rejects.toMatchObject(late)
    await expect((await stream('/stalled', impatient)).arrayBuffer()).rejects.toMatchObject(late)
  })

  it('is of 1 MB where the status is not 200', async () => {
    await expect(stream('/failed')).rejects.toMatchObject({ message: 'The answer is larger than 1 MB.' })
  })
})

it('an answer of JSON that is nested too deep is refused, whatever type it has', async () => {
  const message = 'The answer is refused: its JSON is nested more than 32 levels deep.'
  await expect(development(at('http://127.0.0.1:PORT/deep'))).rejects.toMatchObject({ message, reason: 'answer' })
})

describe('with a range that the operator opened', () => {
  it.each(['https://10.2.0.1/', 'https://127.0.0.1:PORT/', 'https://169.254.169.254/', 'https://[::ffff:10.2.0.1]/'])(
    '%s, outside of it, is not called',
    async (address) => {
      await expect(withRange(at(address))).rejects.toEqual(refusal)
    },
  )

  it('an address inside is called', async () => {
    const gone = AbortSignal.abort()
    const error: unknown = await withRange('https://10.1.2.3/', { signal: gone }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ message: '10.1.2.3 took too long.' })
  })

  it('plain http stays closed there', async () => {
    await expect(withRange('http://10.1.2.3/')).rejects.toEqual(refusal)
  })

  it('an invalid range is rejected by name', () => {
    const make = () =>
      createProviderFetch({
        providerTimeoutMs: 10_000,
        allowLoopbackProviders: false,
        allowedProviderRanges: ['intranet'],
      })
    expect(make).toThrow('"intranet" is not a network range. Write it as 10.1.0.0/16.')
  })
})
