import { signedOutAtProvider } from '@portico/core/contract'

import { visitorScope } from '../../kit/database/tenant-scope.ts'
import type { Answer } from '../../kit/http/route.ts'
import { openLogout, readLogoutResponse, type SamlLogoutResponse } from '../../protocols/saml/index.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { recordFault } from '../records/recording.ts'
import { consumeAttempt, findAttempt } from '../attempts/transactions.ts'
import { readMessageOf } from './parties.ts'
import type { LogoutWork } from './logout-work.ts'

/**
 * The provider's answer to a sign-out that started here. The session has ended already, so an unsigned answer
 * is accepted too, and marked in the log; an invalid answer is recorded but does not stop the sign-out.
 */
export async function takeLogoutResponse(work: LogoutWork): Promise<Answer<undefined>> {
  const { call, provider, message, recording } = work
  const { clock, log } = call.deps
  const nowMs = clock.now()
  const opened = openLogout(message, 'response', recording.checks)
  const { said } = await readMessageOf(call.deps, provider, recording.checks, (o) =>
    readLogoutResponse(opened, { ...o, nowMs }),
  )
  const { status, signed } = said
  const { requestId } = call
  log.info({ requestId, provider: provider.id, signed, status: status.code }, 'the provider answered a sign-out')
  const expected = await useLogoutAttempt(work, said)
  let ended = false
  try {
    checkAnswer(work, said, expected)
    // Anyone can write an answer that is not signed.
    ended = signed
  } catch (error) {
    if (!(error instanceof SignInFault)) throw error
    await recordFault(call, recording, error)
  }
  return { location: provider.config.logoutRedirectUrl ?? (ended ? signedOutAtProvider : '/login/signed-out') }
}

/** The id of the request that this state belongs to; undefined: it is unknown, too old, or was answered before. */
async function useLogoutAttempt(
  { call: { deps }, provider }: LogoutWork,
  { relayState }: SamlLogoutResponse,
): Promise<string | undefined> {
  if (relayState === null) return undefined
  return visitorScope(deps.database, provider.tenantId).transaction(async (tx) => {
    const attempt = await findAttempt(tx, deps.secrets, provider.id, relayState)
    if (attempt?.secrets.samlLogout === undefined || !(await consumeAttempt(tx, attempt.id))) return undefined
    return attempt.secrets.samlLogout.requestId
  })
}

function checkAnswer(
  { recording: { checks } }: LogoutWork,
  said: SamlLogoutResponse,
  expected: string | undefined,
): void {
  if (expected === undefined) return checks.refuse('request-unknown')
  if (said.inResponseTo !== expected)
    checks.refuse('saml-in-response-to', { element: 'LogoutResponse', expected, found: said.inResponseTo ?? '' })
  if (said.status.code !== 'Success')
    checks.refuse('saml-status', {
      status: said.status.code,
      ...(said.status.nested === null ? {} : { nested: said.status.nested }),
      ...(said.status.message === null ? {} : { message: said.status.message }),
    })
}
