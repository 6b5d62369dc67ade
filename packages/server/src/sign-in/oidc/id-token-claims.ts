import type { JWTPayload } from 'jose'

import type { Checks } from '../../kit/checks/checks.ts'
import type { RelyingParty } from '../../kit/outbound/relying-party.ts'

/** Maximum clock difference to a provider, in seconds. */
export const clockSkewSecs = 60

type Expected = {
  readonly party: RelyingParty
  readonly issuer: string
  readonly checks: Checks
  readonly nowMs: number
}

/** Who issued a token, for whom and when: the same for ID tokens and logout tokens. Throws SignInFault. */
export function checkIssued(payload: JWTPayload, { party, issuer, nowMs, checks }: Expected): void {
  party.issuer.check?.(payload, issuer, checks)
  if (payload.iss !== issuer) checks.refuse('issuer-wrong', { expected: issuer, found: shown(payload.iss) })
  const audiences = [payload.aud].flat()
  if (!audiences.includes(party.clientId))
    checks.refuse('audience-wrong', { expected: party.clientId, found: shown(payload.aud) })
  const azp = payload['azp']
  if ((audiences.length > 1 || azp !== undefined) && azp !== party.clientId)
    checks.refuse('authorized-party-wrong', { expected: party.clientId, found: shown(azp) })
  checkTimes(payload, Math.floor(nowMs / 1000), checks)
}

/** Clocks may differ by {@link clockSkewSecs}; the findings say by how much they do. */
function checkTimes({ exp, iat, nbf }: JWTPayload, now: number, checks: Checks): void {
  const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
  if (!isTime(exp) || !isTime(iat) || (nbf !== undefined && !isTime(nbf)))
    return checks.refuse('id-token-malformed', { error: 'exp and iat have to be numbers' })
  if (exp + clockSkewSecs <= now)
    checks.refuse('token-expired', {
      secondsAgo: now - exp,
      allowed: clockSkewSecs,
      theirs: time(exp),
      ours: time(now),
    })
  const begins = Math.max(iat, nbf ?? iat)
  if (begins > now + clockSkewSecs)
    checks.refuse('token-future', {
      secondsAhead: begins - now,
      allowed: clockSkewSecs,
      theirs: time(begins),
      ours: time(now),
    })
}

function time(secs: number): string {
  return Math.abs(secs) < 1e11 ? new Date(secs * 1000).toISOString() : String(secs)
}

function shown(claim: unknown): string {
  return typeof claim === 'string' ? claim : (JSON.stringify(claim) ?? 'nothing')
}
