import { randomBytes } from 'node:crypto'
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { start, type StartedServer } from '../../operator/commands/start.ts'
import { rateLimitNames, rateLimitVariable } from '../settings/rate-limits.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import { readSecretKeys } from '../secrets/secret-keys.ts'
import { startDirectory } from '../../protocols/scim/testing/directory.ts'
import { type ListeningProxy, startListeningProxy } from '../../sign-in/sessions/testing/listening-proxy.ts'
import { createTestServer, rsaKeys, signAssertion, smallTenant } from '../../testing/test-server.ts'
import { openDatabase } from './connect.ts'
import { migrate } from './migrate.ts'
import { findInstalledPostgres } from './testing/installed-server.ts'
import { silentLog } from './testing/silent-log.ts'
import { startStreamingPair, type StreamingPair } from './testing/streaming-pair.ts'
import { findTestRoot } from './testing/test-root.ts'

const installed = await findInstalledPostgres()
const PORTICO_SECRET_KEY = randomBytes(32).toString('base64')
const serverUrl = 'http://portico.example'
const noRateLimits = Object.fromEntries(
  rateLimitNames.filter((name) => name !== 'wrong-codes').map((name) => [rateLimitVariable(name), 'off']),
)
const waits = { timeout: 30_000, interval: 50 }

let pair: StreamingPair
let folder: string | undefined
let name: string
let count = 0
let running: StartedServer | undefined
let client: Client

/** A directory and a service account, over the network. */
type Client = {
  /** The status of creating a person, which waits for the database's commit. */
  create(name: string): Promise<{ status: number; retryAfter: string | null }>
  find(name: string): Promise<boolean>
  /** The status of a call that only reads. */
  read(): Promise<number>
  token(): Promise<{ status: number; retryAfter: string | null }>
  ready(): Promise<number>
}

const urlOf = (places: string, parameters = ''): string => `postgresql://owner:owns@${places}/${name}${parameters}`

// The last test kills the primary.
beforeAll(async () => {
  if (installed === undefined) return
  folder = mkdtempSync(join(await findTestRoot(), 'portico-failover-'))
  mkdirSync(join(folder, 'pages'))
  pair = await startStreamingPair(installed)
  await pair.primary.administer(`create role owner login createrole password 'owns'`)
})
beforeEach(async () => {
  name = `portico${(count += 1)}`
  await pair?.primary.administer(`create database ${name} owner owner`)
})
afterEach(async () => {
  await running?.stop()
  running = undefined
})
afterAll(async () => {
  await pair?.stop()
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
})

async function startServer(databaseUrl: string): Promise<void> {
  const account = await prepare(urlOf(`127.0.0.1:${pair.primary.port}`))
  running = await start({
    dataDir: join(folder ?? '', name),
    host: '127.0.0.1',
    port: 0,
    pagesDir: join(folder ?? '', 'pages'),
    env: { DATABASE_URL: databaseUrl, PORTICO_SECRET_KEY, PORTICO_BASE_URL: serverUrl, ...noRateLimits },
    log: pino({ level: 'silent' }),
  })
  client = clientOf(running.url, account)
}

type Account = { readonly id: string; readonly key: ReturnType<typeof rsaKeys>; providerId: string; scimToken: string }

/** A tenant with a SCIM token and a service account, made before the server starts. */
async function prepare(databaseUrl: string): Promise<Account> {
  const secrets = createSecretBox(readSecretKeys('', { PORTICO_SECRET_KEY }))
  const secretKey = readSecretKeys('', { PORTICO_SECRET_KEY })
  const database = await openDatabase({ dataDir: '', databaseUrl, secretKey, log: silentLog })
  await migrate(database, silentLog)
  const server = await createTestServer({}, { secrets, database: { ...database, url: databaseUrl, appUrl: '' } })
  try {
    const key = rsaKeys()
    const accounts = [
      { name: 'nightly', environment: 'production', key1: key.publicPem, applications: ['billing:viewer'] },
    ]
    const directory = await startDirectory(server, 'acme', smallTenant('acme', { serviceAccounts: accounts }))
    const id = directory.tenant.serviceAccountIds.get('nightly') ?? ''
    return { id, key, providerId: directory.providerId, scimToken: directory.token }
  } finally {
    await server.close()
  }
}

