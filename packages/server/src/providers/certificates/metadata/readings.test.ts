import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'

import { listCertificates, refreshMetadata, type MetadataReading } from '@portico/core/contract'

import { tenantScope } from '../../../kit/database/tenant-scope.ts'
import { testKeyPair } from '../../../protocols/saml/testing/key-pairs.ts'
import { aggregate, metadataDocument } from '../../../sign-in/saml/testing/metadata-document.ts'
import { playedProvider } from '../../../sign-in/saml/testing/saml-run.ts'
import type { ImportedTenant } from '../../../operator/tenant-import/import.ts'
import { change, tenantWith } from '../../../testing/sign-in-run.ts'
import { createTestServer, signedIn, type Browser, type TestServer } from '../../../testing/test-server.ts'
import { refresh, refreshDue } from './refresh.ts'

const current = testKeyPair()
const next = testKeyPair()
const weak = testKeyPair({ bits: 1024 })
const idp = playedProvider('idp.acme.example', current)
let server: TestServer
let acme: ImportedTenant
let admin: Browser
let url = ''
let asked: IncomingMessage[] = []
let answer: () => { status?: number; text?: string; headers?: Record<string, string> } | Promise<never>
const http = createServer((request, response) => {
  asked.push(request)
  void Promise.resolve(answer()).then(({ status = 200, text = '', headers = {} }) =>
    response.writeHead(status, headers).end(text),
  )
})

beforeAll(async () => {
  server = await createTestServer()
  await new Promise<void>((listening) => http.listen(0, '127.0.0.2', listening))
  url = `http://127.0.0.2:${(http.address() as AddressInfo).port}/metadata`
})
afterAll(async () => {
  http.close()
  http.closeAllConnections()
  await server?.close()
})
beforeEach(async () => {
  acme = await server.importTenant(
    tenantWith('acme', [idp.entry({ config: { followMetadata: true, metadataUrl: url } })]),
  )
  admin = await signedIn(server, acme, { username: `${Math.random()}@acme.example`, groups: ['admins'] })
  answer = () => ({ text: document([current.certificate]) })
  asked = []
})
afterEach(() => change(server, acme, sql`delete from metadata_readings`))

const document = (certificates: readonly string[], { entityId = idp.entityId, more = '' } = {}) =>
  metadataDocument(entityId, certificates, { attributes: more })

const id = () => acme.identityProviderIds.get('SAML') ?? ''
const due = () => change(server, acme, sql`update metadata_readings set next_at = now()`)
const row = async () =>
  (
    await tenantScope(server.database, acme.id).transaction((tx) =>
      sql<{ failures: number; wait: number; claim: string | null }>`
        select failures, claim, extract(epoch from next_at - now())::float as wait from metadata_readings`.execute(
        tx.db,
      ),
    )
  ).rows[0]

async function state(): Promise<{ slots: number; reading: MetadataReading | undefined }> {
  const outcome = await admin.core.client.call(listCertificates, {})
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return { slots: outcome.value.certificates.length, reading: outcome.value.readings[0] }
}

it.each<[string, () => ReturnType<typeof answer>, MetadataReading['result']]>([
  ['an error', () => ({ status: 503 }), 'unreachable'],
  ['a redirect', () => ({ status: 302, headers: { location: 'https://elsewhere.example/' } }), 'unreachable'],
  ['no metadata', () => ({ text: 'hello' }), 'unreadable'],
  ['a DOCTYPE', () => ({ text: `<!DOCTYPE x>${document([next.certificate])}` }), 'unreadable'],
  [
    'another entity',
    () => ({ text: document([next.certificate], { entityId: 'https://evil.example' }) }),
    'other-entity',
  ],
  [
    'metadata whose time is over',
    () => ({ text: document([next.certificate], { more: ' validUntil="2020-01-01T00:00:00Z"' }) }),
    'over',
  ],
  ['no certificate', () => ({ text: document([]) }), 'no-certificate'],
  ['only a weak key', () => ({ text: document([weak.certificate]) }), 'no-certificate'],
])('%s at the address changes no certificate and is reported', async (_, found, result) => {
  answer = found
  expect(await refreshDue(server.deps)).toBe(1)
  const { slots, reading } = await state()
  expect(slots).toBe(1)
  expect(reading).toMatchObject({ result, follows: true })
  expect(reading?.message).not.toContain('{')
})

