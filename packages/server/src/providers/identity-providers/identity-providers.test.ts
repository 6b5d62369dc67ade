import {
  createIdentityProvider,
  deleteIdentityProvider,
  getIdentityProvider,
  saveUsernameFormats,
  updateIdentityProvider,
  type IdentityProvider,
} from '@portico/core/contract'
import { configFieldsOf, isRequired, signatureAlgorithms } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { createOurKeyPair } from '../../kit/keys/key-pair.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { readPerson } from '../../sign-in/sessions/read-sender.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { keepProvider } from '../../testing/keep-provider.ts'
import { mintToken } from '../../testing/mint-token.ts'
import {
  createTestServer,
  rsaKeys,
  signAssertion,
  signedIn,
  smallTenant,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import { loadProvider } from './queries.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let certificate: string
let otherCertificate: string
let smallCertificate: string
const robotKeys = rsaKeys()

beforeAll(async () => {
  server = await createTestServer()
  const serviceAccounts = [
    { environment: 'production', name: 'robot', key1: robotKeys.publicPem, applications: ['portal:security-admin'] },
  ]
  acme = await server.importTenant(smallTenant('acme', { serviceAccounts }))
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
  const make = async (commonName: string, bits: number) =>
    (await createOurKeyPair({ commonName, nowMs: Date.now(), years: 1, bits })).certificate
  certificate = await make('one', 2048)
  otherCertificate = await make('two', 2048)
  smallCertificate = await make('small', 1024)
})
afterAll(() => server.close())

const newName = () => `Provider ${uuidv7(Date.now())}`
const secret = 'a-client-secret-nobody-may-see-0123456789'

const oidc = (more: object = {}, config: object = {}) => ({
  type: 'OIDC' as const,
  name: newName(),
  config: { issuer: 'https://idp.example', clientId: 'portico', ...config },
  clientSecret: secret,
  ...more,
})
const azure = (more: object = {}, config: object = {}) => ({
  type: 'AAD2' as const,
  name: newName(),
  config: { domainName: 'contoso.example', applicationId: 'app', ...config },
  applicationSecret: secret,
  ...more,
})
const saml = (more: object = {}, config: object = {}) => ({
  type: 'OPENSAML' as const,
  name: newName(),
  config: {
    entityId: 'https://idp.example/id',
    ssoUrl: 'https://idp.example/sso',
    signingCertificate1: certificate,
    ...config,
  },
  ...more,
})

type Body = Parameters<typeof admin.core.client.call<typeof createIdentityProvider>>[1]['body']
const create = (body: object, browser = admin) =>
  browser.core.client.call(createIdentityProvider, { body: body as Body })
const update = (id: string, body: object, browser = admin) =>
  browser.core.client.call(updateIdentityProvider, { params: { id }, body: body as Body })
const remove = (id: string, browser = admin) => browser.core.client.call(deleteIdentityProvider, { params: { id } })

async function created(body: object): Promise<IdentityProvider> {
  const outcome = await create(body)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
  return outcome.value
}

/** One that people can reach, as a change of it requires (spec section 5). */
async function createdWithFormat(body: object): Promise<IdentityProvider> {
  const made = await created(body)
  const formats = { prefixes: [], suffixes: [`${made.id}.example`] }
  const outcome = await admin.core.client.call(saveUsernameFormats, { params: { id: made.id }, body: formats })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
  await keepProvider(server, acme.id, made.id)
  return made
}

const primaryId = () => acme.identityProviderIds.get('Main') ?? ''
const engine = (id: string) =>
  tenantScope(server.database, acme.id).transaction((tx) => loadProvider(tx, id, server.deps.secrets))

describe('an identity provider', () => {
  it('is added, read, replaced and deleted, and its certificates are described', async () => {
    const made = await createdWithFormat(saml({}, { slackSecs: 30 }))
    expect(made).toMatchObject({
      type: 'OPENSAML',
      primary: false,
      pendingSwitch: false,
      enabled: true,
      config: { slackSecs: 30, nameIdFormat: 'unspecified' },
      secrets: [],
      certificates: [{ slot: 1, subject: 'CN=one', extendedUntil: null, lastUsedAt: null }],
    })
    const changed = await update(made.id, saml({ name: 'Renamed' }, { signingCertificate2: otherCertificate }))
    expect(changed).toMatchObject({ ok: true, value: { name: 'Renamed', certificates: [{ slot: 1 }, { slot: 2 }] } })
    expect(await admin.core.client.call(getIdentityProvider, { params: { id: made.id } })).toMatchObject({
      value: { id: made.id, name: 'Renamed' },
    })
    expect(await remove(made.id)).toMatchObject({ ok: true })
    expect(await admin.core.client.call(getIdentityProvider, { params: { id: made.id } })).toMatchObject({
      problem: { status: 404 },
    })
  })

  const signing = (signingCertificate1: string, signingCertificate2?: string) => ({
    signingCertificate1,
    ...(signingCertificate2 && { signingCertificate2 }),
  })
  const addedAt = async (id: string) => {
    const found = await admin.core.client.call(getIdentityProvider, { params: { id } })
    return found.ok ? found.value.certificates.map((one) => one.addedAt) : []
  }
  const forget = (id: string, tx: TenantTransaction) =>
    sql`update identity_providers set certificates_added = '{}' where id = ${id}`.execute(tx.db)

  it('remembers when each certificate was saved, in a draft, kept, and moved to the other slot', async () => {
    const made = await createdWithFormat(saml())
    const [first] = await addedAt(made.id)
    expect(Math.abs(Date.parse(first ?? '') - Date.now())).toBeLessThan(3_600_000)
    await update(made.id, saml({}, signing(certificate, otherCertificate)))
    const both = await addedAt(made.id)
    expect(both[0]).toBe(first)
    expect(Date.parse(both[1] ?? '')).toBeGreaterThan(Date.parse(first ?? ''))
    await keepProvider(server, acme.id, made.id)
    await update(made.id, saml({}, signing(otherCertificate, certificate)))
    expect(await addedAt(made.id)).toEqual(both.toReversed())
  })

  it('has no time of certificates that were saved before it was noted, and a new time for one that comes back', async () => {
    const made = await createdWithFormat(saml())
    const [first] = await addedAt(made.id)
    await tenantScope(server.database, acme.id).transaction((tx) => forget(made.id, tx))
    await update(made.id, saml({ name: newName() }))
    expect(await addedAt(made.id)).toEqual([null])
    await update(made.id, saml({}, signing(otherCertificate)))
    await keepProvider(server, acme.id, made.id)
    await update(made.id, saml({}, signing(certificate)))
    const [again] = await addedAt(made.id)
    expect(Date.parse(again ?? '')).toBeGreaterThan(Date.parse(first ?? ''))
  })

  it('has a unique name, compared without case', async () => {
    expect(await create(oidc({ name: 'main' }))).toMatchObject({ problem: { status: 409, errorID: 'NAME_TAKEN' } })
    const name = newName()
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => create(oidc({ name }))))
    expect(outcomes.filter((one) => one.ok)).toHaveLength(1)
    for (const one of outcomes.filter((each) => !each.ok))
      expect(one).toMatchObject({ problem: { status: 409, errorID: 'NAME_TAKEN' } })
  })

  const days = { applicationSecretStartsOn: '2026-01-01', applicationSecretEndsOn: '2027-01-01' }
  const everyAzureField = {
    domainName: 'contoso.example',
    applicationId: 'app',
    ...days,
    nextApplicationSecretStartsOn: '2026-12-01',
    nextApplicationSecretEndsOn: '2028-01-01',
    domainHint: 'contoso.example',
    groupNameStartsWith: 'Portico',
    responseMode: 'query',
    disableSlo: true,
    sloMethod: 'post',
    logoutRedirectUrl: 'https://intranet.example/bye',
    usernameClaim: 'email',
  }
  const everySamlField = () => ({
    entityId: 'http://idp.example/trust',
    nameIdFormat: 'persistent',
    omitNameIdPolicy: true,
    ssoUrl: 'https://idp.example/sso',
    ssoBinding: 'post',
    sloUrl: 'https://idp.example/slo',
    sloBinding: 'post',
    sloResponseUrl: 'https://idp.example/slo/answer',
    disableSlo: true,
    logoutRedirectUrl: 'https://intranet.example/bye',
    signatureMethod: 'RSA-SHA256',
    signingCertificate1: certificate.trim(),
    signingCertificate2: otherCertificate.trim(),
    requestedAuthnContext: 'urn:a, urn:b',
    disableRequestedAuthnContext: false,
    authnContextComparison: 'better',
    slackSecs: 7,
    attributes: { firstName: 'a', lastName: 'b', email: 'c', displayName: 'd', username: 'e', group: 'f' },
    subjectAttribute: 'g',
    allowIdpInitiated: true,
    forceAuthn: true,
    requireEncryptedAssertions: true,
    allowCbcWhenSigned: true,
    metadataUrl: 'https://idp.example/metadata',
    followMetadata: true,
  })
  const everyOidcField = {
    issuer: 'https://idp.example',
    authorizationUrl: 'https://idp.example/authorize',
    tokenUrl: 'https://idp.example/token',
    jwksUrl: 'https://idp.example/jwks',
    userinfoUrl: 'https://idp.example/me',
    responseMode: 'form_post',
    scope: 'openid groups',
    signatureAlgorithm: 'RS512',
    disableSignatureVerification: true,
    clientId: 'portico',
    tokenAuthMethod: 'client_secret_post',
    sloUrl: 'https://idp.example/end',
    sloMethod: 'post',
    disableSlo: true,
    logoutRedirectUrl: 'https://intranet.example/bye',
    usernameClaim: 'upn',
    groupClaim: 'realm.roles',
  }

  it.each([
    ['OIDC', () => everyOidcField, { clientSecret: secret }],
    ['AAD2', () => everyAzureField, { applicationSecret: secret }],
    ['AAD', () => everyAzureField, { applicationSecret: secret }],
    ['OPENSAML', everySamlField, {}],
    ['ADFS_SAML', everySamlField, {}],
    ['SFDC_SAML', everySamlField, {}],
  ])('of type %s keeps every field of its configuration', async (type, config, secrets) => {
    const made = await created({ type, name: newName(), config: config(), ...secrets })
    expect(made).toMatchObject({ type, secrets: Object.keys(secrets) })
    expect(made.config).toEqual(config())
  })

  it('keeps its type', async () => {
    const made = await created(oidc())
    expect(await update(made.id, azure())).toMatchObject({ problem: { status: 409, errorID: 'IDP_TYPE_FIXED' } })
  })

  it('ends the sign-ins that began with the previous configuration once a change is kept', async () => {
    const made = await createdWithFormat(oidc())
    const before = await engine(made.id)
    await update(made.id, oidc({ name: made.name, clientSecret: undefined }, { clientId: 'other' }))
    expect(await engine(made.id)).toEqual(before)
    await keepProvider(server, acme.id, made.id)
    expect((await engine(made.id))?.configVersion).toBe((before?.configVersion ?? 0) + 1)
  })

  it('is not changed while no username format leads to it, unless it is switched off', async () => {
    const made = await created(oidc())
    const renamed = oidc({ name: newName(), clientSecret: undefined })
    expect(await update(made.id, renamed)).toMatchObject({
      problem: { status: 409, errorID: 'FORMATS_REQUIRED', resourceType: 'identity-provider' },
    })
    expect(await update(made.id, { ...renamed, enabled: false })).toMatchObject({ ok: true, value: { enabled: false } })
    expect(await update(made.id, renamed)).toMatchObject({ problem: { errorID: 'FORMATS_REQUIRED' } })
    const reachable = await createdWithFormat(oidc())
    expect(await update(reachable.id, { ...renamed, name: newName() })).toMatchObject({ ok: true })
  })

  it('is not overwritten by a save of an older version', async () => {
    const made = await createdWithFormat(oidc())
    const path = `/api/portal/admin/tenant/idps/${made.id}`
    const etag = (await admin.send(path)).headers.get('etag') ?? ''
    const headers = {
      'content-type': 'application/json',
      'x-csrftoken': admin.cookies.get('csrf') ?? '',
      'if-match': etag,
    }
    const put = () => admin.send(path, { method: 'PUT', body: JSON.stringify(oidc({ name: made.name })), headers })
    expect([(await put()).status, (await put()).status]).toEqual([200, 412])
  })

  it('becomes primary if it is the first that is kept in its tenant', async () => {
    const keys = rsaKeys()
    const serviceAccounts = [
      { environment: 'production', name: 'robot', key1: keys.publicPem, applications: ['portal:security-admin'] },
    ]
    const bare = await server.importTenant(
      smallTenant('bare', { identityProviders: [], applications: [], firstAdminGroup: undefined, serviceAccounts }),
    )
    const token = await mintToken(server, signAssertion(keys.privateKey, bare.serviceAccountIds.get('robot') ?? ''))
    const post = async (body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const url = `${server.deps.settings.baseUrl}/api/portal/admin/tenant/idps`
      const response = await server.fetch(new Request(url, { method: 'POST', body: JSON.stringify(body), headers }))
      return (await response.json()) as { id: string; primary: boolean }
    }
    const off = await post(oidc({ enabled: false }))
    const made = await Promise.all([post(oidc()), post(oidc())])
    expect([off, ...made].map(({ primary }) => primary)).toEqual([false, false, false])
    for (const { id } of [off, ...made]) await keepProvider(server, bare.id, id)
    const primaries = await tenantScope(server.database, bare.id).transaction((tx) =>
      tx.db.selectFrom('identity_providers').select('id').where('is_primary', '=', true).execute(),
    )
    expect(primaries).toEqual([{ id: made[0]?.id }])
  })
})

