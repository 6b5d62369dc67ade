import { constants, verify } from 'node:crypto'

import type { ClientAccount } from './accounts.ts'
import type { Assertion } from './assertion.ts'
import {
  assertionAgeMaxSecs,
  assertionAlgorithms,
  assertionLifeMaxSecs,
  clockSkewSecs,
  jtiLengthMax,
} from './limits.ts'

type Fields = Readonly<Record<string, unknown>>

/** What is wrong, for the log, where it depends on the account. */
const faults = {
  unknown: 'client not found',
  noKey: 'no applicable key',
  signature: 'signature verification failed',
} as const

/** Who signed an assertion, or what is wrong with it, for the log. */
export type CheckedAssertion =
  | { readonly account: ClientAccount; readonly thumbprint: string; readonly fault?: undefined }
  | { readonly account: ClientAccount | undefined; readonly fault: string }

/** Whether a service account signed an assertion for us just now. Whether it was used before is another question. */
export function checkAssertion(
  assertion: Assertion,
  { account, issuer }: { readonly account: ClientAccount | undefined; readonly issuer: string },
): CheckedAssertion {
  if (account === undefined) return { account, fault: faults.unknown }
  const wrong = headerFault(assertion.header)
  if (wrong !== undefined) return { account, fault: wrong }
  const signer = findSigner(assertion, account.keys)
  if (typeof signer === 'string') return { account, fault: signer }
  const fault = claimsFault(assertion.claims, { client: assertion.claims.sub, issuer, nowSecs: account.nowSecs() })
  return fault === undefined ? { account, thumbprint: signer.thumbprint } : { account, fault }
}

/** Whether the present state of the account could have been judged otherwise: it has a new key, or is new. */
export function isStale({ fault }: CheckedAssertion): boolean {
  return fault === faults.unknown || fault === faults.noKey || fault === faults.signature
}

/** What is wrong with the header of an assertion, for the log; undefined when nothing is. Checked before its signature. */
function headerFault({ alg, typ, kid, crit }: Fields): string | undefined {
  if (!assertionAlgorithms.some((one) => one === alg)) return 'alg mismatch: the algorithm is not supported'
  if (typ !== undefined && !isType(typ)) return 'typ is neither client-authentication+jwt nor JWT'
  if (kid !== undefined && typeof kid !== 'string') return 'kid is not a string'
  if (crit !== undefined) return 'crit names extensions we do not have'
  return undefined
}

/** Media types are compared without regard to case, and `application/` may be left out (RFC 7515 section 4.1.9). */
function isType(typ: unknown): boolean {
  return typeof typ === 'string' && /^(application\/)?(client-authentication\+)?jwt$/i.test(typ)
}

type Algorithm = (typeof assertionAlgorithms)[number]

const verifiers: Readonly<Record<Algorithm, { readonly hash: string; readonly padding: object }>> = {
  RS256: { hash: 'sha256', padding: { padding: constants.RSA_PKCS1_PADDING } },
  RS384: { hash: 'sha384', padding: { padding: constants.RSA_PKCS1_PADDING } },
  RS512: { hash: 'sha512', padding: { padding: constants.RSA_PKCS1_PADDING } },
  PS256: {
    hash: 'sha256',
    padding: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  },
}

/**
 * The thumbprint of the key whose signature holds, or what is wrong. Keys are those of the account's row: the one that
 * `kid` names, or each of them where it names none. The algorithm has to be checked before (headerFault).
 */
function findSigner(
  { header, signed, signature }: Assertion,
  keys: ClientAccount['keys'],
): { readonly thumbprint: string } | string {
  const { kid, alg } = header
  const candidates = kid === undefined ? keys : keys.filter(({ thumbprint }) => thumbprint === kid)
  if (candidates.length === 0) return faults.noKey
  const { hash, padding } = verifiers[alg as Algorithm]
  const data = Buffer.from(signed)
  const found = candidates.find(({ key }) => verify(hash, data, { key, ...padding }, signature))
  return found ?? faults.signature
}

/**
 * What is wrong with the claims of an assertion whose signature has been checked. RFC 7523 section 3, with the one
 * audience of its successor: `aud` is our issuer, as a string or as the only member of a list, since an assertion that also
 * names others could be carried from one of them to us.
 */
function claimsFault(
  claims: Fields,
  { client, issuer, nowSecs }: { readonly client: string; readonly issuer: string; readonly nowSecs: number },
): string | undefined {
  return nameFault(claims, client, issuer) ?? timeFault(claims, nowSecs)
}

function nameFault({ iss, sub, aud, jti }: Fields, client: string, issuer: string): string | undefined {
  if (iss !== client || sub !== client) return 'iss and sub are not both the account'
  if (Array.isArray(aud) && aud.length !== 1) return 'aud is a list of several values: it must be only our issuer'
  if ((Array.isArray(aud) ? aud[0] : aud) !== issuer) return 'aud is not our issuer'
  if (typeof jti !== 'string' || jti === '') return 'jti is missing'
  if (jti.length > jtiLengthMax) return 'jti is too long'
  return undefined
}

function timeFault({ exp, iat, nbf }: Fields, nowSecs: number): string | undefined {
  if (!isTime(exp)) return 'exp is missing or no time'
  if (exp <= nowSecs) return 'exp has passed'
  if (exp > nowSecs + assertionLifeMaxSecs) return 'exp is too far ahead'
  if (!isTime(iat)) return 'iat is missing or no time'
  if (iat > nowSecs + clockSkewSecs) return 'iat is in the future'
  if (iat < nowSecs - assertionAgeMaxSecs) return 'iat is too long ago'
  if (nbf !== undefined && !isTime(nbf)) return 'nbf is not a valid time'
  if (isTime(nbf) && nbf > nowSecs + clockSkewSecs) return 'nbf is in the future'
  return undefined
}

/** NumericDate of RFC 7519: seconds, perhaps with a fraction. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}
