import { createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { describe, expect, it } from 'vitest'

import type { OidcConfig } from '../../identity-providers/oidc-config.ts'
import { makeKey, signToken, type Claims } from '../../testing/scripted-provider.ts'
import { clockSkewSecs, verifyIdToken } from './id-token.ts'

/**
 * openid-client looks at most of these claims before us, so a sign-in is refused also where our own check is missing.
 * Here ours stand alone: they must hold without the library's.
 */
const key = makeKey()
const keys = createLocalJWKSet({ keys: [key.jwk] } as unknown as JSONWebKeySet)
const nowMs = 1_800_000_000_000
const now = nowMs / 1000
const clientSecret = 'x'.repeat(64)
const base = {
  issuer: 'https://idp.example',
  clientId: 'portico',
  responseMode: 'query',
  scope: 'openid',
  usernameClaim: 'preferred_username',
  groupClaim: 'groups',
} as const

const right: Claims = { iss: base.issuer, aud: base.clientId, sub: 'ada', iat: now, exp: now + 300, nonce: 'n-1' }

function verify(token: string, change: Partial<OidcConfig> = {}) {
  const config = { ...base, signatureAlgorithm: 'RS256', disableSignatureVerification: false, ...change } as OidcConfig
  return verifyIdToken(token, { config, clientSecret, keys, nonce: 'n-1', accessToken: undefined, nowMs })
}

const signed = (claims: Claims, alg = 'RS256') =>
  signToken(
    claims,
    { alg, kid: key.kid },
    alg.startsWith('HS') ? new TextEncoder().encode(clientSecret) : key.privateKey,
  )

describe('algorithms', () => {
  const all = ['RS256', 'RS384', 'RS512', 'HS256', 'HS384', 'HS512'] as const
  const pairs = [...all, 'PS256'].flatMap((told) => all.map((configured) => ({ told, configured })))
  it.each(pairs)('a token by $told, where $configured is configured', async ({ told, configured }) => {
    const outcome = verify(await signed(right, told), { signatureAlgorithm: configured })
    if (told === configured) expect(await outcome).toMatchObject({ sub: 'ada' })
    else await expect(outcome).rejects.toMatchObject({ code: 'IDP_ERROR' })
  })
})

describe.each([
  ['verified', false],
  ['with signature verification disabled', true],
])('claims, %s', (_, disableSignatureVerification) => {
  const outcome = async (change: Claims) =>
    verify(await signed({ ...right, ...change }), { disableSignatureVerification }).then(
      () => 'taken',
      (error: { code?: string }) => error.code,
    )

  it.each<[string, Claims]>([
    ['iss of another', { iss: 'https://elsewhere.example' }],
    ['no iss', { iss: undefined }],
    ['aud of another', { aud: 'another' }],
    ['no aud', { aud: undefined }],
    ['an empty aud', { aud: [] }],
    ['several aud without azp', { aud: ['portico', 'another'] }],
    ['azp of another', { azp: 'another' }],
    ['exp just past', { exp: now - clockSkewSecs }],
    ['no exp', { exp: undefined }],
    ['exp as text', { exp: String(now + 300) }],
    ['iat in the future', { iat: now + clockSkewSecs + 1 }],
    ['no iat', { iat: undefined }],
    ['iat as text', { iat: String(now) }],
    ['nbf in the future', { nbf: now + clockSkewSecs + 1 }],
    ['nbf as text', { nbf: String(now) }],
    ['nonce of another', { nonce: 'n-2' }],
    ['no nonce', { nonce: undefined }],
    ['a list of nonces', { nonce: ['n-1'] }],
    ['no sub', { sub: undefined }],
    ['an empty sub', { sub: '' }],
    ['a sub of 256 characters', { sub: 'x'.repeat(256) }],
    ['a sub with a NUL', { sub: 'a\0' }],
    ['at_hash without an access token', { at_hash: 'x' }],
  ])('%s: refused', async (__, change) => {
    expect(await outcome(change)).toBe('IDP_ERROR')
  })

  it.each<[string, Claims]>([
    ['nothing odd', {}],
    ['several aud with our azp', { aud: ['portico', 'another'], azp: 'portico' }],
    ['exp within the slack', { exp: now - clockSkewSecs + 1 }],
    ['iat within the slack', { iat: now + clockSkewSecs }],
    ['nbf within the slack', { nbf: now + clockSkewSecs }],
    ['a sub of 255 characters', { sub: 'x'.repeat(255) }],
  ])('%s: taken', async (__, change) => {
    expect(await outcome(change)).toBe('taken')
  })
})
