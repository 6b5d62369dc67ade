import type { ProvisioningObject } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import { isUuid } from '../identifiers.ts'
import { failureOf, type ConnectionRow } from './connections.ts'

export const behindLengthMax = 200

type Place = Pick<ProvisioningObject, 'kind' | 'id'>

type Row = Place &
  Pick<ConnectionRow, 'last_failure' | 'last_status' | 'last_detail'> & {
    name: string
    change: ProvisioningObject['change']
    attempts: number
    next_attempt_at: Date
  }

/** One page of the people and groups that are not up to date in the application. */
export async function readBehind(
  tx: TenantTransaction,
  connectionId: string,
  { after, limit }: { readonly after: Place | undefined; readonly limit: number },
): Promise<{ readonly objects: ProvisioningObject[]; readonly next: string | null }> {
  const { rows } = await sql<Row>`
    select kind, id, name, attempts, next_attempt_at, last_failure, last_status, last_detail,
           case when wanted is null then 'remove' when remote_id is null then 'create' else 'update' end as change
      from provisioned_objects
     where tenant_id = ${tx.tenantId} and connection_id = ${connectionId} and wanted is distinct from sent
       and (${after === undefined} or (kind = ${after?.kind ?? ''} and id > ${after?.id ?? null}::uuid)
            or kind < ${after?.kind ?? ''})
     order by kind desc, id limit ${limit + 1}`.execute(tx.db)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { objects: shown.map(objectOf), next: last === undefined ? null : `${last.kind}:${last.id}` }
}

/** The position in the cursor `next`; undefined: the cursor is invalid. */
export function placeOf(cursor: string): Place | undefined {
  const [kind, id = ''] = cursor.split(':')
  return (kind === 'person' || kind === 'group') && isUuid(id) ? { kind, id } : undefined
}

function objectOf({ kind, id, name, change, attempts, next_attempt_at, ...failed }: Row): ProvisioningObject {
  return {
    kind,
    id,
    name,
    change,
    attempts,
    nextAttemptAt: next_attempt_at.toISOString(),
    lastFailure: failureOf(failed),
  }
}
