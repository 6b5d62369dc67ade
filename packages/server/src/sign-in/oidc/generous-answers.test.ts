import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  makeKey,
  scriptedClient,
  signToken,
  startScriptedProvider,
  type Claims,
  type Play,
  type ScriptedProvider,
} from '../../testing/scripted-provider.ts'
import {
  comeBack,
  landing,
  lastRecord,
  newBrowser,
  providerEntry,
  startAt,
  tenantWith,
  whoIs,
} from '../../testing/sign-in-run.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

/** What providers send differently from the standards, and what nothing depends on, signs in. */
let server: TestServer
let acme: ImportedTenant
let own: ScriptedProvider

beforeAll(async () => {
  own = await startScriptedProvider()
  server = await createTestServer()
  acme = await server.importTenant(tenantWith('acme', [providerEntry(own.issuer, { suffixes: ['acme.example'] })]))
})
afterEach(() => own.plays())
afterAll(async () => {
  await server?.close()
  await own?.stop()
})

const person = { sub: 'ada', preferred_username: 'ada@acme.example' }
const complete = { ...person, name: 'Ada Byron', email: 'ada@acme.example', groups: ['staff'] }

async function signIn(play: Partial<Play>) {
  own.plays({ person: complete, ...play })
  const asked = own.asked('userinfo')
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, 'ada@acme.example')
  const { error } = landing(await comeBack(browser, redirectUrl, own.authorize(redirectUrl)))
  const record = await lastRecord(server, acme)
  const findings = record.checks.flatMap(({ finding }) => (finding === undefined ? [] : [finding]))
  const evidence = record.checks.find(({ finding }) => finding !== undefined)?.evidence ?? {}
  const groups = error === null ? (await whoIs(browser))?.groups : undefined
  return { error, findings, evidence, groups, userinfoCalls: own.asked('userinfo') - asked }
}

/** The honest token response, changed. */
function tokens(change: Claims, status = 200, type = 'application/json'): Partial<Play> {
  return {
    answer: { token: (usual) => ({ ...(usual as Claims), ...change }) },
    status: { token: status },
    type: { token: type },
  }
}

/** RFC 6749 section 5.1 requires access_token and token_type; a sign-in uses the ID token, and the access token for userinfo. */
describe('a token response', () => {
  it.each<[string, Partial<Play>]>([
    ['without an access token, as Azure AD B2C', tokens({ access_token: undefined })],
    ['whose access token is null', tokens({ access_token: null })],
    ['whose access token is not a text', tokens({ access_token: {} })],
    ['whose access token is empty', tokens({ access_token: '' })],
    ['without token_type', tokens({ token_type: undefined })],
    ['with another token_type', tokens({ token_type: 'N_A' })],
    ['whose token_type is null', tokens({ token_type: null })],
    ['whose refresh_token is null', tokens({ refresh_token: null })],
    ['whose expires_in is a text', tokens({ expires_in: '600' })],
    ['whose expires_in is negative', tokens({ expires_in: -1 })],
    ['whose scope is a list', tokens({ scope: ['openid', 'profile'] })],
    ['whose error is null', tokens({ error: null })],
    ['with the status 201', tokens({}, 201)],
    ['that calls itself a text', tokens({}, 200, 'text/plain')],
  ])('%s signs in', async (_, play) => {
    expect(await signIn(play)).toMatchObject({ error: null, groups: ['staff'], userinfoCalls: 0 })
  })

  it.each<[string, Partial<Play>, Claims]>([
    ['without an ID token', tokens({ id_token: undefined }), { status: 200, error: 'the answer contains no ID token' }],
    ['whose ID token is null', tokens({ id_token: null }), { status: 200, error: 'the answer contains no ID token' }],
    ['that is an error with status 200', tokens({ id_token: undefined, error: 'x_failed' }), { error: 'x_failed' }],
    ['whose error is an object', tokens({ error: { code: 7 } }, 400), { status: 400, error: '{"code":7}' }],
    ['with an ID token and status 400', tokens({}, 400), { status: 400, error: 'the answer names no error' }],
    [
      'that is not JSON',
      { instead: { token: (_, response) => response.writeHead(200).end('id_token=x') } },
      { status: 200, error: 'the answer is not a JSON object' },
    ],
  ])('%s is refused, and the finding names what came', async (_, play, evidence) => {
    const said = await signIn(play)
    expect(said).toMatchObject({ error: 'IDP_ERROR', findings: ['token-refused'] })
    expect(said.evidence).toMatchObject(evidence)
  })

  it('of a provider that requires DPoP is refused, and the finding says what to switch off', async () => {
    const said = await signIn(tokens({ error: 'invalid_dpop_proof', error_description: 'DPoP proof is missing' }, 400))
    expect(said).toMatchObject({ error: 'IDP_ERROR', findings: ['dpop-required'] })
  })
})