describe('the primary provider, and the one an administrator signed in with', () => {
  it('cannot be deleted or switched off', async () => {
    expect(await remove(primaryId())).toMatchObject({ problem: { status: 409, errorID: 'IDP_PRIMARY' } })
    const off = oidc({ name: 'Main', enabled: false }, { issuer: 'http://127.0.0.1:9/oidc' })
    expect(await update(primaryId(), off)).toMatchObject({
      problem: { status: 409, errorID: 'IDP_PRIMARY', details: [{ fieldID: 'enabled' }] },
    })
  })

  it('holds in a race: of deleting one and making it primary, only one succeeds', async () => {
    // A person of the former primary provider no longer administers the tenant; a service account does.
    const robot = acme.serviceAccountIds.get('robot') ?? ''
    const authorization = `Bearer ${await mintToken(server, signAssertion(robotKeys.privateKey, robot))}`
    // 503: on a busy machine a wait for a lock may reach its limit. It changes nothing, and programs ask again.
    const removeByRobot = async (id: string): Promise<Response> => {
      const url = `${server.deps.settings.baseUrl}/api/portal/admin/tenant/idps/${id}`
      const answer = await server.fetch(new Request(url, { method: 'DELETE', headers: { authorization } }))
      return answer.status === 503 ? removeByRobot(id) : answer
    }
    for (let round = 0; round < 20; round += 1) {
      const made = await created(oidc())
      const makePrimary = tenantScope(server.database, acme.id).transaction(async (tx) => {
        await tx.db
          .selectFrom('identity_providers')
          .select('id')
          .where('tenant_id', '=', acme.id)
          .where('id', 'in', [made.id, primaryId()])
          .orderBy('id')
          .forUpdate()
          .execute()
        const mark = (id: string, primary: boolean) =>
          tx.db
            .updateTable('identity_providers')
            .set({ is_primary: primary })
            .where('tenant_id', '=', acme.id)
            .where('id', '=', id)
            .returning('id')
            .execute()
        await mark(primaryId(), false)
        if ((await mark(made.id, true)).length === 0) await mark(primaryId(), true)
      })
      const [, ...answers] = await Promise.all([makePrimary, removeByRobot(made.id), removeByRobot(made.id)])
      const primaries = await tenantScope(server.database, acme.id).transaction((tx) =>
        tx.db.selectFrom('identity_providers').select('id').where('is_primary', '=', true).execute(),
      )
      expect(primaries).toHaveLength(1)
      const wasDeleted = primaries[0]?.id === primaryId()
      const statuses = answers.map((one) => one.status).toSorted((a, b) => a - b)
      const told = await Promise.all(answers.map(async (one) => `${one.status} ${await one.text()}`))
      const state = { round, made: made.id, main: primaryId(), primaries, told }
      expect(statuses, JSON.stringify(state)).toEqual(wasDeleted ? [204, 404] : [409, 409])
      await tenantScope(server.database, acme.id).transaction(async (tx) => {
        const set = (primary: boolean, id: string) =>
          tx.db
            .updateTable('identity_providers')
            .set({ is_primary: primary })
            .where('tenant_id', '=', acme.id)
            .where('id', '=', id)
            .execute()
        await set(false, primaries[0]?.id ?? '')
        await set(true, primaryId())
      })
    }
  })

  it('is kept even if 20 requests delete it concurrently', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => remove(primaryId())))
    for (const outcome of outcomes) expect(outcome).toMatchObject({ problem: { status: 409, errorID: 'IDP_PRIMARY' } })
  })
})

