import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readPart } from './support/access-token.ts'
import { openAdminApi } from './support/admin-api.ts'
import { builtInstallation } from './support/installation.ts'
import { startResourceServer, type ResourceServer } from './support/resource-server.ts'
import { runProcess } from './support/run-process.ts'
import { readAutomation, startDemo, startDemoIn, type ServerProcess } from './support/server-process.ts'
import {
  expired,
  openServiceTokens,
  signedByAnother,
  unsigned,
  withOtherClaims,
  withOtherSignature,
  type ServiceTokens,
} from './support/service-tokens.ts'
import { registerClient } from './support/register-client.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'

// Apache with mod_auth_openidc verifies our access tokens with our published keys, or asks about each (RFC 7662).
const folder = temporaryFolder()
const installation = builtInstallation()
const tokenSecs = 15
let demo: ServerProcess
let elsewhere: ServerProcess
let tokens: ServiceTokens
let apache: ResourceServer
let old: string

beforeAll(async () => {
  const env = { PORTICO_ACCESS_TOKEN_SECONDS: String(tokenSecs) }
  demo = await startDemo(installation, { dataDir: join(folder.path, 'demo'), env })
  // With separate keys and ids.
  elsewhere = await startDemoIn(installation, { dataDir: join(folder.path, 'elsewhere') })
  tokens = await openServiceTokens(demo)
  const roles = ['clerk', 'approver'] as const
  apache = await startResourceServer(join(folder.path, 'apache'), {
    portico: demo.url,
    client: await registerClient(installation, demo),
    audience: tokens.audience,
    roles,
  })
  old = await tokens.good()
})
afterAll(async () => {
  await apache?.stop()
  await demo?.stop()
  await elsewhere?.stop()
  folder.remove()
})

function ask(token: string | undefined, path = '/invoices.txt', url = apache.url): Promise<Response> {
  return fetch(url + path, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
}
const statusOf = async (token: string | undefined, path?: string) => (await ask(token, path)).status

describe('Apache with mod_auth_openidc', () => {
  test('accepts an access token of a service account, and knows who it is', async () => {
    const answer = await ask(await tokens.good())
    expect([answer.status, await answer.text()]).toEqual([200, 'Invoice 1: 12.00\n'])
    expect(answer.headers.get('x-subject')).toBe(tokens.account.id)
  })

  test('asks for a token where there is none', async () => {
    const answer = await ask(undefined)
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer /)])
  })

  test.each<[string, (token: string) => string | Promise<string>]>([
    ['with another signature', withOtherSignature],
    ['with a role added', (token) => withOtherClaims(token, { roles: ['clerk', 'approver'] })],
    ['with a later end', (token) => withOtherClaims(token, { exp: Number(readPart(token, 1)['exp']) + 3600 })],
    ['without a signature', unsigned],
    ['signed with a key of the attacker under the name of ours', signedByAnother],
    ['for another application', () => tokens.forOtherApplication()],
    ['for the same application of another deployment', async () => (await openServiceTokens(elsewhere)).good()],
  ])('refuses a token %s', async (_, change) => {
    const good = await tokens.good()
    const bad = await change(good)
    expect(bad).not.toBe(good)
    // A page for every role: the token's roles must not be what refuses it.
    expect(await statusOf(bad, '/prices.txt')).toBe(401)
    expect(await statusOf(good, '/prices.txt')).toBe(200)
  })

  test('refuses a token without the role that the page requires', async () => {
    const good = await tokens.good()
    expect([await statusOf(good), await statusOf(good, '/approvals.txt')]).toEqual([200, 401])
  })

  test('refuses a token that has expired', async () => {
    expect(readPart(old, 1)).toMatchObject({ iss: demo.url, aud: tokens.audience })
    expect(await statusOf(await expired(old))).toBe(401)
    expect(apache.log()).toContain('"exp" validation failure')
  })

  test('accepts tokens of a new signing key without a restart of either', async () => {
    const before = await tokens.good()
    expect(await statusOf(before)).toBe(200)
    const rotate = ['rotate-keys', '--only', 'signing', '--now', '--data', demo.dataDir]
    expect(await runProcess(['node', installation.server, ...rotate])).toMatchObject({ code: 0 })
    const withdrawn = readPart(before, 0)['kid']
    await until('the server publishes the new key alone', async () => {
      const { keys } = (await (await fetch(`${demo.url}/oauth2/jwks`)).json()) as { keys: { kid: string }[] }
      return keys.every(({ kid }) => kid !== withdrawn)
    })
    const after = await tokens.good()
    expect(readPart(after, 0)['kid']).not.toBe(withdrawn)
    expect(await statusOf(after)).toBe(200)
    expect(await statusOf(withOtherSignature(after))).toBe(401)
  })
})

describe('Apache with mod_auth_openidc, by introspection', () => {
  const statusThere = async (token: string, path = '/invoices.txt') => (await ask(token, path, apache.askingUrl)).status

  test('accepts an active token, and refuses a tampered one and one for another application', async () => {
    const good = await tokens.good()
    expect(await statusThere(good)).toBe(200)
    expect(await statusThere(withOtherSignature(good), '/prices.txt')).toBe(401)
    expect(await statusThere(await tokens.forOtherApplication(), '/prices.txt')).toBe(401)
  })

  test('refuses a token whose account was deleted meanwhile', async () => {
    const good = await tokens.good()
    expect(await statusThere(good)).toBe(200)
    const api = await openAdminApi(readAutomation(demo.dataDir))
    const environment = readPart(good, 1)['environment'] as string
    await api.call('DELETE', `/portal/admin/environments/${environment}/service-accounts/${tokens.account.id}`)
    await until('the deletion is known', async () => (await statusThere(good)) === 401)
    // Its signature still holds until it expires.
    expect(await statusOf(good)).toBe(200)
  })
})
