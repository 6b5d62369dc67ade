import {
  assertionAgeMaxSecs,
  assertionAlgorithms,
  assertionLifeMaxSecs,
  clockSkewSecs,
  jtiLengthMax,
} from './limits.ts'

type Fields = Readonly<Record<string, unknown>>

/** What is wrong with the header of an assertion, for the log; undefined when nothing is. Checked before its signature. */
export function headerFault({ alg, typ, kid, crit }: Fields): string | undefined {
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

/**
 * What is wrong with the claims of an assertion whose signature has been checked. RFC 7523 section 3, with the one
 * audience of its successor: `aud` is our issuer, as a string or as the only member of a list, since an assertion that also
 * names others could be carried from one of them to us.
 */
export function claimsFault(
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
