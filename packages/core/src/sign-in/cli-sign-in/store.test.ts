import { describe, expect, test } from 'vitest'

import { createClient } from '../../kit/http/client.ts'
import type { HttpPort, HttpRequest } from '../../kit/http/port.ts'
import { isLoopbackRedirect, readUserCode } from './rules.ts'
import { createCliSignIn } from './store.ts'

const approver = { client: 'c', tenantName: 'acme', name: 'Ada', username: 'ada@acme.example', address: '192.0.2.1' }
const waiting = { userCode: 'WDJBMJHT', address: '192.0.2.2', requestedAt: '2026-11-21T12:00:00Z' }
const loopback = new URLSearchParams({
  client_id: 'portico-cli',
  redirect_uri: 'http://127.0.0.1:50000/callback',
  response_type: 'code',
  state: 'state',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
})

/** A server that answers by path; what it was sent is kept. */
function page(answers: Readonly<Record<string, [status: number, body: unknown]>>) {
  const sent: HttpRequest[] = []
  const http: HttpPort = {
    cookie: () => 'csrf-token',
    send: async (request) => {
      sent.push(request)
      const path = request.path.split('?')[0] ?? ''
      const [status, body] = answers[path] ?? (path === '/api/login/cli' ? [200, approver] : [404, {}])
      const text = () => Promise.resolve(JSON.stringify(body))
      return { status, statusText: `status ${status}`, header: () => undefined, text }
    },
  }
  return { sent, signIn: createCliSignIn({ client: createClient({ http, clock: { now: () => 0 } }) }) }
}

const found: [number, unknown] = [200, { request: waiting, wrongCodesLeft: 5 }]

