import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import {
  openIdProvider,
  openPortalServer,
  type PortalServer,
  type SignedInTerminal,
} from '../../../testing/portal-server.ts'

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal
let receiver: Server
let url = ''
let status = 204
let got: IncomingHttpHeaders[] = []

beforeAll(async () => {
  server = await openPortalServer()
  receiver = createServer((request, response) => {
    got.push(request.headers)
    request.resume().on('end', () => response.writeHead(status).end())
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  await server?.close()
  receiver.close()
})
beforeEach(async () => {
  status = 204
  got = []
  at = await server.open(robot, {
    identityProviders: [openIdProvider('Main', { primary: true })],
    firstAdminGroup: 'admins',
  })
})
afterEach(() => at?.close())

const webhook = (...argv: string[]) => at.run(['webhook', ...argv])
const host = () => new URL(url).host
const first = async (fields: string) => {
  const [row] = JSON.parse((await webhook('list', '--json', fields)).stdout) as Record<string, unknown>[]
  return row
}

test('a webhook is created with its secret printed once, found by its host, changed and deleted', async () => {
  const created = await webhook('create', '--url', url, '--action', 'session', '--action', 'role', '--json', 'secret')
  expect(created).toMatchObject({ code: 0 })
  expect((JSON.parse(created.stdout) as { secret: string }).secret).toMatch(/^whsec_/)
  expect(created.stderr).toContain('it is not shown again')
  expect(await first('state,events,actions')).toEqual({ state: 'on', events: ['audit'], actions: ['session', 'role'] })
  expect((await webhook('get', host())).stdout).not.toContain('whsec_')
  const changed = await webhook('update', host(), '--events', 'audit,notices', '--all-actions', '--off')
  expect([changed.code, changed.stderr]).toEqual([0, expect.stringContaining('The webhook was changed.')])
  expect(await first('state,events,actions')).toEqual({ state: 'off', events: ['audit', 'notices'], actions: [] })
  expect((await webhook('update', host(), '--off')).stderr).toContain('Nothing differs')
  expect((await webhook('delete', host())).code).toBe(2)
  expect((await webhook('delete', host(), '--confirm', host())).code).toBe(0)
  expect((await webhook('list')).stdout).toBe('')
})

test('a test is signed, and a receiver that refuses ends it with exit code 1', async () => {
  await webhook('create', '--url', url)
  expect(await webhook('test', host())).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('accepted') as string,
  })
  expect(got[0]?.['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
  const asked = await webhook('rotate-secret', host())
  expect([asked.code, asked.stdout, asked.stderr]).toEqual([2, '', expect.stringContaining('add -y')])
  await webhook('rotate-secret', host(), '-y')
  await webhook('test', host())
  expect(got[1]?.['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
  status = 500
  const refused = await webhook('test', host(), '--json')
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('status 500')])
  expect(JSON.parse(refused.stdout)).toEqual({
    delivered: false,
    status: 500,
    failure: { kind: 'status', status: 500 },
  })
})

test('a dry run shows the request and changes nothing', async () => {
  const { stdout } = await webhook('create', '--url', 'https://siem.example/x', '--dry-run')
  expect(stdout).toContain('POST /api/portal/admin/webhooks\n')
  expect(stdout).toContain('url: (none) -> "https://siem.example/x"')
  expect((await webhook('list')).stdout).toBe('')
})

test.each([
  ['no address', ['create'], 3, 'Enter the address'],
  [
    'an unknown event',
    ['create', '--url', 'https://siem.example', '--events', 'all'],
    3,
    '--events takes audit, notices',
  ],
  ['a private address', ['create', '--url', 'https://10.0.0.1'], 3, 'private network'],
  ['an unknown webhook', ['get', 'nothing'], 6, 'There is no webhook nothing.'],
  ['--on with --off', ['update', 'nothing', '--on', '--off'], 64, 'not both'],
  ['--action with --all-actions', ['update', 'nothing', '--action', 'role', '--all-actions'], 64, 'not both'],
])('%s is refused', async (_, argv, code, says) => {
  const ran = await webhook(...argv)
  expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(says)])
})
