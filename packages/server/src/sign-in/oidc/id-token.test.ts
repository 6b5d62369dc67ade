import { generateKeyPairSync, sign } from 'node:crypto'

import type { FindingId } from '@portico/core/contract'
import type { JWK } from 'jose'
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
const keys = keySet([key.jwk])
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

/** A provider's keys, and the newer ones that it publishes now, if any. */
function keySet(known: readonly Claims[], newer?: readonly Claims[]): ProviderKeys {
  const set = (some: readonly Claims[], version: number) => ({ keys: some as readonly JWK[], version })
  return {
    current: () => Promise.resolve(set(known, 1)),
    newerThan: () => Promise.resolve(newer && set(newer, 2)),
  }
}

describe('a key that the provider changed without changing its kid', () => {
  const earlier = { ...makeKey().jwk, kid: key.kid }

  it('verifies with the newer set', async () => {
    expect(await verify(await signed(right), {}, keySet([earlier], [key.jwk]))).toMatchObject({ sub: 'ada' })
  })

  it.each([
    ['no newer set', undefined],
    ['a newer set that does not have it either', [{ ...makeKey().jwk, kid: key.kid }]],
  ])('is refused with %s', async (_, newer) => {
    const outcome = verify(await signed(right), {}, keySet([earlier], newer))
    await expect(outcome).rejects.toMatchObject({ finding: 'signature-wrong' })
  })
})

/**
 * RFC 7515 section 4.1.4: kid "is a hint indicating which key was used to secure the JWS". RFC 7517 section 4.5: "different keys within
 * the JWK Set SHOULD use distinct 'kid' values", which not all providers do.
 */
