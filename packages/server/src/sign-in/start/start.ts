import {
  readReturnPath,
  usernameViolation,
  type initiateLogin,
  type login,
  type LoginReply,
  type WordId,
} from '@portico/core/contract'

import { checkOrigin } from '../../kit/http/csrf.ts'
import { tooManyRequests } from '../../kit/http/failure.ts'
import { networkOf } from '../../kit/http/rate-limit.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { findProviderTenant } from '../../providers/identity-providers/queries.ts'
import { findFormat } from '../../providers/username-formats/queries.ts'
import { signInPageInstead } from '../attempts/ask-first.ts'
import { beginAttempt } from './begin-attempt.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { newRecording, recorded, recordFault } from '../records/recording.ts'
import { ownPath } from '../attempts/attempt-start.ts'
import { launcherPath } from '../attempts/transactions.ts'
import { say } from '../../kit/words/say.ts'

type Started = { value: LoginReply; headers?: [string, string][] }

/** POST /login: from a username to the identity provider's address. A wrong username is answered with code and message. */
export async function startSignIn(call: Call<typeof login>): Promise<Started> {
  const { deps, request, body, query, address } = call
  checkOrigin(request, deps.settings.baseUrl)
  const username = body.username.trim()
  const network = networkOf(address)
  const waits = await Promise.all([
    deps.rateLimits.take('login-address', network),
    deps.rateLimits.take('login-username', `${network} ${username.toLowerCase()}`),
  ])
  const wait = Math.max(...waits)
  if (wait > 0) throw tooManyRequests(wait)
  const violation = usernameViolation(username)
  if (violation !== undefined) return refused(violation.errorID as WordId)
  const recording = newRecording()
  try {
    const match = await findFormat(deps.database.app, username)
    if (match === undefined) throw new SignInFault('AUTH-001001', 'no format covers the domain')
    recording.checks.passed('format', { username, format: match.value })
    const returnPath = readReturnPath(query.returnPath) ?? launcherPath
    const forceAuthn = query.fresh === 'true'
    const { url, headers } = await beginAttempt(call, { ...match, username, returnPath, forceAuthn }, recording)
    return { value: { redirectUrl: url }, headers }
  } catch (error) {
    if (!(error instanceof SignInFault)) throw error
    const code = await recordFault(call, recording, error)
    return refused(error.code, code)
  }
}

/**
 * GET …/initiate: another site starts the sign-in (OpenID Connect Core 1.0 section 4). Only a path of this server
 * and a hint are taken from the request; the browser is bound to the attempt as always. Where the browser has a session of another
 * provider, the sign-in page asks first: a link must not swap a session.
 */
export async function startAtProvider(call: Call<typeof initiateLogin>): Promise<Answer<undefined>> {
  return recorded(call, async (recording) => {
    const tenantId = await findProviderTenant(call.deps.database, call.params.idpId)
    if (tenantId === undefined) throw new SignInFault('SIGN_IN_EXPIRED', 'unknown provider')
    const query = new URL(call.request.url).searchParams
    const returnPath = ownPath(query.get('target_link_uri'), call.deps.settings.baseUrl)
    const asked = { providerId: call.params.idpId, returnPath: returnPath ?? launcherPath }
    const page = await signInPageInstead(call, asked)
    if (page !== undefined) return { location: page }
    const start = {
      tenantId,
      identityProviderId: call.params.idpId,
      username: (query.get('login_hint') ?? '').slice(0, 320),
      returnPath: asked.returnPath,
      byOtherSite: true,
    }
    const { url, headers } = await beginAttempt(call, start, recording)
    return { location: url, headers }
  })
}

/** The sentence, with the code of the flight recorder where the attempt has one. */
function refused(code: WordId, recordCode?: string): Started {
  const sentence = say(code)
  const message = recordCode === undefined ? sentence : `${sentence} ${say('error.code', { code: recordCode })}`
  return { value: { redirectUrl: null, code, message } }
}
