import type { JWTPayload } from 'jose'

import type { Checks } from '../../kit/checks/checks.ts'
import { checkIssued } from './id-token-claims.ts'
import { headerOf, verifySignature, type SignatureExpected } from './id-token-signature.ts'

/** What a logout token names: a session of the provider, or all of a person's, or one that has to be this person's. */
export type LogoutToken = {
  readonly id: string
  readonly subject: string | undefined
  readonly session: string | undefined
}

/** A logout token is about now; this is also how long its id is kept against a second use. */
export const logoutTokenSecs = 600

const event = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * Validates a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.6). It comes from anywhere, not from the
 * token endpoint: its signature is verified also where ID tokens are taken without. Throws SignInFault.
 */
export async function verifyLogoutToken(
  token: string,
  expected: SignatureExpected & { readonly issuer: string },
): Promise<LogoutToken> {
  const { checks, nowMs } = expected
  const party = { ...expected.party, disableSignatureVerification: false }
  const type = headerOf(token)?.typ
  if (type !== undefined && !/^(?:application\/)?logout\+jwt$|^jwt$/i.test(type))
    return malformed(checks, 'the type of the token is not logout+jwt')
  const payload = await verifySignature(token, { ...expected, party })
  checkIssued(payload, { ...expected, party })
  if ((payload.iat ?? 0) < Math.floor(nowMs / 1000) - logoutTokenSecs)
    return malformed(checks, `the token is older than ${logoutTokenSecs} seconds`)
  if (!namesEvent(payload['events'])) return malformed(checks, 'events does not name a back-channel logout')
  if (payload['nonce'] !== undefined) return malformed(checks, 'there is a nonce, as in an ID token')
  const { jti } = payload
  if (typeof jti !== 'string' || !isName(jti)) return malformed(checks, 'there is no jti')
  return { id: jti, ...named(payload, checks) }
}

function namesEvent(events: unknown): boolean {
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, event)) return false
  const value = (events as Record<string, unknown>)[event]
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An invalid name could be meant to widen what ends: rejected instead of ignored. */
function named(payload: JWTPayload, checks: Checks): Pick<LogoutToken, 'subject' | 'session'> {
  const { sub } = payload
  const sid = payload['sid']
  if (sub === undefined && sid === undefined) return malformed(checks, 'there is neither sub nor sid')
  if (sub !== undefined && (typeof sub !== 'string' || !isName(sub)))
    return malformed(checks, 'sub is not a valid name')
  if (sid !== undefined && (typeof sid !== 'string' || !isName(sid)))
    return malformed(checks, 'sid is not a valid name')
  return { subject: sub, session: sid }
}

function isName(text: string): boolean {
  return /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(text)
}

function malformed(checks: Checks, error: string): never {
  return checks.refuse('logout-token-malformed', { error })
}
