import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import {
  getApplicationSignIn,
  listApplications,
  listAudit,
  listEnvironments,
  portalAppId,
  putApplicationSignIn,
  readApplicationMetadata,
  removeApplicationSignIn,
  replaceApplicationSecret,
  revertAudit,
  type ClientConfigInput,
} from '@portico/core/contract'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'

import { createOurKeyPair } from '../../kit/keys/key-pair.ts'
import { buildSpMetadata } from '../../protocols/saml/index.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  createTestServer,
  rsaKeys,
  signedIn,
  smallTenant,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import { findClient } from './queries.ts'
import { isClientSecret } from './secrets.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let foreign: Browser
let billing: { envId: string; appId: string }
let wiki: { envId: string; appId: string }
let archived: { envId: string; appId: string }

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme'))
  const globex = await server.importTenant(smallTenant('globex'))
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
  foreign = await signedIn(server, globex, { username: 'gus@globex.example', groups: ['admins'] })
  const all = await admin.core.client.call(listEnvironments)
  const named = (name: string) => (all.ok ? (all.value.environments.find((one) => one.name === name)?.id ?? '') : '')
  const place = async (envId: string, label: string) => {
    const found = await admin.core.client.call(listApplications, { params: { envId } })
    return { envId, appId: found.ok ? (found.value.applications.find((one) => one.label === label)?.id ?? '') : '' }
  }
  billing = await place(named('Production'), 'Billing')
  wiki = await place(named('Production'), 'wiki')
  archived = await place(named('Frozen'), 'wiki')
})
afterAll(() => server.close())

const read = (params = billing, by = admin) => by.core.client.call(getApplicationSignIn, { params })
const put = (config: ClientConfigInput | null, params = billing, more: { ifMatch?: string; by?: Browser } = {}) =>
  (more.by ?? admin).core.client.call(putApplicationSignIn, { params, body: { config }, ifMatch: more.ifMatch })
const newSecret = (now = false, by = admin, params = billing) =>
  by.core.client.call(replaceApplicationSecret, { params, body: { now } })
const openid = { protocol: 'openid' as const, redirectUris: ['https://billing.example/callback'] }
const saml = { protocol: 'saml' as const, entityId: 'https://sp.example', acsUrls: ['https://sp.example/acs'] }

async function secretOf(outcome: Awaited<ReturnType<typeof newSecret>>) {
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return { secret: outcome.value.secret, clientId: outcome.value.signIn.clientId ?? '' }
}
const counts = async (clientId: string, secret: string) =>
  isClientSecret(secret, (await findClient(server.database, clientId))?.secretHashes ?? [])

beforeEach(async () => {
  await put(null)
  await put(null, wiki)
})

it('an application without a registration has an empty answer, with what is entered at the application', async () => {
  const { baseUrl } = server.deps.settings
  expect(await read()).toMatchObject({
    ok: true,
    value: {
      config: null,
      clientId: null,
      provider: { issuer: baseUrl, discoveryUrl: `${baseUrl}/.well-known/openid-configuration` },
    },
  })
})

it('a registration is made, changed with its version, and removed; its client id stays while it is there', async () => {
  const made = await put(openid)
  const config = { authMethod: 'client_secret', requirePkce: true }
  expect(made).toMatchObject({ ok: true, value: { config, secretMadeAt: null } })
  const { clientId } = made.ok ? made.value : { clientId: null }
  const { etag } = (await read()) as { etag: string }
  const other = { ...openid, redirectUris: ['https://billing.example/other'] }
  expect(await put(other, billing, { ifMatch: etag })).toMatchObject({ ok: true, value: { clientId, config: other } })
  expect(await put(openid, billing, { ifMatch: etag })).toMatchObject({ ok: false, problem: { errorID: 'STALE' } })
  expect(await admin.core.client.call(removeApplicationSignIn, { params: billing })).toMatchObject({ ok: true })
  expect(await read()).toMatchObject({ value: { config: null } })
  expect(await findClient(server.database, clientId ?? '')).toBeUndefined()
})

