import { createHash } from 'node:crypto'

import { SignJWT, calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair } from 'jose'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { randomToken } from '../../kit/secrets/secret-box.ts'
import { testBaseUrl } from '../../testing/test-server.ts'
import { basic, startOpenidServer, type OpenidServer, type Registered } from './testing/openid-server.ts'

let portal: OpenidServer
let billing: Registered
let bound: Registered

beforeAll(async () => {
  portal = await startOpenidServer()
  billing = await portal.register(portal.acme, 'billing')
  bound = await portal.register(portal.acme, 'wiki', { dpopBound: true })
})
afterAll(() => portal?.close())

type Made = { readonly method?: string; readonly token?: string; readonly ageSecs?: number }

/** A key of a client, with proofs of it that are made by hand. */
async function newKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  const prove = (path: string, { method = 'POST', token, ageSecs = 0 }: Made = {}) => {
    const ath = token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') }
    return new SignJWT({ htm: method, htu: testBaseUrl + path, jti: randomToken(), ...ath })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .setIssuedAt(Math.floor(Date.now() / 1000) - ageSecs)
      .sign(privateKey)
  }
  return { jkt: await calculateJwkThumbprint(jwk), prove }
}

async function redeem(client: Registered, dpop: string | undefined, change = {}) {
  const { fields, verifier } = await portal.authorize(client, await portal.signIn(portal.acme), change)
  const headers = { ...basic(client), ...(dpop !== undefined && { dpop }) }
  return portal.redeem(client, { code: fields['code'], code_verifier: verifier }, headers)
}

const [tokenPath, userinfoPath] = ['/oauth2/token', '/oauth2/userinfo']

it('a certified client library gets a bound token, and userinfo with it', async () => {
  // The library asks for addresses of the issuer; the server listens elsewhere.
  const customFetch: openid.CustomFetch = (url, options) =>
    fetch(url.replace(testBaseUrl, portal.address), options as RequestInit)
  const config = await openid.discovery(new URL(testBaseUrl), bound.id, {}, openid.ClientSecretBasic(bound.secret), {
    execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
    [openid.customFetch]: customFetch,
  })
  expect(config.serverMetadata().dpop_signing_alg_values_supported).toEqual(['ES256', 'RS256', 'PS256'])
  const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'))
  const dpop_jkt = await DPoP.calculateThumbprint()
  const { location, verifier } = await portal.authorize(bound, await portal.signIn(portal.acme), { dpop_jkt })
  const checks = { pkceCodeVerifier: verifier, expectedState: 'the state', expectedNonce: 'the nonce' }
  const tokens = await openid.authorizationCodeGrant(config, new URL(location), checks, undefined, { DPoP })
  expect(tokens.token_type).toBe('dpop')
  expect(decodeJwt(tokens.access_token)['cnf']).toEqual({ jkt: dpop_jkt })
  const { sub = '' } = tokens.claims() ?? {}
  const claims = await openid.fetchUserInfo(config, tokens.access_token, sub, { DPoP })
  expect(claims).toMatchObject({ sub, name: expect.any(String) })
  await expect(openid.fetchUserInfo(config, tokens.access_token, sub)).rejects.toThrow()
  expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({
    active: true,
    token_type: 'DPoP',
    cnf: { jkt: dpop_jkt },
  })
})

