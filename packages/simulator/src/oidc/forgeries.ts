import { type KeyObject, randomUUID } from 'node:crypto'

import { CompactSign, type CompactJWSHeaderParameters, exportJWK, type JWTPayload } from 'jose'

import {
  type ClaimOddity,
  claimOddities,
  type Oddity,
  type SignatureOddity,
  signatureOddities,
} from '../control/switches.ts'
import type { SigningKey } from './keys.ts'

/** What a forger has: the token as the provider made it, the provider's key, and an unpublished key. */
export type Forge = {
  header: CompactJWSHeaderParameters
  claims: JWTPayload
  compact: string
  /** The key that made the signature: the provider's RSA key or, for HS256 and its kin, the client secret. */
  trueKey: KeyObject | Uint8Array
  published: SigningKey
  foreign: () => Promise<SigningKey>
}

/** The ID token as the given oddity sends it; unchanged if the oddity is not about the ID token's claims or signature. */
export async function forgeIdToken(odd: Oddity, forge: Forge): Promise<string> {
  if (isOneOf(claimOddities, odd)) return sign(claimForgeries[odd](forge.claims), forge.header, forge.trueKey)
  if (isOneOf(signatureOddities, odd)) return signatureForgeries[odd](forge)
  return forge.compact
}

const hour = 3600
const elsewhere = 'https://elsewhere.example'

/** A claim that is undefined is not sent. */
const claimForgeries: Record<ClaimOddity, (claims: JWTPayload) => Record<string, unknown>> = {
  'wrong-nonce': (claims) => ({ ...claims, nonce: randomUUID() }),
  'missing-nonce': (claims) => ({ ...claims, nonce: undefined }),
  'wrong-audience': (claims) => ({ ...claims, aud: 'another-client' }),
  'several-audiences-without-azp': (claims) => ({
    ...claims,
    azp: undefined,
    aud: [String(claims.aud), 'another-client'],
  }),
  'wrong-issuer': (claims) => ({ ...claims, iss: elsewhere }),
  expired: (claims) => ({ ...claims, iat: claims.iat! - 2 * hour, exp: claims.iat! - hour }),
  'not-yet-valid': (claims) => ({ ...claims, nbf: claims.iat! + hour, exp: claims.iat! + 2 * hour }),
  'issued-in-future': (claims) => ({ ...claims, iat: claims.iat! + hour, exp: claims.iat! + 2 * hour }),
  'wrong-at-hash': (claims) => ({ ...claims, at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }),
  'missing-sub': (claims) => ({ ...claims, sub: undefined }),
  // Its session is two hours old, and it did not ask for the password again.
  'old-auth-time': (claims) => ({ ...claims, auth_time: claims.iat! - 2 * hour }),
  'missing-auth-time': (claims) => ({ ...claims, auth_time: undefined }),
}

const signatureForgeries: Record<SignatureOddity, (forge: Forge) => Promise<string> | string> = {
  'alg-none': ({ claims }) => `${encode({ alg: 'none' })}.${encode(claims)}.`,
  'stripped-signature': ({ compact }) => compact.slice(0, compact.lastIndexOf('.') + 1),
  // The attack: a verifier uses the published RSA key as an HMAC secret because the header says so.
  'hs-confusion': ({ claims, published }) => {
    const pem = published.publicKey.export({ type: 'spki', format: 'pem' }) as string
    return sign(claims, { alg: 'HS256', kid: published.kid }, new TextEncoder().encode(pem))
  },
  'unknown-kid': ({ claims, header, trueKey }) => sign(claims, { ...header, kid: randomUUID() }, trueKey),
  'foreign-key': async ({ claims, header, foreign }) => {
    const { privateKey } = await foreign()
    const secret = new TextEncoder().encode(randomUUID() + randomUUID())
    return sign(claims, header, header.alg.startsWith('HS') ? secret : privateKey)
  },
  'embedded-jwk': async ({ claims, published, foreign }) => {
    const { privateKey, publicKey } = await foreign()
    return sign(claims, { alg: 'RS256', kid: published.kid, jwk: await exportJWK(publicKey) }, privateKey)
  },
}

export function sign(
  claims: Record<string, unknown>,
  header: CompactJWSHeaderParameters,
  key: KeyObject | Uint8Array,
): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims))).setProtectedHeader(header).sign(key)
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function isOneOf<Choice extends string>(choices: readonly Choice[], value: string): value is Choice {
  return (choices as readonly string[]).includes(value)
}
