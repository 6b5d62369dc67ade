import { createIdentityProvider, getOurMetadata, type QueryOf } from '@portico/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createOurKeyPair } from '../../kit/keys/key-pair.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  createTestServer,
  signedIn,
  smallTenant,
  testBaseUrl,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let globex: ImportedTenant
let admin: Browser

beforeAll(async () => {
  server = await createTestServer({}, { makesKeys: true })
  const { certificate } = await createOurKeyPair({ commonName: 'idp', nowMs: Date.now(), years: 1, bits: 2048 })
  const identityProviders = [
    {
      name: 'Main',
      type: 'OIDC',
      primary: true,
      config: { issuer: 'http://127.0.0.1:9/oidc', clientId: 'portico' },
      clientSecret: 'not-a-secret-in-tests',
    },
    {
      name: 'Entra',
      type: 'AAD2',
      config: { domainName: 'contoso.example', applicationId: 'app' },
      applicationSecret: 'not-a-secret-in-tests',
    },
    {
      name: 'ADFS',
      type: 'ADFS_SAML',
      config: {
        entityId: 'http://adfs.example/adfs/services/trust',
        ssoUrl: 'https://adfs.example/adfs/ls/',
        signingCertificate1: certificate,
      },
    },
  ]
  acme = await server.importTenant(smallTenant('acme', { identityProviders }))
  globex = await server.importTenant(smallTenant('globex', { identityProviders }))
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
})
afterAll(() => server.close())

const idOf = (name: string, tenant = acme) => tenant.identityProviderIds.get(name) ?? ''

async function ours(type: string, idp?: string) {
  const outcome = await admin.core.client.call(getOurMetadata, {
    params: { type },
    query: idp === undefined ? {} : { idp },
  })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  const named = (values: readonly { name: string; value: string }[]) =>
    Object.fromEntries(values.map(({ name, value }) => [name, value]))
  const { values, providers, ...rest } = outcome.value
  return {
    ...rest,
    values: named(values),
    providers: providers.map((one) => ({ ...one, values: named(one.values) })),
    labels: values.map((one) => one.label),
  }
}

describe('our metadata', () => {
  it('for SAML: one entity id for the tenant, addresses for each provider, keys with their state', async () => {
    const { values, providers, keys, xml, labels } = await ours('saml2')
    expect(values).toMatchObject({ entityId: `${testBaseUrl}/saml/${acme.id}` })
    expect(values['nameIdFormats']).toContain('urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress')
    expect(labels).toContain('Entity ID (audience)')
    const own = `${testBaseUrl}/api/login/idps/${idOf('ADFS')}/saml`
    expect(providers).toMatchObject([
      { name: 'ADFS', values: { acsUrl: `${own}/acs`, sloUrl: `${own}/slo`, metadataUrl: `${own}/metadata` } },
    ])
    expect(keys.map(({ use, state }) => `${use} ${state}`)).toEqual(['signing current', 'encryption current'])
    expect(JSON.stringify(keys)).not.toContain('PRIVATE')
    expect(xml).toBeNull()
  })

  it('as XML for one provider is what its public address answers', async () => {
    const { xml, providers } = await ours('saml2', idOf('ADFS'))
    const answer = await server.fetch(new Request(providers[0]?.values['metadataUrl'] ?? ''))
    expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml')
    expect(await answer.text()).toBe(xml)
  })

  it('for OpenID Connect: redirect URIs of each, and back-channel logout where the provider calls it', async () => {
    const { providers, keys } = await ours('oidc')
    const [main, entra] = providers
    expect(providers.map((one) => one.name)).toEqual(['Main', 'Entra'])
    expect(main?.values).toEqual({
      redirectUri: `${testBaseUrl}/api/login/idps/${idOf('Main')}/oidc/callback`,
      postLogoutRedirectUri: `${testBaseUrl}/api/login/idps/${idOf('Main')}/oidc/signed-out`,
      backChannelLogoutUri: `${testBaseUrl}/api/login/idps/${idOf('Main')}/oidc/back-channel-logout`,
      frontChannelLogoutUrl: `${testBaseUrl}/api/login/idps/${idOf('Main')}/oidc/front-channel-logout`,
      jwksUri: `${testBaseUrl}/api/login/idps/${idOf('Main')}/oidc/jwks`,
      initiateLoginUri: `${testBaseUrl}/api/login/idps/${idOf('Main')}/initiate`,
    })
    expect(entra?.values).not.toHaveProperty('backChannelLogoutUri')
    expect(entra?.values).toHaveProperty('frontChannelLogoutUrl')
    expect(keys).toEqual([])
  })

  it.each([
    ['another type of metadata', 'wsfed', undefined],
    ['a provider of the other kind', 'oidc', () => idOf('ADFS')],
    ['a provider of another tenant', 'saml2', () => idOf('ADFS', globex)],
    ['an invalid id', 'saml2', () => 'x'],
  ])('is not there for %s', async (_, type, idp) => {
    const path = `/api/portal/admin/idp-metadata/${type}${idp === undefined ? '' : `?idp=${idp()}`}`
    expect((await admin.send(path)).status).toBe(404)
  })
})

describe('before a provider is created', () => {
  const read = async (type: string, query: QueryOf<typeof getOurMetadata>, browser = admin) => {
    const outcome = await browser.core.client.call(getOurMetadata, { params: { type }, query })
    if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
    return outcome.value
  }

  it.each([
    ['oidc', 'OIDC'],
    ['oidc', 'AAD2'],
    ['saml2', 'OPENSAML'],
  ] as const)('the %s addresses of a new %s provider are those that it then has', async (type, idpType) => {
    const idempotencyKey = `key-of-${idpType}`
    const before = await read(type, { idpType, creation: idempotencyKey })
    const { certificate } = await createOurKeyPair({ commonName: 'new', nowMs: Date.now(), years: 1, bits: 2048 })
    const config = {
      OIDC: { issuer: 'http://127.0.0.1:9/oidc', clientId: 'portico' },
      AAD2: { domainName: 'contoso.example', applicationId: 'app' },
      OPENSAML: { entityId: 'idp', ssoUrl: 'https://idp.example/sso', signingCertificate1: certificate },
    }[idpType]
    const secrets = {
      OIDC: { clientSecret: 'not-a-secret' },
      AAD2: { applicationSecret: 'not-a-secret' },
      OPENSAML: {},
    }[idpType]
    const body = { name: `New ${idpType}`, type: idpType, enabled: true, config, ...secrets } as never
    const made = await admin.core.client.call(createIdentityProvider, { body, idempotencyKey })
    if (!made.ok) throw new Error(JSON.stringify(made.problem))
    const after = await read(type, { idp: made.value.id })
    expect(before.providers.map(({ id, values }) => ({ id, values }))).toEqual(
      after.providers.map(({ id, values }) => ({ id, values })),
    )
    expect(before.xml).toBe(after.xml)
  })

  it('are different for the same key in another tenant, and for another key', async () => {
    const other = await signedIn(server, globex, { username: 'gus@globex.example', groups: ['admins'] })
    const ids = await Promise.all([
      read('oidc', { idpType: 'OIDC', creation: 'same' }),
      read('oidc', { idpType: 'OIDC', creation: 'other' }),
      read('oidc', { idpType: 'OIDC', creation: 'same' }, other),
    ])
    expect(new Set(ids.map(({ providers }) => providers[0]?.id)).size).toBe(3)
  })
})
