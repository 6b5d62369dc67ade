import type { beginSetup, ReplyOf } from '@portico/core/contract'

import { recordAudit } from '../audit/record.ts'
import { tenantScope } from '../database/tenant-scope.ts'
import { checkOrigin } from '../http/csrf.ts'
import { Failure, tooManyRequests } from '../http/failure.ts'
import { networkOf } from '../http/rate-limit.ts'
import type { Answer, Call } from '../http/route.ts'
import { hashToken, randomToken } from '../secrets/secret-box.ts'
import { sessionCookies } from '../sessions/cookies.ts'
import { endEarlierSession } from '../sessions/end-earlier-session.ts'
import { createSetupSession } from '../sessions/setup-sessions.ts'
import { findSetupTenant, noteOpened, readSetup } from './queries.ts'

/** Where the wizard begins and continues. */
export const setupPath = '/login/setup'

/**
 * POST /login/setup: exchanges the token of a setup URL for a session. The same URL opens the setup in several browsers
 * until it is complete. A token that opens nothing gets the same answer whatever became of it.
 */
export async function openSetup(call: Call<typeof beginSetup>): Promise<Answer<ReplyOf<typeof beginSetup>>> {
  const { deps, request, address, requestId, body } = call
  checkOrigin(request, deps.settings.baseUrl)
  const wait = await deps.rateLimits.take('setup-address', networkOf(address))
  if (wait > 0) throw tooManyRequests(wait)
  const tenantId = await findSetupTenant(deps.database, body.token)
  if (tenantId === undefined) throw refused()

  const session = randomToken()
  const nowMs = deps.clock.now()
  const opened = await tenantScope(deps.database, tenantId).transaction(async (tx) => {
    const setup = await readSetup(tx, { token: body.token, lock: true })
    const isOpen = setup?.state === 'open'
    const about = { actor: { kind: 'setup', name: address }, requestId, nowMs, address } as const
    await recordAudit(tx, about, { action: isOpen ? 'setup.open' : 'setup.refuse', target: { kind: 'setup' } })
    if (!isOpen) return undefined
    await noteOpened(tx, address)
    return createSetupSession(tx, { hash: hashToken(session), nowMs, urlEndsAt: setup.expiresAt })
  })
  if (opened === undefined) throw refused()
  deps.log.info({ requestId, tenantId, address }, 'a setup URL was opened')
  await endEarlierSession(deps, request)
  return {
    value: { redirectUrl: setupPath, expiresOn: opened.toISOString() },
    headers: sessionCookies(deps.settings, deps.secrets, session),
  }
}

const refused = () => new Failure(400, 'SETUP_URL_REFUSED')
