import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

type Line = { readonly msg: string; readonly requestId: string }

const lines: Line[] = []
let server: TestServer
let person: Browser
let who: { readonly id: string; readonly tenant: { readonly id: string } }

beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) })
  server = await createTestServer({}, { log })
  const acme = await server.importTenant(smallTenant('acme'))
  person = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['staff'] })
  who = (await (await person.send('/api/portal/launcher/principalinfo')).json()) as typeof who
})
afterAll(() => server?.close())
beforeEach(() => void lines.splice(0))

const refusals = () => lines.filter(({ msg }) => msg === 'refused')
const csrf = () => ({ 'x-csrftoken': person.cookies.get('csrf') ?? '' })
const actor = () => ({ kind: 'user', id: who.id })

it.each<[string, () => Promise<Response>, object]>([
  [
    'a read that needs another role',
    () => person.send('/api/portal/admin/audit'),
    { errorID: 'SECURITY_ADMIN_REQUIRED', actor: 1 },
  ],
  [
    'a change that needs another role',
    () =>
      person.send('/api/portal/admin/roles', {
        method: 'POST',
        headers: { ...csrf(), 'content-type': 'application/json' },
        body: JSON.stringify({ label: 'Auditor' }),
      }),
    { errorID: 'SECURITY_ADMIN_REQUIRED', actor: 1 },
  ],
  [
    'a change without the token of the session',
    () => person.send('/api/portal/cloudsession', { method: 'PUT' }),
    { errorID: 'CSRF' },
  ],
])('%s leaves in the log who sent it', async (_, send, expected) => {
  expect((await send()).status).toBe(403)
  const request = lines.find(({ msg }) => msg === 'request')
  const named = 'actor' in expected ? { ...expected, actor: actor() } : expected
  expect(refusals()).toMatchObject([
    {
      level: 30,
      requestId: request?.requestId,
      tenantId: who.tenant.id,
      address: expect.any(String) as string,
      ...named,
    },
  ])
  expect('actor' in (refusals()[0] ?? {})).toBe('actor' in expected)
})

it('what is allowed, not found, or sent by no one in particular leaves no such line', async () => {
  expect((await person.send('/api/portal/launcher')).status).toBe(200)
  expect((await person.send('/api/portal/nothing')).status).toBe(404)
  const request = new Request(`${server.deps.settings.baseUrl}/api/portal/launcher`)
  expect((await server.fetch(request)).status).toBe(401)
  expect(refusals()).toEqual([])
})
