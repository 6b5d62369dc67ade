import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  json,
  makeKey,
  scriptedClient,
  scriptedSecret,
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
  postLogin,
  providerEntry,
  startAt,
  storeSecrets,
  tenantWith,
} from '../../testing/sign-in-run.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let own: ScriptedProvider
let hashed: ScriptedProvider

const shortSecret = 'too short'

beforeAll(async () => {
  ;[own, hashed] = await Promise.all([
    startScriptedProvider(),
    startScriptedProvider({ algorithm: 'HS256', secret: shortSecret }),
  ])
  server = await createTestServer()
  acme = await server.importTenant(
    tenantWith('acme', [
      providerEntry(own.issuer, { suffixes: ['acme.example'] }),
      providerEntry(hashed.issuer, {
        name: 'Hashed',
        primary: false,
        suffixes: ['hashed.example'],
        config: { signatureAlgorithm: 'HS256' },
      }),
      providerEntry('http://127.0.0.2:9', { name: 'Gone', primary: false, suffixes: ['gone.example'] }),
    ]),
  )
  await storeSecrets(server, acme, 'Hashed', { clientSecret: shortSecret })
})
afterEach(() => own.plays())
afterAll(async () => {
  await server?.close()
  await Promise.all([own, hashed].map((one) => one?.stop()))
})

type Said = { finding: string | null; error: string | null; evidence: Record<string, unknown>; outcome: string }

/** A sign-in as the provider plays it: the finding in the flight recorder, with its evidence. */
async function attempt(
  play: Partial<Play>,
  change: (answer: URLSearchParams) => void = () => {},
  at: { provider: ScriptedProvider; username: string } = { provider: own, username: 'ada@acme.example' },
): Promise<Said> {
  at.provider.plays({ person: { sub: 'ada', preferred_username: at.username, groups: ['staff'] }, ...play })
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, at.username)
  const answer = at.provider.authorize(redirectUrl)
  change(answer)
  const { error } = landing(await comeBack(browser, redirectUrl, answer))
  const record = await lastRecord(server, acme)
  const line = record.checks.findLast((one) => one.outcome !== 'passed')
  return {
    finding: record.finding ?? line?.finding ?? null,
    error,
    evidence: line?.evidence ?? {},
    outcome: record.outcome,
  }
}

const answering = (status: number, body: unknown): NonNullable<Play['instead']> => ({
  token: (_, response) => json(response, status, body),
})
const other = 'https://elsewhere.example'
const withoutGroups = { sub: 'ada', preferred_username: 'ada@acme.example' }
const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset
const claims = (change: Claims): Partial<Play> => ({ claims: (usual) => ({ ...usual, ...change }) })
type Case = [
  name: string,
  finding: string,
  evidence: Claims,
  play: Partial<Play>,
  change?: (a: URLSearchParams) => void,
]