describe('userinfo', () => {
  const failing = (status: number): Partial<Play> => ({
    instead: {
      userinfo: (_, response) =>
        response.writeHead(status, { 'www-authenticate': 'Bearer error="invalid_token"' }).end(),
    },
  })
  const withoutEmail = { ...complete, email: undefined }
  const told = { sub: 'ada', groups: ['from-userinfo'], email: 'ada@acme.example' }

  it('is not read when the ID token has every claim', async () => {
    expect(await signIn(failing(500))).toMatchObject({ error: null, findings: [], userinfoCalls: 0 })
  })

  it.each([401, 403, 404, 500, 204])(
    'that answers %i is a warning when username and groups are known',
    async (status) => {
      const said = await signIn({ person: withoutEmail, ...failing(status) })
      expect(said).toMatchObject({ error: null, findings: ['userinfo-failed'], groups: ['staff'], userinfoCalls: 1 })
      expect(said.evidence).toMatchObject({ status })
    },
  )

  it.each<[string, Claims]>([
    ['groups', { ...complete, groups: undefined }],
    ['groups, which are null,', { ...complete, groups: null }],
    ['the username', { ...complete, preferred_username: undefined }],
  ])('that fails is a refusal when %s are missing', async (_, someone) => {
    const said = await signIn({ person: someone, ...failing(401) })
    expect(said).toMatchObject({ error: 'IDP_ERROR', findings: ['userinfo-failed'] })
    expect(said.evidence).toMatchObject({ status: 401, error: 'Bearer error="invalid_token"' })
  })

  it('that cannot be asked, without an access token, is a warning or a refusal in the same way', async () => {
    const without = tokens({ access_token: undefined })
    expect(await signIn({ person: withoutEmail, ...without })).toMatchObject({
      error: null,
      findings: ['userinfo-failed'],
      evidence: { error: 'the token endpoint sent no access token' },
      userinfoCalls: 0,
    })
    expect(await signIn({ person, ...without })).toMatchObject({ error: 'IDP_ERROR', findings: ['userinfo-failed'] })
  })

  it.each<[string, unknown]>([
    ['another', 'eve'],
    ['a number', 7],
    ['null', null],
  ])('whose sub is %s always refuses', async (_, sub) => {
    const said = await signIn({ person: withoutEmail, userinfo: () => ({ ...told, sub }) })
    expect(said).toMatchObject({ error: 'IDP_ERROR', findings: ['userinfo-subject'] })
  })

  it('adds the claims that the ID token lacks, even inside a claim that both have', async () => {
    const someone = { ...complete, groups: undefined }
    expect(await signIn({ person: someone, userinfo: () => told })).toMatchObject({ groups: ['from-userinfo'] })
  })

  /** OpenID Connect Core 1.0 section 5.3.2: "the UserInfo Claims MUST be returned as … a JWT" with the type application/jwt. */
  describe('as a signed JWT', () => {
    const claims = () => ({ iss: own.issuer, aud: scriptedClient, ...told })
    const jwt = (token: () => Promise<string>): Partial<Play> => ({
      person: { ...complete, groups: undefined },
      instead: {
        userinfo: (_, response) =>
          token().then((text) => response.writeHead(200, { 'content-type': 'application/jwt' }).end(text)),
      },
    })
    const signed = (change: Claims, key = own.key) =>
      signToken({ ...claims(), ...change }, { alg: 'RS256', kid: own.key.kid }, key.privateKey)

    it('is verified and read', async () => {
      expect(await signIn(jwt(() => signed({})))).toMatchObject({ error: null, groups: ['from-userinfo'] })
    })

    it('may leave out issuer and audience', async () => {
      const said = await signIn(jwt(() => signed({ iss: undefined, aud: undefined })))
      expect(said).toMatchObject({ error: null, groups: ['from-userinfo'] })
    })

    it.each<[string, () => Promise<string>, string]>([
      ['by a foreign key', () => signed({}, makeKey()), 'signature-wrong'],
      ['of another issuer', () => signed({ iss: 'https://elsewhere.example' }), 'elsewhere.example'],
      ['for another client', () => signed({ aud: 'another' }), 'another'],
      ['without a sub', () => signed({ sub: undefined }), 'no sub'],
      ['unsigned', async () => `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`, 'algorithm-other'],
      ['encrypted', async () => 'e30.e30.e30.e30.e30', 'encrypted'],
    ])('%s is not read', async (_, token, reason) => {
      const said = await signIn(jwt(token))
      expect(said).toMatchObject({ error: 'IDP_ERROR', findings: ['userinfo-failed'] })
      expect(said.evidence['error']).toContain(reason)
    })

    it('about another person always refuses', async () => {
      const play = jwt(() => signed({ sub: 'eve' }))
      expect(await signIn({ ...play, person: withoutEmail })).toMatchObject({ findings: ['userinfo-subject'] })
    })
  })
})

