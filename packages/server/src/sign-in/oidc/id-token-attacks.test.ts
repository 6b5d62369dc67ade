import { createHmac, randomBytes, sign, type KeyObject } from 'node:crypto'

import { startSimulator, type Oddity, type Simulator } from '@portico/simulator'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { silentLog } from '../../kit/database/testing/silent-log.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
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
  countSessions,
  landing,
  newBrowser,
  providerEntry,
  refusedWith,
  startAt,
  storeSecrets,
  tenantWith,
  whoIs,
} from '../../testing/sign-in-run.ts'
import { visitSimulator } from '../../testing/simulator-visit.ts'
import { createTestServer, testBaseUrl, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let simulator: Simulator
/** The tenant's providers that sign with RS256, with HS256, and whose signatures are not verified. */
let rsa: ScriptedProvider
let hashed: ScriptedProvider
let unverified: ScriptedProvider
let elsewhere: ScriptedProvider

const person = { username: 'ada@simulated.example', password: 'correct horse', name: 'Ada', groups: ['admins'] }

beforeAll(async () => {
  ;[rsa, hashed, unverified, elsewhere] = await Promise.all([
    startScriptedProvider(),
    startScriptedProvider({ algorithm: 'HS256' }),
    startScriptedProvider(),
    startScriptedProvider(),
  ])
  const other = { ...person, username: 'bob@simulated.example', name: 'Bob' }
  const clients = [{ clientId: scriptedClient, clientSecret: scriptedSecret, redirectUris: [] }]
  simulator = await startSimulator(
    { host: '127.0.0.2', providers: [{ id: 'acme', kind: 'oidc', name: 'Acme', people: [person, other], clients }] },
    { log: () => undefined },
  )
  server = await createTestServer()
  acme = await server.importTenant(
    tenantWith('acme', [
      providerEntry(rsa.issuer, { suffixes: ['acme.example'] }),
      providerEntry(hashed.issuer, {
        name: 'Hashed',
        primary: false,
        suffixes: ['hashed.example'],
        config: { signatureAlgorithm: 'HS256' },
      }),
      providerEntry(unverified.issuer, {
        name: 'Unverified',
        primary: false,
        suffixes: ['unverified.example'],
        config: { disableSignatureVerification: true },
      }),
      providerEntry(simulator.issuer('acme'), { name: 'Simulated', primary: false, suffixes: ['simulated.example'] }),
    ]),
  )
  const id = acme.identityProviderIds.get('Simulated') ?? ''
  simulator.addRedirectUris('acme', {
    clientId: scriptedClient,
    redirectUris: [`${testBaseUrl}/api/login/idps/${id}/oidc/callback`],
  })
})
afterEach(() => {
  for (const provider of [rsa, hashed, unverified, elsewhere]) provider.plays()
  simulator.control('acme').reset()
})
afterAll(async () => {
  await server?.close()
  await Promise.all([rsa, hashed, unverified, elsewhere, simulator].map((one) => one?.stop()))
})

async function signIn(provider: ScriptedProvider, username: string, play: Partial<Play>) {
  provider.plays({ person: { sub: username, preferred_username: username }, ...play })
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, username)
  const before = await countSessions(server, acme)
  const response = await comeBack(browser, redirectUrl, provider.authorize(redirectUrl))
  const made = (await countSessions(server, acme)) - before
  return { ...landing(response), made, who: await whoIs(browser), cookies: [...browser.cookies.keys()] }
}

const bySignedRsa = (play: Partial<Play>) => signIn(rsa, 'ada@acme.example', play)

const refused = {
  ...refusedWith('IDP_ERROR'),
  made: 0,
  who: undefined,
  cookies: ['portico-sign-in'],
}

const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset
const pem = (key: KeyObject) => new TextEncoder().encode(key.export({ type: 'spki', format: 'pem' }).toString())
const unsigned = (claims: Claims, header: Claims) =>
  `${[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`

/** For headers and keys that jose itself would not sign with. */
function signedByHand(claims: Claims, header: Claims, key: KeyObject): string {
  const body = unsigned(claims, header).slice(0, -1)
  return `${body}.${sign('sha256', Buffer.from(body), key).toString('base64url')}`
}

it('a true token signs in, so that the following ones are rejected for their false claim', async () => {
  expect(await bySignedRsa({})).toMatchObject({ error: null, made: 1, who: { username: 'ada@acme.example' } })
  expect(await signIn(hashed, 'ada@hashed.example', {})).toMatchObject({ error: null, made: 1 })
})

