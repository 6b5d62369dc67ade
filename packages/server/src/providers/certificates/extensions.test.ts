import { X509Certificate } from 'node:crypto'

import { createIdentityProvider, extendCertificate, listCertificates } from '@portico/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { uuidv7 } from '../../kit/identifiers.ts'
import { createOurKeyPair, type OurKeyPair } from '../../kit/keys/key-pair.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

const dayMs = 86_400_000

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let expired: OurKeyPair
let valid: OurKeyPair
let idOfBoth = ''

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme'))
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
  const make = (nowMs: number) => createOurKeyPair({ commonName: 'idp', nowMs, years: 1, bits: 2048 })
  expired = await make(Date.now() - 800 * dayMs)
  valid = await make(Date.now())
})
afterAll(() => server.close())

async function provider(one: string, two?: string): Promise<string> {
  const config = {
    entityId: 'https://idp.example',
    ssoUrl: 'https://idp.example/sso',
    signingCertificate1: one,
    ...(two === undefined ? {} : { signingCertificate2: two }),
  }
  const body = { type: 'OPENSAML' as const, name: uuidv7(Date.now()), config }
  const outcome = await admin.core.client.call(createIdentityProvider, { body })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
  return outcome.value.id
}

const extend = (id: string, fingerprint = expired.fingerprint, reason = 'the new one comes on Monday') =>
  admin.core.client.call(extendCertificate, { params: { id }, body: { fingerprint, reason } })

const states = async (id: string) => {
  const outcome = await admin.core.client.call(listCertificates, {})
  return outcome.ok ? outcome.value.certificates.filter((one) => one.idp === id) : []
}

describe('an expired certificate', () => {
  it('is authorised for 72 hours from now, once, with a reason in the audit log', async () => {
    const id = await provider(expired.certificate)
    const at = server.clock.now()
    const outcome = await extend(id)
    const until = outcome.ok ? Date.parse(outcome.value.extendedUntil) : 0
    expect(until - at).toBeGreaterThanOrEqual(72 * 3_600_000)
    expect(until - server.clock.now()).toBeLessThanOrEqual(72 * 3_600_000)
    expect(await states(id)).toMatchObject([{ state: 'extended', extendedUntil: new Date(until).toISOString() }])
    expect(await extend(id)).toMatchObject({ problem: { status: 409, errorID: 'EXTENSION_USED' } })
    expect((await auditRows(server, acme)).at(-1)).toMatchObject({
      action: 'certificate.extend',
      actor_name: 'ada@acme.example',
      after: { fingerprint: expired.fingerprint, reason: 'the new one comes on Monday' },
    })
  })

  it('is authorised only once for eight concurrent requests', async () => {
    const id = await provider(expired.certificate)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => extend(id)))
    expect(outcomes.filter((one) => one.ok)).toHaveLength(1)
  })

  it('is expired again after the 72 hours', async () => {
    const id = await provider(expired.certificate)
    await extend(id)
    server.clock.advance(73 * 3_600_000)
    expect(await states(id)).toMatchObject([{ state: 'expired' }])
    server.clock.advance(-73 * 3_600_000)
  })

  it.each([
    ['without a reason', () => extend(idOfBoth, expired.fingerprint, '  '), 400, 'REASON_REQUIRED'],
    ['while it is valid', () => extend(idOfBoth, valid.fingerprint), 409, 'EXTENSION_NOT_EXPIRED'],
    [
      'where the provider does not have the certificate',
      () => extend(idOfBoth, 'a'.repeat(64)),
      400,
      'EXTENSION_NO_CERTIFICATE',
    ],
  ])('is not authorised %s', async (_, ask, status, errorID) => {
    idOfBoth ||= await provider(expired.certificate, valid.certificate)
    expect(await ask()).toMatchObject({ problem: { status, details: [{ errorID }] } })
  })
})

describe('the list of certificates', () => {
  it('says which is valid, expiring, expired, early, or a key without dates', async () => {
    const soon = await createOurKeyPair({
      commonName: 'soon',
      nowMs: Date.now() - 325 * dayMs,
      years: 1,
      bits: 2048,
    })
    const early = await createOurKeyPair({ commonName: 'early', nowMs: Date.now() + 9 * dayMs, years: 1, bits: 2048 })
    const key = new X509Certificate(valid.certificate).publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const both = async (one: string, two: string) => (await states(await provider(one, two))).map((row) => row.state)
    expect(await both(valid.certificate, soon.certificate)).toEqual(['valid', 'expiring'])
    expect(await both(expired.certificate, early.certificate)).toEqual(['expired', 'early'])
    expect(await both(key, valid.certificate)).toEqual(['key', 'valid'])
  })
})
