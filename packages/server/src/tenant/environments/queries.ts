import type { AdminEnvironment, Environment } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import { openedByGroups } from '../../access/grants/grants.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { urn } from '../../kit/identifiers.ts'
import type { Actor } from '../../kit/http/actor.ts'

export type EnvironmentRow = AdminEnvironment & { readonly version: number }

function environments(tx: TenantTransaction) {
  return tx.db
    .selectFrom('environments as e')
    .innerJoin('tenants as t', 't.tenant_id', 'e.tenant_id')
    .select(['e.id', 'e.name', 'e.type', 'e.readonly', 'e.slug', 'e.version', 't.slug as tenant_slug'])
    .where('e.tenant_id', '=', tx.tenantId)
}

type Row = {
  id: string
  name: string
  type: string
  readonly: boolean
  slug: string
  version: number
  tenant_slug: string
}

function modelOf(row: Row): EnvironmentRow {
  const { id, name, type, readonly, version } = row
  return { id, name, type, readonly, version, urn: urn(row.tenant_slug, 'environment', row.slug) }
}

export async function listEnvironmentRows(tx: TenantTransaction): Promise<EnvironmentRow[]> {
  return (
    await environments(tx)
      .orderBy(sql`portico_sort_key(portico_folded(e.name)) collate "C"`)
      .execute()
  ).map(modelOf)
}

export async function findEnvironment(tx: TenantTransaction, id: string): Promise<EnvironmentRow | undefined> {
  const row = await environments(tx).where('e.id', '=', id).executeTakeFirst()
  return row && modelOf(row)
}

/** The same, locked until the transaction ends, so that a write cannot race with the environment becoming read-only. */
export async function lockEnvironment(tx: TenantTransaction, id: string): Promise<EnvironmentRow | undefined> {
  const row = await environments(tx).where('e.id', '=', id).forShare('e').executeTakeFirst()
  return row && modelOf(row)
}

/**
 * Environments open to the actor: all of them for an administrator, its own for a service account, and for a person
 * those in which one of their groups opens an application.
 */
export async function openEnvironments(tx: TenantTransaction, actor: Actor): Promise<Environment[]> {
  return openEnvironmentsQuery(tx, actor).execute()
}

export function openEnvironmentsQuery(
  tx: TenantTransaction,
  actor: Pick<Actor, 'kind' | 'id' | 'environmentId'> & { readonly isAdmin: boolean | RawBuilder<boolean> },
) {
  const all = tx.db
    .selectFrom('environments as e')
    .select(['e.id', 'e.name', 'e.type'])
    .where('e.tenant_id', '=', tx.tenantId)
    .orderBy(sql`portico_sort_key(portico_folded(e.name)) collate "C"`)
  if (actor.kind === 'service-account') return all.where(sql<boolean>`e.id = ${actor.environmentId}`)
  if (actor.isAdmin === true) return all
  const opened = sql<boolean>`e.id = any (array(select distinct x.environment_id from (${openedByGroups(tx, actor.id)}) x))`
  return all.where(actor.isAdmin === false ? opened : sql<boolean>`(${actor.isAdmin} or ${opened})`)
}

/** Renames; false if the version has changed since it was read. */
export async function renameEnvironment(
  tx: TenantTransaction,
  id: string,
  name: string,
  version: number,
): Promise<boolean> {
  const result = await tx.db
    .updateTable('environments')
    .set({ name, version: version + 1 })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function environmentNameTaken(tx: TenantTransaction, name: string, exceptId: string): Promise<boolean> {
  const other = await tx.db
    .selectFrom('environments')
    .select('id')
    .where('tenant_id', '=', tx.tenantId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return other !== undefined
}

/** Creates an environment, or updates the one with this slug. Returns its id, which then differs from the given one. */
export async function saveEnvironment(
  tx: TenantTransaction,
  environment: {
    readonly id: string
    readonly slug: string
    readonly name: string
    readonly type: string
    readonly readonly: boolean
  },
): Promise<string> {
  const { id, slug, ...values } = environment
  const row = await tx.db
    .insertInto('environments')
    .values({ tenant_id: tx.tenantId, id, slug, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'slug']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
