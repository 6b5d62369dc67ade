import type { HttpPort } from '@portico/core'
import { describe, expect, test } from 'vitest'

import { readCookie } from './cookies.ts'
import { browserMemory } from './device-memory.ts'
import { takeFlashMessage } from './flash.ts'
import { serverClock } from './server-clock.ts'

describe('cookies', () => {
  test.each([
    ['csrf=abc', 'csrf', 'abc'],
    ['a=1; csrf=x%2By', 'csrf', 'x+y'],
    ['csrf=t=1', 'csrf', 't=1'],
    ['csrf=%zz', 'csrf', '%zz'],
    ['xcsrf=1', 'csrf', undefined],
    ['', 'csrf', undefined],
  ])('in %j, %s is %j', (cookies, name, value) => {
    expect(readCookie({ document: { cookie: cookies }, location: { protocol: 'http:' } }, name)).toBe(value)
  })

  test.each([
    ['__Host-csrf=ours', 'ours'],
    ['csrf=of a sister domain; __Host-csrf=ours', 'ours'],
    ['csrf=of a sister domain', undefined],
  ])('behind TLS, in %j, the value is %j', (cookie, value) => {
    expect(readCookie({ document: { cookie }, location: { protocol: 'https:' } }, 'csrf')).toBe(value)
  })
})

describe('device memory', () => {
  const page = (protocol: string) => {
    const written: string[] = []
    const document = {
      get cookie() {
        return '__Host-userId=ada%40acme.example'
      },
      set cookie(value: string) {
        written.push(value)
      },
    } as Document
    const storage = () => {
      throw new Error('denied')
    }
    return { written, memory: browserMemory({ document, location: { protocol } as Location, storage }) }
  }

  test.each(['userId', 'portico-language'])(
    '%s is a cookie at path / for a year, behind TLS only of this host',
    (name) => {
      for (const [protocol, prefix, secure] of [
        ['https:', '__Host-', '; Secure'],
        ['http:', '', ''],
      ] as const) {
        const { written, memory } = page(protocol)
        memory.set(name, 'ACME\\ada;x')
        expect(written).toEqual([`${prefix}${name}=ACME%5Cada%3Bx; Path=/; SameSite=Lax; Max-Age=31536000${secure}`])
      }
    },
  )

  test('the userId is read back', () => {
    expect(page('https:').memory.get('userId')).toBe('ada@acme.example')
  })

  test('forgetting it ends the cookie', () => {
    const { written, memory } = page('http:')
    memory.remove('userId')
    expect(written).toEqual(['userId=; Path=/; SameSite=Lax; Max-Age=0'])
  })

  test('forbidden storage remembers nothing and breaks nothing', () => {
    const { memory } = page('http:')
    expect(() => memory.set('other', 'x')).not.toThrow()
    expect(memory.get('other')).toBeUndefined()
  })
})

describe('the clock', () => {
  const answering = (date: string | undefined): HttpPort => ({
    cookie: () => undefined,
    send: () =>
      Promise.resolve({
        status: 200,
        statusText: 'OK',
        header: (name) => (name === 'date' ? date : undefined),
        text: () => Promise.resolve(''),
      }),
  })
  const deviceNow = Date.parse('2026-01-01T12:00:00Z')
  const after = async (date: string | undefined) => {
    const time = serverClock({ now: () => deviceNow })
    await time.watch(answering(date)).send({ method: 'GET', path: '/', headers: {} })
    return time.clock.now() - deviceNow
  }

  test('follows a server whose time is another', async () => {
    expect(await after('Thu, 01 Jan 2026 14:00:00 GMT')).toBe(2 * 3600 * 1000)
    expect(await after('Thu, 01 Jan 2026 11:30:00 GMT')).toBe(-1800 * 1000)
  })

  test('is the device’s own where they agree, or the server says nothing', async () => {
    expect(await after('Thu, 01 Jan 2026 12:00:03 GMT')).toBe(0)
    expect(await after(undefined)).toBe(0)
    expect(await after('yesterday')).toBe(0)
  })
})

describe('a message that the server left for the page', () => {
  const page = (protocol: string, cookie: string) => {
    const written: string[] = []
    const document = {
      get cookie() {
        return cookie
      },
      set cookie(value: string) {
        written.push(value)
      },
    } as Document
    return { written, take: () => takeFlashMessage({ document, location: { protocol } as Location }) }
  }

  test.each([
    ['https:', '__Host-portico-flash', /^__Host-portico-flash=; .*Max-Age=0; Secure$/],
    ['http:', 'portico-flash', /^portico-flash=; .*Max-Age=0$/],
  ])('%s is taken from its cookie once', (protocol, name, removal) => {
    const { written, take } = page(protocol, `csrf=1; ${name}=idp-switch`)
    expect(take()).toBe('idp-switch')
    expect(written).toEqual([expect.stringMatching(removal)])
  })

  test.each([
    ['portico-flash=toString', 1],
    ['csrf=1', 0],
  ])('%s leaves none', (cookie, removals) => {
    const { written, take } = page('http:', cookie)
    expect(take()).toBeUndefined()
    expect(written).toHaveLength(removals)
  })
})
