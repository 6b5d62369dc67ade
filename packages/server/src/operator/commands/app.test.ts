import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { pino } from 'pino'
import { stringify } from 'yaml'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { noteBaseUrl } from '../../app/base-url.ts'
import { findClient } from '../../applications/clients/queries.ts'
import { isClientSecret } from '../../applications/clients/secrets.ts'
import { findTestRoot } from '../../kit/database/testing/test-root.ts'
import { createOurKeyPair } from '../../kit/keys/key-pair.ts'
import { openStore, type Place } from '../../app/open.ts'
import { buildSpMetadata } from '../../protocols/saml/index.ts'
import { rsaKeys } from '../../testing/assertions.ts'
import { smallTenant } from '../../testing/small-tenants.ts'
import { clientFindings } from './client-findings.ts'
import { runAppAddresses, runAppList, runAppRegister, runAppRemove, runAppSecret, runAppShow } from './app.ts'
import { runTenantImport } from './tenant.ts'

let folder: string
let place: Place

beforeAll(async () => {
  folder = mkdtempSync(join(await findTestRoot(), 'portico-app-'))
  place = { dataDir: join(folder, 'data'), env: {}, log: pino({ level: 'silent' }) }
  await importFile(smallTenant('acme'))
  await importFile(smallTenant('globex'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fileOf = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const importFile = (file: object, more: Partial<Place> = {}) =>
  runTenantImport({ ...place, ...more }, fileOf('tenant.yaml', stringify(file)))

const billing = { tenant: 'acme', app: 'billing' }
const production = { env: 'production' }
const redirectUri = ['https://billing.example/callback']

async function counts(clientId: string, secret: string): Promise<boolean> {
  const { database } = await openStore(place)
  try {
    return isClientSecret(secret, (await findClient(database, clientId))?.secretHashes ?? [])
  } finally {
    await database.close()
  }
}

it('registers an application, prints its secret once, and keeps client id and secret when it is registered again', async () => {
  const first = await runAppRegister(place, billing, { ...production, redirectUri })
  expect(first).toMatchObject({ changed: 'registered', application: 'billing', environment: 'production' })
  const { clientId, secret = '' } = first
  expect(await counts(clientId, secret)).toBe(true)
  const again = await runAppRegister(place, billing, { ...production, redirectUri: ['https://billing.example/other'] })
  expect(again).toMatchObject({
    changed: 'updated',
    clientId,
    config: { redirectUris: ['https://billing.example/other'] },
  })
  expect(again).not.toHaveProperty('secret')
  expect(await runAppShow(place, billing, production)).not.toHaveProperty('secret')
  expect((await runAppList(place, 'acme', {})).map((row) => row.clientId)).toEqual([clientId])
  expect(await runAppList(place, 'globex', {})).toEqual([])
  await expect(runAppShow(place, { tenant: 'globex', app: 'billing' }, production)).rejects.toThrow(
    'The application "billing" is not registered in production. List them: portico-server app list globex',
  )
})

it('a replaced secret counts a day longer, and expires at once with --now; a file with it is readable only by its owner', async () => {
  const { clientId, secret: first = '' } = await runAppSecret(place, billing, production)
  const { secret: second = '' } = await runAppSecret(place, billing, production)
  expect([await counts(clientId, first), await counts(clientId, second)]).toEqual([true, true])
  const secretFile = join(folder, 'secret')
  const row = await runAppSecret(place, billing, { ...production, now: true, secretFile })
  expect(row).not.toHaveProperty('secret')
  expect(statSync(secretFile).mode & 0o777).toBe(0o600)
  expect(await counts(clientId, readFileSync(secretFile, 'utf8').trim())).toBe(true)
  expect([await counts(clientId, first), await counts(clientId, second)]).toEqual([false, false])
  // The file is there: the secret would be lost, so the old one stays.
  await expect(runAppSecret(place, billing, { ...production, now: true, secretFile })).rejects.toThrow('EEXIST')
  expect(await counts(clientId, readFileSync(secretFile, 'utf8').trim())).toBe(true)
})

it('a client with a key has no secret, and loses the one it had', async () => {
  const publicKey = [fileOf('key.pem', rsaKeys().publicPem)]
  const row = await runAppRegister(place, billing, { ...production, redirectUri, publicKey })
  expect(row).toMatchObject({ config: { authMethod: 'private_key_jwt' }, secretMadeAt: null })
  await expect(runAppSecret(place, billing, production)).rejects.toThrow('This registration has no client secret')
  await runAppRemove(place, billing, production)
  expect(await runAppList(place, 'acme', {})).toEqual([])
})

it('a client may be registered without PKCE, and with refresh tokens', async () => {
  const flags = { requirePkce: false, refreshTokens: '7d' }
  const row = await runAppRegister(place, billing, { ...production, redirectUri, ...flags })
  expect(row.config).toMatchObject({ authMethod: 'client_secret', ...flags })
  const publicClient = { ...production, redirectUri, authMethod: 'none', requirePkce: false }
  await expect(runAppRegister(place, billing, publicClient)).rejects.toThrow('requirePkce: ')
  await runAppRemove(place, billing, production)
})

it.each([
  ['no client', {}, 'Describe one client'],
  ['an http address', { redirectUri: ['http://billing.example/'] }, 'redirectUris.0: Enter an https address'],
  ['a private key', { redirectUri, publicKey: 'private' as const }, 'publicKeys.0: This is a private key'],
  [
    'private_key_jwt without a key',
    { redirectUri, authMethod: 'private_key_jwt' },
    'private_key_jwt needs a public key',
  ],
  ['an unknown environment', { redirectUri, env: 'mars' }, 'There is no environment "mars". There are: '],
])('rejects %s', async (_, { publicKey, ...flags }: Record<string, unknown>, message) => {
  const key = publicKey === undefined ? {} : { publicKey: [fileOf('private.pem', privatePem())] }
  await expect(runAppRegister(place, billing, { ...production, ...flags, ...key })).rejects.toThrow(message)
})

it('creates an application only with --create, and registers service providers by their metadata, each entity ID once', async () => {
  const { certificate } = await createOurKeyPair({ commonName: 'sp', nowMs: Date.now(), years: 1, bits: 2048 })
  const samlMetadata = fileOf(
    'sp.xml',
    buildSpMetadata({
      entityId: 'https://crm.example/saml',
      acsUrl: 'https://crm.example/acs',
      sloUrl: 'https://crm.example/slo',
      signingCertificates: [certificate],
      encryptionCertificates: [],
    }),
  )
  const crm = { tenant: 'acme', app: 'crm' }
  await expect(runAppRegister(place, crm, { ...production, samlMetadata })).rejects.toThrow('add --create --label')
  const created = { create: true, label: 'CRM', launchUrl: 'https://crm.example/' }
  const options = { ...production, samlMetadata, ...created, ignoreRequestedContext: true }
  expect(await runAppRegister(place, crm, options)).toMatchObject({
    label: 'CRM',
    launchUrl: 'https://crm.example/',
    config: {
      protocol: 'saml',
      entityId: 'https://crm.example/saml',
      acsUrls: ['https://crm.example/acs'],
      sloUrl: 'https://crm.example/slo',
      signingCertificates: [certificate.trim()],
      requestsSigned: true,
      nameIdFormat: 'persistent',
      ignoreRequestedContext: true,
    },
  })
  await expect(runAppRegister(place, { tenant: 'acme', app: 'wiki' }, { ...production, samlMetadata })).rejects.toThrow(
    'Another registration in this tenant has this entity ID.',
  )
  const other = await runAppRegister(place, { tenant: 'globex', app: 'wiki' }, { ...production, samlMetadata })
  expect(other.config).toMatchObject({ entityId: 'https://crm.example/saml' })
  const addressed = { ...place, env: { PORTICO_BASE_URL: 'https://portal.example' } }
  const metadata = `https://portal.example/api/saml/${other.tenantId}/metadata`
  expect(await runAppAddresses(addressed, other)).toEqual({ metadata })
})

it('the doctor names a service provider whose certificate expires soon, and an address without TLS', async () => {
  const nowMs = Date.now()
  const ending = await createOurKeyPair({ commonName: 'sp', nowMs: nowMs - 355 * 86_400_000, years: 1, bits: 2048 })
  const certificate = [fileOf('ending.pem', ending.certificate)]
  const saml = { entityId: 'https://vault.example', acsUrl: ['https://vault.example/acs'], certificate }
  await runAppRegister(place, { tenant: 'acme', app: 'vault' }, { ...production, ...saml })
  await runAppRegister(place, billing, { ...production, redirectUri: ['http://localhost:3000/callback'] })
  const { database } = await openStore(place)
  const found = await clientFindings(database, nowMs)
  await noteBaseUrl(database, 'http://127.0.0.1:8080')
  const onTrial = await clientFindings(database, nowMs)
  await database.close()
  expect(found.map(({ detail }) => detail)).toEqual([
    'acme, billing in production: http://localhost:3000/callback is not https',
    expect.stringMatching(/^acme, vault in production: its signing certificate: (?:9|10) days left, until /),
  ])
  expect(onTrial).toEqual(found.slice(1))
})

it('a tenant file registers an application in each environment, and an import of the same file changes nothing', async () => {
  const openid = { redirectUris: ['https://wiki.example/{slug}/callback'], secret: { env: 'WIKI_SECRET' } }
  const signIn = {
    openid,
    environments: { test: { saml: { entityId: 'urn:wiki', acsUrls: ['https://wiki.example/acs'] } } },
  }
  const applications = [{ slug: 'wiki', label: 'Wiki', environments: ['production', 'test'], signIn }]
  const file = { ...smallTenant('initech'), applications, environments: environmentsOf('production', 'test') }
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]
  await importFile(file, { env: { WIKI_SECRET: first } })
  const rows = await runAppList(place, 'initech', {})
  expect(rows.map(({ environment, config }) => [environment, config])).toMatchObject([
    ['production', { protocol: 'openid', redirectUris: ['https://wiki.example/production/callback'] }],
    ['test', { protocol: 'saml', entityId: 'urn:wiki' }],
  ])
  await importFile(file, { env: { WIKI_SECRET: first } })
  expect(await runAppList(place, 'initech', {})).toEqual(rows)
  const clientId = rows[0]?.clientId ?? ''
  await importFile(file, { env: { WIKI_SECRET: second } })
  expect([await counts(clientId, first), await counts(clientId, second)]).toEqual([true, true])
  await expect(importFile(file, { env: { WIKI_SECRET: 'short' } })).rejects.toThrow('at least 32 printable')
  await importFile({ ...file, applications: [{ slug: 'wiki', label: 'Wiki' }] })
  expect((await runAppList(place, 'initech', {})).map((row) => row.clientId)).toContain(clientId)
  const both = { ...file, applications: [{ slug: 'wiki', label: 'Wiki', signIn: { openid, saml: {} } }] }
  await expect(importFile(both)).rejects.toThrow('applications.0.signIn: either openid or saml')
  const bad = { ...file, applications: [{ slug: 'wiki', label: 'Wiki', signIn: { openid: { redirectUris: [] } } }] }
  await expect(importFile(bad)).rejects.toThrow('redirectUris: Enter at least one address.')
})

const privatePem = () => rsaKeys().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const environmentsOf = (...slugs: readonly string[]) => slugs.map((slug) => ({ slug, name: slug, type: 'TEST' }))
