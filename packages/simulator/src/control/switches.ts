import { fields } from '../config/fields.ts'

/** Faults that a provider can be configured to have. All fields are always present; `usual` is a provider without faults. */
export type Switches = {
  /** Milliseconds to wait before each answer, at most two minutes. */
  latencyMs: number
  fail: FailingEndpoint | null
  /** How `fail` shows itself: status 500, or the connection dropped without an answer. */
  failWith: 'status-500' | 'dropped-connection'
  odd: Oddity | null
  /** A false claim in the logout tokens that go to `backchannelLogoutUri`. */
  oddLogout: LogoutOddity | null
}

export const failingEndpoints = ['discovery', 'authorize', 'token', 'jwks', 'userinfo'] as const
export type FailingEndpoint = (typeof failingEndpoints)[number]

/** False claims in the ID token, signed with the provider's real key. */
export const claimOddities = [
  'wrong-nonce',
  'missing-nonce',
  'wrong-audience',
  'several-audiences-without-azp',
  'wrong-issuer',
  'expired',
  'not-yet-valid',
  'issued-in-future',
  'wrong-at-hash',
  'missing-sub',
  'old-auth-time',
  'missing-auth-time',
] as const
/** ID tokens that the provider's key did not sign, or not in the way they say. */
export const signatureOddities = [
  'alg-none',
  'stripped-signature',
  'hs-confusion',
  'unknown-kid',
  'foreign-key',
  'embedded-jwk',
] as const
/** Claims about the person, in ID token and userinfo alike. */
export const missingOddities = ['missing-username-claim', 'missing-groups'] as const
export const personOddities = [...missingOddities, 'groups-as-string'] as const
/** Everything outside the ID token. */
export const answerOddities = [
  'userinfo-other-sub',
  'huge-answer',
  'slow-body',
  'redirecting-jwks',
  'wrong-iss-parameter',
] as const

export const oddities = [...claimOddities, ...signatureOddities, ...personOddities, ...answerOddities] as const
export type ClaimOddity = (typeof claimOddities)[number]
export type SignatureOddity = (typeof signatureOddities)[number]
export type PersonOddity = (typeof personOddities)[number]
export type Oddity = (typeof oddities)[number]

/** False claims in the logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
export const logoutOddities = [
  'wrong-audience',
  'wrong-issuer',
  'with-nonce',
  'without-events',
  'without-subject',
  'expired',
  'alg-none',
  'foreign-key',
  'replayed',
] as const
export type LogoutOddity = (typeof logoutOddities)[number]

export const usual: Switches = { latencyMs: 0, fail: null, failWith: 'status-500', odd: null, oddLogout: null }

/** The switches after a change that came from outside; throws TypeError with one sentence for each mistake. */
export function changeSwitches(now: Switches, change: unknown): Switches {
  const problems: string[] = []
  const read = fields(change, '', Object.keys(usual), problems)
  const nullable = <Choice extends string>(
    name: 'fail' | 'odd' | 'oddLogout',
    choices: readonly Choice[],
    before: Choice | null,
  ) => {
    if (!read.has(name)) return before
    return read.child(name) === null ? null : read.oneOf(name, choices)
  }
  const changed: Switches = {
    latencyMs: read.integer('latencyMs', now.latencyMs, 0, 120_000),
    fail: nullable('fail', failingEndpoints, now.fail),
    failWith: read.oneOf('failWith', ['status-500', 'dropped-connection'], now.failWith),
    odd: nullable('odd', oddities, now.odd),
    oddLogout: nullable('oddLogout', logoutOddities, now.oddLogout),
  }
  if (problems.length > 0) throw new TypeError(problems.join('\n'))
  return changed
}