describe('signature', () => {
  const foreign = makeKey()
  const forgeries: Record<string, () => Partial<Play>> = {
    'alg none': () => ({ idToken: (claims) => unsigned(claims, { alg: 'none' }) }),
    'alg None, in another case': () => ({ idToken: (claims) => unsigned(claims, { alg: 'NoNe', kid: rsa.key.kid }) }),
    'no alg at all': () => ({ idToken: (claims) => unsigned(claims, { kid: rsa.key.kid }) }),
    'a stripped signature': () => ({
      idToken: async (claims, header) => (await signToken(claims, header, rsa.key.privateKey)).replace(/[^.]*$/, ''),
    }),
    'a signature over other claims': () => ({
      idToken: async (claims, header) => {
        const [head, , signature] = (await signToken({ ...claims, sub: 'else' }, header, rsa.key.privateKey)).split('.')
        return `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
      },
    }),
    'RS/HS confusion with the public key as PEM': () => ({
      idToken: (claims) => signToken(claims, { alg: 'HS256', kid: rsa.key.kid }, pem(rsa.key.publicKey)),
    }),
    'RS/HS confusion with the public key as JWK': () => ({
      idToken: (claims) =>
        signToken(claims, { alg: 'HS256', kid: rsa.key.kid }, new TextEncoder().encode(JSON.stringify(rsa.key.jwk))),
    }),
    'HS256 under the true client secret, where RS256 is configured': () => ({
      idToken: (claims) => signToken(claims, { alg: 'HS256' }, new TextEncoder().encode(scriptedSecret)),
    }),
    'RS512 under the true key, where RS256 is configured': () => ({ header: { alg: 'RS512' } }),
    'PS256 under the true key, where RS256 is configured': () => ({ header: { alg: 'PS256' } }),
    'a foreign key under the true kid': () => ({ signWith: foreign.privateKey }),
    'a foreign key under a path as kid': () => ({
      signWith: foreign.privateKey,
      header: { kid: '../../../../dev/null' },
    }),
    'a foreign key in the jwk header': () => ({ signWith: foreign.privateKey, header: { jwk: foreign.jwk } }),
    'a foreign key behind jku': () => ({
      signWith: foreign.privateKey,
      header: { kid: foreign.kid, jku: `${elsewhere.issuer}/jwks` },
    }),
    'a foreign key behind x5u': () => ({
      signWith: foreign.privateKey,
      header: { kid: foreign.kid, x5u: `${elsewhere.issuer}/jwks` },
    }),
    'a foreign certificate in x5c': () => ({
      signWith: foreign.privateKey,
      header: { kid: foreign.kid, x5c: [foreign.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')] },
    }),
    'an extension that must be understood': () => ({
      idToken: (claims) => {
        const header = { alg: 'RS256', kid: rsa.key.kid, crit: ['unheard-of'], 'unheard-of': true }
        return signedByHand(claims, header, rsa.key.privateKey)
      },
    }),
    'the true key with a payload that is not an object': () => ({
      idToken: (_, header) => signToken(['ada'] as unknown as Claims, header, rsa.key.privateKey),
    }),
    'no JWT at all': () => ({ idToken: () => 'ada@acme.example' }),
    'five parts': () => ({ idToken: () => 'e30.e30.e30.e30.e30' }),
  }
  it.each(Object.entries(forgeries))('%s does not sign in', async (_, forge) => {
    elsewhere.plays({ keys: [foreign.jwk] })
    expect(await bySignedRsa(forge())).toEqual(refused)
    expect(elsewhere.seen).toEqual([])
  })

  it('an RSA key of 1024 bits in the key set is not used', async () => {
    const small = makeKey(1024)
    const own = await startScriptedProvider()
    await server.importTenant(tenantWith('small', [providerEntry(own.issuer, { suffixes: ['small.example'] })]))
    const idToken = (claims: Claims) => signedByHand(claims, { alg: 'RS256', kid: small.kid }, small.privateKey)
    expect(await signIn(own, 'ada@small.example', { keys: [own.key.jwk, small.jwk], idToken })).toEqual(refused)
    await own.stop()
  })

  const symmetric: Record<string, () => Partial<Play>> = {
    'a token under another secret': () => ({ signWith: randomBytes(32) }),
    'a token under an empty secret': () => ({
      idToken: (claims) => unsigned(claims, { alg: 'HS256' }),
    }),
    'a token under the published RSA key': () => ({ signWith: pem(hashed.key.publicKey) }),
    'an RS256 token under the published RSA key': () => ({
      header: { alg: 'RS256' },
      signWith: hashed.key.privateKey,
    }),
    'an HS512 token under the true secret': () => ({ header: { alg: 'HS512' } }),
  }
  it.each(Object.entries(symmetric))('where HS256 is configured, %s does not sign in', async (_, forge) => {
    expect(await signIn(hashed, 'ada@hashed.example', forge())).toEqual(refused)
  })

  it('with a client secret shorter than the hash, sign-in with HS256 fails', async () => {
    const secret = '31 bytes are too few for HS256.'
    const short = await startScriptedProvider({ algorithm: 'HS256', secret })
    const tenant = await server.importTenant(
      tenantWith('short', [
        providerEntry(short.issuer, {
          suffixes: ['short.example'],
          config: { signatureAlgorithm: 'HS256' },
        }),
      ]),
    )
    await storeSecrets(server, tenant, 'Main', { clientSecret: secret })
    short.plays({
      person: { sub: 'ada', preferred_username: 'ada@short.example' },
      idToken: (claims) => {
        const body = unsigned(claims, { alg: 'HS256' }).slice(0, -1)
        return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
      },
    })
    const browser = newBrowser(server)
    const redirectUrl = await startAt(browser, 'ada@short.example')
    expect(landing(await comeBack(browser, redirectUrl, short.authorize(redirectUrl)))).toEqual(
      refusedWith('IDP_ERROR'),
    )
    expect(short.asked('token')).toBe(1)
    expect(await countSessions(server, tenant)).toBe(0)
    await short.stop()
  })
})

const claimLies: Record<string, (claims: Claims) => Claims> = {
  'another issuer': (claims) => ({ ...claims, iss: 'https://elsewhere.example' }),
  'the issuer with a slash': (claims) => ({ ...claims, iss: `${String(claims['iss'])}/` }),
  'no issuer': (claims) => ({ ...claims, iss: undefined }),
  'another audience': (claims) => ({ ...claims, aud: 'another-client' }),
  'no audience': (claims) => ({ ...claims, aud: undefined }),
  'an empty list of audiences': (claims) => ({ ...claims, aud: [] }),
  'several audiences without azp': (claims) => ({ ...claims, aud: [scriptedClient, 'another'] }),
  'several audiences and the azp of another': (claims) => ({
    ...claims,
    aud: [scriptedClient, 'another'],
    azp: 'another',
  }),
  'one audience and the azp of another': (claims) => ({ ...claims, azp: 'another' }),
  'an expiry in the past': (claims) => ({ ...claims, iat: seconds(-600), exp: seconds(-61) }),
  'no expiry': (claims) => ({ ...claims, exp: undefined }),
  'an expiry that is a text': (claims) => ({ ...claims, exp: String(seconds(300)) }),
  'an issue time in the future': (claims) => ({ ...claims, iat: seconds(62), exp: seconds(600) }),
  'no issue time': (claims) => ({ ...claims, iat: undefined }),
  'an issue time that is a text': (claims) => ({ ...claims, iat: String(seconds(0)) }),
  'a start in the future': (claims) => ({ ...claims, nbf: seconds(62) }),
  'a start that is a text': (claims) => ({ ...claims, nbf: String(seconds(0)) }),
  'another nonce': (claims) => ({ ...claims, nonce: 'another' }),
  'no nonce': (claims) => ({ ...claims, nonce: undefined }),
  'a nonce in a list': (claims) => ({ ...claims, nonce: [claims['nonce']] }),
  'no subject': (claims) => ({ ...claims, sub: undefined }),
  'an empty subject': (claims) => ({ ...claims, sub: '' }),
  'a subject that is a number': (claims) => ({ ...claims, sub: 1 }),
  'a subject of 256 characters': (claims) => ({ ...claims, sub: 'x'.repeat(256) }),
  'a subject with a NUL': (claims) => ({ ...claims, sub: 'ada\0' }),
  'no username': (claims) => ({ ...claims, preferred_username: undefined }),
  'a username that is a list': (claims) => ({ ...claims, preferred_username: ['ada@acme.example'] }),
  'an at_hash of another access token': (claims) => ({ ...claims, at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }),
  'an at_hash that is not a string': (claims) => ({ ...claims, at_hash: null }),
}

describe('claims under the true signature', () => {
  it.each(Object.entries(claimLies))('%s does not sign in', async (_, claims) => {
    // Without userinfo, so that nothing but the ID token can be what is refused.
    expect(await bySignedRsa({ claims, userinfo: ({ sub }) => ({ sub }) })).toEqual(refused)
  })

  it('several audiences with our azp sign in', async () => {
    const claims = (usual: Claims) => ({ ...usual, aud: [scriptedClient, 'another'], azp: scriptedClient })
    expect(await bySignedRsa({ claims })).toMatchObject({ error: null, made: 1 })
  })

  it('a token without at_hash signs in', async () => {
    expect(await bySignedRsa({ claims: (usual) => ({ ...usual, at_hash: undefined }) })).toMatchObject({ error: null })
  })
})

describe('with signature verification disabled', () => {
  const byUnverified = (claims?: (claims: Claims) => Claims) =>
    signIn(unverified, 'ada@unverified.example', {
      idToken: (usual) => unsigned(claims?.(usual) ?? usual, { alg: 'RS256' }),
    })

  it('an unsigned token signs in, for it came from the token endpoint', async () => {
    expect(await byUnverified()).toMatchObject({ error: null, made: 1 })
  })

  it.each(Object.entries(claimLies))('%s does not sign in either', async (_, claims) => {
    expect(await byUnverified(claims)).toEqual(refused)
  })
})

it('a sign-in without a verified signature says so in the log, every time', async () => {
  const warned: unknown[] = []
  const log = { ...silentLog, warn: (fields: unknown, text: unknown) => void warned.push([fields, text]) }
  unverified.plays({ person: { sub: 'ada', preferred_username: 'ada@unverified.example' } })
  for (const turn of [1, 2]) {
    const browser = newBrowser(server, { log: log as unknown as TestServer['deps']['log'] })
    const redirectUrl = await startAt(browser, 'ada@unverified.example')
    await comeBack(browser, redirectUrl, unverified.authorize(redirectUrl))
    expect(warned).toHaveLength(turn)
  }
  expect(warned[0]).toEqual([
    { requestId: expect.any(String), provider: acme.identityProviderIds.get('Unverified') },
    expect.stringContaining('without verifying its signature'),
  ])
})

describe('userinfo', () => {
  it.each([
    ['of another subject', { sub: 'another', preferred_username: 'ada@acme.example' }],
    ['without a subject', { preferred_username: 'ada@acme.example' }],
    ['that is not an object', ['ada']],
  ])('%s does not sign in', async (_, answer) => {
    expect(await bySignedRsa({ userinfo: () => answer })).toEqual(refused)
  })
})

/** Every lie that the simulator can tell, in a whole sign-in. */
const lies: Partial<Record<Oddity, string>> = {
  'wrong-nonce': 'IDP_ERROR',
  'missing-nonce': 'IDP_ERROR',
  'wrong-audience': 'IDP_ERROR',
  'several-audiences-without-azp': 'IDP_ERROR',
  'wrong-issuer': 'IDP_ERROR',
  expired: 'IDP_ERROR',
  'not-yet-valid': 'IDP_ERROR',
  'issued-in-future': 'IDP_ERROR',
  'wrong-at-hash': 'IDP_ERROR',
  'missing-sub': 'IDP_ERROR',
  'alg-none': 'IDP_ERROR',
  'stripped-signature': 'IDP_ERROR',
  'hs-confusion': 'IDP_ERROR',
  'unknown-kid': 'IDP_ERROR',
  'foreign-key': 'IDP_ERROR',
  'embedded-jwk': 'IDP_ERROR',
  'missing-username-claim': 'IDP_ERROR',
  'userinfo-other-sub': 'IDP_ERROR',
  'wrong-iss-parameter': 'IDP_ERROR',
  'huge-answer': 'IDP_ERROR',
}

describe('a certified provider that was made to lie', () => {
  async function visit(browser: Browser): Promise<Response> {
    const redirectUrl = await startAt(browser, person.username)
    const { answer } = await visitSimulator(redirectUrl, person)
    return comeBack(browser, redirectUrl, answer)
  }

  it.each(Object.entries(lies))('%s: does not sign in, and the next honest answer does', async (odd, error) => {
    const browser = newBrowser(server)
    simulator.control('acme').set({ odd: odd as Oddity })
    const before = await countSessions(server, acme)
    expect(landing(await visit(browser))).toEqual(refusedWith(error))
    expect(await countSessions(server, acme)).toBe(before)
    expect(await whoIs(browser)).toBeUndefined()
    simulator.control('acme').reset()
    expect(landing(await visit(browser)).error).toBeNull()
    expect(await whoIs(browser)).toMatchObject({ username: person.username })
  })
})
