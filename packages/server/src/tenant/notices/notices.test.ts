import {
  createServiceAccount,
  getDoctorFacts,
  listApplications,
  listNotices,
  putApplicationSignIn,
  updateServiceAccount,
} from '@portico/core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Deps } from '../../kit/http/deps.ts'
import { createMetrics } from '../../kit/metrics/metrics.ts'
import { madeCertificate } from '../../testing/made-certificates.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { makeSetupUrl } from '../../sign-in/setup/queries.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { watchExpiries } from './watch-expiries.ts'

const dayMs = 86_400_000
let server: TestServer
let acme: ImportedTenant
let admin: Browser
let production = ''

const until = (days: number) =>
  madeCertificate({
    commonName: 'robot',
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + days * dayMs + dayMs / 2),
  }).pem
const key = (pem: string) => ({ key1: pem, key1Algorithm: 'RSA' as const })

beforeAll(async () => {
  server = await createTestServer()
  const saml = {
    name: 'Partners',
    type: 'OPENSAML',
    config: { entityId: 'https://idp.example', ssoUrl: 'https://idp.example/sso', signingCertificate1: until(20) },
    emailSuffixes: ['partners.example'],
  }
  const small = smallTenant('acme')
  const [main] = small['identityProviders'] as object[]
  acme = await server.importTenant({ ...small, identityProviders: [main, saml] })
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
  await admin.core.environments.fetchAdmin()
  production = admin.core.environments.getState().adminEnvironments?.find(({ type }) => type === 'PROD')?.id ?? ''
})
afterAll(() => server.close())

async function notices() {
  const outcome = await admin.core.client.call(listNotices)
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  const { notices: rows, total } = outcome.value
  expect(total).toBe(rows.length)
  return rows.map(({ severity, kind, where, what, daysLeft }) => [severity, kind, where, what, daysLeft])
}
const partners = ['soon', 'certificate', 'Partners', 'certificate1', 20]

it('a key that was saved as a certificate is noticed until the key is replaced', async () => {
  expect(await notices()).toEqual([partners])
  const params = { envId: production }
  const made = await admin.core.client.call(createServiceAccount, { params, body: { name: 'Robot', ...key(until(5)) } })
  if (!made.ok) throw new Error(made.problem.errorMessage)
  const { id, key1 = '' } = made.value
  const robot = ['urgent', 'service-account-key', 'Robot', 'key1', 5]
  expect(await notices()).toEqual([robot, partners])

  const save = async (body: { name: string; key1: string; key1Algorithm: 'RSA' }) => {
    const saved = await admin.core.client.call(updateServiceAccount, { params: { ...params, id }, body })
    expect(saved.ok, JSON.stringify(saved)).toBe(true)
  }
  // A form sends back the bare key that it read.
  await save({ name: 'Robot', ...key(key1) })
  expect(await notices()).toEqual([robot, partners])
  await save({ name: 'Robot', ...key(until(300)) })
  expect(await notices(), 'a renewed certificate of the same key').toEqual([partners])
  await save({ name: 'Robot', ...key(until(5)) })
  expect(await notices()).toEqual([robot, partners])

  const lines: string[] = []
  const warn = (said: Record<string, unknown>, message: string) =>
    void lines.push(`${String(said['serviceAccount'] ?? said['provider'])}: ${message}`)
  const metrics = createMetrics(() => ({ total: 0, idle: 0, waiting: 0, max: 0 }))
  const look = () => watchExpiries({ ...server.deps, metrics, log: { warn } as unknown as Deps['log'] })
  await Promise.all([look(), look()])
  expect(lines.toSorted()).toEqual([
    'Partners: a certificate or secret of an identity provider expires within 30 days',
    "Robot: the certificate of a service account's key expires within 7 days",
  ])
  expect((await metrics.read()).text).toContain('portico_expiring_credentials{within_days="7"} 1')

  const { generateKeyPairSync } = await import('node:crypto')
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await save({ name: 'Robot', ...key(String(publicKey.export({ type: 'spki', format: 'pem' })).trim()) })
  expect(await notices(), 'another key').toEqual([partners])
})

it('a signing certificate of a registered application is noticed until another one outlasts it', async () => {
  const list = await admin.core.client.call(listApplications, { params: { envId: production } })
  if (!list.ok) throw new Error(list.problem.errorMessage)
  const { id: appId, label } = list.value.applications.find((one) => one.id !== 'portal') ?? { id: '', label: '' }
  const params = { envId: production, appId }
  const register = async (...signingCertificates: string[]) => {
    const config = { protocol: 'saml' as const, entityId: 'https://sp.example', acsUrls: ['https://sp.example/acs'] }
    const body = { config: { ...config, signingCertificates } }
    const saved = await admin.core.client.call(putApplicationSignIn, { params, body })
    expect(saved.ok, JSON.stringify(saved)).toBe(true)
  }
  const { name = '' } = admin.core.environments.getState().adminEnvironments?.find(({ id }) => id === production) ?? {}
  await register(until(5))
  const old = ['application-certificate', `${label} (${name})`, 'certificate1', 5]
  expect(await notices()).toEqual([['urgent', ...old], partners])
  const facts = await admin.core.client.call(getDoctorFacts)
  expect(facts.ok && facts.value.notices.rows.map(({ kind }) => kind)).toEqual([
    'application-certificate',
    'certificate',
  ])
  await register(until(5), until(300))
  expect(await notices()).toEqual([partners, ['later', ...old]])
  await register(until(300))
  expect(await notices()).toEqual([partners])
})

it('an open setup URL is noticed', async () => {
  await tenantScope(server.database, acme.id).transaction((tx) => makeSetupUrl(tx, { token: 'token', by: 'test' }))
  expect(await notices()).toEqual([['urgent', 'setup-url', null, 'setupUrl', 2], partners])
})
