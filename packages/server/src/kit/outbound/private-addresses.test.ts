import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import {
  change,
  comeBack,
  landing,
  lastRecord,
  newBrowser,
  postLogin,
  providerEntry,
  tenantWith,
  whoIs,
} from '../../testing/sign-in-run.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

/** Addresses that a provider's document or an administrator names are called only on public networks. */
let server: TestServer
let own: ScriptedProvider
let acme: ImportedTenant
/** A private service on this machine; the development setting allows loopback by IP address only. */
let inner: Server
let innerPort = 0
let innerCalls = 0
let count = 0
const username = () => `ada@private-${count}.example`

beforeAll(async () => {
  server = await createTestServer()
  inner = createServer((_, response) => {
    innerCalls += 1
    response.end('{}')
  })
  await new Promise<void>((listening) => inner.listen(0, '127.0.0.1', listening))
  innerPort = (inner.address() as AddressInfo).port
})
beforeEach(async () => {
  own = await startScriptedProvider()
  count += 1
  acme = await server.importTenant(
    tenantWith(`private-${count}`, [providerEntry(own.issuer, { suffixes: [`private-${count}.example`] })]),
  )
  return () => own.stop()
})
afterAll(async () => {
  await server?.close()
  await new Promise((closed) => inner.close(closed))
})

const hosts = () => [
  'https://10.0.0.1',
  'https://192.168.1.1',
  'https://169.254.169.254',
  'https://[::ffff:10.0.0.1]',
  'https://[fd00::1]',
  'https://0x0a000001',
  'https://167772161',
  `http://localhost.example:${innerPort}`,
]

/** Tokens are issued by the server's clock, which moves so that a changed document is read again. */
async function signIn(document: Record<string, string> = {}) {
  server.clock.advance(6 * 60_000)
  const now = Math.floor(server.clock.now() / 1000)
  own.plays({
    person: { sub: 'ada', preferred_username: username(), iat: now, exp: now + 300 },
    discovery: (usual) => ({ ...usual, ...document }),
  })
  const browser = newBrowser(server)
  const started = await postLogin(browser, username())
  if (started.redirectUrl !== null)
    landing(await comeBack(browser, started.redirectUrl, own.authorize(started.redirectUrl)))
  const { finding, checks } = await lastRecord(server, acme)
  const error = checks.find((line) => line.outcome === 'failed')?.evidence['error']
  return { finding, error, who: await whoIs(browser) }
}

const notPublic = expect.stringMatching(/not a public address|not https/)

describe('a provider document that names private addresses allows no sign-in and triggers no calls', () => {
  it.each([
    ['token_endpoint', 'token-unreachable'],
    ['jwks_uri', 'keys-unreachable'],
    ['userinfo_endpoint', 'userinfo-failed'],
  ])('by its %s', async (name, finding) => {
    for (const host of hosts()) {
      const said = await signIn({ [name]: `${host}/x` })
      expect([host, said]).toEqual([host, { finding, error: notPublic, who: undefined }])
    }
    expect(innerCalls).toBe(0)
  })
})

it('an issuer inside is not asked for its document', async () => {
  for (const issuer of hosts()) {
    await change(
      server,
      acme,
      sql`update identity_providers set config = config || ${JSON.stringify({ issuer })}::jsonb,
                                        config_version = config_version + 1`,
    )
    expect([issuer, await signIn()]).toEqual([
      issuer,
      { finding: 'discovery-failed', error: notPublic, who: undefined },
    ])
  }
  expect(innerCalls).toBe(0)
})