describe('a key set', () => {
  const other = makeKey()
  const named = (of: Claims, kid: unknown) => ({ ...of, kid })
  const ed = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }) as Claims
  const tokenOf = (kid?: unknown) => {
    const header = { alg: 'RS256', ...(kid === undefined ? {} : { kid }) } as { alg: string }
    return signToken(right, header, key.privateKey)
  }

  it.each<[string, unknown, readonly Claims[]]>([
    ['with two keys of one name, the second right', 'k1', [named(other.jwk, 'k1'), named(key.jwk, 'k1')]],
    ['without names', undefined, [named(other.jwk, undefined), named(key.jwk, undefined)]],
    ['with names that the token does not use', undefined, [named(other.jwk, 'k1'), named(key.jwk, 'k2')]],
    ['with one named key and the right one without a name', 'k1', [named(other.jwk, 'k1'), named(key.jwk, undefined)]],
    ['without names, for a token with one', 'k1', [named(other.jwk, undefined), named(key.jwk, undefined)]],
    ['with an empty name and a null one', 'k1', [named(other.jwk, ''), named(key.jwk, null)]],
    ['with numbers as names', 7, [named(other.jwk, 6), named(key.jwk, 7)]],
    ['for a token with an empty name', '', [named(other.jwk, 'k1'), named(key.jwk, 'k2')]],
    ['with keys of other types of the same name', 'k1', [named(ed, 'k1'), named(key.jwk, 'k1')]],
    [
      'with a key for encryption of the same name',
      'k1',
      [{ ...other.jwk, kid: 'k1', use: 'enc' }, named(key.jwk, 'k1')],
    ],
    ['with a malformed key of the same name', 'k1', [{ kty: 'RSA', kid: 'k1', n: 'x' }, named(key.jwk, 'k1')]],
    ['with keys without use and alg', 'k1', [{ ...key.jwk, kid: 'k1', use: undefined }]],
    ['whose right key is the tenth', undefined, [...Array<Claims>(9).fill(other.jwk), key.jwk]],
    ['that became right', 'k1', []],
  ])('%s verifies', async (name, kid, known) => {
    const all = name === 'that became right' ? keySet(known, [named(key.jwk, 'k1')]) : keySet(known)
    expect(await verify(await tokenOf(kid), {}, all)).toMatchObject({ sub: 'ada' })
  })

  it.each<[string, unknown, readonly Claims[], FindingId]>([
    ['whose right key has another name', 'k1', [named(key.jwk, 'k2')], 'key-unknown'],
    [
      'whose right key has another name than the one tried',
      'k1',
      [named(other.jwk, 'k1'), named(key.jwk, 'k2')],
      'signature-wrong',
    ],
    ['whose right key has its name as a list', 'k1', [named(key.jwk, ['k1'])], 'key-unknown'],
    ['whose right key is for encryption', 'k1', [{ ...key.jwk, kid: 'k1', use: 'enc' }], 'key-unknown'],
    [
      'whose right key has other operations',
      'k1',
      [{ ...key.jwk, kid: 'k1', use: undefined, key_ops: ['encrypt'] }],
      'key-unknown',
    ],
    ['whose right key is for another algorithm', 'k1', [{ ...key.jwk, kid: 'k1', alg: 'RS512' }], 'key-unknown'],
    ['whose right key is for PSS', undefined, [{ ...key.jwk, alg: 'PS256' }], 'key-unknown'],
    ['whose right key is the eleventh', undefined, [...Array<Claims>(10).fill(other.jwk), key.jwk], 'signature-wrong'],
    ['that publishes the private key', undefined, [key.privateKey.export({ format: 'jwk' }) as Claims], 'key-unknown'],
    ['that is empty', undefined, [], 'key-unknown'],
  ])('%s does not verify', async (_, kid, known, finding) => {
    await expect(verify(await tokenOf(kid), {}, keySet(known))).rejects.toMatchObject({ finding })
  })

  it.each<[string, number]>([
    ['an RSA key of 2047 bits', 2047],
    ['an RSA key of 1024 bits', 1024],
  ])('with %s does not verify, also without a kid', async (_, bits) => {
    const small = makeKey(bits)
    const body = [{ alg: 'RS256' }, right]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const token = `${body}.${sign('sha256', Buffer.from(body), small.privateKey).toString('base64url')}`
    const outcome = verify(token, {}, keySet([named(small.jwk, undefined)]))
    await expect(outcome).rejects.toMatchObject({ finding: 'key-unknown' })
  })

  it('is shown in the finding, with what was tried', async () => {
    const checks = createChecks()
    const expected = { party: base, issuer, checks, nonce: 'n-1', accessToken: undefined, nowMs }
    const known = keySet([named(other.jwk, 'k1'), named(other.jwk, undefined), named(key.jwk, 'k2')])
    await expect(verifyIdToken(await tokenOf('k1'), { ...expected, keys: known })).rejects.toThrow()
    await expect(verifyIdToken(await tokenOf('k3'), { ...expected, keys: keySet([ed]) })).rejects.toThrow()
    expect(checks.lines.map(({ finding, evidence }) => [finding, evidence])).toEqual([
      ['signature-wrong', { tried: 'k1 (RSA, sig), without kid (RSA, sig)' }],
      ['key-unknown', { key: 'k3', algorithm: 'RS256', found: 'without kid (OKP)' }],
    ])
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
  ])('%s: refused', async (__, change, finding) => {
    expect(await outcome(change)).toBe(finding)
  })

  it.each<[string, Claims]>([
    ['nothing odd', {}],
    // Azure AD B2C sends no access token: there is none that at_hash could protect.
    ['at_hash without an access token', { at_hash: 'x' }],
    ['several aud with our azp', { aud: ['portico', 'another'], azp: 'portico' }],
    ['exp within the slack', { exp: now - clockSkewSecs + 1 }],
    ['iat within the slack', { iat: now + clockSkewSecs }],
    ['nbf within the slack', { nbf: now + clockSkewSecs }],
    ['a sub of 255 characters', { sub: 'x'.repeat(255) }],
  ])('%s: taken', async (__, change) => {
    expect(await outcome(change)).toBe('taken')
  })
})
