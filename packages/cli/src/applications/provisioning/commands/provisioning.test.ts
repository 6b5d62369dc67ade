import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeKeyPair } from '../../../testing/keys.ts'
import { openPortalServer, type PortalServer } from '../../../testing/portal-server.ts'

let server: PortalServer
/** A SCIM service without people, which takes one token. */
const service = createServer((request, response) => {
  const isKnown = request.headers.authorization === 'Bearer of-billing'
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/scim+json' })
  response.end(JSON.stringify(isKnown ? { totalResults: 0, Resources: [] } : { detail: 'no such token' }))
})
let url = ''

const shown = {
  config: {
    url: 'https://billing.example/scim',
    sendGroups: true,
    anyEmail: false,
    removal: 'deactivate',
    enabled: true,
  },
  pausedReason: null,
  people: 3,
  groups: 0,
  behind: 3,
  removals: 0,
  comparedAt: null,
  lastSentAt: null,
  failedAttempts: 0,
  nextAttemptAt: null,
  lastFailure: { kind: 'status', status: 404, detail: 'no such path' },
}

beforeAll(async () => {
  server = await openPortalServer()
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/scim`
})
afterAll(async () => {
  await server?.close()
  service.close()
})

test('only what is listed can be approved; it asks, and what has changed since is a conflict', async () => {
  const applications = [{ slug: 'billing', label: 'Billing', groups: ['staff'] }]
  const at = await server.open(makeKeyPair(), { applications })
  const run = (verb: string, ...argv: readonly string[]) => at.run(['provisioning', verb, '--app', 'Billing', ...argv])
  const file = join(at.terminal.folder, 'billing.token')
  writeFileSync(file, 'of-billing')
  expect((await run('set', '--url', url, '--token', `@${file}`, '--off')).code).toBe(0)
  expect([(await run('taken', '--json')).stdout, (await run('taken')).code]).toEqual(['[]\n', 0])
  expect((await run('approve', '--all', '-y')).stderr).toContain('None of these can be approved.')

  const account = { id: '77', name: 'ada', displayName: 'Root', externalId: null, createdAt: null, modifiedAt: null }
  const row = { kind: 'person', displayName: 'Ada', foundAt: '2026-01-31T10:00:00.000Z', approvedAt: null, account }
  const id = (last: number) => `01890000-0000-7000-8000-00000000000${last}`
  const takeovers = [
    { ...row, id: id(1), name: 'ada', provider: 'Login', obstacle: 'approval' },
    { ...row, id: id(2), name: 'bob', provider: 'Contractors', obstacle: 'approval' },
    { ...row, id: id(3), name: 'cy', provider: 'Login', obstacle: 'identifier' },
  ]
  at.before = ({ path, method }) =>
    method === 'GET' && path.includes('/takeovers')
      ? { status: 200, body: { takeovers, next: null, previous: null, total: 3 } }
      : undefined
  const sent = () => at.received.filter(({ path }) => path.endsWith('/takeovers/approve')).length
  expect((await run('approve', '-y')).code).toBe(64)
  expect((await run('approve', '--all', '--person', 'ada', '-y')).code).toBe(64)
  expect((await run('approve', '--person', 'ada', '--idp', 'Login', '-y')).code).toBe(64)
  expect((await run('approve', '--person', 'eve', '-y')).code).toBe(6)
  expect((await run('approve', '--group', 'ada', '-y')).code).toBe(6)
  expect((await run('approve', '--all', '--idp', 'Nowhere', '-y')).code).toBe(6)
  const other = await run('approve', '--person', 'cy', '-y')
  expect([other.code, other.stderr]).toEqual([7, expect.stringContaining('it belongs to another system')])
  const asked = await run('approve', '--all')
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringMatching(/2 people and groups.*Login \(1\).*add -y/)])
  const dry = await run('approve', '--all', '--idp', 'login', '--dry-run', '--json')
  const choice = { kind: 'person', id: id(1), accountId: '77', foundAt: row.foundAt }
  expect(JSON.parse(dry.stdout)).toMatchObject({ requests: [{ body: { takeovers: [choice] } }] })
  expect(sent()).toBe(0)
  // The server does not have these identifiers.
  const changed = await run('approve', '--all', '-y')
  expect([changed.code, changed.stderr, sent()]).toEqual([7, expect.stringContaining('have changed since'), 1])
  await at.close()
})

test('only named settings change; the token is read from a file; it is tested, tried again and removed', async () => {
  const applications = [{ slug: 'billing', label: 'Billing', groups: ['staff'] }]
  const at = await server.open(makeKeyPair(), { applications })
  const run = (verb: string, ...argv: readonly string[]) => at.run(['provisioning', verb, '--app', 'Billing', ...argv])
  const stored = async () => JSON.parse((await run('show', '--json')).stdout) as unknown
  const file = join(at.terminal.folder, 'billing.token')
  writeFileSync(file, 'of-billing\n')
  expect(await stored()).toMatchObject({ application: 'Billing', state: 'none', url: null })

  const first = await run('test', '--url', `${url}/`, '--token', `@${file}`, '--json')
  expect([first.code, JSON.parse(first.stdout), first.stderr]).toEqual([
    0,
    { failure: null },
    expect.stringContaining('accepted the token'),
  ])
  const noUrl = await run('test')
  expect([noUrl.code, noUrl.stderr]).toEqual([3, expect.stringContaining('url: A value is required')])
  const noToken = await run('test', '--url', url)
  expect([noToken.code, noToken.stderr]).toEqual([3, expect.stringContaining('Enter the bearer token')])
  expect((await run('test', '--url', url, '--token', 'of-billing')).code).toBe(64)
  expect(await stored()).toMatchObject({ state: 'none' })

  const none = await run('set', '--url', url)
  expect([none.code, none.stderr]).toEqual([3, expect.stringContaining('Enter the bearer token')])
  const typed = await run('set', '--url', url, '--token', 'of-billing')
  expect([typed.code, typed.stderr]).toEqual([64, expect.stringContaining('--token takes @FILE')])
  const dry = await run('set', '--url', url, '--token', `@${file}`, '--dry-run')
  expect(dry.stdout).toContain(`url: (none) -> "${url}"`)
  expect(dry.stdout).not.toContain('of-billing')
  expect(await stored()).toMatchObject({ state: 'none' })

  const set = await run('set', '--url', `${url}/`, '--token', `@${file}`)
  expect([set.code, set.stderr]).toEqual([0, expect.stringContaining('saved')])
  expect((await run('set', '--no-groups', '--removal', 'delete', '--off')).code).toBe(0)
  expect(await stored()).toMatchObject({ url, sendGroups: false, anyEmail: false, removal: 'delete', state: 'off' })
  expect((await run('set', '--removal', 'forget')).code).toBe(3)

  expect((await run('test')).stderr).toContain('answered')
  writeFileSync(file, 'another')
  expect((await run('set', '--token', `@${file}`, '--on')).code).toBe(0)
  const refused = await run('test')
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/rejected the token with status 401.*The answer was: no such token/),
  ])

  at.before = ({ path, method }) =>
    method === 'GET' && path.endsWith('/provisioning')
      ? { status: 200, body: { ...shown, refusedKind: 'person' } }
      : undefined
  expect(await stored()).toMatchObject({ state: 'refused', refused: 'person', lastFailure: 'status 404: no such path' })
  expect((await run('show', '-o', 'table')).stdout).toMatch(/^State +refused$/m)
  at.before = undefined

  const asJson = await run('test', '--json')
  expect([asJson.code, JSON.parse(asJson.stdout)]).toMatchObject([1, { failure: { kind: 'status', status: 401 } }])
  expect(JSON.parse((await run('behind', '--json')).stdout)).toEqual([])
  expect((await run('retry')).stderr).toContain('retried')
  const planned = await run('resend', '--dry-run')
  expect([planned.code, planned.stdout]).toEqual([0, expect.stringContaining('/provisioning/resend')])
  const asked = await run('resend')
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('add -y')])
  const resent = await run('resend', '-y', '--json')
  expect([resent.code, resent.stderr]).toEqual([0, expect.stringContaining('sent again')])
  expect(JSON.parse(resent.stdout)).toMatchObject({ state: 'on', comparedAt: null })
  expect((await run('remove')).code).toBe(2)
  expect((await run('remove', '-y')).code).toBe(0)
  expect(await stored()).toMatchObject({ state: 'none' })
  await at.close()
})
