import { readUserCode, type answerDeviceRequest, type answerLoopbackRequest } from '@portico/core/contract'

import { forbidden, unauthenticated } from '../../kit/http/failure.ts'
import type { Answer, TenantCall } from '../../kit/http/route.ts'
import { hashToken, randomToken } from '../../kit/secrets/secret-box.ts'
import type { Person } from '../../kit/http/actor.ts'
import { readSessionOrigin } from '../sessions/queries.ts'
import { answerWaiting } from './device-requests.ts'
import { insertGrant, type Origin } from './grants.ts'
import { authorizationCodeSecs } from './limits.ts'
import { redirectTo } from './redirect.ts'
import { countingWrongCodes } from './wrong-codes.ts'

type Answering = TenantCall<typeof answerDeviceRequest | typeof answerLoopbackRequest, Person>

/** RFC 8628 section 3.3: a person allows or denies the command line that waits with a code. */
export async function answerDevice(
  call: TenantCall<typeof answerDeviceRequest, Person>,
): Promise<Answer<{ answered: boolean }>> {
  const { tx, actor, body, deps } = call
  const origin = await originOf(call)
  const isAllowed = body.decision === 'allow'
  const { found } = await countingWrongCodes(tx, actor.id, deps.settings.rateLimits['wrong-codes'], () =>
    answerWaiting(tx.db, deps.secrets, readUserCode(body.userCode) ?? '', isAllowed ? 'allowed' : 'denied'),
  )
  if (found === undefined) return { value: { answered: false } }
  const { deviceCodeHash: hash, address, leftSecs: lifeSecs } = found
  const none = { codeChallenge: null, redirectUri: null }
  if (isAllowed) await insertGrant(tx, { ...origin, ...none, kind: 'device', via: 'device', address, hash, lifeSecs })
  await note(call, 'device', address)
  return { value: { answered: true } }
}

/** RFC 6749 section 4.1.2, for a redirect to the command line on the same machine (RFC 8252). */
export async function answerLoopback(
  call: TenantCall<typeof answerLoopbackRequest, Person>,
): Promise<Answer<{ redirectUrl: string }>> {
  const { tx, body, deps, address } = call
  const origin = await originOf(call)
  const { redirect_uri: redirectUri, code_challenge: codeChallenge, state } = body
  const issuer = deps.settings.baseUrl
  await note(call, 'loopback', address)
  if (body.decision === 'deny')
    return { value: { redirectUrl: redirectTo(redirectUri, issuer, { error: 'access_denied', state }) } }
  const code = randomToken()
  await insertGrant(tx, {
    ...origin,
    kind: 'code',
    via: 'loopback',
    address,
    codeChallenge,
    redirectUri,
    hash: hashToken(code),
    lifeSecs: authorizationCodeSecs,
  })
  return { value: { redirectUrl: redirectTo(redirectUri, issuer, { code, state }) } }
}

/** A command-line session must not create others, so that copied cookies cannot be turned into a second session. */
async function originOf({ tx, actor }: Answering): Promise<Origin> {
  const session = await readSessionOrigin(tx, actor.sessionHash)
  if (session === undefined) throw unauthenticated()
  const { kind, endsAt, ...origin } = session
  if (kind !== 'browser') throw forbidden()
  return { ...origin, userId: actor.id, sessionEndsAt: endsAt }
}

async function note({ audit, actor, body }: Answering, via: 'device' | 'loopback', address: string): Promise<void> {
  const action = body.decision === 'allow' ? 'cli-sign-in.allow' : 'cli-sign-in.deny'
  await audit({ action, target: { kind: 'user', id: actor.id, name: actor.name }, after: { via, address } })
}