const cases: Case[] = [
  ['a person who declines', 'answer-denied', { error: 'access_denied' }, {}, (a) => a.set('error', 'access_denied')],
  [
    "the provider's own error",
    'answer-error',
    { error: 'invalid_scope', description: 'No such scope.' },
    {},
    (answer) => {
      answer.set('error', 'invalid_scope')
      answer.set('error_description', 'No such scope.')
    },
  ],
  ['the answer of another provider', 'iss-parameter', { found: other }, {}, (a) => a.set('iss', other)],
  [
    'the answer of another provider, as an error',
    'iss-parameter',
    { found: other },
    {},
    (answer) => {
      answer.set('iss', other)
      answer.set('error', 'access_denied')
    },
  ],
  ['an answer that does not say whose it is', 'iss-parameter', { found: 'none' }, {}, (a) => a.delete('iss')],
  ['two issuers', 'iss-parameter', {}, {}, (a) => a.append('iss', other)],
  ['an ID token in the address', 'answer-with-tokens', { found: 'id_token' }, {}, (a) => a.set('id_token', 'x')],
  ['an access token in the address', 'answer-with-tokens', {}, {}, (a) => a.set('access_token', 'x')],
  ['no code', 'code-missing', { found: 'state, iss' }, {}, (a) => a.delete('code')],
  ['two codes', 'code-missing', {}, {}, (a) => a.append('code', 'another')],
  ['an unknown code', 'token-refused', { status: 400, error: 'invalid_grant' }, {}, (a) => a.set('code', 'x')],
  [
    'a wrong client secret',
    'token-secret-wrong',
    { status: 401, error: 'invalid_client' },
    { instead: answering(401, { error: 'invalid_client' }) },
  ],
  [
    'a wrong client secret, said by a challenge',
    'token-secret-wrong',
    { status: 401 },
    {
      instead: {
        token: (_, response) => response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end('no'),
      },
    },
  ],
  [
    'an error in a challenge and in the body',
    'token-secret-wrong',
    { status: 401, error: 'invalid_client', description: 'Bad secret.' },
    {
      instead: {
        token: (_, response) => {
          response.writeHead(401, { 'www-authenticate': 'Basic realm="x"', 'content-type': 'application/json' })
          response.end(JSON.stringify({ error: 'invalid_client', error_description: 'Bad secret.' }))
        },
      },
    },
  ],
  ...(
    [
      // As Keycloak 26, Auth0 and Ory say it.
      ['token-secret-wrong', 401, 'unauthorized_client', 'Invalid client or Invalid client credentials'],
      ['token-secret-wrong', 401, 'access_denied', 'Unauthorized'],
      [
        'token-secret-wrong',
        401,
        'invalid_client',
        'Client authentication failed (e.g., unknown client, no client authentication included, or unsupported authentication method).',
      ],
      ['token-refused', 400, 'unauthorized_client', 'Client is not allowed to initiate browser login'],
      ['token-refused', 401, 'invalid_grant', 'Code not valid'],
      ['token-auth-other', 401, 'invalid_client', 'Parameter client_assertion_type is missing'],
      ['token-auth-other', 401, 'unauthorized_client', 'client_assertion_type is missing'],
      [
        'token-auth-other',
        401,
        'invalid_client',
        "The client supports authentication method 'client_secret_post', but 'client_secret_basic' was requested.",
      ],
    ] as const
  ).map(([finding, status, error, description]): Case => [
    `${error}: ${description}`,
    finding,
    { status, error, description, ...(finding === 'token-auth-other' ? { method: 'client_secret_basic' } : {}) },
    { instead: answering(status, { error, error_description: description }) },
  ]),
  ['a broken token endpoint', 'token-refused', { status: 500 }, { instead: answering(500, {}) }],
  [
    'a token endpoint that is away',
    'token-unreachable',
    { address: expect.stringContaining('/token') },
    { instead: { token: (request) => request.socket.destroy() } },
  ],
  [
    'no ID token',
    'token-refused',
    { error: 'the answer contains no ID token' },
    { instead: answering(200, { access_token: 'x', token_type: 'Bearer' }) },
  ],
  ['another audience', 'audience-wrong', { expected: scriptedClient, found: 'another' }, claims({ aud: 'another' })],
  ['another issuer', 'issuer-wrong', { found: other }, claims({ iss: other })],
  ['another authorized party', 'authorized-party-wrong', { found: 'another' }, claims({ azp: 'another' })],
  [
    'a clock ten minutes behind',
    'token-expired',
    { secondsAgo: expect.toSatisfy((n) => n >= 300 && n < 310), allowed: 60 },
    { claims: (usual) => ({ ...usual, iat: seconds(-600), exp: seconds(-300) }) },
  ],
  [
    'a clock ten minutes ahead',
    'token-future',
    { secondsAhead: expect.toSatisfy((n) => n > 590 && n <= 600), allowed: 60 },
    { claims: (usual) => ({ ...usual, iat: seconds(600), exp: seconds(900) }) },
  ],
  ['another nonce', 'nonce-wrong', {}, claims({ nonce: 'another' })],
  ['a hash of another access token', 'access-token-hash-wrong', {}, claims({ at_hash: 'AAAA' })],
  ['no subject', 'subject-missing', { expected: 'sub' }, claims({ sub: undefined })],
  ['no expiry', 'id-token-malformed', {}, claims({ exp: undefined })],
  ['an invalid token', 'algorithm-other', { expected: 'RS256', found: 'none' }, { idToken: () => 'not a token' }],
  ['another algorithm', 'algorithm-other', { expected: 'RS256', found: 'RS512' }, { header: { alg: 'RS512' } }],
  [
    'a foreign key',
    'signature-wrong',
    { tried: expect.stringMatching(/^[\w-]+ \(RSA, sig\)$/) },
    { signWith: makeKey().privateKey },
  ],
  [
    'an unknown key',
    'key-unknown',
    { key: 'unheard-of', algorithm: 'RS256', found: expect.stringContaining('(RSA, sig)') },
    { header: { kid: 'unheard-of' } },
  ],
  [
    'no username claim',
    'username-missing',
    { expected: 'preferred_username', found: expect.stringContaining('sub') },
    { person: { sub: 'ada' } },
  ],
  [
    'a username of another domain',
    'username-foreign',
    { username: 'ada@elsewhere.example' },
    { person: { sub: 'ada', preferred_username: 'ada@elsewhere.example' } },
  ],
  // Keycloak's preferred_username is such a name by default.
  [
    'a username without a domain',
    'username-no-domain',
    { username: 'ada' },
    { person: { sub: 'ada', preferred_username: 'ada' } },
  ],
  [
    'userinfo about another person',
    'userinfo-subject',
    { expected: 'ada', found: 'eve' },
    { userinfo: () => ({ sub: 'eve' }) },
  ],
  [
    'userinfo without a subject',
    'userinfo-failed',
    { error: expect.stringContaining('sub') },
    { person: withoutGroups, userinfo: () => ({ name: 'Ada' }) },
  ],
  [
    'userinfo that is broken',
    'userinfo-failed',
    { address: expect.stringContaining('/userinfo'), status: 500 },
    { person: withoutGroups, instead: { userinfo: (_, response) => json(response, 500, {}) } },
  ],
]

