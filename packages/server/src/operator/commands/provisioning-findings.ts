import { provisioningFailedAttemptsMin } from '@portico/core/contract'
import { sql } from 'kysely'

import type { Database } from '../../kit/database/connect.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { listTenants } from '../../tenant/tenants/queries.ts'
import type { Finding } from './finding.ts'

const paused = {
  unauthorized: 'it rejected the token: set a new one',
  removals:
    'very many people would be removed: switch it on again to allow that, or correct groups, mappings or providers first',
  restored: 'this database was restored: switch it on again if this copy may send to it',
} as const

/** How long an object may wait before its application is reported. */
const waitMaxHours = 1

/** Applications of all tenants that do not get what they should: paused, refusing everything, without an answer for long, or with names that others have there. */
export async function provisioningFindings(database: Database): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { id, slug } of await listTenants(database)) {
    const rows = await tenantScope(database, id).transaction((tx) =>
      tx.db
        .selectFrom('provisioning_connections as c')
        .innerJoin('applications as a', (join) =>
          join.onRef('a.tenant_id', '=', 'c.tenant_id').onRef('a.id', '=', 'c.application_id'),
        )
        .innerJoin('environments as e', (join) =>
          join.onRef('e.tenant_id', '=', 'c.tenant_id').onRef('e.id', '=', 'c.environment_id'),
        )
        .select(['a.slug as application', 'e.slug as environment', 'c.paused_reason as pausedReason'])
        .innerJoinLateral(waiting, (join) => join.onTrue())
        .select([
          'c.failed_attempts as failedAttempts',
          'c.refused_kind as refusedKind',
          'c.last_status as lastStatus',
          'w.taken',
          'w.approvable',
        ])
        .select(sql<number>`extract(epoch from now() - w.oldest)::float8 / 3600`.as('waitingHours'))
        .select(sql<number>`extract(epoch from c.next_attempt_at - now())::float8 / 3600`.as('pausingHours'))
        .where('c.tenant_id', '=', tx.tenantId)
        .where('c.removed_at', 'is', null)
        .where((where) => where.or([where('c.enabled', '=', true), where('c.paused_reason', 'is not', null)]))
        .orderBy('a.slug')
        .orderBy('e.slug')
        .execute(),
    )
    for (const { application, environment, ...row } of rows) {
      const whys = reasonsOf(row)
      if (whys.length === 0) continue
      const detail = `${slug}, ${application} in ${environment}: ${whys.join('; ')}`
      findings.push({ check: 'provisioning', state: 'warning', detail })
    }
  }
  return findings
}

type Row = {
  readonly pausedReason: keyof typeof paused | null
  readonly failedAttempts: number
  readonly refusedKind: 'person' | 'group' | null
  readonly lastStatus: number | null
  /** People and groups whose name belongs to an account there that an administrator may approve to take over. */
  readonly approvable: number
  /** Those whose name belongs to another account there. */
  readonly taken: number
  /** How long the oldest object is behind; null: none is. */
  readonly waitingHours: number | null
  /** Until everything is tried again; null: it does not wait. */
  readonly pausingHours: number | null
}

function reasonsOf(row: Row): string[] {
  const { pausedReason, failedAttempts, refusedKind, lastStatus, taken, approvable, waitingHours, pausingHours } = row
  const whys: string[] = []
  if (pausedReason !== null) return [`people are no longer sent there, because ${paused[pausedReason]}`]
  if (refusedKind !== null) {
    const answer = lastStatus === null ? '' : ` (status ${lastStatus})`
    const all = refusedKind === 'person' ? 'all people' : 'all groups'
    whys.push(`it refuses ${all} sent there${answer}: see portico provisioning behind`)
  } else if (failedAttempts >= provisioningFailedAttemptsMin || (pausingHours ?? 0) > waitMaxHours) {
    const next = pausingHours === null ? '' : `, the next one in ${hours(pausingHours)}`
    whys.push(`people cannot be sent there: ${failedAttempts} failed attempts in a row${next}`)
  } else if ((waitingHours ?? 0) > waitMaxHours)
    whys.push(`people or groups have been waiting for ${hours(waitingHours ?? 0)}: see portico provisioning behind`)
  if (taken > 0 && refusedKind === null)
    whys.push(`the names of ${taken} people or groups belong to others there: see portico provisioning taken`)
  if (approvable > 0)
    whys.push(
      `${approvable} ${approvable === 1 ? 'waits' : 'wait'} for an administrator, because existing accounts there have their names: see portico provisioning taken`,
    )
  return whys
}

const hours = (count: number): string => (count < 1 ? 'less than an hour' : `${Math.floor(count)} h`)

const isApprovable = sql<boolean>`coalesce(o.obstacle = 'approval' and o.wanted is not null, false)`

/** What the connection `c` has not sent. */
const waiting = sql<{ taken: number; approvable: number; oldest: Date | null }>`(
  select count(*) filter (where o.last_failure = 'taken' and not ${isApprovable})::int as taken,
         count(*) filter (where ${isApprovable} and o.approved_at is null)::int as approvable,
         min(o.behind_since) filter (where not ${isApprovable}) as oldest
    from provisioned_objects o
   where o.tenant_id = c.tenant_id and o.connection_id = c.id and o.wanted is distinct from o.sent)`.as<'w'>(
  sql.ref('w'),
)