describe('switching a provider off', () => {
  it('ends its sessions permanently once it is kept: switching it on again restores none', async () => {
    const made = await createdWithFormat(oidc())
    const through = { ...acme, identityProviderIds: new Map([['Other', made.id]]) }
    const person = await signedIn(server, through, { username: `${uuidv7(Date.now())}@acme.example`, groups: [] })
    const hash = hashToken(person.cookies.get('portico-session') ?? '')
    const present = () => tenantScope(server.database, acme.id).transaction((tx) => readPerson(tx, hash))
    expect(await present()).toBeDefined()
    const switchTo = async (enabled: boolean) => {
      expect(await update(made.id, oidc({ name: made.name, clientSecret: undefined, enabled }))).toMatchObject({
        ok: true,
      })
      expect(await present()).toEqual(enabled ? undefined : expect.anything())
      await keepProvider(server, acme.id, made.id)
    }
    await switchTo(false)
    await switchTo(true)
    expect(await present()).toBeUndefined()
  })

  it('deleting it ends them too', async () => {
    const made = await created(oidc())
    const through = { ...acme, identityProviderIds: new Map([['Other', made.id]]) }
    const person = await signedIn(server, through, { username: `${uuidv7(Date.now())}@acme.example`, groups: [] })
    await remove(made.id)
    expect((await person.send('/api/portal/cloudsession')).status).toBe(401)
  })
})

