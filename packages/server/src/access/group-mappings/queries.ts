import type { MappedGroup, TenantGroups } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { isUuid } from '../../kit/identifiers.ts'

/** Where the groups of one mapping are stored: a table, and the columns beside the tenant that name the mapping. */
export type MappingKey = {
  readonly table: 'app_role_groups' | 'tenant_role_groups' | 'application_access_groups'
  readonly columns: Readonly<Record<string, string>>
}

/** The groups of one mapping: those of the primary provider first, then by provider, each part by name. */
export async function groupsOfMapping(tx: TenantTransaction, key: MappingKey): Promise<MappedGroup[]> {
  const { rows } = await sql<MappedGroup>`
    select g.id, g.name, g.claim, p.id as idp, p.name as "idpName"
      from ${sql.table(key.table)} m
      join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
      join identity_providers p on p.tenant_id = g.tenant_id and p.id = g.identity_provider_id
     where ${rowsOf(tx, key)}
     order by ${mappedGroupOrder}`.execute(tx.db)
  return rows
}

/** For tables named `p` and `g`. */
export const mappedGroupOrder = sql`p.is_primary desc, lower(p.name) collate "C", p.id, lower(g.name) collate "C", g.id`

/** Groups in order of their providers, as the answer shows them. */
export function byProvider(groups: readonly MappedGroup[]): TenantGroups {
  const parts = new Map<string, TenantGroups['tenantGroups'][number]>()
  for (const { idp, idpName, ...group } of groups) {
    const part = parts.get(idp) ?? { idp, idpName, groups: [] }
    part.groups.push(group)
    parts.set(idp, part)
  }
  return { tenantGroups: [...parts.values()] }
}

/** From here on these groups and no others belong to the mapping. */
export async function replaceMapping(
  tx: TenantTransaction,
  key: MappingKey,
  groupIds: readonly string[],
): Promise<void> {
  await sql`
    delete from ${sql.table(key.table)} m where ${rowsOf(tx, key)} and m.group_id <> all (${groupIds}::uuid[])`.execute(
    tx.db,
  )
  const columns = Object.entries(key.columns)
  await sql`
    insert into ${sql.table(key.table)} (tenant_id, ${sql.join(columns.map(([name]) => sql.ref(name)))}, group_id)
    select ${tx.tenantId}::uuid, ${sql.join(columns.map(([name, value]) => cast(name, value)))}, g.id
      from unnest(${groupIds}::uuid[]) as g (id)
    on conflict do nothing`.execute(tx.db)
}

function rowsOf(tx: TenantTransaction, { columns }: MappingKey) {
  const conditions = Object.entries(columns).map(([name, value]) => sql`${sql.ref(`m.${name}`)} = ${cast(name, value)}`)
  return sql<boolean>`m.tenant_id = ${tx.tenantId} and ${sql.join(conditions, sql` and `)}`
}

/** The id of an application is text. */
function cast(column: string, value: string) {
  return column === 'application_id' ? sql`${value}::text` : sql`${value}::uuid`
}

/**
 * Those of the ids that are groups, by id. Their providers are locked until the transaction ends, so that unmapped groups
 * are not forgotten meanwhile.
 */
export async function lockGroups(
  tx: TenantTransaction,
  providerIds: readonly string[],
  ids: readonly string[],
): Promise<{ readonly providers: ReadonlyMap<string, string>; readonly groups: ReadonlyMap<string, string> }> {
  const { rows: providers } = await sql<{ id: string; name: string }>`
    select id, name from identity_providers
     where tenant_id = ${tx.tenantId} and id = any (${providerIds.filter(isUuid)}::uuid[])
     order by id for share`.execute(tx.db)
  const { rows: groups } = await sql<{ id: string; provider: string }>`
    select id, identity_provider_id as provider from groups
     where tenant_id = ${tx.tenantId} and id = any (${ids.filter(isUuid)}::uuid[])`.execute(tx.db)
  return {
    providers: new Map(providers.map(({ id, name }) => [id, name])),
    groups: new Map(groups.map(({ id, provider }) => [id, provider])),
  }
}
