import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { createClient, queryString } from './client.ts'
import { endpoint } from './endpoint.ts'
import { fetchPort } from './port.ts'

const clock = { now: () => 1_700_000_000_000 }

function recorded(answer: () => Response | Promise<Response>, csrf: string | undefined = 'token-1') {
  const requests: Request[] = []
  const http = fetchPort({
    origin: 'https://portal.example',
    cookie: (name) => (name === 'csrf' ? csrf : undefined),
    fetch: async (request) => {
      requests.push(request)
      return answer()
    },
  })
  return { requests, client: createClient({ http, clock }) }
}

const ok = () => Response.json({ ids: ['1'] })
const read = endpoint({
  name: 'read',
  summary: '',
  method: 'GET',
  path: '/things/{id}',
  query: v.object({ role: v.optional(v.array(v.string())) }),
  reply: v.object({ ids: v.array(v.string()) }),
})
const write = endpoint({
  name: 'write',
  summary: '',
  method: 'PUT',
  path: '/things/{id}',
  body: v.object({ name: v.string() }),
  reply: v.object({ ids: v.array(v.string()) }),
})
const branding = endpoint({
  name: 'branding',
  summary: '',
  method: 'GET',
  path: '/branding',
  reply: v.object({}),
  cached: true,
})
const login = endpoint({
  name: 'login',
  summary: '',
  method: 'POST',
  path: '/login',
  body: v.object({}),
  reply: v.object({}),
  outsideWrapper: true,
})

describe('the shared wrapper of spec section 7', () => {
  it('asks for JSON under /api with same-origin credentials and a cache-busting _', async () => {
    const { requests, client } = recorded(ok)
    expect(await client.call(read, { params: { id: 'a/b' }, query: {} })).toMatchObject({
      ok: true,
      value: { ids: ['1'] },
    })
    expect(requests[0]?.url).toBe('https://portal.example/api/things/a%2Fb?_=1700000000000')
    expect(requests[0]?.headers.get('accept')).toBe('application/json')
    expect(requests[0]?.credentials).toBe('same-origin')
  })

  it('sends no _ if caching is requested', async () => {
    const { requests, client } = recorded(ok)
    await client.call(branding)
    expect(requests[0]?.url).toBe('https://portal.example/api/branding')
  })

  it('sends the csrf cookie as X-CSRFToken, and a JSON body', async () => {
    const { requests, client } = recorded(ok)
    await client.call(write, { params: { id: '1' }, body: { name: 'n' }, ifMatch: '"3"', idempotencyKey: 'k' })
    expect(requests[0]?.headers.get('x-csrftoken')).toBe('token-1')
    expect(requests[0]?.headers.get('content-type')).toBe('application/json')
    expect(requests[0]?.headers.get('if-match')).toBe('"3"')
    expect(requests[0]?.headers.get('idempotency-key')).toBe('k')
    expect(await requests[0]?.json()).toEqual({ name: 'n' })
  })

  it('POST /login goes outside the wrapper', async () => {
    const { requests, client } = recorded(ok)
    await client.call(login, { body: {} })
    expect(requests[0]?.headers.has('x-csrftoken')).toBe(false)
    expect(requests[0]?.url).toBe('https://portal.example/api/login')
  })

  it('repeats array parameters', () => {
    expect(queryString({ role: ['a b', 'c'], none: undefined, n: 1 })).toBe('?role=a%20b&role=c&n=1')
  })
})

describe('failures are data, by spec section 8', () => {
  const structured = {
    errorID: 'X',
    errorMessage: 'Wrong.',
    resourceType: 't',
    resourceID: '1',
    requestID: 'r',
    details: [{ errorID: 'Y', errorMessage: 'Bad.', fieldID: 'name' }],
  }
  it.each([
    [
      '401',
      () => Response.json({ errorMessage: 'Sign in.' }, { status: 401 }),
      { kind: 'session-ended', status: 401, errorMessage: 'Sign in.' },
    ],
    [
      '500',
      () => Response.json({ message: 'Broken.' }, { status: 500 }),
      { kind: 'system', code: 500, errorMessage: 'Broken.', network: false },
    ],
    ['structured', () => Response.json(structured, { status: 409 }), { kind: 'expected', status: 409, ...structured }],
    [
      'generic with message',
      () => Response.json({ code: 17, message: 'No.' }, { status: 400 }),
      { kind: 'expected', status: 400, code: '17', errorMessage: 'No.', details: [] },
    ],
    [
      'generic with msg',
      () => Response.json({ code: 'C', msg: 'No.' }, { status: 403 }),
      { kind: 'expected', status: 403, code: 'C', errorMessage: 'No.' },
    ],
    [
      'unparseable',
      () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }),
      { kind: 'expected', status: 502, code: '502', errorMessage: 'Bad Gateway' },
    ],
    [
      'unparseable without text',
      () => new Response('', { status: 418 }),
      { kind: 'expected', code: '418', errorMessage: 'HTTP 418' },
    ],
    [
      'network',
      () => Promise.reject(new TypeError('fetch failed', { cause: new Error('refused') })),
      { kind: 'system', code: 500, errorMessage: 'refused', network: true },
    ],
    ['JSON expected, something else came', () => new Response('hello'), { kind: 'expected', status: 200 }],
  ] as const)('%s', async (_, answer, problem) => {
    const { client } = recorded(answer)
    expect(await client.call(read, { params: { id: '1' }, query: {} })).toMatchObject({ ok: false, problem })
  })
})
