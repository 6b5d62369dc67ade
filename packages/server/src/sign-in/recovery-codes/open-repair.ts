import { readRecoveryCode, type beginRepair, type ReplyOf } from '@portico/core/contract'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { checkOrigin } from '../../kit/http/csrf.ts'
import { Failure, tooManyRequests } from '../../kit/http/failure.ts'
import { networkOf } from '../../kit/http/rate-limit.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { hashToken, randomToken } from '../../kit/secrets/secret-box.ts'
import { sessionCookies } from '../sessions/cookies.ts'
import { endEarlierSession } from '../sessions/end-earlier-session.ts'
import { createRepairSession } from '../sessions/repair-sessions.ts'
import { findRecoveryTenant, useCode } from './queries.ts'

type Opened = Answer<ReplyOf<typeof beginRepair>>

/** Where a repair session begins. */
export const repairPath = '/portal/admin/global-settings/identity-providers'

/**
 * POST /login/recovery. Only the code names the tenant, so that the page reveals no tenant, and no stranger can use up
 * the attempts of one: they are counted by network, and by network and tenant once a code is known. Every code that opens
 * nothing gets the same answer.
 */
export async function openRepair(call: Call<typeof beginRepair>): Promise<Opened> {
  const { deps, request, address, requestId } = call
  checkOrigin(request, deps.settings.baseUrl)
  const network = networkOf(address)
  await takeAttempt(call, 'recovery-address', network)
  const code = readRecoveryCode(call.body.code) ?? ''
  const tenantId = await findRecoveryTenant(deps.database, code)
  if (tenantId === undefined) throw refused()
  await takeAttempt(call, 'recovery-tenant', `${tenantId} ${network}`)

  const token = randomToken()
  const nowMs = deps.clock.now()
  const opened = await tenantScope(deps.database, tenantId).transaction(async (tx) => {
    const outcome = await useCode(tx, { code, from: address })
    const expiresOn = outcome === 'opened' ? await createRepairSession(tx, hashToken(token), nowMs) : undefined
    const actor = { kind: 'recovery', name: address } as const
    const after = expiresOn === undefined ? { reason: outcome } : { address, repairUntil: expiresOn.toISOString() }
    const action = expiresOn === undefined ? 'recovery-codes.refuse' : 'recovery-codes.use'
    await recordAudit(tx, { actor, requestId, nowMs, address }, { action, target: { kind: 'recovery-codes' }, after })
    return expiresOn
  })
  if (opened === undefined) throw refused()
  deps.log.warn({ requestId, tenantId, address }, 'a recovery code began a repair session')
  await endEarlierSession(deps, request)
  return {
    value: { redirectUrl: repairPath, expiresOn: opened.toISOString() },
    headers: sessionCookies(deps.settings, deps.secrets, token),
  }
}

async function takeAttempt(
  { deps }: Call<typeof beginRepair>,
  name: 'recovery-address' | 'recovery-tenant',
  key: string,
): Promise<void> {
  const wait = await deps.rateLimits.take(name, key)
  if (wait > 0) throw tooManyRequests(wait)
}

const refused = () => new Failure(400, 'RECOVERY_CODE_REFUSED')
