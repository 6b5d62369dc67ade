import type { leaveTenant } from '@portico/core/contract'
import { sql } from 'kysely'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { SupportActor } from '../../kit/http/actor.ts'
import type { Answer, TenantCall } from '../../kit/http/route.ts'
import { hashToken, randomToken } from '../../kit/secrets/secret-box.ts'
import { endedSessionCookies, sessionCookies } from '../../sign-in/sessions/cookies.ts'
import { unparkSession } from '../../sign-in/sessions/queries.ts'
import { endSupportSessions, noteVisitEnd } from '../../sign-in/sessions/support-sessions.ts'

/** DELETE /operations/support-session: the person's session of the vendor's tenant gets a new id, and its cookies. */
export async function leave(
  call: TenantCall<typeof leaveTenant, SupportActor>,
): Promise<Answer<{ isSignedIn: boolean }>> {
  const { tx, actor, deps, requestId, address, audit } = call
  await endSupportSessions(tx, { id: actor.id, how: 'left', by: actor.name })
  await audit({ action: 'support.leave', target: { kind: 'tenant', id: tx.tenantId } })
  const { settings, secrets, clock } = deps
  const afterwards = async () => {
    const token = randomToken()
    const isSignedIn = await tenantScope(deps.database, actor.vendor.tenantId).transaction(async (vendor) => {
      await noteVisitEnd(vendor, actor.id, 'left')
      await auditLeaving(vendor, actor, { requestId, nowMs: clock.now(), address })
      return unparkSession(vendor, actor.vendor.sessionId, hashToken(token))
    })
    const headers = isSignedIn ? sessionCookies(settings, secrets, token) : endedSessionCookies(settings)
    return { value: { isSignedIn }, headers }
  }
  return { afterwards }
}

async function auditLeaving(
  tx: TenantTransaction,
  { id, name }: SupportActor,
  by: { readonly requestId: string; readonly nowMs: number; readonly address: string },
): Promise<void> {
  const { rows } = await sql<{ user_id: string; visited_tenant_id: string; visited_name: string }>`
    select user_id, visited_tenant_id, visited_name from support_visits
     where tenant_id = ${tx.tenantId} and id = ${id}`.execute(tx.db)
  const [visit] = rows
  if (visit === undefined) return
  const target = { kind: 'tenant', id: visit.visited_tenant_id, name: visit.visited_name }
  const actor = { kind: 'user', id: visit.user_id, name } as const
  await recordAudit(tx, { actor, ...by }, { action: 'support.leave', target, after: { session: id } })
}