function clientOf(url: string, { id, key, providerId, scimToken }: Account): Client {
  const scim = (path: string, init: RequestInit = {}) =>
    fetch(`${url}/scim/v2/${providerId}/Users${path}`, {
      ...init,
      headers: { authorization: `Bearer ${scimToken}`, 'content-type': 'application/scim+json' },
    })
  const outcome = async (response: Response) => {
    await response.text()
    return { status: response.status, retryAfter: response.headers.get('retry-after') }
  }
  return {
    create: async (name) =>
      outcome(await scim('', { method: 'POST', body: JSON.stringify({ userName: `${name}@acme.example` }) })),
    async find(name) {
      const response = await scim(`?filter=${encodeURIComponent(`userName eq "${name}@acme.example"`)}`)
      return ((await response.json()) as { totalResults: number }).totalResults === 1
    },
    read: async () => (await outcome(await scim('?count=1'))).status,
    async token() {
      const client_assertion = signAssertion(key.privateKey, id, { aud: serverUrl })
      const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
      const form = { grant_type: 'client_credentials', client_assertion_type, client_assertion }
      return outcome(await fetch(`${url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) }))
    },
    async ready() {
      return (await outcome(await fetch(`${url}/readyz`))).status
    },
  }
}

describe.skipIf(installed === undefined)('a primary and a standby', { timeout: 180_000 }, () => {
  test('an address that moves to the standby and back: 503 with Retry-After meanwhile, and written again without a restart', async () => {
    const proxy: ListeningProxy = await startListeningProxy(urlOf(`127.0.0.1:${pair.primary.port}`))
    try {
      await startServer(proxy.url)
      expect([await client.ready(), (await client.create('before')).status, (await client.token()).status]).toEqual([
        200, 201, 200,
      ])
      proxy.moveTo(pair.standby.port)
      proxy.mend()
      await expect.poll(() => client.ready(), waits).toBe(503)
      for (let sent = 0; sent < 5; sent += 1) {
        expect(await client.create('during')).toEqual({ status: 503, retryAfter: expect.any(String) as string })
        expect(await client.token()).toEqual({ status: 503, retryAfter: expect.any(String) as string })
        // A standby may not know yet of a token that was revoked.
        expect(await client.read()).toBe(503)
      }
      // The connections to the standby, if there are any, stay open.
      proxy.moveTo(pair.primary.port)
      await expect.poll(async () => (await client.create('after')).status, waits).toBe(201)
      await expect.poll(() => client.ready(), waits).toBe(200)
      for (let sent = 0; sent < 5; sent += 1) expect((await client.token()).status).toBe(200)
    } finally {
      await running?.stop()
      await proxy.close()
    }
  })

  test('a database that turns read-only under open connections is written again when it may be', async () => {
    await startServer(urlOf(`127.0.0.1:${pair.primary.port}`))
    await Promise.all(Array.from({ length: 10 }, (_, at) => client.create(`early-${at}`)))
    const turn = async (state: 'on' | 'off') => {
      await pair.primary.administer(`alter system set default_transaction_read_only = ${state}`)
      await pair.primary.administer('select pg_reload_conf()')
    }
    await turn('on')
    await expect.poll(() => client.ready(), waits).toBe(503)
    for (let sent = 0; sent < 5; sent += 1)
      expect(await client.create('during')).toEqual({ status: 503, retryAfter: expect.any(String) as string })
    await turn('off')
    await expect.poll(async () => (await client.create('after')).status, waits).toBe(201)
    await expect.poll(() => client.ready(), waits).toBe(200)
  })

  test('a primary that is killed while people are written: the standby takes over, and nothing acknowledged is lost', async () => {
    const places = `127.0.0.1:${pair.primary.port},127.0.0.1:${pair.standby.port}`
    await startServer(urlOf(places, '?target_session_attrs=read-write'))
    const acknowledged: string[] = []
    const statuses = new Set<number>()
    let writing = true
    const write = async (writer: number) => {
      for (let count = 0; writing; count += 1) {
        const name = `person-${writer}-${count}`
        const { status } = await client.create(name)
        statuses.add(status)
        if (status === 201) acknowledged.push(name)
        else await delay(20)
      }
    }
    const writers = [1, 2, 3, 4].map(write)
    await expect.poll(() => acknowledged.length, waits).toBeGreaterThan(50)
    await pair.primary.end('SIGKILL')
    const killedAt = performance.now()
    const before = acknowledged.length
    await expect.poll(() => statuses.has(503), waits).toBe(true)
    await pair.standby.administer('select pg_promote()')
    const promotedAt = performance.now()
    await expect.poll(() => acknowledged.length, waits).toBeGreaterThan(before + 50)
    const writableAt = performance.now()
    writing = false
    await Promise.all(writers)
    expect((await client.token()).status).toBe(200)
    await expect.poll(() => client.ready(), waits).toBe(200)

    const found = await Promise.all(acknowledged.map((name) => client.find(name)))
    const lost = acknowledged.filter((_, at) => !found[at])
    const seconds = (since: number) => ((writableAt - since) / 1000).toFixed(1)
    process.stdout.write(
      `failover: writable ${seconds(killedAt)} s after the kill and ${seconds(promotedAt)} s after the promotion; ` +
        `${acknowledged.length} acknowledged writes, ${lost.length} lost\n`,
    )
    expect(lost).toEqual([])
    expect(statuses).toEqual(new Set([201, 503]))
  })
})