it('http is refused, except on loopback during development', async () => {
  await change(
    server,
    acme,
    sql`update identity_providers set config = jsonb_set(config, '{metadataUrl}', '"http://idp.acme.example/metadata"')`,
  )
  expect(await refreshDue(server.deps)).toBe(1)
  expect((await state()).reading).toMatchObject({
    result: 'unreachable',
    message: expect.stringContaining('is not https'),
  })
})

it('the entity ID is found again in the metadata of a federation, and no other one is taken', async () => {
  const other = document([next.certificate], { entityId: `${idp.entityId}/` })
  answer = () => ({ text: aggregate(other, document([current.certificate])) })
  expect(await refreshDue(server.deps)).toBe(1)
  expect(await state()).toMatchObject({ slots: 1, reading: { result: 'unchanged' } })
  answer = () => ({ text: aggregate(other) })
  await due()
  expect(await refreshDue(server.deps)).toBe(1)
  const { slots, reading } = await state()
  expect([slots, reading?.result, reading?.message]).toEqual([
    1,
    'other-entity',
    expect.stringContaining(`${idp.entityId}/`),
  ])
})

it('an answer that did not change is not sent again, and counts as read', async () => {
  answer = () =>
    asked.at(-1)?.headers['if-none-match'] === '"one"'
      ? { status: 304 }
      : {
          text: document([current.certificate, next.certificate]),
          headers: { etag: '"one"', 'last-modified': 'Sun, 22 Nov 2026 00:00:00 GMT' },
        }
  await refreshDue(server.deps)
  expect((await state()).slots).toBe(2)
  await change(server, acme, sql`update identity_providers set config = config - 'signingCertificate2'`)
  await due()
  await refreshDue(server.deps)
  expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"'])
  expect(asked[1]?.headers['if-modified-since']).toBe('Sun, 22 Nov 2026 00:00:00 GMT')
  expect((await state()).slots, 'taken from what was remembered').toBe(2)
})

it('metadata with an end is read whole each time, so that "not modified" never outlives that end', async () => {
  const ends = (at: number) => ({ more: ` validUntil="${new Date(at).toISOString()}"` })
  const inAnHour = server.clock.now() + 3_600_000
  answer = () => {
    const isKnown = asked.at(-1)?.headers['if-none-match'] ?? asked.at(-1)?.headers['if-modified-since']
    const headers = { etag: '"one"', 'last-modified': 'Sun, 22 Nov 2026 00:00:00 GMT' }
    return isKnown === undefined ? { text: document([current.certificate], ends(inAnHour)), headers } : { status: 304 }
  }
  await refreshDue(server.deps)
  expect((await state()).reading?.result).toBe('unchanged')
  server.clock.advance(2 * 3_600_000)
  onTestFinished(() => server.clock.advance(-2 * 3_600_000))
  await due()
  await refreshDue(server.deps)
  expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined])
  expect((await state()).reading?.result).toBe('over')
})

it('the next reading is due after the period of the setting, sooner after a failure and later after each further one', async () => {
  await refreshDue(server.deps)
  const period = server.deps.settings.metadataRefreshMinutes * 60
  expect((await row())?.wait).toBeGreaterThan(period * 0.85)
  expect((await row())?.wait).toBeLessThan(period * 1.15)
  answer = () => ({ status: 503 })
  const waits: number[] = []
  for (let turn = 0; turn < 12; turn += 1) {
    await due()
    await refreshDue(server.deps)
    waits.push((await row())?.wait ?? 0)
  }
  expect(waits[0]).toBeLessThan(400)
  expect(waits[3]).toBeGreaterThan(waits[0] ?? 0)
  expect(waits[11]).toBeLessThan(period * 1.15)
  expect(await row()).toMatchObject({ failures: 12 })
  answer = () => ({ text: document([current.certificate]) })
  await due()
  await refreshDue(server.deps)
  expect(await row()).toMatchObject({ failures: 0 })
})

