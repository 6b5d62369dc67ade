import type { TenantTransaction } from '../database/tenant-scope.ts'
import { openEnvironments } from '../environments/queries.ts'
import { readPerson } from './read-sender.ts'

/** The only environment, which a new session has selected; undefined when there are several. */
export async function selectOnlyEnvironment(tx: TenantTransaction, hash: Buffer): Promise<string | undefined> {
  const person = await readPerson(tx, hash)
  const open = person === undefined ? [] : await openEnvironments(tx, person)
  const only = open.length === 1 ? open[0] : undefined
  if (only === undefined) return undefined
  await tx.db
    .updateTable('sessions')
    .set({ environment_id: only.id })
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', hash)
    .execute()
  return only.id
}
