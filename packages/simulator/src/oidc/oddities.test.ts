import { createHmac, createPublicKey, verify } from 'node:crypto'

import { decodeJwt, decodeProtectedHeader, type JWK, type JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { oddities, type Oddity, type Simulator, startSimulator } from '../index.ts'
import { acme, ada, clientSecret, keepLog, simulatorConfig } from '../testing/fixture.ts'
import { relyingParty, type TokenAnswer } from '../testing/relying-party.ts'

let simulator: Simulator
beforeAll(async () => {
  const hashed = acme({ id: 'hashed', idTokenSignedResponseAlg: 'HS256' })
  simulator = await startSimulator(simulatorConfig({ providers: [acme(), hashed] }), keepLog())
})
afterAll(() => simulator.stop())
beforeEach(() => {
  simulator.control('acme').reset()
  simulator.control('hashed').reset()
})

type Seen = { answer: TokenAnswer; claims: JWTPayload; nonce: string; signature: string; key: JWK; signed: boolean }

/** Signs in at a provider with the given false claim, and reads its ID token with plain cryptography. */
async function meet(odd: Oddity): Promise<Seen> {
  simulator.control('acme').set({ odd })
  const party = relyingParty(simulator)
  const answer = await party.signIn()
  const jwks = (await (await fetch((await party.metadata()).jwks_uri)).json()) as { keys: JWK[] }
  const key = jwks.keys[0]!
  const [head = '', body = '', signature = ''] = answer.id_token.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  const signed = verify('sha256', Buffer.from(`${head}.${body}`), { key, format: 'jwk' }, bytes)
  return { answer, claims: decodeJwt(answer.id_token), nonce: party.nonce, signature, key, signed }
}

const now = () => Math.floor(Date.now() / 1000)

const honestlySigned: Partial<Record<Oddity, (seen: Seen) => void>> = {
  'wrong-nonce': ({ claims, nonce }) => {
    expect(claims['nonce']).toEqual(expect.any(String))
    expect(claims['nonce']).not.toBe(nonce)
  },
  'missing-nonce': ({ claims }) => expect(claims).not.toHaveProperty('nonce'),
  'wrong-audience': ({ claims }) => expect(claims.aud).toBe('another-client'),
  'several-audiences-without-azp': ({ claims }) => {
    expect(claims.aud).toEqual(['portico', 'another-client'])
    expect(claims).not.toHaveProperty('azp')
  },
  'wrong-issuer': ({ claims }) => expect(claims.iss).toBe('https://elsewhere.example'),
  expired: ({ claims }) => expect(claims.exp).toBeLessThan(now() - 3000),
  'not-yet-valid': ({ claims }) => expect(claims.nbf).toBeGreaterThan(now() + 3000),
  'issued-in-future': ({ claims }) => {
    expect(claims.iat).toBeGreaterThan(now() + 3000)
    expect(claims.exp).toBeGreaterThan(claims.iat!)
  },
  'wrong-at-hash': ({ claims }) => expect(claims['at_hash']).toBe('AAAAAAAAAAAAAAAAAAAAAA'),
  'missing-sub': ({ claims }) => {
    expect(claims).not.toHaveProperty('sub')
    expect(claims['preferred_username']).toBe(ada.username)
  },
  'old-auth-time': ({ claims }) => {
    expect(claims['auth_time']).toBe(claims.iat! - 7200)
    expect(claims.iat).toBeGreaterThan(now() - 60)
  },
  'missing-auth-time': ({ claims }) => expect(claims).not.toHaveProperty('auth_time'),
  'missing-username-claim': ({ claims }) => {
    expect(claims).not.toHaveProperty('preferred_username')
    expect(claims['groups']).toEqual(ada.groups)
  },
  'missing-groups': ({ claims }) => {
    expect(claims).not.toHaveProperty('groups')
    expect(claims['preferred_username']).toBe(ada.username)
  },
  'groups-as-string': ({ claims }) => expect(claims['groups']).toBe('Administrators,Sales'),
  'unknown-kid': ({ answer, key }) => expect(decodeProtectedHeader(answer.id_token).kid).not.toBe(key.kid),
  'huge-answer': ({ answer }) => expect(JSON.stringify(answer).length).toBeGreaterThan(2 * 1024 * 1024),
}

const badlySigned: Partial<Record<Oddity, (seen: Seen) => void>> = {
  'alg-none': ({ answer, signature }) => {
    expect(decodeProtectedHeader(answer.id_token).alg).toBe('none')
    expect(signature).toBe('')
  },
  'stripped-signature': ({ answer, signature }) => {
    expect(decodeProtectedHeader(answer.id_token).alg).toBe('RS256')
    expect(signature).toBe('')
  },
  'hs-confusion': ({ answer, signature, key }) => {
    expect(decodeProtectedHeader(answer.id_token)).toEqual({ alg: 'HS256', kid: key.kid })
    const pem = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    const input = answer.id_token.slice(0, answer.id_token.lastIndexOf('.'))
    expect(createHmac('sha256', pem).update(input).digest('base64url')).toBe(signature)
  },
  'foreign-key': ({ answer, key }) =>
    expect(decodeProtectedHeader(answer.id_token)).toMatchObject({ alg: 'RS256', kid: key.kid }),
  'embedded-jwk': ({ answer, signature, key }) => {
    const { jwk } = decodeProtectedHeader(answer.id_token)
    expect(jwk?.n).not.toBe(key.n)
    expect(jwk).not.toHaveProperty('d')
    const input = Buffer.from(answer.id_token.slice(0, answer.id_token.lastIndexOf('.')))
    expect(verify('sha256', input, { key: jwk!, format: 'jwk' }, Buffer.from(signature, 'base64url'))).toBe(true)
  },
}

describe.each(Object.entries(honestlySigned))('%s', (odd, look) => {
  test('is sent under the true signature', async () => {
    const seen = await meet(odd as Oddity)
    expect(seen.signed).toBe(true)
    look(seen)
  })
})

describe.each(Object.entries(badlySigned))('%s', (odd, look) => {
  test('says the truth under a signature that is not the provider’s', async () => {
    const seen = await meet(odd as Oddity)
    expect(seen.signed).toBe(false)
    expect(seen.claims).toMatchObject({ iss: simulator.issuer('acme'), aud: 'portico', nonce: seen.nonce })
    look(seen)
  })
})

const elsewhere: Oddity[] = ['userinfo-other-sub', 'slow-body', 'redirecting-jwks', 'wrong-iss-parameter']

test('every oddity has its test', () => {
  const tested = [...Object.keys(honestlySigned), ...Object.keys(badlySigned), ...elsewhere]
  expect(tested.toSorted()).toEqual([...oddities].toSorted())
})

test('userinfo-other-sub: the ID token is true, userinfo speaks of another person', async () => {
  const { answer, claims, signed } = await meet('userinfo-other-sub')
  const said = await relyingParty(simulator).userinfo(answer.access_token)
  expect(signed).toBe(true)
  expect(said['sub']).toEqual(expect.any(String))
  expect(said['sub']).not.toBe(claims.sub)
})

test.each(['missing-username-claim', 'missing-groups', 'groups-as-string'] as const)(
  '%s holds in userinfo as well',
  async (odd) => {
    const { answer, claims } = await meet(odd)
    const said = await relyingParty(simulator).userinfo(answer.access_token)
    for (const name of ['preferred_username', 'groups']) expect(said[name]).toEqual(claims[name])
  },
)

test('slow-body: status and blanks arrive, the answer does not', async () => {
  const party = relyingParty(simulator)
  const { sent } = await party.authorize()
  simulator.control('acme').set({ odd: 'slow-body' })
  const answer = await party.redeem(sent.get('code') ?? '')
  expect(answer.status).toBe(200)
  const reader = answer.body!.getReader()
  let text = ''
  while (text.length < 3) text += new TextDecoder().decode((await reader.read()).value)
  expect(text.trim()).toBe('')
  await reader.cancel()
})

test('redirecting-jwks: the key set is somewhere else, and really there', async () => {
  simulator.control('acme').set({ odd: 'redirecting-jwks' })
  const { jwks_uri } = await relyingParty(simulator).metadata()
  const answer = await fetch(jwks_uri, { redirect: 'manual' })
  expect(answer.status).toBe(302)
  const moved = await fetch(new URL(answer.headers.get('location')!, jwks_uri))
  expect(await moved.json()).toMatchObject({ keys: [{ kty: 'RSA' }] })
})

test.each(['query', 'form_post'])('wrong-iss-parameter: %s names another issuer', async (mode) => {
  simulator.control('acme').set({ odd: 'wrong-iss-parameter' })
  const { sent } = await relyingParty(simulator).authorize({ response_mode: mode })
  expect(sent.get('iss')).toBe('https://elsewhere.example')
  expect(sent.get('code')).not.toBeNull()
})

test('claims of an HS256 provider are forged under the client secret, foreign-key under another', async () => {
  async function hashedToken(odd: Oddity) {
    simulator.control('hashed').set({ odd })
    const { id_token } = await relyingParty(simulator, 'hashed').signIn()
    const [head, body, signature] = id_token.split('.')
    const true_ = createHmac('sha256', clientSecret).update(`${head}.${body}`).digest('base64url')
    return { claims: decodeJwt(id_token), signed: true_ === signature }
  }
  const wrong = await hashedToken('wrong-issuer')
  expect(wrong.claims.iss).toBe('https://elsewhere.example')
  expect(wrong.signed).toBe(true)
  expect((await hashedToken('foreign-key')).signed).toBe(false)
})
