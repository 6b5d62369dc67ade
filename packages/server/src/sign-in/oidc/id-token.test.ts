import type { FindingId } from '@portico/core/contract'
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { describe, expect, it } from 'vitest'

import { makeKey, signToken, type Claims } from '../../testing/scripted-provider.ts'
import { createChecks } from '../../kit/checks/checks.ts'
import type { ProviderKeys } from '../../kit/outbound/key-sets.ts'
import { clockSkewSecs } from './id-token-claims.ts'
import { verifyIdToken } from './id-token.ts'
import { exactIssuer } from './relying-party.ts'
import type { RelyingParty } from '../../kit/outbound/relying-party.ts'

/** Verification of ID tokens in isolation: every finding, without earlier checks that could fail first. */
const key = makeKey()
const keys = Object.assign(createLocalJWKSet({ keys: [key.jwk] } as unknown as JSONWebKeySet), {
  version: () => 1,
  newerThan: () => Promise.resolve(false),
})
const nowMs = 1_800_000_000_000
const now = nowMs / 1000
const clientSecret = 'x'.repeat(64)
const issuer = 'https://idp.example'
const base: RelyingParty = {
  providerId: 'provider',
  issuer: exactIssuer(issuer),
  clientId: 'portico',
  clientSecret,
  discoveryUrl: `${issuer}/.well-known/openid-configuration`,
  addresses: {},
  responseMode: 'query',
  scope: 'openid',
  tokenAuthMethod: 'auto',
  signatureAlgorithm: 'RS256',
  disableSignatureVerification: false,
  extraParameters: {},
  readsUserinfo: true,
}

const right: Claims = { iss: issuer, aud: base.clientId, sub: 'ada', iat: now, exp: now + 300, nonce: 'n-1' }

function verify(token: string, change: Partial<RelyingParty> = {}, known: ProviderKeys = keys) {
  const party = { ...base, ...change }
  const checks = createChecks()
  const expected = { party, issuer, checks, keys: known, nonce: 'n-1', accessToken: undefined, nowMs }
  return verifyIdToken(token, expected)
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
    else await expect(outcome).rejects.toMatchObject({ code: 'IDP_ERROR', finding: 'algorithm-other' })
  })
})

describe('a key that the provider changed without changing its kid', () => {
  /** Keys that are out of date, and a set of newer ones, which there may be none of. */
  function changed(newer: Claims | undefined): ProviderKeys {
    const earlier = { ...makeKey().jwk, kid: key.kid }
    let set = createLocalJWKSet({ keys: [earlier] } as unknown as JSONWebKeySet)
    const find: JWTVerifyGetKey = (header, token) => set(header, token)
    const newerThan = () => {
      if (newer !== undefined) set = createLocalJWKSet({ keys: [newer] } as unknown as JSONWebKeySet)
      return Promise.resolve(newer !== undefined)
    }
    return Object.assign(find, { version: () => 1, newerThan })
  }

  it('verifies with the newer set', async () => {
    expect(await verify(await signed(right), {}, changed(key.jwk))).toMatchObject({ sub: 'ada' })
  })

  it.each([
    ['no newer set', undefined],
    ['a newer set that does not have it either', { ...makeKey().jwk, kid: key.kid }],
  ])('is refused with %s', async (_, newer) => {
    await expect(verify(await signed(right), {}, changed(newer))).rejects.toMatchObject({ finding: 'signature-wrong' })
  })
})

describe.each([
  ['verified', false],
  ['with signature verification disabled', true],
])('claims, %s', (_, disableSignatureVerification) => {
  const outcome = async (change: Claims) =>
    verify(await signed({ ...right, ...change }), { disableSignatureVerification }).then(
      () => 'taken',
      (error: { finding?: string }) => error.finding,
    )

  it.each<[string, Claims, FindingId]>([
    ['iss of another', { iss: 'https://elsewhere.example' }, 'issuer-wrong'],
    ['no iss', { iss: undefined }, 'issuer-wrong'],
    ['aud of another', { aud: 'another' }, 'audience-wrong'],
    ['no aud', { aud: undefined }, 'audience-wrong'],
    ['an empty aud', { aud: [] }, 'audience-wrong'],
    ['several aud without azp', { aud: ['portico', 'another'] }, 'authorized-party-wrong'],
    ['azp of another', { azp: 'another' }, 'authorized-party-wrong'],
    ['exp just past', { exp: now - clockSkewSecs }, 'token-expired'],
    [
      'claims nested 33 levels deep',
      { deep: JSON.parse('['.repeat(33) + ']'.repeat(33)) as unknown },
      'id-token-malformed',
    ],
    ['no exp', { exp: undefined }, 'id-token-malformed'],
    ['exp as text', { exp: String(now + 300) }, 'id-token-malformed'],
    ['iat in the future', { iat: now + clockSkewSecs + 1 }, 'token-future'],
    ['no iat', { iat: undefined }, 'id-token-malformed'],
    ['iat as text', { iat: String(now) }, 'id-token-malformed'],
    ['nbf in the future', { nbf: now + clockSkewSecs + 1 }, 'token-future'],
    ['nbf as text', { nbf: String(now) }, 'id-token-malformed'],
    ['nonce of another', { nonce: 'n-2' }, 'nonce-wrong'],
    ['no nonce', { nonce: undefined }, 'nonce-wrong'],
    ['a list of nonces', { nonce: ['n-1'] }, 'nonce-wrong'],
    ['no sub', { sub: undefined }, 'subject-missing'],
    ['an empty sub', { sub: '' }, 'subject-missing'],
    ['a sub of 256 characters', { sub: 'x'.repeat(256) }, 'subject-missing'],
    ['a sub with a NUL', { sub: 'a\0' }, 'subject-missing'],
    ['at_hash without an access token', { at_hash: 'x' }, 'access-token-hash-wrong'],
  ])('%s: refused', async (__, change, finding) => {
    expect(await outcome(change)).toBe(finding)
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