describe('secrets are write-only:', () => {
  const stored = async (id: string) => {
    await keepProvider(server, acme.id, id)
    return (await engine(id))?.secrets
  }

  it('absent keeps, a new one replaces, null removes', async () => {
    const made = await createdWithFormat(oidc())
    expect(made.secrets).toEqual(['clientSecret'])
    await update(made.id, oidc({ name: made.name, clientSecret: undefined }))
    expect(await stored(made.id)).toEqual({ clientSecret: secret })
    await update(made.id, oidc({ name: made.name, clientSecret: 'another one' }))
    expect(await stored(made.id)).toEqual({ clientSecret: 'another one' })
    const forgotten = await update(made.id, oidc({ name: made.name, clientSecret: null }))
    expect(forgotten).toMatchObject({ value: { secrets: [] } })
    expect(await stored(made.id)).toEqual({})
  })

  it('an application needs a secret, and may have a second one', async () => {
    const missing = {
      problem: { status: 400, details: [{ errorID: 'SECRET_REQUIRED', fieldID: 'applicationSecret' }] },
    }
    expect(await create(azure({ applicationSecret: undefined }))).toMatchObject(missing)
    const made = await created(azure({ nextApplicationSecret: 'the next one' }))
    expect(made.secrets.toSorted()).toEqual(['applicationSecret', 'nextApplicationSecret'])
    expect(await update(made.id, azure({ name: made.name, applicationSecret: null }))).toMatchObject(missing)
  })

  it.each(signatureAlgorithms)(
    'a client needs a secret only where the form rules require one: %s',
    async (algorithm) => {
      const field = configFieldsOf('OIDC').find(({ name }) => name === 'clientSecret')
      const isNeeded = field !== undefined && isRequired(field, { signatureAlgorithm: algorithm })
      const outcome = await create(oidc({ clientSecret: undefined }, { signatureAlgorithm: algorithm }))
      expect(outcome).toMatchObject({ ok: !isNeeded })
    },
  )

  it('an HS algorithm needs one as long as its hash', async () => {
    const with512 = (clientSecret: string | undefined) =>
      create(oidc({ clientSecret }, { signatureAlgorithm: 'HS512' }))
    const refused = (errorID: string) => ({ problem: { status: 400, details: [{ errorID, fieldID: 'clientSecret' }] } })
    expect(await with512(undefined)).toMatchObject(refused('SECRET_REQUIRED'))
    expect(await with512('x'.repeat(63))).toMatchObject(refused('SECRET_TOO_SHORT'))
    expect(await with512('x'.repeat(64))).toMatchObject({ ok: true })
  })

  it('none is in any answer or in the audit log', async () => {
    const made = await createdWithFormat(azure({ nextApplicationSecret: `${secret}-next` }))
    const answers = [
      await (await admin.send('/api/portal/admin/tenant/idps')).text(),
      await (await admin.send(`/api/portal/admin/tenant/idps/${made.id}`)).text(),
      JSON.stringify(await update(made.id, azure({ name: made.name, applicationSecret: `${secret}-changed` }))),
      JSON.stringify(await auditRows(server, acme)),
    ]
    for (const answer of answers) expect(answer).not.toContain(secret)
    const change = (await auditRows(server, acme)).at(-1)
    expect(change).toMatchObject({
      action: 'identity-provider.draft',
      after: { changedSecrets: ['applicationSecret'] },
    })
  })
})