it('a secret is shown once, overlaps for a day or ends at once, and is in no other answer and in no audit row', async () => {
  await put(openid)
  const first = await secretOf(await newSecret())
  const second = await secretOf(await newSecret())
  expect([await counts(first.clientId, first.secret), await counts(first.clientId, second.secret)]).toEqual([
    true,
    true,
  ])
  const third = await secretOf(await newSecret(true))
  const now = await Promise.all([first, second, third].map((one) => counts(one.clientId, one.secret)))
  expect(now).toEqual([false, false, true])
  const audit = await admin.core.client.call(listAudit, { query: { limit: '50' } })
  const told = JSON.stringify([await read(), audit])
  expect(told).toContain('application.sign-in-secret')
  for (const { secret } of [first, second, third]) expect(told).not.toContain(secret.slice(4))
  await put({ ...openid, authMethod: 'none' })
  expect(await counts(third.clientId, third.secret)).toBe(false)
  expect(await newSecret()).toMatchObject({ ok: false, problem: { errorID: 'CLIENT_NO_SECRET' } })
})

it('an entity ID is registered once in a tenant', async () => {
  expect(await put(saml)).toMatchObject({ ok: true, value: { certificates: [] } })
  expect(await put(saml, wiki)).toMatchObject({
    ok: false,
    problem: {
      errorID: 'CLIENT_ENTITY_ID_TAKEN',
      errorMessage: 'Another registration in this tenant has this entity ID.',
      details: [expect.objectContaining({ fieldID: 'config.entityId' })],
    },
  })
  // Two requests at once: the unique index decides.
  await put(null)
  const both = await Promise.all([put(saml), put(saml, wiki)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
})

it("another tenant's administrator meets an unknown application, and a read-only environment is not changed", async () => {
  await put(openid)
  for (const outcome of [
    await read(billing, foreign),
    await put(openid, billing, { by: foreign }),
    await newSecret(false, foreign),
    await foreign.core.client.call(removeApplicationSignIn, { params: billing }),
  ])
    expect(outcome).toMatchObject({ ok: false, problem: { errorID: 'NOT_FOUND' } })
  expect(await read()).toMatchObject({ value: { config: openid } })
  expect(await read(archived)).toMatchObject({ ok: true, value: { config: null } })
  for (const outcome of [await put(openid, archived), await newSecret(false, admin, archived)])
    expect(outcome).toMatchObject({ ok: false, problem: { errorID: 'READ_ONLY' } })
})

it('the portal itself signs no one in as an application', async () => {
  const portal = { ...billing, appId: portalAppId }
  expect(await put(openid, portal)).toMatchObject({ ok: false, problem: { errorID: 'CLIENT_OF_PORTAL' } })
  expect(await read(portal)).toMatchObject({ value: { config: null } })
})

it.each([
  ['a private key', { publicKeys: [privatePem()] }, 'config.publicKeys.0', 'KEY_PRIVATE'],
  ['a small key', { publicKeys: [rsaKeys(1024).publicPem] }, 'config.publicKeys.0', 'KEY_TOO_SMALL'],
  ['private_key_jwt without a key', {}, 'config.publicKeys', 'CLIENT_KEY_REQUIRED'],
])('refuses %s', async (_, more, fieldID, errorID) => {
  expect(await put({ ...openid, authMethod: 'private_key_jwt', ...more })).toMatchObject({
    ok: false,
    problem: { details: [expect.objectContaining({ fieldID, errorID })] },
  })
})

it('a public client uses PKCE, a confidential one may be registered without it', async () => {
  expect(await put({ ...openid, authMethod: 'none', requirePkce: false })).toMatchObject({
    ok: false,
    problem: { details: [expect.objectContaining({ fieldID: 'config.requirePkce', errorID: 'CLIENT_PKCE_PUBLIC' })] },
  })
  expect(await put({ ...openid, requirePkce: false })).toMatchObject({
    ok: true,
    value: { config: { requirePkce: false } },
  })
  expect(await put(openid)).toMatchObject({ ok: true, value: { config: { requirePkce: true } } })
})

it('metadata of a service provider becomes a configuration to look at, which is not saved', async () => {
  const { certificate } = await createOurKeyPair({ commonName: 'sp', nowMs: server.clock.now(), years: 1, bits: 2048 })
  const document = buildSpMetadata({
    entityId: 'https://sp.example',
    acsUrl: 'https://sp.example/acs',
    sloUrl: 'https://sp.example/slo',
    signingCertificates: [certificate],
    encryptionCertificates: [],
  })
  const outcome = await admin.core.client.call(readApplicationMetadata, { params: billing, body: { document } })
  expect(outcome).toMatchObject({
    ok: true,
    value: { config: { ...saml, sloUrl: 'https://sp.example/slo', signingCertificates: [certificate.trim()] } },
  })
  expect(await read()).toMatchObject({ value: { config: null } })
  if (outcome.ok) await put(outcome.value.config)
  expect(await read()).toMatchObject({ value: { certificates: [{ subject: 'CN=sp' }] } })
  expect(
    await admin.core.client.call(readApplicationMetadata, { params: billing, body: { document: '<html/>' } }),
  ).toMatchObject({ ok: false, problem: { errorID: 'METADATA_UNREADABLE' } })
})

it('metadata by its address: three redirects are followed, nothing in a private network is asked, and not without end', async () => {
  const asked: (string | undefined)[] = []
  const http = createServer(({ url }, response) => {
    asked.push(url)
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  onTestFinished(() => new Promise<void>((closed) => http.close(() => closed())))
  const by = await signedIn(server, acme, { username: 'iris@acme.example', groups: ['admins'] })
  const readFrom = (url: string) => by.core.client.call(readApplicationMetadata, { params: billing, body: { url } })
  const unreachable = { ok: false, problem: { errorID: 'METADATA_UNREACHABLE' } }
  expect(await readFrom(`http://127.0.0.1:${(http.address() as AddressInfo).port}/metadata`)).toMatchObject(unreachable)
  expect(asked).toEqual(['/metadata', '/elsewhere', '/elsewhere', '/elsewhere'])
  for (const host of ['169.254.169.254', '10.0.0.1', '[::ffff:10.0.0.1]', '2852039166']) {
    const outcome = await readFrom(`https://${host}/metadata`)
    expect(outcome, host).toMatchObject(unreachable)
    expect(JSON.stringify(outcome), host).toContain('is not a public address')
  }
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => readFrom('https://10.0.0.1/metadata')))
  const refused = outcomes.filter((one) => !one.ok && one.problem.kind === 'expected' && one.problem.status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(20)
})

it('a change is taken back from the log, unless it changed keys', async () => {
  await put(openid)
  await put({ ...openid, redirectUris: ['https://billing.example/other'] })
  const rows = await admin.core.client.call(listAudit, { query: { action: 'application.sign-in' } })
  const [change, creation] = rows.ok ? rows.value.entries : []
  const revert = (id = '') => admin.core.client.call(revertAudit, { params: { id } })
  expect(await revert(creation?.id)).toMatchObject({ problem: { errorID: 'REVERT_CREATED' } })
  expect(await revert(change?.id)).toMatchObject({ ok: true })
  expect(await read()).toMatchObject({ value: { config: openid } })
  await put({ ...openid, authMethod: 'private_key_jwt', publicKeys: [rsaKeys().publicPem] })
  const [keys] = await admin.core.client
    .call(listAudit, { query: { action: 'application.sign-in' } })
    .then((answer) => (answer.ok ? answer.value.entries : []))
  expect(await revert(keys?.id)).toMatchObject({ problem: { errorID: 'REVERT_KEYS' } })
})

function privatePem(): string {
  return rsaKeys().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

it('names the providers whose people may open the application, so that faces can warn', async () => {
  const provider = {
    type: 'OIDC',
    config: { issuer: 'http://127.0.0.1:9/x', clientId: 'portico' },
    clientSecret: 'no secret',
  }
  const tenant = await server.importTenant(
    smallTenant('initech', {
      identityProviders: [
        { ...provider, name: 'Main', primary: true, emailSuffixes: ['initech.example'] },
        { ...provider, name: 'Partners', emailSuffixes: ['partners.initech.example'] },
        { ...provider, name: 'Nobody', emailSuffixes: ['nobody.initech.example'] },
      ],
      applications: [
        {
          slug: 'billing',
          label: 'Billing',
          groups: ['staff', { provider: 'Partners', group: 'guests', name: 'Guests' }],
        },
        { slug: 'wiki', label: 'wiki', groups: ['staff'] },
      ],
    }),
  )
  const by = await signedIn(server, tenant, { username: 'ada@initech.example', groups: ['admins'] })
  const environments = await by.core.client.call(listEnvironments)
  const envId = environments.ok
    ? environments.value.environments.find(({ name }) => name === 'Production')?.id
    : undefined
  const found = await by.core.client.call(listApplications, { params: { envId: envId ?? '' } })
  const openers = async (label: string) => {
    const appId = found.ok ? (found.value.applications.find((one) => one.label === label)?.id ?? '') : ''
    const outcome = await put({ ...saml, entityId: `https://${label}.example` }, { envId: envId ?? '', appId }, { by })
    return outcome.ok && outcome.value.openedBy
  }
  expect([await openers('Billing'), await openers('wiki')]).toEqual([['Main', 'Partners'], ['Main']])
})
