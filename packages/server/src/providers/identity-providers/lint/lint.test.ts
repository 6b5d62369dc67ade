import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import {
  createIdentityProvider,
  lintIdentityProvider,
  lintIdentityProviderDraft,
  saveUsernameFormats,
  type LintFinding,
} from '@portico/core/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { uuidv7 } from '../../../kit/identifiers.ts'
import { createOurKeyPair, type OurKeyPair } from '../../../kit/keys/key-pair.ts'
import { aggregate, metadataDocument } from '../../../sign-in/saml/testing/metadata-document.ts'
import {
  createTestServer,
  signedIn,
  smallTenant,
  type Browser,
  type TestServer,
  withoutRateLimits,
} from '../../../testing/test-server.ts'
import { isDisproved } from './lint.ts'

const dayMs = 86_400_000

let server: TestServer
let admin: Browser
let host: Server
let origin: string
/** What the provider's host answers by path. */
const answers = new Map<string, { status: number; body: string }>()
const keys: Record<string, OurKeyPair> = {}

beforeAll(async () => {
  host = createServer((request, response) => {
    const answer = answers.get((request.url ?? '').split('?', 1)[0] ?? '')
    response.writeHead(answer?.status ?? 404, { 'content-type': 'application/json' }).end(answer?.body)
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  server = await createTestServer({
    ...withoutRateLimits(),
    azureAuthorityUrl: `${origin}/authority`,
    graphUrl: `${origin}/graph`,
  })
  const tenant = await server.importTenant(smallTenant('acme'))
  admin = await signedIn(server, tenant, { username: 'ada@acme.example', groups: ['admins'] })
  // Named after the days until they end: one year after they begin.
  for (const [name, left] of Object.entries({ long: 364, in45: 46, in20: 21, in5: 6, over: -10, other: 300 })) {
    keys[name] = await createOurKeyPair({
      commonName: name,
      nowMs: Date.now() + (left - 365) * dayMs,
      years: 1,
      bits: 2048,
    })
  }
  keys['early'] = await createOurKeyPair({ commonName: 'early', nowMs: Date.now() + 9 * dayMs, years: 1, bits: 2048 })
})
afterAll(async () => {
  host.closeAllConnections()
  await new Promise((resolve) => host.close(resolve))
  await server.close()
})

const pem = (name: string) => keys[name]?.certificate ?? ''
const name = () => uuidv7(Date.now())

const saml = (config: object = {}, type = 'OPENSAML') => ({
  type,
  name: name(),
  config: {
    entityId: name(),
    ssoUrl: 'https://idp.example/sso',
    sloUrl: 'https://idp.example/slo',
    signingCertificate1: pem('long'),
    attributes: { username: 'mail', group: 'groups' },
    ...config,
  },
})
const adfs = (config: object = {}) =>
  saml({ entityId: `http://${name()}/adfs/services/trust`, omitNameIdPolicy: true, ...config }, 'ADFS_SAML')
const oidc = (config: object = {}, more: object = {}) => ({
  type: 'OIDC',
  name: name(),
  config: { issuer: `${origin}/${name()}`, clientId: 'portico', ...config },
  clientSecret: 'not-a-secret-in-tests',
  ...more,
})
const azure = (config: object = {}, more: object = {}) => ({
  type: 'AAD2',
  name: name(),
  config: {
    domainName: 'contoso.example',
    applicationId: name(),
    applicationSecretEndsOn: day(400),
    ...config,
  },
  applicationSecret: 'not-a-secret-in-tests',
  ...more,
})
const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

async function findings(body: object): Promise<readonly LintFinding[]> {
  const outcome = await admin.core.client.call(lintIdentityProviderDraft, { body: body as never })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
  return outcome.value.findings
}

const codes = (all: readonly LintFinding[]) => all.map(({ severity, code }) => `${severity} ${code}`)

describe('a SAML provider', () => {
  it('has an end of its certificate that each face shows in the time zone of the reader', async () => {
    const [finding] = await findings(saml({ signingCertificate1: pem('over') }))
    expect(finding?.message).toMatch(/ expired on \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/)
  })

  it('has no findings when well configured', async () => {
    expect(codes(await findings(saml()))).toEqual([])
    expect(codes(await findings(adfs()))).toEqual([])
    expect(codes(await findings(saml({ nameIdFormat: 'emailAddress', subjectAttribute: 'uid' })))).toEqual([])
  })

  it.each([
    [
      'expired',
      () => saml({ signingCertificate1: pem('over') }),
      'error certificate-over',
      'config.signingCertificate1',
    ],
    [
      'about to expire',
      () => saml({ signingCertificate1: pem('in5') }),
      'error certificate-ends',
      'config.signingCertificate1',
    ],
    [
      'in three weeks',
      () => saml({ signingCertificate1: pem('in20') }),
      'warning certificate-ends',
      'config.signingCertificate1',
    ],
    [
      'in six weeks',
      () => saml({ signingCertificate1: pem('in45') }),
      'note certificate-ends',
      'config.signingCertificate1',
    ],
    [
      'not valid yet',
      () => saml({ signingCertificate1: pem('early') }),
      'error certificate-early',
      'config.signingCertificate1',
    ],
    [
      'expired beside one that lasts',
      () => saml({ signingCertificate2: pem('over') }),
      'note certificate-over',
      'config.signingCertificate2',
    ],
    [
      'people identified by their e-mail address',
      () => saml({ nameIdFormat: 'emailAddress' }),
      'warning name-id-email',
      'config.nameIdFormat',
    ],
    [
      'an https entity id of AD FS',
      () => adfs({ entityId: 'https://a.example/adfs/services/trust' }),
      'warning adfs-entity-https',
      'config.entityId',
    ],
    [
      'a NameIDPolicy for AD FS',
      () => adfs({ omitNameIdPolicy: false }),
      'warning adfs-name-id-policy',
      'config.omitNameIdPolicy',
    ],
    [
      'an authentication context for AD FS',
      () => adfs({ disableRequestedAuthnContext: false, requestedAuthnContext: 'urn:a' }),
      'warning authn-context-asked',
      'config.disableRequestedAuthnContext',
    ],
    [
      'an empty one',
      () => saml({ disableRequestedAuthnContext: false }),
      'note authn-context-empty',
      'config.requestedAuthnContext',
    ],
    ['no slack for AD FS', () => adfs({ slackSecs: 0 }), 'warning slack-small', 'config.slackSecs'],
    [
      'an opaque username',
      () => saml({ nameIdFormat: 'persistent', attributes: { group: 'groups' } }),
      'error username-opaque',
      'config.attributes.username',
    ],
    [
      'no attribute for groups',
      () => saml({ attributes: { username: 'mail' } }),
      'warning group-attribute-missing',
      'config.attributes.group',
    ],
    ['no address for logout', () => saml({ sloUrl: undefined }), 'warning slo-url-missing', 'config.sloUrl'],
    [
      'sign-ins from the provider',
      () => saml({ allowIdpInitiated: true }),
      'note provider-may-begin',
      'config.allowIdpInitiated',
    ],
    [
      'a Salesforce username',
      () => saml({ attributes: { username: 'username', group: 'groups' } }, 'SFDC_SAML'),
      'note salesforce-username',
      'config.attributes.username',
    ],
    [
      'required encryption that AD FS cannot do',
      () => adfs({ requireEncryptedAssertions: true }),
      'error adfs-encryption',
      'config.allowCbcWhenSigned',
    ],
    ['a plain address', () => saml({ sloUrl: `${origin}/slo` }), 'note address-http', 'config.sloUrl'],
  ])('%s', async (_, body, expected, fieldID) => {
    const all = await findings(body())
    expect(codes(all)).toEqual([expected])
    expect(all[0]).toMatchObject({ fieldID })
    // Sentences with their values filled in.
    expect(`${all[0]?.message} ${all[0]?.todo}`).not.toMatch(/\{|lint\.|undefined/)
  })

  it('is noted where its metadata is not followed', async () => {
    const codesOf = async (config: Record<string, unknown>) => codes(await findings(saml(config)))
    const metadataUrl = `${origin}/nothing`
    expect(await codesOf({ metadataUrl })).toContain('note metadata-not-followed')
    expect(await codesOf({ metadataUrl, followMetadata: true })).not.toContain('note metadata-not-followed')
    expect(await codesOf({})).not.toContain('note metadata-not-followed')
  })

  it('is compared with the metadata it publishes', async () => {
    const bare = (text: string) => text.replace(/-----[A-Z ]+-----|\s+/g, '')
    const publish = (entityId: string, certificates: string[], validUntil = '2040-01-01T00:00:00Z') => {
      const descriptors = certificates.map(
        (one) =>
          `<KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${bare(pem(one))}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
      )
      const body = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}" validUntil="${validUntil}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${descriptors.join('')}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/></IDPSSODescriptor></EntityDescriptor>`
      answers.set('/metadata', { status: 200, body })
    }
    const look = async (config: object = {}) =>
      codes(
        await findings(saml({ entityId: 'https://idp.example', metadataUrl: `${origin}/metadata`, ...config })),
      ).filter((one) => !/address-http|metadata-not-followed/.test(one))
    publish('https://idp.example', ['long'])
    expect(await look()).toEqual([])
    publish('https://idp.example', ['long', 'other'])
    expect(await look()).toEqual(['warning metadata-new-certificate'])
    expect(await look({ followMetadata: true })).toEqual([])
    publish('https://idp.example', ['other'])
    expect(await look()).toEqual(['error metadata-other-certificates'])
    publish('https://idp.example', ['long'], '2020-01-01T00:00:00Z')
    expect(await look({ ssoUrl: 'https://idp.example/old' })).toEqual([
      'warning metadata-over',
      'warning metadata-other-address',
    ])
    publish('https://elsewhere.example', ['long'])
    expect(await look()).toEqual(['error metadata-other-entity'])
    const others = ['a', 'b', 'c', 'd', 'e', 'f'].map((one) => metadataDocument(`https://${one}.example`, []))
    answers.set('/metadata', { status: 200, body: aggregate(...others, metadataDocument('https://idp.example', [])) })
    expect(await look()).toEqual(['warning metadata-other-address'])
    answers.set('/metadata', { status: 200, body: aggregate(...others) })
    expect(await look()).toEqual(['error metadata-other-entity'])
    answers.set('/metadata', { status: 200, body: '<!DOCTYPE x><x/>' })
    expect(await look()).toEqual(['warning metadata-unreachable'])
    answers.delete('/metadata')
    expect(await look()).toEqual(['warning metadata-unreachable'])
  })
})

describe('a test login that passed with this configuration', () => {
  const tested = { username: 'ada@acme.example', name: 'Ada', groups: [{ claim: 'admins', name: 'admins' }] }
  const finding = (code: 'claim-unlisted' | 'scope-unsupported', field: string) => ({
    code,
    fieldID: `config.${field}`,
  })

  it.each([
    ['the username claim that is not listed', finding('claim-unlisted', 'usernameClaim'), tested, true],
    ['the group claim that is not listed', finding('claim-unlisted', 'groupClaim'), tested, true],
    [
      'no group claim, where it brought no groups',
      finding('claim-unlisted', 'groupClaim'),
      { ...tested, groups: [] },
      false,
    ],
    ['nothing else', finding('scope-unsupported', 'scope'), tested, false],
    ['nothing, where there was none', finding('claim-unlisted', 'usernameClaim'), undefined, false],
  ] as const)('disproves %s', (_, found, passed, expected) => {
    expect(isDisproved(found, { tested: passed })).toBe(expected)
  })
})

describe('an OpenID provider', () => {
  function publish(more: object = {}): string {
    const path = `/${name()}`
    const issuer = `${origin}${path}`
    const body = JSON.stringify({
      issuer,
      response_types_supported: ['code'],
      end_session_endpoint: `${issuer}/end`,
      ...more,
    })
    answers.set(`${path}/.well-known/openid-configuration`, { status: 200, body })
    return issuer
  }
  const listed = { claims_supported: ['preferred_username', 'realm_access', 'my.client'] }
  const look = async (body: object) => (await findings(body)).filter((one) => one.code !== 'address-http')

  it('has no findings when well configured', async () => {
    expect(codes(await look(oidc({ issuer: publish() })))).toEqual([])
  })

  it.each([
    ['an unknown issuer', {}, { issuer: 'https://127.0.0.1:1/' }, 'error discovery-unreachable'],
    ['another issuer', { issuer: 'https://elsewhere.example' }, {}, 'error issuer-other'],
    ['no code flow', { response_types_supported: ['id_token'] }, {}, 'error code-flow-missing'],
    [
      'another response mode',
      { response_modes_supported: ['query'] },
      { responseMode: 'form_post' },
      'warning response-mode-unsupported',
    ],
    ['an unknown scope', { scopes_supported: ['openid', 'profile'] }, {}, 'warning scope-unsupported'],
    ['another algorithm', { id_token_signing_alg_values_supported: ['ES256'] }, {}, 'error algorithm-unsupported'],
    [
      'no client secrets',
      { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
      {},
      'error client-authentication-unsupported',
    ],
    ['no sign-out address', { end_session_endpoint: undefined }, {}, 'warning end-session-missing'],
    ['no sign-out address, and none wanted', { end_session_endpoint: undefined }, { disableSlo: true }, undefined],
    ['signatures that are not checked', {}, { disableSignatureVerification: true }, 'warning signature-unchecked'],
    ['email as username', {}, { usernameClaim: 'email' }, 'note username-email'],
    ['an unlisted claim', listed, { groupClaim: 'roles' }, 'note claim-unlisted'],
    ['a path below a listed claim', listed, { groupClaim: 'realm_access.roles' }, undefined],
    ['a path below a listed claim with dots', listed, { groupClaim: 'my.client.roles' }, undefined],
    ['a listed claim with escaped dots', listed, { groupClaim: 'my\\.client.roles' }, undefined],
    [
      'another address than published',
      { jwks_uri: 'https://a.example/new' },
      { jwksUrl: 'https://a.example/old' },
      'note address-other',
    ],
  ])('%s', async (_, published, config, expected) => {
    const all = await look(oidc({ issuer: publish(published), ...config }))
    expect(codes(all)).toEqual(expected === undefined ? [] : [expected])
    for (const { message, todo } of all) expect(`${message} ${todo}`).not.toMatch(/\{|lint\.|undefined/)
  })

  it('whose issuer differs by a slash gets a finding', async () => {
    const issuer = publish()
    expect(codes(await look(oidc({ issuer: `${issuer}/` })))).toEqual(['error issuer-slash'])
  })

  it('that publishes a template of issuers is not told to enter it, because no token names it', async () => {
    const published = 'https://login.example/{tenantid}/v2.0'
    const [finding, ...others] = await look(oidc({ issuer: publish({ issuer: published }) }))
    expect(others).toEqual([])
    expect(finding).toMatchObject({ severity: 'error', code: 'issuer-placeholder', fieldID: 'config.issuer' })
    expect([finding?.message, finding?.todo]).toEqual([
      expect.stringContaining(published),
      expect.stringContaining('the ID of your directory'),
    ])
  })

  it('without a secret is a public client, which is noted', async () => {
    const all = await look(oidc({ issuer: publish() }, { clientSecret: undefined }))
    expect(all).toMatchObject([{ severity: 'note', code: 'secret-none', fieldID: 'clientSecret' }])
  })
})

describe('a directory of Azure AD', () => {
  const tenantId = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
  const json = (status: number, body: unknown) => ({ status, body: JSON.stringify(body) })

  beforeEach(() => {
    const issuer = `${origin}/authority/${tenantId}/v2.0`
    answers.set(
      '/authority/contoso.example/v2.0/.well-known/openid-configuration',
      json(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/keys`,
      }),
    )
    answers.set('/token', json(200, { access_token: 'x', expires_in: 3600 }))
    answers.set('/graph/v1.0/groups', json(200, { value: [{ id: 'g', displayName: 'Portico admins' }] }))
  })

  it('has no findings when well configured', async () => {
    expect(codes(await findings(azure()))).toEqual([])
  })

  it.each([
    ['over', { applicationSecretEndsOn: day(-1) }, {}, ['error application-secret-over']],
    ['this week', { applicationSecretEndsOn: day(3) }, {}, ['error application-secret-ends']],
    ['this month', { applicationSecretEndsOn: day(20) }, {}, ['warning application-secret-ends']],
    ['next month', { applicationSecretEndsOn: day(50) }, {}, ['note application-secret-ends']],
    ['some day', { applicationSecretEndsOn: undefined }, {}, ['note application-secret-no-days']],
    [
      'this week, with the next one there',
      { applicationSecretEndsOn: day(3), nextApplicationSecretEndsOn: day(400) },
      { nextApplicationSecret: 'next' },
      [],
    ],
  ])('whose secret ends %s', async (_, config, more, expected) => {
    expect(codes(await findings(azure(config, more)))).toEqual(expected)
  })

  it('without permission to read groups gets a finding, more severe if names are needed', async () => {
    answers.set('/graph/v1.0/groups', json(403, { error: { code: 'Authorization_RequestDenied' } }))
    expect(codes(await findings(azure()))).toEqual(['warning graph-refused'])
    expect(codes(await findings(azure({ groupNameStartsWith: 'Portico' })))).toEqual([
      'error graph-refused',
      'note filter-needs-graph',
    ])
  })

  it('whose filter matches no group gets a finding', async () => {
    answers.set('/graph/v1.0/groups', json(200, { value: [] }))
    expect(codes(await findings(azure({ groupNameStartsWith: 'Nobody' })))).toEqual([
      'error filter-matches-none',
      'note filter-needs-graph',
    ])
  })

  it('that rejects the secret says why, without the secret', async () => {
    const said = 'AADSTS7000215: Invalid client secret not-a-secret-in-tests'
    answers.set('/token', json(401, { error: 'invalid_client', error_description: said }))
    const [finding] = await findings(azure())
    expect(finding).toMatchObject({
      severity: 'error',
      code: 'application-secret-refused',
      fieldID: 'applicationSecret',
    })
    expect(finding?.message).toContain('AADSTS7000215')
    expect(JSON.stringify(finding)).not.toContain('not-a-secret-in-tests')
  })

  it('that is unknown gets a finding', async () => {
    answers.delete('/authority/contoso.example/v2.0/.well-known/openid-configuration')
    const unknown = azure({ domainName: 'nowhere.example' })
    expect(codes(await findings(unknown))).toEqual(['error directory-unknown'])
  })
})

describe('a saved provider', () => {
  const lintOf = async (id: string) => {
    const outcome = await admin.core.client.call(lintIdentityProvider, { params: { id } })
    return outcome.ok ? codes(outcome.value.findings) : []
  }

  it('without formats and mapped groups gets findings, and so does a duplicate', async () => {
    const body = saml()
    const made = await admin.core.client.call(createIdentityProvider, { body: body as never })
    const id = made.ok ? made.value.id : ''
    expect(await lintOf(id)).toEqual(['error no-formats', 'warning no-group-mapped'])
    const suffixes = [`${name()}.example`]
    await admin.core.client.call(saveUsernameFormats, { params: { id }, body: { prefixes: [], suffixes } })
    expect(await lintOf(id)).toEqual(['warning no-group-mapped'])
    const twin = await admin.core.client.call(createIdentityProvider, { body: { ...body, name: name() } as never })
    expect(await lintOf(twin.ok ? twin.value.id : '')).toContain('warning same-provider')
  })

  it('is linted as a draft with the secrets it has', async () => {
    const body = azure()
    await admin.core.client.call(createIdentityProvider, { body: body as never })
    answers.set('/authority/contoso.example/v2.0/.well-known/openid-configuration', { status: 404, body: '' })
    const all = codes(await findings({ ...body, applicationSecret: undefined }))
    expect(all).toEqual(expect.arrayContaining(['error no-formats', 'warning no-group-mapped']))
  })
})
