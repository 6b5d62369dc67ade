import { randomBytes } from 'node:crypto'

import { sql, type Kysely, type Migration } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rateLimitNames, rateLimitVariable } from '../settings/rate-limits.ts'
import { startDirectory, type Directory } from '../../protocols/scim/testing/directory.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import { readSecretKeys } from '../secrets/secret-keys.ts'
import { killableServers, type KillableServers } from '../../testing/killable-server.ts'
import {
  createTestServer,
  rsaKeys,
  signAssertion,
  smallTenant,
  testBaseUrl,
  type TestServer,
} from '../../testing/test-server.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { silentLog } from './testing/silent-log.ts'

/** `ROUNDS=20` for a longer look. */
const rounds = Number(process.env['ROUNDS'] ?? 2)
const timeout = 180_000 + rounds * 120_000

/** Tables that every request reads or writes. */
const hot = [
  'tenants',
  'sessions',
  'users',
  'groups',
  'user_groups',
  'environments',
  'service_accounts',
  'identity_providers',
  'audit',
  'access_tokens',
  'assertion_uses',
  'scim_users',
  'scim_tokens',
]

let server: TestServer
let processes: KillableServers
let directory: Directory
const key = rsaKeys()

beforeAll(async () => {
  const PORTICO_SECRET_KEY = randomBytes(32).toString('base64')
  server = await createTestServer({}, { secrets: createSecretBox(readSecretKeys('', { PORTICO_SECRET_KEY })) })
  const { url, appUrl } = server.database
  const off = Object.fromEntries(
    rateLimitNames.filter((name) => name !== 'wrong-codes').map((name) => [rateLimitVariable(name), 'off']),
  )
  const env = { DATABASE_URL: url, PORTICO_APP_DATABASE_URL: appUrl, PORTICO_SECRET_KEY, ...off }
  processes = await killableServers(env)
  const serviceAccounts = [{ name: 'nightly', environment: 'production', key1: key.publicPem, applications: ['wiki'] }]
  directory = await startDirectory(server, 'acme', smallTenant('acme', { serviceAccounts }))
}, timeout)
afterAll(async () => {
  await processes?.remove()
  await server?.close()
})

/** A new version's migrations: they lock what requests use, in another order each time. */
function newVersion(round: number): Record<string, Migration> {
  const tables = hot.toSorted(() => Math.random() - 0.5)
  const one = {
    up: async (db: Kysely<never>) => {
      for (const table of tables)
        await sql`alter table ${sql.id(table)} add column ${sql.id(`upgrade_${round}`)} int not null default 0`.execute(
          db,
        )
    },
  }
  return Object.fromEntries(
    [...Array(round + 1).keys()].map((at) => [`9999-upgrade-${String(at).padStart(3, '0')}`, one]),
  )
}

type Sent = { readonly what: string; readonly status: number | string }

/** Sends requests of a directory, a person and a service account one after the other, to where `place` leads. */
async function load(worker: number, place: { url: string; isOver: boolean }, sent: Sent[]): Promise<void> {
  const cookie = [...directory.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const scim = { authorization: `Bearer ${directory.token}`, 'content-type': 'application/scim+json' }
  const id = directory.tenant.serviceAccountIds.get('nightly') ?? ''
  const users = `/scim/v2/${directory.providerId}/Users`
  const kinds: Record<string, (count: number) => [string, RequestInit]> = {
    create: (count) => [
      users,
      {
        method: 'POST',
        headers: scim,
        body: JSON.stringify({ userName: `w${worker}-${count}-${sent.length}@acme.example` }),
      },
    ],
    list: () => [`${users}?count=5`, { headers: scim }],
    session: () => ['/api/portal/launcher/principalinfo', { headers: { cookie } }],
    audit: () => ['/api/portal/admin/audit', { headers: { cookie } }],
    token: () => {
      const client_assertion = signAssertion(key.privateKey, id, { aud: testBaseUrl })
      const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_assertion_type, client_assertion })
      return ['/oauth2/token', { method: 'POST', body }]
    },
  }
  for (let count = 0; !place.isOver; count += 1)
    for (const [what, ask] of Object.entries(kinds)) {
      const [path, init] = ask(count)
      const status = await fetch(place.url + path, init).then(
        async (response) => (await response.text(), response.status),
        (error: Error) => `${error.message}: ${String(error.cause)}`,
      )
      sent.push({ what, status })
    }
}

test(
  'a server is replaced by one of a newer version under load, and no request is lost',
  async () => {
    let old = await processes.start()
    const place = { url: old.url, isOver: false }
    const sent: Sent[] = []
    const workers = [1, 2, 3].map((worker) => load(worker, place, sent))
    for (let round = 0; round < rounds; round += 1) {
      const before = sent.length
      await expect.poll(() => sent.length, { timeout: 60_000 }).toBeGreaterThan(before + 50)
      await migrate(server.database, silentLog, { ...migrations, ...newVersion(round) })
      const next = await processes.start()
      place.url = next.url
      await old.stop()
      old = next
    }
    place.isOver = true
    await Promise.all(workers)
    const lost = sent.filter(({ status }) => typeof status === 'string' || status >= 300)
    process.stdout.write(`rolling upgrades: ${rounds}; requests: ${sent.length}, lost: ${lost.length}\n`)
    expect(lost).toEqual([])
  },
  timeout,
)
