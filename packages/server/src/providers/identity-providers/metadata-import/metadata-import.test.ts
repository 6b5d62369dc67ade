import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createIdentityProvider, importProviderMetadata, type IdentityProviderType } from '@portico/core/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { createOurKeyPair } from '../../../kit/keys/key-pair.ts'
import {
  createTestServer,
  signedIn,
  smallTenant,
  type Browser,
  type TestServer,
  withoutRateLimits,
} from '../../../testing/test-server.ts'

import { aggregate } from '../../../sign-in/saml/testing/metadata-document.ts'

const dayMs = 86_400_000

let server: TestServer
let admin: Browser
let published: Server
let origin: string
/** What the provider's host answers by path. */
const documents = new Map<string, string | Buffer>()
const certificates: Record<'old' | 'current' | 'next' | 'over' | 'small', string> = {
  old: '',
  current: '',
  next: '',
  over: '',
  small: '',
}

beforeAll(async () => {
  published = createServer((request, response) => {
    const text = documents.get(request.url ?? '')
    if (typeof text === 'string' && text.startsWith('redirect '))
      return void response.writeHead(302, { location: text.slice(9) }).end()
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  await new Promise<void>((resolve) => published.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(published.address() as AddressInfo).port}`
  server = await createTestServer({ ...withoutRateLimits(), azureAuthorityUrl: `${origin}/authority` })
  const tenant = await server.importTenant(smallTenant('acme'))
  admin = await signedIn(server, tenant, { username: 'ada@acme.example', groups: ['admins'] })
  const make = async (name: string, days: number, bits = 2048) =>
    (await createOurKeyPair({ commonName: name, nowMs: Date.now() + days * dayMs, years: 1, bits })).certificate
  certificates.old = await make('old', -300)
  certificates.current = await make('current', -100)
  certificates.next = await make('next', 0)
  certificates.over = await make('over', -500)
  certificates.small = await make('small', 0, 1024)
})
afterAll(async () => {
  published.closeAllConnections()
  await new Promise((resolve) => published.close(resolve))
  await server.close()
})

type Source = { url?: string; document?: string; entityId?: string }
const read = (type: IdentityProviderType, source: Source) =>
  admin.core.client.call(importProviderMetadata, { body: { type, ...source } })

async function imported(type: IdentityProviderType, source: Source) {
  const outcome = await read(type, source)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
  return outcome.value
}

const bare = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s+/g, '')
const key = (pem: string, use?: 'signing' | 'encryption') =>
  `<KeyDescriptor${use === undefined ? '' : ` use="${use}"`}><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">` +
  `<X509Data><X509Certificate>\n${bare(pem)}\n</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`
const binding = (name: string) => `urn:oasis:names:tc:SAML:2.0:bindings:${name}`
const service = (name: 'SingleSignOnService' | 'SingleLogoutService', by: string, location: string, response = '') =>
  `<${name} Binding="${binding(by)}" Location="${location}"${response && ` ResponseLocation="${response}"`}/>`
const entity = (id: string, inside: string, attributes = '', around = '') =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${id}" ${attributes}>${around}` +
  `<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${inside}</IDPSSODescriptor></EntityDescriptor>`

const adfs = () =>
  entity(
    'http://adfs.acme.example/adfs/services/trust',
    key(certificates.current, 'encryption') +
      key(certificates.current, 'signing') +
      key(certificates.next, 'signing') +
      service('SingleLogoutService', 'HTTP-Redirect', 'https://adfs.acme.example/adfs/ls/') +
      service('SingleLogoutService', 'HTTP-POST', 'https://adfs.acme.example/adfs/ls/') +
      '<NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>' +
      '<NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>' +
      '<NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:transient</NameIDFormat>' +
      service('SingleSignOnService', 'HTTP-Redirect', 'https://adfs.acme.example/adfs/ls/') +
      service('SingleSignOnService', 'HTTP-POST', 'https://adfs.acme.example/adfs/ls/'),
    'ID="_1"',
    // WS-Federation roles precede the relevant one and have their own keys.
    '<RoleDescriptor xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:fed="http://docs.oasis-open.org/wsfed/federation/200706" xsi:type="fed:SecurityTokenServiceType" protocolSupportEnumeration="http://docs.oasis-open.org/wsfed/federation/200706">' +
      key(certificates.over, 'signing') +
      '</RoleDescriptor>',
  )

describe('SAML metadata', () => {
  it('of AD FS: the SAML role among those of WS-Federation, both certificates, only by the host', async () => {
    documents.set('/FederationMetadata/2007-06/FederationMetadata.xml', adfs())
    const { config, entities, warnings } = await imported('ADFS_SAML', { url: origin })
    expect(entities).toEqual([{ entityId: 'http://adfs.acme.example/adfs/services/trust', name: null }])
    expect(config).toEqual({
      entityId: 'http://adfs.acme.example/adfs/services/trust',
      ssoUrl: 'https://adfs.acme.example/adfs/ls/',
      ssoBinding: 'redirect',
      sloUrl: 'https://adfs.acme.example/adfs/ls/',
      sloBinding: 'redirect',
      disableSlo: false,
      signingCertificate1: certificates.next.trim(),
      signingCertificate2: certificates.current.trim(),
      metadataUrl: `${origin}/FederationMetadata/2007-06/FederationMetadata.xml`,
      followMetadata: true,
    })
    expect(warnings).toEqual([])
  })

  it.each<[string, (text: string) => string | Buffer]>([
    [
      'in UTF-16, as it declares',
      (text) => Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${text}`, 'utf16le'),
    ],
    ['in UTF-8, though it declares UTF-16', (text) => `<?xml version="1.0" encoding="utf-16"?>${text}`],
    ['in ISO-8859-1', (text) => Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text}`, 'latin1')],
    [
      'with a style sheet, comments and CDATA',
      (text) =>
        `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="m.xsl"?><!-- m -->${text.replace('Größe', '<![CDATA[Größe]]>')}`,
    ],
  ])('%s is read by its address', async (_, encoded) => {
    const name = '<Organization><OrganizationDisplayName xml:lang="en">Größe</OrganizationDisplayName></Organization>'
    const text = adfs().replace('</EntityDescriptor>', `${name}</EntityDescriptor>`)
    documents.set('/encoded', encoded(text))
    const { entities } = await imported('OPENSAML', { url: `${origin}/encoded` })
    expect(entities).toEqual([{ entityId: 'http://adfs.acme.example/adfs/services/trust', name: 'Größe' }])
  })

  it('in an unsupported encoding is refused, and the error names the encoding', async () => {
    documents.set('/encoded', `<?xml version="1.0" encoding="UTF-7"?>${adfs()}`)
    const outcome = await read('OPENSAML', { url: `${origin}/encoded` })
    expect(JSON.stringify(outcome)).toContain('the encoding UTF-7 is not accepted')
    const pasted = await read('OPENSAML', { document: `<?xml version="1.0" encoding="UTF-7"?>${adfs()}` })
    expect(JSON.stringify(pasted)).toContain('the encoding UTF-7 is not accepted')
  })

  it('of Salesforce: sign-in by POST where there is no redirect, no single logout, requests signed', async () => {
    const document = entity(
      'https://acme.my.salesforce.com',
      key(certificates.current) +
        '<NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</NameIDFormat>' +
        service('SingleSignOnService', 'SOAP', 'https://acme.my.salesforce.com/soap') +
        service('SingleSignOnService', 'HTTP-POST', 'https://acme.my.salesforce.com/idp/endpoint/HttpPost'),
    ).replace('<IDPSSODescriptor', '<IDPSSODescriptor WantAuthnRequestsSigned="true"')
    const { config, warnings } = await imported('SFDC_SAML', { document })
    expect(config).toMatchObject({
      ssoUrl: 'https://acme.my.salesforce.com/idp/endpoint/HttpPost',
      ssoBinding: 'post',
      nameIdFormat: 'unspecified',
      disableSlo: true,
    })
    expect(config).not.toHaveProperty('metadataUrl')
    expect(warnings).toEqual([
      expect.stringContaining('only signed requests'),
      expect.stringContaining('no single logout'),
    ])
  })

  it('of Entra: the answer address of logout, and only the format it has', async () => {
    const document = entity(
      'https://sts.windows.net/7c9e6679-7425-40de-944b-e07fc1f90ae7/',
      key(certificates.current, 'signing') +
        service('SingleLogoutService', 'HTTP-Redirect', 'https://login.example/saml2', 'https://login.example/answer') +
        service('SingleSignOnService', 'HTTP-Redirect', 'https://login.example/saml2') +
        service('SingleSignOnService', 'HTTP-POST', 'https://login.example/saml2'),
    )
    expect((await imported('OPENSAML', { document })).config).toMatchObject({
      sloUrl: 'https://login.example/saml2',
      sloResponseUrl: 'https://login.example/answer',
    })
  })

  it('of several providers: they are named, and one is chosen', async () => {
    const one = (id: string, name: string) =>
      entity(
        id,
        '<Extensions><UIInfo xmlns="urn:oasis:names:tc:SAML:metadata:ui"><DisplayName xml:lang="de">X</DisplayName>' +
          `<DisplayName xml:lang="en">${name}</DisplayName></UIInfo></Extensions>` +
          key(certificates.current, 'signing') +
          service('SingleSignOnService', 'HTTP-Redirect', `${id}/sso`),
      )
    const application =
      '<EntityDescriptor entityID="https://sp.example"><SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"/></EntityDescriptor>'
    const document = `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${one('https://a.example', 'University A')}${application}<EntitiesDescriptor>${one('https://b.example', 'University B')}</EntitiesDescriptor></EntitiesDescriptor>`
    const entities = [
      { entityId: 'https://a.example', name: 'University A' },
      { entityId: 'https://b.example', name: 'University B' },
    ]
    expect(await imported('OPENSAML', { document })).toEqual({ entities, total: 2, config: null, warnings: [] })
    expect(await imported('OPENSAML', { document, entityId: 'https://b.example' })).toMatchObject({
      entities,
      config: { entityId: 'https://b.example', ssoUrl: 'https://b.example/sso' },
    })
    expect(await read('OPENSAML', { document, entityId: 'https://sp.example' })).toMatchObject({
      problem: { status: 400, errorID: 'METADATA_ENTITY' },
    })
  })

  it('of a federation, longer than what is parsed whole: one entity is chosen, and only it is read', async () => {
    const url = `${origin}/federation`
    const sso = service('SingleSignOnService', 'HTTP-Redirect', 'https://idp.example/sso')
    // Its prefixes and its end are declared around it.
    const prefixed =
      `<md:EntityDescriptor entityID="https://b.example"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
      `<md:KeyDescriptor><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bare(certificates.current)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>` +
      `<md:SingleSignOnService Binding="${binding('HTTP-Redirect')}" Location="https://b.example/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`
    const evil = entity('https://evil.example', key(certificates.next) + sso)
    const [broken, forged] = [
      entity('https://broken.example', '<unbound:a/>&undeclared;'),
      entity('https://c.example', key(certificates.current) + sso, '', `<Extensions>${evil}</Extensions>`),
    ]
    const attributes = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#" validUntil="2020-01-01T00:00:00Z"'
    documents.set('/federation', aggregate({ attributes }, `<!-- ${evil} -->`, broken, forged, prefixed))
    const entities = ['broken', 'c', 'b'].map((id) => ({ entityId: `https://${id}.example`, name: null }))
    expect(await imported('OPENSAML', { url })).toEqual({ entities, total: 3, config: null, warnings: [] })
    expect(await imported('OPENSAML', { url, entityId: 'https://b.example' })).toEqual({
      entities: [{ entityId: 'https://b.example', name: null }],
      total: 3,
      config: expect.objectContaining({
        entityId: 'https://b.example',
        ssoUrl: 'https://b.example/sso',
        signingCertificate1: certificates.current.trim(),
        metadataUrl: url,
        followMetadata: true,
      }),
      warnings: [expect.stringContaining('has expired'), expect.stringContaining('no single logout')],
    })
    const problem = async (entityId: string) => JSON.stringify(await read('OPENSAML', { url, entityId }))
    expect(await problem('https://evil.example')).toContain('METADATA_ENTITY')
    expect(await problem('https://broken.example')).toContain('METADATA_UNREADABLE')
  })

  it.each([
    ['a DOCTYPE', (text: string) => `<!DOCTYPE x [<!ENTITY a "b">]>${text}`, 'DOCTYPE'],
    ['an end that is missing', (text: string) => text.slice(0, -5), 'it ends too early'],
    ['another encoding than it declares', (text: string) => `<?xml version="1.0" encoding="UTF-7"?>${text}`, 'UTF-7'],
  ])('of a federation is refused for %s', async (_, changed, reason) => {
    documents.set('/federation', changed(aggregate(entity('https://b.example', ''))))
    const outcome = JSON.stringify(
      await read('OPENSAML', { url: `${origin}/federation`, entityId: 'https://b.example' }),
    )
    expect(outcome).toContain('METADATA_UNREADABLE')
    expect(outcome).toContain(reason)
  })

  it('says what an administrator should know of it', async () => {
    const until = new Date(server.clock.now() + 3 * dayMs).toISOString()
    const sso = service('SingleSignOnService', 'HTTP-Redirect', 'https://idp.example/sso')
    const transient = '<NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:transient</NameIDFormat>'
    const keys = (['old', 'current', 'next', 'over', 'small'] as const).map((name) => key(certificates[name])).join('')
    const document = entity('https://idp.example', keys + transient + sso, `validUntil="${until}"`)
    const { config, warnings } = await imported('OPENSAML', { document })
    expect(config).toMatchObject({
      signingCertificate1: certificates.next.trim(),
      signingCertificate2: certificates.current.trim(),
      omitNameIdPolicy: true,
    })
    expect(warnings).toEqual([
      expect.stringContaining('has 4 signing certificates'),
      expect.stringContaining('2048 bits'),
      expect.stringContaining('has expired (CN=over'),
      expect.stringContaining(`valid until ${until.slice(0, 10)}`),
      expect.stringContaining('no single logout'),
      expect.stringContaining('none of the name ID formats'),
    ])
    const over = document.replace(until, '2020-01-01T00:00:00Z')
    expect((await imported('OPENSAML', { document: over })).warnings[0]).toContain('has expired')
  })

  it('can be saved as it is', async () => {
    const { config } = await imported('ADFS_SAML', { document: adfs() })
    const body = { type: 'ADFS_SAML' as const, name: 'AD FS', config: config as never }
    expect(await admin.core.client.call(createIdentityProvider, { body })).toMatchObject({ ok: true })
  })

  it.each([
    ['text', 'hello', 'METADATA_UNREADABLE'],
    ['a web page', '<!DOCTYPE html><html></html>', 'METADATA_UNREADABLE'],
    ['an entity', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>', 'METADATA_UNREADABLE'],
  ])('is refused where it is %s', async (_, document, errorID) => {
    expect(await read('OPENSAML', { document })).toMatchObject({ problem: { status: 400, errorID } })
  })

  it('of every directory is refused, because no assertion comes from it', async () => {
    const document = entity(
      'https://sts.windows.net/{tenantid}/',
      service('SingleSignOnService', 'HTTP-Redirect', 'https://login.example/'),
    )
    expect(await read('OPENSAML', { document })).toMatchObject({ problem: { errorID: 'METADATA_MANY_DIRECTORIES' } })
  })

  it('of an application is distinguished from that of a provider', async () => {
    const document =
      '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://sp.example"><SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"/></EntityDescriptor>'
    expect(await imported('OPENSAML', { document })).toMatchObject({
      entities: [],
      config: null,
      warnings: [expect.stringContaining('describes no identity provider')],
    })
  })
})

const discovery = (issuer: string, more: object = {}) =>
  JSON.stringify({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/me`,
    end_session_endpoint: `${issuer}/end`,
    response_types_supported: ['code'],
    ...more,
  })

describe('an OpenID discovery document', () => {
  it.each(['', '/', '/.well-known/openid-configuration'])('is found by the issuer and “%s”', async (ending) => {
    documents.set('/oidc/.well-known/openid-configuration', discovery(`${origin}/oidc`))
    expect(await imported('OIDC', { url: `${origin}/oidc${ending}` })).toMatchObject({
      entities: [{ entityId: `${origin}/oidc` }],
      config: { issuer: `${origin}/oidc` },
    })
  })

  it('leaves addresses to the sign-in where it was found, and fills them in from a file', async () => {
    documents.set('/a/.well-known/openid-configuration', discovery(`${origin}/a`))
    expect((await imported('OIDC', { url: `${origin}/a` })).config).toEqual({ issuer: `${origin}/a` })
    expect((await imported('OIDC', { document: discovery('https://idp.example') })).config).toEqual({
      issuer: 'https://idp.example',
      authorizationUrl: 'https://idp.example/authorize',
      tokenUrl: 'https://idp.example/token',
      jwksUrl: 'https://idp.example/jwks',
      userinfoUrl: 'https://idp.example/me',
      sloUrl: 'https://idp.example/end',
    })
  })

  it('decides what can be chosen between', async () => {
    const document = discovery('https://idp.example', {
      id_token_signing_alg_values_supported: ['ES384', 'RS512', 'HS256'],
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_post'],
      scopes_supported: ['openid', 'email', 'groups', 'offline_access'],
      response_modes_supported: ['form_post', 'fragment'],
      claims_supported: ['sub', 'email', 'roles'],
    })
    expect((await imported('OIDC', { document })).config).toMatchObject({
      tokenAuthMethod: 'client_secret_post',
      signatureAlgorithm: 'RS512',
      scope: 'openid email groups',
      responseMode: 'form_post',
      usernameClaim: 'email',
      groupClaim: 'roles',
    })
  })

  it('says what will not work', async () => {
    const document = discovery('http://idp.example', {
      id_token_signing_alg_values_supported: ['ES384'],
      response_types_supported: ['id_token'],
      end_session_endpoint: undefined,
      token_endpoint_auth_methods_supported: ['tls_client_auth'],
    })
    const { warnings } = await imported('OIDC', { document })
    for (const part of ['https://', 'ES384', 'authorization code flow', 'no sign-out address', 'tls_client_auth'])
      expect(
        warnings.some((one) => one.includes(part)),
        part,
      ).toBe(true)
  })

  it('is found behind a redirect of its host, whose issuer then counts', async () => {
    documents.set('/moved/.well-known/openid-configuration', 'redirect /c/.well-known/openid-configuration')
    documents.set('/c/.well-known/openid-configuration', discovery(`${origin}/c`))
    expect((await imported('OIDC', { url: `${origin}/moved` })).config).toEqual({ issuer: `${origin}/c` })
    documents.set('/away/.well-known/openid-configuration', 'redirect https://elsewhere.example/')
    expect(await read('OIDC', { url: `${origin}/away` })).toMatchObject({
      problem: { errorID: 'METADATA_UNREACHABLE', errorMessage: expect.stringContaining('https://elsewhere.example/') },
    })
  })

  it.each([
    ['with a placeholder', 'https://login.microsoftonline.com/{tenantid}/v2.0'],
    ['with an encoded placeholder', 'https://login.example/%7Brealm%7D'],
    ['of every organization', 'https://login.microsoftonline.com/organizations/v2.0'],
    ['of personal accounts', 'https://sts.windows.net/consumers/'],
  ])('%s is refused, because it is never the issuer of a token', async (_, issuer) => {
    const problem = { errorID: 'METADATA_MANY_DIRECTORIES', errorMessage: expect.stringContaining(issuer) }
    expect(await read('OIDC', { document: discovery(issuer) })).toMatchObject({ problem })
  })

  it('of another issuer is taken with a warning', async () => {
    documents.set('/b/.well-known/openid-configuration', discovery('https://elsewhere.example'))
    const { config, warnings } = await imported('OIDC', { url: `${origin}/b` })
    expect(config).toMatchObject({ issuer: 'https://elsewhere.example' })
    expect(warnings[0]).toContain('https://elsewhere.example')
  })
})

describe('a directory of Azure AD', () => {
  const tenantId = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

  it.each(['contoso.example', `https://login.microsoftonline.com/contoso.example/v2.0`])(
    'is found by %s',
    async (url) => {
      documents.set(
        '/authority/contoso.example/v2.0/.well-known/openid-configuration',
        discovery(`https://login.microsoftonline.com/${tenantId}/v2.0`),
      )
      expect(await imported('AAD2', { url })).toMatchObject({
        config: { domainName: 'contoso.example' },
        warnings: [expect.stringContaining(tenantId)],
      })
    },
  )

  it('has another document in version 1', async () => {
    documents.set(
      '/authority/contoso.example/.well-known/openid-configuration',
      discovery(`https://sts.windows.net/${tenantId}/`),
    )
    expect(await imported('AAD', { url: 'contoso.example' })).toMatchObject({
      entities: [{ entityId: `https://sts.windows.net/${tenantId}/` }],
    })
  })

  it('is one: all of them at once are refused', async () => {
    expect(await read('AAD2', { url: 'common' })).toMatchObject({ problem: { errorID: 'DOMAIN_NOT_ONE' } })
  })

  it.each(['..', 'a/../b', 'contoso.example?x', 'a b'])('is not named %s', async (url) => {
    expect(await read('AAD2', { url })).toMatchObject({ problem: { errorID: 'DOMAIN_SHAPE' } })
  })
})

describe('nothing is read', () => {
  it('from neither or both of address and file', async () => {
    for (const source of [{}, { url: `${origin}/a`, document: '{}' }])
      expect(await read('OIDC', source)).toMatchObject({ problem: { status: 400, errorID: 'METADATA_SOURCE' } })
  })

  it.each([
    ['that answers 404', () => `${origin}/missing`, 'status 404'],
    ['in a private network', () => 'https://10.0.0.1/', 'not a public address'],
    ['of this host’s metadata service', () => 'http://169.254.169.254/latest', 'not a public address'],
    ['without TLS', () => 'http://idp.example/', 'not https'],
    ['that is not a web address', () => 'file:///etc/passwd', ''],
  ])('from an address %s, with the reason', async (_, url, reason) => {
    const outcome = await read('OIDC', { url: url() })
    expect(outcome).toMatchObject({ problem: { status: 400, errorID: 'METADATA_UNREACHABLE' } })
    expect(outcome.ok ? '' : outcome.problem.errorMessage).toContain(reason)
  })

  it('without end: one administrator asks thirty times a minute', async () => {
    const limited = await createTestServer()
    onTestFinished(() => limited.close())
    const tenant = await limited.importTenant(smallTenant('acme'))
    const asking = await signedIn(limited, tenant, { username: 'ada@acme.example', groups: ['admins'] })
    const outcomes = []
    for (let n = 0; n < 31; n += 1)
      outcomes.push(await asking.core.client.call(importProviderMetadata, { body: { type: 'OIDC' } }))
    expect(outcomes.at(-2)).toMatchObject({ problem: { status: 400 } })
    expect(outcomes.at(-1)).toMatchObject({ problem: { status: 429 } })
  })
})