it('of several processes one asks the provider', async () => {
  answer = () => ({ text: document([current.certificate, next.certificate]) })
  const ended = await Promise.all(Array.from({ length: 6 }, () => refreshDue(server.deps)))
  expect(ended.reduce((sum, one) => sum + one)).toBe(1)
  expect(asked).toHaveLength(1)
  await due()
  await Promise.all(Array.from({ length: 6 }, () => refreshDue(server.deps)))
  expect(asked).toHaveLength(2)
  expect((await state()).slots).toBe(2)
})

it('a reading that fails in the server is an error with its provider and tenant', async () => {
  const now = () => {
    throw new Error('no clock')
  }
  await expect(refreshDue({ ...server.deps, clock: { ...server.deps.clock, now } })).rejects.toMatchObject({
    lines: [
      {
        tenantId: acme.id,
        err: { message: `Reading the metadata of provider ${id()} failed.`, cause: { message: 'no clock' } },
      },
    ],
  })
})

it('a process that died between the call and the result leaves nothing behind, and another one reads again', async () => {
  const fetched = new Promise<void>((resolve) => {
    answer = () => {
      resolve()
      return new Promise<never>(() => undefined)
    }
  })
  const hanging = refresh(server.deps, acme.id, id())
  await fetched
  answer = () => ({ text: document([current.certificate, next.certificate]) })
  await due()
  expect(await refreshDue(server.deps), 'while it may still be reading').toBe(0)
  await change(server, acme, sql`update metadata_readings set claimed_until = now()`)
  expect(await refreshDue(server.deps)).toBe(1)
  expect((await state()).slots).toBe(2)
  http.closeAllConnections()
  expect(await hanging, 'the late result counts for nothing').toBe(false)
  expect((await state()).reading?.result).toBe('changed')
})

it('a reading is ignored if the address changed meanwhile', async () => {
  let release = () => {}
  const fetched = new Promise<void>((reached) => {
    answer = () => {
      reached()
      return new Promise((resolve) => {
        release = () => resolve({ text: document([current.certificate, next.certificate]) } as never)
      })
    }
  })
  const reading = refresh(server.deps, acme.id, id())
  await fetched
  await change(
    server,
    acme,
    sql`update identity_providers set config = jsonb_set(config, '{metadataUrl}', '"https://other.example/"')`,
  )
  release()
  expect(await reading).toBe(false)
  expect(await state()).toMatchObject({ slots: 1, reading: { url: 'https://other.example/', result: null } })
})

it('an administrator who was deactivated during the call changes nothing', async () => {
  let release = () => {}
  const fetched = new Promise<void>((reached) => {
    answer = () => {
      reached()
      return new Promise((resolve) => {
        release = () => resolve({ text: document([current.certificate, next.certificate]) } as never)
      })
    }
  })
  const refreshed = admin.core.client.call(refreshMetadata, { params: { id: id() } })
  await fetched
  await change(server, acme, sql`update users set active = false`)
  release()
  expect(await refreshed).toMatchObject({ ok: false, problem: { kind: 'session-ended' } })
  await change(server, acme, sql`update users set active = true`)
  expect(await state()).toMatchObject({ slots: 1 })
})

it('an administrator refreshes at once; a provider without an address, or never kept, is refused', async () => {
  answer = () => ({ text: document([current.certificate, next.certificate]) })
  const refreshed = () => admin.core.client.call(refreshMetadata, { params: { id: id() } })
  expect(await refreshed()).toMatchObject({ ok: true, value: { result: 'changed' } })
  expect(await refreshed()).toMatchObject({ ok: true, value: { result: 'unchanged' } })
  await change(server, acme, sql`update identity_providers set config = config - 'metadataUrl' - 'followMetadata'`)
  expect(await refreshed()).toMatchObject({ problem: { status: 409, errorID: 'METADATA_URL_REQUIRED' } })
  await change(server, acme, sql`update identity_providers set kept_at = null`)
  expect(await refreshed()).toMatchObject({ problem: { status: 409, errorID: 'IDP_NOT_KEPT' } })
})

it('providers that are switched off are not read', async () => {
  await change(server, acme, sql`update identity_providers set enabled = false`)
  expect(await refreshDue(server.deps)).toBe(0)
  expect(asked).toHaveLength(0)
})
