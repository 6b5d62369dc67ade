import { expect, test } from 'vitest'

import { continueAddress } from './live-session-note.tsx'
import { createLogin } from './login.ts'

test.each([
  [null, '/portal'],
  ['/portal', '/portal'],
  ['/portal/admin?tab=1', '/portal/admin?tab=1'],
  ['/portalx', '/portal'],
  ['//elsewhere.example/portal', '/portal'],
  ['https://elsewhere.example/portal', '/portal'],
  ['javascript:alert(1)', '/portal'],
  ['/portal/\n', '/portal'],
])('with the return path %j the browser continues at %s', (returnPath, address) => {
  expect(continueAddress(returnPath)).toBe(address)
})

test.each([
  ['no cookie of a session', undefined, 200, true, [], false],
  ['a session', 'token', 200, true, ['GET /api/login/session?_=0'], true],
  ['a session that has ended', 'token', 200, false, ['GET /api/login/session?_=0'], false],
  ['a server that does not answer', 'token', 503, true, ['GET /api/login/session?_=0'], false],
])('with %s', async (_, csrf, status, signedIn, sent, has) => {
  const requests: string[] = []
  const memory = { get: () => undefined, set: () => undefined, remove: () => undefined }
  const http = {
    cookie: () => csrf,
    send: ({ method, path }: { method: string; path: string }) => {
      requests.push(`${method} ${path}`)
      return Promise.resolve({
        status,
        statusText: '',
        header: () => undefined,
        text: () => Promise.resolve(JSON.stringify({ signedIn })),
      })
    },
  }
  const login = createLogin({ http: http as never, clock: { now: () => 0 }, memory })
  expect(await login.hasSession()).toBe(has)
  expect(requests).toEqual(sent)
})
