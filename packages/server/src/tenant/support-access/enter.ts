import type { enterTenant, OwnSupportSession } from '@portico/core/contract'
import { sql } from 'kysely'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import { tenantScope, visitorScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Person } from '../../kit/http/actor.ts'
import { Failure, notFound, unauthenticated } from '../../kit/http/failure.ts'
import type { Answer, TenantCall } from '../../kit/http/route.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { hashToken, randomToken } from '../../kit/secrets/secret-box.ts'
import { sessionCookies } from '../../sign-in/sessions/cookies.ts'
import { parkSession } from '../../sign-in/sessions/queries.ts'
import { createSupportSession, endSupportSessions, keepSupportAccess } from '../../sign-in/sessions/support-sessions.ts'

type Entering = TenantCall<typeof enterTenant, Person>

/** The person in the vendor's tenant, as the tenant that is entered shows them. */
type Supporter = {
  readonly vendor: { readonly tenantId: string; readonly name: string; readonly sessionId: string }
  readonly person: { readonly id: string; readonly name: string; readonly username: string }
}

/**
 * POST /operations/tenants/{tenantId}/support-sessions. First the tenant that is entered learns of it, then the vendor's: if the
 * server dies in between, administrators see a session whose token was never given out. The person's session of the vendor's tenant
 * waits under an id without a token.
 */
export async function enter(call: Entering): Promise<Answer<OwnSupportSession>> {
  const { tx, actor, params } = call
  if (params.tenantId === tx.tenantId) throw new Failure(403, 'SUPPORT_OWN_TENANT')
  const supporter = await readSupporter(tx, actor)
  return { afterwards: () => enterAs(supporter, call) }
}

async function readSupporter(tx: TenantTransaction, { sessionHash, id, name }: Person): Promise<Supporter> {
  const { rows } = await sql<{ session: string; username: string; tenant: string }>`
    select s.id as session, p.username, t.name as tenant
      from sessions s join tenants t on t.tenant_id = s.tenant_id
     cross join lateral portico_find_supporter(s.tenant_id, s.id) p
     where s.tenant_id = ${tx.tenantId} and s.id_hash = ${sessionHash} and p.user_id = ${id}`.execute(tx.db)
  const [row] = rows
  if (row === undefined) throw new Failure(403, 'SUPPORT_REQUIRED')
  return {
    vendor: { tenantId: tx.tenantId, name: row.tenant, sessionId: row.session },
    person: { id, name, username: row.username },
  }
}

async function enterAs(supporter: Supporter, call: Entering): Promise<Answer<OwnSupportSession>> {
  const { deps, params, body, actor, requestId, address } = call
  const nowMs = deps.clock.now()
  const token = randomToken()
  const id = uuidv7(nowMs)
  const { reason, hours } = body
  const { vendor, person } = supporter

  const entered = await visitorScope(deps.database, params.tenantId).transaction(async (tx) => {
    const tenant = await readDoor(tx)
    const session = { id, hash: hashToken(token), hours, reason, address, vendor, person }
    const { began, until } = await createSupportSession(tx, session)
    const { name, mayChange } = tenant
    await recordAudit(
      tx,
      { actor: { kind: 'support', id, name: person.name }, requestId, nowMs, address },
      {
        action: 'support.enter',
        target: { kind: 'tenant', id: tx.tenantId, name },
        after: {
          reason,
          until: until.toISOString(),
          mayChange,
          username: person.username,
          vendor: vendor.name,
        },
      },
    )
    return { id, tenant: { id: tx.tenantId, name }, reason, since: began, until, mayChange }
  })

  const isParked = await tenantScope(deps.database, vendor.tenantId).transaction(async (tx) => {
    if (!(await stillSupports(tx, supporter)) || !(await parkSession(tx, actor.sessionHash, hashToken(randomToken()))))
      return false
    await tx.db
      .insertInto('support_visits')
      .values({
        tenant_id: tx.tenantId,
        id,
        visited_tenant_id: entered.tenant.id,
        visited_name: entered.tenant.name,
        user_id: person.id,
        person: person.name,
        reason,
        expires_at: entered.until,
      })
      .execute()
    await recordAudit(
      tx,
      { actor: { kind: 'user', id: person.id, name: person.name }, requestId, nowMs, address },
      {
        action: 'support.enter',
        target: { kind: 'tenant', ...entered.tenant },
        after: { reason, until: entered.until.toISOString(), session: id },
      },
    )
    return true
  })
  if (!isParked) {
    await tenantScope(deps.database, params.tenantId).transaction((tx) => endSupportSessions(tx, { id, how: 'vendor' }))
    throw unauthenticated()
  }
  deps.log.warn({ requestId, tenantId: params.tenantId, session: id }, 'a support session began')
  return {
    value: { ...entered, since: entered.since.toISOString(), until: entered.until.toISOString() },
    headers: sessionCookies(deps.settings, deps.secrets, token),
  }
}

/** Throws 404 for an unknown tenant and 403 for one that cannot be entered. Its flags stay until the transaction ends. */
async function readDoor(tx: TenantTransaction): Promise<{ name: string; mayChange: boolean }> {
  await keepSupportAccess(tx)
  const row = await tx.db
    .selectFrom('tenants')
    .select(['name', 'deactivated', 'allow_pros_access', 'allow_pros_change'])
    .where('tenant_id', '=', tx.tenantId)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  const values = { tenant: row.name }
  if (!row.allow_pros_access) throw new Failure(403, 'SUPPORT_ACCESS_OFF', { values })
  if (row.deactivated) throw new Failure(403, 'SUPPORT_TENANT_DEACTIVATED', { values })
  return { name: row.name, mayChange: row.allow_pros_change }
}

async function stillSupports(tx: TenantTransaction, { vendor, person }: Supporter): Promise<boolean> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from portico_find_supporter(${vendor.tenantId}::uuid, ${vendor.sessionId}::uuid)`.execute(tx.db)
  return rows[0]?.user_id === person.id
}
