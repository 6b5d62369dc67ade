import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { pino } from 'pino'
import { stringify } from 'yaml'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { findTestRoot } from '../../kit/database/testing/test-root.ts'
import { createOurKeyPair } from '../../kit/keys/key-pair.ts'
import { openStore, type Place } from '../../app/open.ts'
import { smallTenant } from '../../testing/small-tenants.ts'
import { runCertificateExtend, runCertificateList } from './certificate.ts'
import { expiryFindings } from './expiry-findings.ts'
import { runTenantImport } from './tenant.ts'

const dayMs = 86_400_000

let folder: string
let place: Place

beforeAll(async () => {
  folder = mkdtempSync(join(await findTestRoot(), 'portico-certificate-'))
  place = { dataDir: join(folder, 'data'), env: {}, log: pino({ level: 'silent' }) }
  const made = (nowMs: number) => createOurKeyPair({ commonName: 'idp', nowMs, years: 1, bits: 2048 })
  const [expired, ending] = [await made(Date.now() - 800 * dayMs), await made(Date.now() - 359 * dayMs)]
  const saml = (name: string, signingCertificate1: string, suffix: string) => ({
    name,
    type: 'OPENSAML',
    config: { entityId: `https://${suffix}`, ssoUrl: `https://${suffix}/sso`, signingCertificate1 },
    emailSuffixes: [suffix],
  })
  const file = smallTenant('acme')
  const identityProviders = [
    ...(file['identityProviders'] as unknown[]),
    saml('Expired', expired.certificate, 'expired.example'),
    saml('Ending', ending.certificate, 'ending.example'),
  ]
  const path = join(folder, 'acme.yaml')
  writeFileSync(path, stringify({ ...file, identityProviders }))
  await runTenantImport(place, path)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const expiries = async () => {
  const store = await openStore(place)
  try {
    return await expiryFindings(store.database, Date.now())
  } finally {
    await store.database.close()
  }
}

it('an operator sees what expires, and extends an expired certificate once, with a reason', async () => {
  expect(await expiries()).toEqual([
    expect.objectContaining({ state: 'warning', detail: expect.stringMatching(/^acme, Expired: .*expired on/) }),
    expect.objectContaining({
      state: 'warning',
      detail: expect.stringMatching(/^acme, Ending: Signing certificate 1: \d days left/),
    }),
  ])
  await expect(runCertificateExtend(place, 'acme', { reason: ' ' })).rejects.toThrow(/--reason is empty/)
  await expect(runCertificateExtend(place, 'acme', { reason: 'x', idp: 'Ending' })).rejects.toThrow(
    /No expired certificate matches.*: portico-server certificate list acme$/,
  )
  expect(await runCertificateExtend(place, 'acme', { reason: 'the only administrator is locked out' })).toMatch(
    /of Expired is accepted until \d{4}-/,
  )
  const rows = await runCertificateList(place, 'acme')
  expect(rows.map(({ idpName, state }) => `${idpName} ${state}`)).toEqual(['Ending expiring', 'Expired extended'])
  const { fingerprint = '' } = rows.find(({ state }) => state === 'extended') ?? {}
  await expect(runCertificateExtend(place, 'acme', { reason: 'again', fingerprint })).rejects.toThrow(
    /authorised before/,
  )
  const ending = rows.find(({ state }) => state === 'expiring')?.fingerprint ?? ''
  await expect(runCertificateExtend(place, 'acme', { reason: 'x', fingerprint: ending })).rejects.toThrow(/not expired/)
})
