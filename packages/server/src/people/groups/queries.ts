import { type Group, type KeptGroup } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import { grantsOfGroups } from '../../access/grants/grants.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../kit/identifiers.ts'

/** Maximum groups of one provider in one answer; search finds the others. */
export const groupsListMax = 1000

/** Transforms made this group one with another that was seen before it. `offset` keeps the planner from joining all groups for a page. */
export const hasOlder = sql<boolean>`(groups.known_as is not null and exists (
  select from groups o where o.tenant_id = groups.tenant_id and o.identity_provider_id = groups.identity_provider_id
     and o.known_as = groups.known_as and o.id < groups.id offset 0))`

/**
 * Groups that sign-ins and imports brought, by name; `search` is part of a name or of the claim. Of those that transforms
 * made one, only the oldest: its mappings apply to all of them.
 */
export async function listSeenGroups(tx: TenantTransaction, providerId: string, search = ''): Promise<Group[]> {
  const part = `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return tx.db
    .selectFrom('groups')
    .select(['id', 'name', 'claim'])
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where((where) => where.not(hasOlder))
    .where((where) => where.or([where('name', 'ilike', part), where('claim', 'ilike', part)]))
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy('id')
    .limit(groupsListMax)
    .execute()
}

/** Stores groups from a directory with their current names. Returns them with their ids, in the same order. */
export async function keepGroups(
  tx: TenantTransaction,
  providerId: string,
  told: readonly { readonly claim: string; readonly name: string }[],
  nowMs: number,
): Promise<Group[]> {
  // Always in the same order, so that two transactions that store the same groups cannot deadlock.
  const sorted = told.toSorted((a, b) => (a.claim < b.claim ? -1 : 1))
  const claims = sorted.map((one) => one.claim)
  await sql`
    insert into groups as g (tenant_id, id, identity_provider_id, claim, name)
    select ${tx.tenantId}::uuid, t.id, ${providerId}::uuid, t.claim, t.name
      from unnest(${sorted.map(() => uuidv7(nowMs))}::uuid[], ${claims}::text[], ${sorted.map((one) => one.name)}::text[])
           as t (id, claim, name)
    on conflict (tenant_id, identity_provider_id, claim) do update set name = excluded.name
     where g.name <> excluded.name`.execute(tx.db)
  // Each group is looked up by its key: `any` compares every group of the provider with every claim.
  const { rows } = await sql<Group>`
    select g.id, g.name, g.claim
      from unnest(${claims}::text[]) as c (claim)
     cross join lateral (
       select id, name, claim from groups
        where tenant_id = ${tx.tenantId} and identity_provider_id = ${providerId} and claim = c.claim
       offset 0) g`.execute(tx.db)
  const byClaim = new Map(rows.map((row) => [row.claim, row]))
  return told.flatMap(({ claim }) => byClaim.get(claim) ?? [])
}

/**
 * Forgets the groups of a provider to which nothing is mapped. Returns their names. Their memberships are removed later, in
 * batches (purge.ts).
 */
export async function forgetUnmappedGroups(tx: TenantTransaction, providerId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from portico_forget_unmapped_groups(${providerId}) as name`.execute(tx.db)
  return rows.map((row) => row.name).toSorted((a, b) => (a < b ? -1 : 1))
}

/** The groups of a provider to which something is mapped, by name, with the roles and applications. */
export async function listMappedGroups(tx: TenantTransaction, providerId: string): Promise<KeptGroup[]> {
  const { rows } = await sql<KeptGroup>`
    with mapped as (${mappings(tx)})
    select g.id, g.name, g.claim, array_agg(m.name order by m.name) as "mappedTo"
      from mapped m join groups g on g.tenant_id = ${tx.tenantId} and g.id = m.group_id
     where g.identity_provider_id = ${providerId}
     group by g.id, g.name, g.claim order by lower(g.name) collate "C", g.id limit ${groupsListMax}`.execute(tx.db)
  return rows
}

/**
 * Rows of `group_id` and `name`: every mapping of the tenant, named after its role or application; only after the application
 * where the role is hidden.
 */
export function mappings(tx: TenantTransaction): RawBuilder<unknown> {
  return sql`
    select distinct m.group_id, case
             when m.application_id is null then m.label
             else a.label || coalesce(': ' || case when m.is_visible then m.label end, '') end || coalesce(' (' || e.name || ')', '') as name
      from (${grantsOfGroups(tx)}) m
      left join applications a on a.tenant_id = ${tx.tenantId} and a.id = m.application_id
      left join environments e on e.tenant_id = ${tx.tenantId} and e.id = m.environment_id`
}

/** A group of a provider by its claim, created if it is new; an existing one keeps its name. Returns its id. */
export async function saveGroup(
  tx: TenantTransaction,
  group: { readonly id: string; readonly providerId: string; readonly claim: string; readonly name: string },
): Promise<string> {
  const { id, providerId, claim, name } = group
  const row = await tx.db
    .insertInto('groups')
    .values({ tenant_id: tx.tenantId, id, identity_provider_id: providerId, claim, name })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'identity_provider_id', 'claim']).doUpdateSet({ claim }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** undefined: the provider has a group with this claim, or one that its transforms give the same name. */
export async function insertGroup(
  tx: TenantTransaction,
  group: Group & { readonly providerId: string; readonly knownAs: string | null },
): Promise<Group | undefined> {
  const { id, providerId, claim, name, knownAs } = group
  const { rows } = await sql<Group>`
    insert into groups (tenant_id, id, identity_provider_id, claim, name, known_as)
    select ${tx.tenantId}::uuid, ${id}::uuid, ${providerId}::uuid, ${claim}, ${name}, ${knownAs}
     where not exists (select from groups where tenant_id = ${tx.tenantId} and identity_provider_id = ${providerId}
                          and known_as = ${knownAs})
    on conflict (tenant_id, identity_provider_id, claim) do nothing
    returning id, name, claim`.execute(tx.db)
  return rows[0]
}