describe('an invalid configuration is rejected at its field:', () => {
  it.each([
    ['an address without TLS', () => oidc({}, { issuer: 'http://idp.example' }), 'config.issuer', 'ADDRESS_HTTPS'],
    [
      'an address in a private network',
      () => oidc({}, { tokenUrl: 'https://10.0.0.1/token' }),
      'config.tokenUrl',
      'ADDRESS_FORBIDDEN',
    ],
    [
      'the same, spelled as a number',
      () => oidc({}, { tokenUrl: 'https://2852039166/token' }),
      'config.tokenUrl',
      'ADDRESS_FORBIDDEN',
    ],
    [
      'an IPv4-mapped one',
      () => oidc({}, { jwksUrl: 'https://[::ffff:169.254.169.254]/' }),
      'config.jwksUrl',
      'ADDRESS_FORBIDDEN',
    ],
    ['a script', () => saml({}, { ssoUrl: 'javascript:alert(1)' }), 'config.ssoUrl', 'ADDRESS_SHAPE'],
    [
      'a data address',
      () => oidc({}, { logoutRedirectUrl: 'data:text/html,x' }),
      'config.logoutRedirectUrl',
      'ADDRESS_SHAPE',
    ],
    [
      'a small key',
      () => saml({}, { signingCertificate1: smallCertificate }),
      'config.signingCertificate1',
      'CERTIFICATE_WEAK',
    ],
    [
      'a certificate twice',
      () => saml({}, { signingCertificate2: certificate.replaceAll('\n', '\r\n') }),
      'config.signingCertificate2',
      'CERTIFICATE_TWICE',
    ],
    [
      'no certificate',
      () => saml({}, { signingCertificate1: undefined }),
      'config.signingCertificate1',
      'CERTIFICATE_REQUIRED',
    ],
    ['every directory at once', () => azure({}, { domainName: 'common' }), 'config.domainName', 'DOMAIN_NOT_ONE'],
    ['a field that only the server sets', () => oidc({ primary: true }), 'primary', 'UNKNOWN_FIELD'],
    ['a tenant', () => oidc({ tenant_id: 'x' }), 'tenant_id', 'UNKNOWN_FIELD'],
  ])('%s', async (_, body, fieldID, errorID) => {
    const outcome = await create(body())
    expect(outcome).toMatchObject({ problem: { status: 400 } })
    expect(outcome.ok || outcome.problem.kind !== 'expected' ? [] : outcome.problem.details).toContainEqual(
      expect.objectContaining({ errorID, fieldID }),
    )
  })
})

it('a form that is sent twice with one idempotency key adds one provider', async () => {
  const headers = {
    'content-type': 'application/json',
    'x-csrftoken': admin.cookies.get('csrf') ?? '',
    'idempotency-key': 'once',
  }
  const body = JSON.stringify(oidc())
  const post = async () => (await admin.send('/api/portal/admin/tenant/idps', { method: 'POST', body, headers })).json()
  const first: unknown = await post()
  expect(await post()).toEqual(first)
})
