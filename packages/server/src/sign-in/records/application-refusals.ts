import { findings, type FindingId } from '@portico/core/contract'

import { visitorScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { shortened, type CheckLine } from '../../kit/checks/checks.ts'
import { finishRecord, insertRecord } from './records.ts'

/** A request of an application that was refused, as an administrator reads it. */
export type RefusedRequest = {
  /** The id of the registration, by which records are limited. Absent: the sender is unknown. */
  readonly clientId?: string | undefined
  readonly lines: readonly CheckLine[]
  readonly username?: string | undefined
  readonly address: string
  readonly requestId: string
}

type RecordingDeps = Pick<Deps, 'database' | 'rateLimits' | 'clock'>

/** The same as `writeRefusedRequest`, in a separate transaction. */
export function recordRefusedRequest(
  deps: RecordingDeps,
  { tenantId, ...refused }: RefusedRequest & { readonly tenantId: string },
): Promise<string | undefined> {
  return visitorScope(deps.database, tenantId).transaction((tx) => writeRefusedRequest(tx, refused, deps))
}

/**
 * Writes the refused request of an application into the flight recorder. Returns the code that the person reads out; undefined: the
 * tenant does not exist, or the limit of records is reached, and only the log has this request.
 */
export async function writeRefusedRequest(
  tx: TenantTransaction,
  { clientId = 'unknown', lines, username, address, requestId }: RefusedRequest,
  { rateLimits, clock }: Pick<RecordingDeps, 'rateLimits' | 'clock'>,
): Promise<string | undefined> {
  const { tenantId } = tx
  const tenant = await tx.db
    .selectFrom('tenants')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (tenant === undefined || (await rateLimits.take('stray-records', `application ${tenantId} ${clientId}`)) > 0)
    return undefined
  const finding = lines.findLast(({ outcome }) => outcome === 'failed')?.finding ?? null
  const errorID = finding === null ? 'APPLICATION_REFUSED' : findings[finding].code
  const start = { identityProviderId: null, purpose: 'application', username: username ?? null } as const
  const { id } = await insertRecord(tx, { ...start, address, requestId, lines: [] }, clock.now())
  return finishRecord(tx, id, { outcome: 'failed', errorID, finding, username, lines, requestId })
}

/** The username of the person whose sign-in to an application was refused. */
export async function usernameOf(tx: TenantTransaction, userId: string): Promise<string> {
  const { username } = await tx.db
    .selectFrom('users')
    .select('username')
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return username
}

/** The line of one finding, for a refusal that no list of checks describes. */
export function refusedLine(finding: FindingId, evidence: CheckLine['evidence']): CheckLine {
  return { check: findings[finding].check, outcome: 'failed', finding, evidence: shortened(evidence) }
}
