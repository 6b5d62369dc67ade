import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib'

import { apiPrefix, createServiceAccount, endpoints, type Schema } from '@portico/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../database/tenant-scope.ts'
import { uuidv7 } from '../identifiers.ts'
import {
  createTestServer,
  rsaKeys,
  signedIn,
  smallTenant,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import { codingFor, encodedStream } from './compression.ts'

describe('the coding for Accept-Encoding (RFC 9110 section 12.5.3)', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip; q=0.001', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['identity', undefined],
    ['xbr, brx', undefined],
    ['br;q=often', undefined],
    ['', undefined],
    [null, undefined],
  ])('%j: %s', (header, coding) => {
    expect(codingFor(header)).toBe(coding)
  })
})

describe('answers of the API', () => {
  let server: TestServer
  let admin: Browser
  let accounts = ''

  beforeAll(async () => {
    server = await createTestServer()
    const acme = await server.importTenant(smallTenant('acme'))
    admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
    await admin.core.environments.fetchAdmin()
    const environmentId = admin.core.environments.getState().adminEnvironments?.find((one) => !one.readonly)?.id ?? ''
    accounts = `${apiPrefix}/portal/admin/environments/${environmentId}/service-accounts`
    const rows = Array.from({ length: 1_200 }, (_, at) => ({
      tenant_id: acme.id,
      id: uuidv7(server.clock.now()),
      environment_id: environmentId,
      name: `account ${at}`,
      key1: 'pem',
      key1_algorithm: 'RSA',
      key1_thumbprint: 'x',
    }))
    await tenantScope(server.database, acme.id).transaction(({ db }) =>
      db.insertInto('service_accounts').values(rows).execute(),
    )
  })
  afterAll(() => server.close())

  const ask = (path: string, acceptEncoding: string) =>
    admin.send(path, { headers: { 'accept-encoding': acceptEncoding } })
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

  it.each(['br', 'gzip'] as const)(
    'a page and a complete answer in parts travel in %s and hold the same',
    async (coding) => {
      for (const path of [`${accounts}?limit=100`, accounts]) {
        const plain = await bytesOf(await ask(path, 'identity'))
        const response = await ask(path, coding)
        expect(response.headers.get('content-encoding')).toBe(coding)
        expect(response.headers.get('vary')).toContain('Accept-Encoding')
        const packed = await bytesOf(response)
        expect(packed.length).toBeLessThan(plain.length / 3)
        expect(JSON.parse(unpack[coding](packed).toString())).toEqual(JSON.parse(plain.toString()))
      }
    },
  )

  it('a short one, and one for a client that accepts no coding, are not compressed', async () => {
    const short = await ask(`${accounts}?limit=1`, 'br')
    expect(short.headers.get('content-encoding')).toBeNull()
    expect(short.headers.get('vary')).toContain('Accept-Encoding')
    expect((await admin.send(`${accounts}?limit=100`)).headers.get('content-encoding')).toBeNull()
  })

  it('the answer of a change is not compressed, however long', async () => {
    const response = await admin.send(accounts, {
      method: createServiceAccount.method,
      body: JSON.stringify({
        name: 'n'.repeat(128),
        key1: rsaKeys().publicPem,
        key1Algorithm: 'RSA',
        key2: rsaKeys().publicPem,
        key2Algorithm: 'RSA',
      }),
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'br',
        'idempotency-key': randomUUID(),
        'x-csrftoken': admin.cookies.get('csrf') ?? '',
      },
    })
    expect(response.status).toBe(201)
    expect(response.headers.get('content-encoding')).toBeNull()
    expect((await response.text()).length).toBeGreaterThan(1_024)
  })

  /** Names of the fields of a reply, at any depth. */
  function fieldsOf(schema: unknown): string[] {
    if (typeof schema !== 'object' || schema === null) return []
    const { entries, item, wrapped, options, value, pipe } = schema as Record<string, Schema & Record<string, Schema>>
    const own = entries === undefined ? [] : Object.entries(entries)
    const below = [item, wrapped, value, ...Object.values(options ?? {}), ...Object.values(pipe ?? {})]
    return [
      ...own.flatMap(([name, field]) => [name, ...fieldsOf(field)]),
      ...below.filter((one) => one !== schema && typeof one === 'object').flatMap(fieldsOf),
    ]
  }

  /**
   * Lists, names and numbers of tokens, providers that have no place for another, how long refresh tokens are valid, and how many recovery codes are
   * left: no secret is among them.
   */
  const namedAfterSecrets = ['tokens', 'tokenName', 'tokensMax', 'scimTokensFull', 'refreshTokens', 'recoveryCodes']

  it.each(endpoints.filter((one) => one.method === 'GET' && one.reply).map((one) => [one.name, one] as const))(
    '%s is read again and holds no secret beside what others can put there',
    (_, { reply }) => {
      const fields = fieldsOf(reply).filter((name) => !namedAfterSecrets.includes(name))
      expect(fields.length).toBeGreaterThan(0)
      expect(fields.filter((name) => /password|csrf|token|secret$|privatekey|recovery/i.test(name))).toEqual([])
    },
  )
})

describe('a compressed body in parts', () => {
  const headers = (acceptEncoding = 'br') => ({ acceptEncoding, headers: new Headers() })

  it.each([
    ['br', createBrotliDecompress],
    ['gzip', createGunzip],
  ] as const)('each part can be read before the next is made: %s', async (coding, unpack) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const unpacked = Readable.fromWeb(encodedStream(readable, headers(coding)) as NodeReadableStream).pipe(unpack())
    void writer.write(new TextEncoder().encode('the first part'))
    const [first] = (await once(unpacked, 'data')) as [Buffer]
    expect(first.toString()).toBe('the first part')
    void writer.write(new TextEncoder().encode(', the second'))
    void writer.close()
    expect(Buffer.concat(await unpacked.toArray()).toString()).toBe(', the second')
  })

  it('fails if its source fails', async () => {
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('the source')) })
    await expect(encodedStream(body, headers()).getReader().read()).rejects.toThrow('the source')
  })

  it('ends its source when the client disconnects', async () => {
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(crypto.getRandomValues(new Uint8Array(10_000))),
      cancel: () => void (isCancelled = true),
    })
    const reader = encodedStream(body, headers()).getReader()
    await reader.read()
    await reader.cancel()
    await expect.poll(() => isCancelled).toBe(true)
  })
})