describe('the flight recorder names', () => {
  it.each(cases)('%s: %s', async (_, finding, evidence, play, change) => {
    const said = await attempt(play, change)
    expect(said).toMatchObject({ finding, outcome: 'failed' })
    expect(said.evidence).toMatchObject(evidence)
    expect(said.error).not.toBeNull()
  })

  it('a person without groups, who is signed in', async () => {
    const said = await attempt({ person: { sub: 'ada', preferred_username: 'ada@acme.example' } })
    expect(said).toMatchObject({ finding: 'groups-claim-missing', outcome: 'signed-in', error: null })
    expect(said.evidence).toEqual({ expected: 'groups', found: 'preferred_username' })
  })

  it('a misnamed group claim, with the names of the claims that came and none of their values', async () => {
    const roles = { 'my.client': { roles: ['finance'] }, account: { roles: ['view-profile'] } }
    const person = { sub: 'ada', preferred_username: 'ada@acme.example', resource_access: roles, Groups: ['staff'] }
    const said = await attempt({ person })
    expect(said).toMatchObject({ finding: 'groups-claim-missing', outcome: 'signed-in' })
    expect(said.evidence['found']).toBe(
      'preferred_username, resource_access, resource_access.my.client, resource_access.my.client.roles, resource_access.account, resource_access.account.roles, Groups',
    )
  })

  it('a group claim that only userinfo has under another name', async () => {
    const person = { sub: 'ada', preferred_username: 'ada@acme.example' }
    const said = await attempt({ person, userinfo: () => ({ sub: 'ada', memberOf: ['staff'] }) })
    expect(said).toMatchObject({ finding: 'groups-claim-missing', outcome: 'signed-in' })
    expect(said.evidence['found']).toBe('memberOf, preferred_username')
  })

  it('groups that no role is mapped to, beside those that are', async () => {
    const person = { sub: 'ada', preferred_username: 'ada@acme.example' }
    const said = await attempt({ person: { ...person, groups: ['/finance', '/Staff'] } })
    expect(said).toMatchObject({ finding: 'groups-unmapped', outcome: 'signed-in', error: null })
    expect(said.evidence['came']).toBe('/finance, /Staff')
    expect(said.evidence['mapped'], 'the nearest first').toMatch(/^(finance|staff), (finance|staff), admins/)
    expect((await attempt({ person: { ...person, groups: ['/finance', 'staff'] } })).finding).toBeNull()
  })

  it('a client secret that is too short for the algorithm', async () => {
    const idToken = () => `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.e30.e30`
    const said = await attempt({ idToken }, undefined, { provider: hashed, username: 'ada@hashed.example' })
    expect(said).toMatchObject({ finding: 'secret-too-short', evidence: { bytes: 9, needed: 32 } })
  })

  it('a provider that is unreachable before the redirect', async () => {
    const started = await postLogin(newBrowser(server), 'ada@gone.example')
    expect(started).toMatchObject({ redirectUrl: null, code: 'IDP_ERROR' })
    const record = await lastRecord(server, acme)
    expect(record).toMatchObject({ finding: 'discovery-failed', username: 'ada@gone.example', error_id: 'IDP_ERROR' })
    expect(started.message).toContain(record.code)
  })
})

it('the evidence of a failure contains no code, token, verifier or secret, also where the provider repeats them', async () => {
  const seen: string[] = [scriptedSecret]
  const idTokens: string[] = []
  const keep = async (token: Promise<string>) => {
    idTokens.push(await token)
    return token
  }
  const repeating: Partial<Play>[] = [
    {
      instead: {
        token: (_, response) => {
          const { form } = own.seen.findLast((one) => one.endpoint === 'token') ?? { form: new URLSearchParams() }
          const all = [form.get('code'), form.get('code_verifier'), scriptedSecret].join(' ')
          seen.push(form.get('code') ?? '', form.get('code_verifier') ?? '')
          json(response, 400, { error: all, error_description: all })
        },
      },
    },
    { idToken: (said, header) => keep(signToken({ ...said, aud: 'another' }, header, own.key.privateKey)) },
    { idToken: (said, header) => keep(signToken(said, header, makeKey().privateKey)) },
    {
      instead: {
        userinfo: (request, response) => {
          seen.push(request.headers.authorization?.replace('Bearer ', '') ?? '')
          json(response, 400, { error: request.headers.authorization })
        },
      },
    },
  ]
  for (const play of repeating) {
    const { evidence, finding } = await attempt(play)
    expect(finding).not.toBeNull()
    const text = JSON.stringify([evidence, await lastRecord(server, acme)])
    for (const secret of [...seen, ...idTokens.flatMap((token) => token.split('.'))]) expect(text).not.toContain(secret)
  }
  expect(seen.filter((one) => one.length > 20)).toHaveLength(4)
  expect(idTokens).toHaveLength(2)
})