describe('the approval page', () => {
  test('asks for a code, finds who waits, and answers with the CSRF token in a form', async () => {
    const answered: [number, unknown] = [200, { answered: true }]
    const { signIn, sent } = page({ '/api/login/cli/device': found, '/api/login/cli/device/answer': answered })
    await signIn.open('')
    expect(signIn.getState()).toMatchObject({ view: { kind: 'code' }, approver })
    signIn.typeCode('wdjb mjht')
    await signIn.find()
    expect(signIn.getState().view).toEqual({ kind: 'device', request: waiting })
    await signIn.answer('allow')
    expect(signIn.getState().view).toEqual({ kind: 'result', result: 'done' })
    expect(sent.at(-1)).toMatchObject({ method: 'POST', body: 'userCode=WDJBMJHT&decision=allow' })
    expect(sent.at(-1)?.headers).toMatchObject({
      'X-CSRFToken': 'csrf-token',
      'Content-Type': 'application/x-www-form-urlencoded',
    })
  })

  test('a code in the address is looked up but never answered by itself', async () => {
    const { signIn, sent } = page({ '/api/login/cli/device': found })
    await signIn.open('?user_code=WDJB-MJHT')
    expect(signIn.getState().view.kind).toBe('device')
    expect(sent.map(({ path }) => path.split('?')[0])).toEqual(['/api/login/cli', '/api/login/cli/device'])
  })

  test.each([
    ['deny', true, 'denied'],
    ['allow', false, 'gone'],
    ['deny', false, 'gone'],
  ] as const)('%s, answered %s: %s', async (decision, answered, result) => {
    const { signIn } = page({
      '/api/login/cli/device': found,
      '/api/login/cli/device/answer': [200, { answered }],
    })
    await signIn.open('?user_code=WDJB-MJHT')
    await signIn.answer(decision)
    expect(signIn.getState().view).toEqual({ kind: 'result', result })
  })

  test('an invalid code is not sent, an unknown one says how many tries are left', async () => {
    const { signIn, sent } = page({ '/api/login/cli/device': [200, { request: null, wrongCodesLeft: 4 }] })
    await signIn.open('')
    signIn.typeCode('WDJB-MJH1')
    await signIn.find()
    expect(signIn.getState().error).toEqual({ kind: 'shape' })
    expect(sent).toHaveLength(1)
    signIn.typeCode('WDJB-MJHT')
    expect(signIn.getState().error).toBeUndefined()
    await signIn.find()
    expect(signIn.getState()).toMatchObject({ view: { kind: 'code' }, error: { kind: 'unknown', wrongCodesLeft: 4 } })
  })

  test('what is refused stays on the page with the server’s sentence', async () => {
    const { signIn } = page({
      '/api/login/cli/device': found,
      '/api/login/cli/device/answer': [429, { errorID: 'TOO_MANY_REQUESTS', errorMessage: 'Wait.' }],
    })
    await signIn.open('?user_code=WDJB-MJHT')
    await signIn.answer('allow')
    expect(signIn.getState()).toMatchObject({ view: { kind: 'device' }, error: { kind: 'said', message: 'Wait.' } })
  })

  test.each([
    ['', '/login/device'],
    ['?user_code=wdjbmjht', '/login/device?user_code=WDJB-MJHT'],
    ['?user_code=javascript:alert(1)', '/login/device'],
    [`?${loopback}`, `/login/device?${loopback}`],
  ])('without a session %j comes back to %s', async (search, returnPath) => {
    const { signIn } = page({ '/api/login/cli': [401, {}] })
    await signIn.open(search)
    expect(signIn.getState().view).toEqual({ kind: 'signed-out', returnPath })
  })

  test('a session that ends meanwhile leads back to the same question', async () => {
    const { signIn } = page({
      '/api/login/cli/device': found,
      '/api/login/cli/device/answer': [401, {}],
      '/api/login/cli/loopback/answer': [401, {}],
    })
    await signIn.open('?user_code=WDJB-MJHT')
    await signIn.answer('allow')
    expect(signIn.getState().view).toEqual({ kind: 'signed-out', returnPath: '/login/device?user_code=WDJB-MJHT' })
    await signIn.open(`?${loopback}`)
    await signIn.answer('allow')
    expect(signIn.getState().view).toEqual({ kind: 'signed-out', returnPath: `/login/device?${loopback}` })
  })

  test('asks before it leads to the command line of this machine, and leads nowhere else', async () => {
    const url = 'http://127.0.0.1:50000/callback?code=c&state=state'
    const { signIn, sent } = page({ '/api/login/cli/loopback/answer': [200, { redirectUrl: url }] })
    await signIn.open(`?${loopback}`)
    expect(signIn.getState().view.kind).toBe('loopback')
    expect(sent).toHaveLength(1)
    await signIn.answer('allow')
    expect(signIn.getState().view).toEqual({ kind: 'leaving', url })
    expect(Object.fromEntries(new URLSearchParams(sent[1]?.body as string))).toEqual({
      ...Object.fromEntries(loopback),
      decision: 'allow',
    })

    const other = page({ '/api/login/cli/loopback/answer': [200, { redirectUrl: 'https://evil.example/callback' }] })
    await other.signIn.open(`?${loopback}`)
    await other.signIn.answer('allow')
    expect(other.signIn.getState().view).toEqual({ kind: 'result', result: 'failed' })
  })

  test.each(['done', 'denied', 'failed', 'gone', 'invalid'])('result=%s asks the server nothing', async (result) => {
    const { signIn, sent } = page({})
    await signIn.open(`?result=${result}`)
    expect([signIn.getState().view, sent]).toEqual([{ kind: 'result', result }, []])
  })

  test('an address with something missing says so', async () => {
    const { signIn, sent } = page({})
    await signIn.open('?redirect_uri=http://127.0.0.1:1/callback')
    expect([signIn.getState().view, sent]).toEqual([{ kind: 'result', result: 'invalid' }, []])
  })
})

test.each([
  ['WDJB-MJHT', 'WDJBMJHT'],
  [' wdjb mjht ', 'WDJBMJHT'],
  ['W-D-J-B-M-J-H-T', 'WDJBMJHT'],
  ['WDJBMJH', undefined],
  ['WDJBMJHTX', undefined],
  ['ADJBMJHT', undefined],
  ['WDJB_MJHT', undefined],
])('%j is read as %s', (typed, code) => expect(readUserCode(typed)).toBe(code))

test.each([
  ['http://127.0.0.1:1/callback', true],
  ['http://127.0.0.1:65535/callback', true],
  ['http://127.0.0.1:65536/callback', false],
  ['http://127.0.0.1:0/callback', false],
  ['http://127.0.0.1:080/callback', false],
  ['http://127.0.0.1:80/callback/', false],
  ['http://127.0.0.2:80/callback', false],
  ['http://[::1]:80/callback', false],
  ['HTTP://127.0.0.1:80/callback', false],
  ['http://127.0.0.1:80/callback#x', false],
])('%s is the registered address: %s', (uri, expected) => expect(isLoopbackRedirect(uri)).toBe(expected))