describe('a token request', () => {
  it('without a proof gets a bearer token only where the registration lets it', async () => {
    const plain = await redeem(billing, undefined)
    expect([plain.status, plain.body['token_type']]).toEqual([200, 'Bearer'])
    expect(decodeJwt(String(plain.body['access_token']))).not.toHaveProperty('cnf')
    const refused = await redeem(bound, undefined)
    expect([refused.status, refused.body['error']]).toEqual([400, 'invalid_dpop_proof'])
    const asked = await redeem(billing, await (await newKey()).prove(tokenPath))
    expect([asked.status, asked.body['token_type']]).toEqual([200, 'DPoP'])
  })

  it.each<[string, Made & { path?: string }]>([
    ['for another address', { path: userinfoPath }],
    ['for another method', { method: 'GET' }],
    ['that is old', { ageSecs: 200 }],
    ['from the future', { ageSecs: -200 }],
  ])('with a proof %s gets no token, neither bound nor bearer', async (_name, { path = tokenPath, ...made }) => {
    const answer = await redeem(billing, await (await newKey()).prove(path, made))
    expect([answer.status, answer.body['error']]).toEqual([400, 'invalid_dpop_proof'])
    expect(answer.body).not.toHaveProperty('access_token')
  })

  it('with a proof that was used before gets no token', async () => {
    const proof = await (await newKey()).prove(tokenPath)
    expect((await redeem(bound, proof)).status).toBe(200)
    expect((await redeem(bound, proof)).body['error']).toBe('invalid_dpop_proof')
  })

  it('with a wrong proof does not use the code up', async () => {
    const { prove } = await newKey()
    const { fields, verifier } = await portal.authorize(bound, await portal.signIn(portal.acme))
    const given = { code: fields['code'], code_verifier: verifier }
    const wrong = await portal.redeem(bound, given, { ...basic(bound), dpop: await prove('/oauth2/other') })
    expect(wrong.body['error']).toBe('invalid_dpop_proof')
    expect((await portal.redeem(bound, given, { ...basic(bound), dpop: await prove(tokenPath) })).status).toBe(200)
  })

  it('redeems a code that is bound to a key only with a proof of that key', async () => {
    const [own, other] = [await newKey(), await newKey()]
    const named = { dpop_jkt: own.jkt }
    expect((await redeem(billing, await other.prove(tokenPath), named)).body['error']).toBe('invalid_grant')
    expect((await redeem(billing, undefined, named)).body['error']).toBe('invalid_grant')
    expect((await redeem(billing, await own.prove(tokenPath), named)).body['token_type']).toBe('DPoP')
    const malformed = await portal.authorize(billing, await portal.signIn(portal.acme), { dpop_jkt: 'x' })
    expect(malformed.fields['error']).toBe('invalid_request')
  })
})

describe('userinfo', () => {
  const ask = async (authorization: string, dpop?: string) => {
    const { status, headers } = await portal.get(userinfoPath, {
      headers: { authorization, ...(dpop !== undefined && { dpop }) },
    })
    return { status, challenge: headers.get('www-authenticate') }
  }

  it('takes a bound token with a proof of its key for this request, once, and in no other way', async () => {
    const { prove } = await newKey()
    const token = String((await redeem(bound, await prove(tokenPath))).body['access_token'])
    const asked = { method: 'GET', token }
    const proof = await prove(userinfoPath, asked)
    expect(await ask(`DPoP ${token}`, proof)).toMatchObject({ status: 200 })
    const challenge = expect.stringMatching(/^DPoP algs="ES256 RS256 PS256", error="invalid_dpop_proof"/)
    for (const wrong of [
      proof,
      undefined,
      await prove(userinfoPath, { method: 'GET' }),
      await prove(userinfoPath, { ...asked, token: 'another' }),
      await prove(userinfoPath, { ...asked, method: 'POST' }),
      await prove(tokenPath, asked),
      await prove(userinfoPath, { ...asked, ageSecs: 200 }),
      await (await newKey()).prove(userinfoPath, asked),
    ])
      expect(await ask(`DPoP ${token}`, wrong)).toEqual({ status: 401, challenge })
    const bearer = expect.stringMatching(/^Bearer error="invalid_token", .*, DPoP algs="/)
    expect(await ask(`Bearer ${token}`)).toEqual({ status: 401, challenge: bearer })
    expect(await ask(`Bearer ${token}`, await prove(userinfoPath, asked))).toEqual({ status: 401, challenge: bearer })
    expect((await portal.post(userinfoPath, { access_token: token })).status).toBe(401)
  })

  it('does not take an unbound token with a proof', async () => {
    const { accessToken: token } = await portal.signInAt(billing, await portal.signIn(portal.acme))
    const proof = await (await newKey()).prove(userinfoPath, { method: 'GET', token })
    expect((await ask(`DPoP ${token}`, proof)).status).toBe(401)
  })
})
