import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHash, X509Certificate } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { testKeyPair } from '../../protocols/saml/testing/key-pairs.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { change, refusedWith, tenantWith } from '../../testing/sign-in-run.ts'
import { createTestServer, signedIn, type Browser, type TestServer } from '../../testing/test-server.ts'
import { readAnswer } from '../../protocols/saml/index.ts'
import { createMetadataCertificates } from '../../kit/outbound/metadata-certificates.ts'
import { createChecks } from '../../kit/checks/checks.ts'
import { aggregate, metadataDocument } from './testing/metadata-document.ts'
import { playedProvider, readRecord, signIn, whyRefused } from './testing/saml-run.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
const old = testKeyPair({ notAfter: new Date('2024-01-01T00:00:00Z') })
const early = testKeyPair({ notBefore: new Date('2039-01-01T00:00:00Z') })
const current = testKeyPair()
const next = testKeyPair()
const weak = testKeyPair({ bits: 1024 })
const idp = playedProvider('idp.acme.example', current)
let metadata: { url: string; asked: number; answer: () => [number, string]; stop(): void }

beforeAll(async () => {
  server = await createTestServer()
  metadata = await publishMetadata()
})
beforeEach(async () => {
  await configure({})
  admin = await signedIn(server, acme, { username: `${Math.random()}@acme.example`, groups: ['admins'] })
})
afterAll(async () => {
  metadata?.stop()
  await server?.close()
})

async function configure(config: Record<string, unknown>): Promise<void> {
  acme = await server.importTenant(tenantWith('acme', [idp.entry({ config })]))
}

const fingerprint = (pem: string) => createHash('sha256').update(new X509Certificate(pem).raw).digest('hex')
const idOf = () => acme.identityProviderIds.get('SAML') ?? ''
const signedInAt = { status: 303, path: '/portal/environments', error: null }

/** A certificate that a configuration may no longer contain, but could when it was saved. */
async function force(slot: 1 | 2, pem: string): Promise<void> {
  const path = `{signingCertificate${slot}}`
  await change(
    server,
    acme,
    sql`update identity_providers set config = jsonb_set(config, ${path}::text[], ${JSON.stringify(pem.trim())}::jsonb)
         where id = ${idOf()}`,
  )
}

describe('P0 certificates', () => {
  it('either slot verifies', async () => {
    await configure({ signingCertificate2: next.certificate.trim() })
    expect((await signIn(server, idp)).landed).toEqual(signedInAt)
    expect((await signIn(server, idp, { key: next })).landed).toEqual(signedInAt)
    expect((await signIn(server, idp, { key: next, keyInfo: false })).landed).toEqual(signedInAt)
  })

  it.each([
    ['expired', old, 'saml-certificate-expired', 'IDP_CERT_EXPIRED'],
    ['not yet valid', early, 'saml-certificate-early', 'IDP_ERROR'],
    ['too short a key', weak, 'saml-certificate-none', 'IDP_ERROR'],
  ] as const)('%s: refused', async (_, key, finding, code) => {
    await force(1, key.certificate)
    const { response, landed } = await signIn(server, idp, { key })
    expect(landed).toEqual(refusedWith(code))
    expect(await whyRefused(admin, response)).toBe(finding)
  })

  it('an unreadable certificate turns nothing off', async () => {
    await force(1, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')
    for (const change of [{}, { sign: 'none' as const }])
      expect((await signIn(server, idp, change)).landed).toEqual(refusedWith('IDP_ERROR'))
  })

  it('an expired certificate signs in for as long as an administrator authorised, with a warning', async () => {
    await force(1, old.certificate)
    await change(
      server,
      acme,
      sql`insert into certificate_extensions
            (tenant_id, identity_provider_id, fingerprint, extended_until, authorised_by, reason)
          values (${acme.id}, ${idOf()}, ${fingerprint(old.certificate)}, now() + interval '72 hours', 'ada', 'rollover')`,
    )
    expect((await signIn(server, idp, { key: old })).landed).toEqual(signedInAt)
    const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
      sql<{ checks: { finding?: string; outcome: string }[] }>`
        select checks from sign_in_records where outcome = 'signed-in' order by started_at desc limit 1`.execute(tx.db),
    )
    expect(rows[0]?.checks).toContainEqual(
      expect.objectContaining({ finding: 'saml-certificate-extended', outcome: 'warning' }),
    )
    await change(server, acme, sql`update certificate_extensions set extended_until = now() - interval '1 second'`)
    expect((await signIn(server, idp, { key: old })).landed).toEqual(refusedWith('IDP_CERT_EXPIRED'))
  })

  it("an extension of another provider's certificate has no effect", async () => {
    await force(1, old.certificate)
    await change(
      server,
      acme,
      sql`insert into certificate_extensions
            (tenant_id, identity_provider_id, fingerprint, extended_until, authorised_by, reason)
          values (${acme.id}, ${idOf()}, ${fingerprint(current.certificate)}, now() + interval '72 hours', 'ada', 'x')`,
    )
    expect((await signIn(server, idp, { key: old })).landed).toEqual(refusedWith('IDP_CERT_EXPIRED'))
    await change(server, acme, sql`delete from certificate_extensions`)
  })

  it('the certificate that verified is noted with its time', async () => {
    await signIn(server, idp)
    const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
      sql<{ recent: boolean }>`
        select last_used_at > now() - interval '2 minutes' as recent from certificate_uses
         where fingerprint = ${fingerprint(current.certificate)}`.execute(tx.db),
    )
    expect(rows).toEqual([{ recent: true }])
  })

  it('a refused message notes no use', async () => {
    await configure({ signingCertificate2: early.certificate.trim() })
    await signIn(server, idp, { key: early })
    const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
      sql`select 1 from certificate_uses where fingerprint = ${fingerprint(early.certificate)}`.execute(tx.db),
    )
    expect(rows).toEqual([])
  })
})

