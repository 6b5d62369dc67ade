import { sql } from 'kysely'

import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { isUuid } from '../../../kit/identifiers.ts'
import { UnknownMembers } from '../failure.ts'

/** A group of a provider, by its id in SCIM. */
export type GroupPlace = { readonly providerId: string; readonly id: string }

/** Ids of people whose membership changed. */
export type MemberChange = { readonly added: readonly string[]; readonly removed: readonly string[] }

/** Members of all groups in one answer with a list. */
export const listedMembersMax = 50_000

/** Adds people who are not members yet; returns their ids. Throws 400 `invalidValue` for one that the provider does not have. */
export async function addMembers(tx: TenantTransaction, place: GroupPlace, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const odd = wanted.filter((id) => !isUuid(id))
  const unknown = odd.length > 0 ? odd : await unknownOf(tx, place, wanted)
  if (unknown.length > 0) throw new UnknownMembers(unknown)
  const { rows } = await sql<{ id: string }>`
    insert into scim_members (tenant_id, identity_provider_id, group_id, user_id)
    select ${tx.tenantId}::uuid, ${place.providerId}::uuid, ${place.id}::uuid, w.id from unnest(${wanted}::uuid[]) as w (id)
    on conflict do nothing
    returning user_id as id`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/** The ids that are not of a person of the provider. The others cannot be deleted until the transaction ends. */
async function unknownOf(
  tx: TenantTransaction,
  { providerId }: GroupPlace,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from scim_users u
     where u.tenant_id = ${tx.tenantId} and u.identity_provider_id = ${providerId} and u.id = any (${ids}::uuid[])
       and u.deleted_at is null
       for share`.execute(tx.db)
  if (rows.length === ids.length) return []
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id.toLowerCase()))
}

/** Returns the ids of those who were members. */
export async function removeMembers(
  tx: TenantTransaction,
  { providerId, id }: GroupPlace,
  ids: readonly string[] | 'all',
): Promise<string[]> {
  const named = ids === 'all' ? sql`` : sql`and m.user_id = any (${ids.filter(isUuid)}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    delete from scim_members m
     where m.tenant_id = ${tx.tenantId} and m.identity_provider_id = ${providerId} and m.group_id = ${id} ${named}
    returning m.user_id as id`.execute(tx.db)
  return rows.map((row) => row.id)
}

/** Makes these people the members, and no one else. */
export async function setMembers(
  tx: TenantTransaction,
  { providerId, id }: GroupPlace,
  ids: readonly string[],
): Promise<MemberChange> {
  const { rows } = await sql<{ id: string }>`
    delete from scim_members m
     where m.tenant_id = ${tx.tenantId} and m.identity_provider_id = ${providerId} and m.group_id = ${id}
       and not exists (select from unnest(${ids.filter(isUuid)}::uuid[]) as w (id) where w.id = m.user_id)
    returning m.user_id as id`.execute(tx.db)
  return { added: await addMembers(tx, { providerId, id }, ids), removed: rows.map((row) => row.id) }
}

export type Member = { readonly value: string; readonly display: string }

/** The members of groups, by the id of the group, in the order of their creation. */
export async function membersOf(
  tx: TenantTransaction,
  providerId: string,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Member[]>> {
  const found = new Map<string, Member[]>()
  if (groupIds.length === 0) return found
  const { rows } = await sql<Member & { groupId: string }>`
    select m.group_id as "groupId", u.id as value, coalesce(u.resource ->> 'displayName', u.user_name) as display
      from scim_members m
      join scim_users u on u.tenant_id = m.tenant_id and u.identity_provider_id = m.identity_provider_id and u.id = m.user_id
     where m.tenant_id = ${tx.tenantId} and m.identity_provider_id = ${providerId}
       and m.group_id = any (${groupIds}::uuid[])
     order by m.group_id, m.user_id`.execute(tx.db)
  for (const { groupId, value, display } of rows) {
    const members = found.get(groupId) ?? []
    members.push({ value, display })
    found.set(groupId, members)
  }
  return found
}

/** As many of the groups as have at most `listedMembersMax` members together; at least one. */
export async function withFewMembers<Row extends { readonly id: string }>(
  tx: TenantTransaction,
  providerId: string,
  groups: readonly Row[],
): Promise<readonly Row[]> {
  const ids = groups.map(({ id }) => id)
  const { rows } = await sql<{ id: string; count: number }>`
    select m.group_id as id, count(*)::int as count from scim_members m
     where m.tenant_id = ${tx.tenantId} and m.identity_provider_id = ${providerId} and m.group_id = any (${ids}::uuid[])
     group by m.group_id`.execute(tx.db)
  const counts = new Map(rows.map(({ id, count }) => [id, count]))
  let sum = 0
  const cut = groups.findIndex(({ id }, index) => {
    sum += counts.get(id) ?? 0
    return index > 0 && sum > listedMembersMax
  })
  return cut === -1 ? groups : groups.slice(0, cut)
}

export type GroupOfUser = { readonly value: string; readonly display: string }

/** The groups of people, by the id of the person. */
export async function groupsOfUsers(
  tx: TenantTransaction,
  providerId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly GroupOfUser[]>> {
  const found = new Map<string, GroupOfUser[]>()
  if (userIds.length === 0) return found
  const { rows } = await sql<GroupOfUser & { userId: string }>`
    select m.user_id as "userId", g.id as value, g.display_name as display
      from scim_members m
      join scim_groups g on g.tenant_id = m.tenant_id and g.identity_provider_id = m.identity_provider_id and g.id = m.group_id
     where m.tenant_id = ${tx.tenantId} and m.identity_provider_id = ${providerId}
       and m.user_id = any (${userIds}::uuid[])
     order by m.user_id, m.group_id`.execute(tx.db)
  for (const { userId, value, display } of rows) {
    const groups = found.get(userId) ?? []
    groups.push({ value, display })
    found.set(userId, groups)
  }
  return found
}