describe('a group claim', () => {
  const sent = (groups: unknown, more: Claims = {}) =>
    signIn({ person: { ...complete, groups, ...more }, userinfo: () => ({ sub: 'ada' }) })

  it('with a map of roles gives its names', async () => {
    expect(await sent({ admin: { '2051': 'acme.example' } })).toMatchObject({ groups: ['admin'] })
  })

  it('has no blanks around its names', async () => {
    expect(await sent([' staff\n', '  '])).toMatchObject({ groups: ['staff'], findings: [] })
  })

  it.each<[string, unknown]>([
    ['true', true],
    ['a name with a control character', ['sta\u0000ff']],
    ['a name of 501 characters', ['x'.repeat(501)]],
  ])('that holds %s cannot be read, which is not the same as no groups', async (_, groups) => {
    expect(await sent(groups)).toMatchObject({ error: null, groups: [], findings: ['groups-unreadable'] })
  })

  it.each<[string, unknown]>([
    ['an empty list', []],
    ['only blanks', [' ']],
    ['null', null],
  ])('that holds %s names no groups', async (_, groups) => {
    expect(await sent(groups)).toMatchObject({ error: null, groups: [], findings: ['groups-none'] })
  })

  /** OpenID Connect Core 1.0 section 5.6.2.2: `_claim_names` refers to claims that are elsewhere; Entra does so above 200 groups. */
  it.each<[string, Claims]>([
    ['_claim_names', { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://x.example' } } }],
    ['hasgroups', { hasgroups: true }],
  ])('that is only referenced (%s) is reported', async (_, more) => {
    expect(await sent(undefined, more)).toMatchObject({ error: null, groups: [], findings: ['groups-elsewhere'] })
  })

  it('is read even if another claim is only referenced', async () => {
    const more = { _claim_names: { address: 'src1' } }
    expect(await sent(['staff'], more)).toMatchObject({ groups: ['staff'], findings: [] })
    expect(await sent([], more)).toMatchObject({ findings: ['groups-none'] })
  })
})