const document = (entityId: string, certificates: readonly string[], use?: string) =>
  metadataDocument(entityId, certificates, use === undefined ? {} : { use })

async function publishMetadata() {
  const state = { url: '', asked: 0, answer: (): [number, string] => [404, ''], stop: () => {} }
  const http = createServer((_, response) => {
    state.asked += 1
    const [status, text] = state.answer()
    response.writeHead(status, { 'content-type': 'application/samlmetadata+xml' }).end(text)
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.2', listening))
  state.url = `http://127.0.0.2:${(http.address() as AddressInfo).port}/metadata`
  state.stop = () => {
    http.close()
    http.closeAllConnections()
  }
  return state
}

describe('following the metadata', () => {
  const follow = (path: string) => configure({ followMetadata: true, metadataUrl: `${metadata.url}${path}` })

  it.each([' use="signing"', ''])('a new certificate there is trusted beside the configured one (%s)', async (use) => {
    metadata.answer = () => [200, document(idp.entityId, [next.certificate], use)]
    await follow(`?${encodeURIComponent(use)}`)
    expect((await signIn(server, idp, { key: next })).landed).toEqual(signedInAt)
    expect((await signIn(server, idp)).landed).toEqual(signedInAt)
    expect((await signIn(server, idp, { sign: 'none' })).landed).toEqual(refusedWith('IDP_ERROR'))
  })

  it('without the switch the address is never asked', async () => {
    metadata.answer = () => [200, document(idp.entityId, [next.certificate])]
    await configure({ metadataUrl: `${metadata.url}?off` })
    const before = metadata.asked
    expect((await signIn(server, idp, { key: next })).landed).toEqual(refusedWith('IDP_ERROR'))
    expect(metadata.asked).toBe(before)
  })

  it.each<[string, () => [number, string]]>([
    ['away', () => [500, '']],
    ['no XML', () => [200, 'hello']],
    ['of another entity', () => [200, document('https://evil.example', [next.certificate])]],
    ['with a DOCTYPE', () => [200, `<!DOCTYPE x>${document(idp.entityId, [next.certificate])}`]],
  ])('%s: the configured certificates go on working, the others are not trusted', async (name, answer) => {
    metadata.answer = answer
    await follow(`?${encodeURIComponent(name)}`)
    expect((await signIn(server, idp)).landed).toEqual(signedInAt)
    const { response, landed } = await signIn(server, idp, { key: next })
    expect(landed).toEqual(refusedWith('IDP_ERROR'))
    const { checks } = await readRecord(admin, response)
    expect(checks).toContainEqual(expect.objectContaining({ finding: 'saml-metadata-failed', outcome: 'warning' }))
  })

  it('a provider that changed its certificate signs people in at once, and is asked at most every 30 s', async () => {
    metadata.answer = () => [200, document(idp.entityId, [current.certificate])]
    await follow('?rotated')
    expect((await signIn(server, idp)).landed).toEqual(signedInAt)
    const before = metadata.asked

    metadata.answer = () => [200, document(idp.entityId, [next.certificate])]
    server.clock.advance(31_000)
    const stranger = testKeyPair()
    const refused = await signIn(server, idp, { key: stranger })
    expect(refused.landed).toEqual(refusedWith('IDP_ERROR'))
    expect(await whyRefused(admin, refused.response)).toBe('saml-certificate-other')
    const { checks } = await readRecord(admin, refused.response)
    expect(checks.filter(({ outcome }) => outcome === 'failed')).toHaveLength(1)
    expect(metadata.asked).toBe(before + 1)
    for (const keyInfo of [true, false])
      expect((await signIn(server, idp, { key: next, keyInfo })).landed).toEqual(signedInAt)
    for (let turn = 0; turn < 3; turn += 1) await signIn(server, idp, { key: stranger })
    expect(metadata.asked, 'within 30 s').toBe(before + 1)

    metadata.answer = () => [200, document(idp.entityId, [stranger.certificate])]
    expect((await signIn(server, idp, { key: stranger })).landed, 'a second change').toEqual(refusedWith('IDP_ERROR'))
    server.clock.advance(31_000)
    const atOnce = await Promise.all([1, 2, 3].map(() => signIn(server, idp, { key: stranger, keyInfo: false })))
    expect(atOnce.map(({ landed }) => landed)).toEqual([signedInAt, signedInAt, signedInAt])
    expect(metadata.asked).toBe(before + 2)
  })

  it('an unknown certificate is looked for 30 s after a failure, not five minutes', async () => {
    metadata.answer = () => [503, '']
    await follow('?failed')
    expect((await signIn(server, idp)).landed).toEqual(signedInAt)
    metadata.answer = () => [200, document(idp.entityId, [next.certificate])]
    server.clock.advance(31_000)
    expect((await signIn(server, idp, { key: next })).landed).toEqual(signedInAt)
  })

  it('asks once an hour, five minutes after a failure, and outlives an outage', async () => {
    let nowMs = 0
    let asked = 0
    let status = 200
    const certificates = createMetadataCertificates({
      read: readAnswer,
      clock: { now: () => nowMs },
      fetch: async () => {
        asked += 1
        return new Response(document('https://e', [next.certificate]), { status })
      },
    })
    const read = () => certificates.certificates({ url: 'https://m', entityId: 'https://e' }, createChecks())
    const both = await Promise.all([read(), read()])
    expect(both.map((list) => list.length)).toEqual([1, 1])
    expect(asked).toBe(1)
    nowMs = 3_599_000
    await read()
    expect(asked).toBe(1)
    status = 503
    nowMs = 3_601_000
    expect(await read()).toHaveLength(1)
    expect(asked).toBe(2)
    nowMs += 299_000
    expect(await read()).toHaveLength(1)
    expect(asked).toBe(2)
    nowMs += 2_000
    expect(await read()).toHaveLength(1)
    expect(asked).toBe(3)
  })

  it('takes the one entity of a federation, and does not wait until a long document is read', async () => {
    let answer: (response: Response) => void = () => undefined
    const fetch = () => new Promise<Response>((resolve) => (answer = resolve))
    const certificates = createMetadataCertificates({ read: readAnswer, clock: { now: () => 0 }, fetch, waitMs: 1 })
    const source = { url: 'https://m', entityId: 'https://e' }
    expect(await certificates.certificates(source, createChecks())).toEqual([])
    answer(
      new Response(aggregate(document('https://o', [current.certificate]), document('https://e', [next.certificate]))),
    )
    await expect.poll(() => certificates.newerThan([], source)).toEqual([next.certificate.trim()])
  })
})
