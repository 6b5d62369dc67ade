import { withoutInvisible } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import { isMapped } from '../../../access/grants/grants.ts'
import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../../kit/identifiers.ts'
import { objectId } from '../../../providers/identity-providers/group-names.ts'
import { lockProviderList } from '../../../providers/identity-providers/rows.ts'
import { keepingAdminPath } from '../../../providers/identity-providers/keep-admin-path.ts'
import type { MemberChange } from './members.ts'
import type { GroupRow } from './queries.ts'

type Place = { readonly providerId: string; readonly nowMs: number }

/**
 * Brings the row in `groups` to where the SCIM group is now: its name and, if the provider takes groups from SCIM, its members.
 * Throws 409 if that removes the last proven path to Security Admin.
 */
export async function projectGroup(
  tx: TenantTransaction,
  { providerId, nowMs }: Place,
  { group, changed }: { readonly group: GroupRow; readonly changed: MemberChange },
): Promise<void> {
  const isSource = await takesScimGroups(tx, providerId)
  const named =
    group.groupId === null ? undefined : await renamed(tx, group.groupId, { name: shownName(group), isSource })
  if (named === undefined) {
    const groupId = await groupFor(tx, { providerId, nowMs }, group)
    if (isSource) await keepingPath(tx, groupId, () => fillGroups(tx, providerId, groupId))
    return
  }
  if (!isSource) return
  if (changed.added.length > 0)
    await sql`
      insert into user_groups (tenant_id, user_id, group_id)
      select u.tenant_id, u.person_id, ${named}::uuid from scim_users u
       where u.tenant_id = ${tx.tenantId} and u.id = any (${changed.added}::uuid[]) and u.person_id is not null
      on conflict do nothing`.execute(tx.db)
  if (changed.removed.length > 0)
    await keepingPath(tx, named, () =>
      sql`
        delete from user_groups g using scim_users u
         where u.tenant_id = ${tx.tenantId} and u.id = any (${changed.removed}::uuid[])
           and g.tenant_id = u.tenant_id and g.user_id = u.person_id and g.group_id = ${named}`.execute(tx.db),
    )
}

/** A deleted group: what is mapped stays without members, so that the mapping is not lost. */
export async function dropGroup(tx: TenantTransaction, providerId: string, { groupId }: GroupRow): Promise<void> {
  if (groupId === null || !(await takesScimGroups(tx, providerId))) return
  await keepingPath(tx, groupId, async () => {
    await sql`delete from user_groups where tenant_id = ${tx.tenantId} and group_id = ${groupId}`.execute(tx.db)
    await sql`
      delete from groups g where g.tenant_id = ${tx.tenantId} and g.id = ${groupId} and not ${isMapped(tx)}`.execute(
      tx.db,
    )
  })
}

/** A person who is deleted in the directory, and may be sent again, has no groups. */
export async function dropGroupsOfPerson(tx: TenantTransaction, providerId: string, personId: string): Promise<void> {
  if (!(await takesScimGroups(tx, providerId))) return
  await sql`delete from user_groups where tenant_id = ${tx.tenantId} and user_id = ${personId}`.execute(tx.db)
}

/** Who is in which group of `groups` by what the directory has sent: `person_id` and `group_id`, of one group or of all. */
export function membersSent(tx: TenantTransaction, providerId: string, groupId?: string): RawBuilder<unknown> {
  return sql`
    select u.person_id, g.group_id
      from scim_groups g
      join scim_members m on m.tenant_id = g.tenant_id and m.identity_provider_id = g.identity_provider_id and m.group_id = g.id
      join scim_users u on u.tenant_id = m.tenant_id and u.identity_provider_id = m.identity_provider_id and u.id = m.user_id
     where g.tenant_id = ${tx.tenantId} and g.identity_provider_id = ${providerId} and g.deleted_at is null
       and u.person_id is not null and g.group_id is not null ${oneGroup(groupId)}`
}

/** SCIM groups become those of `groups`, with their names and members: one, or all of a provider. */
export async function fillGroups(tx: TenantTransaction, providerId: string, groupId?: string): Promise<void> {
  const { rows: named } = await sql<{ groupId: string; displayName: string }>`
    select o.id as "groupId", g.display_name as "displayName" from scim_groups g
      join groups o on o.tenant_id = g.tenant_id and o.id = g.group_id and o.name <> g.display_name
     where g.tenant_id = ${tx.tenantId} and g.identity_provider_id = ${providerId} and g.deleted_at is null
       ${oneGroup(groupId)}`.execute(tx.db)
  await sql`
    update groups o set name = n.name
      from unnest(${named.map((group) => group.groupId)}::uuid[], ${named.map(shownName)}::text[]) n (id, name)
     where o.tenant_id = ${tx.tenantId} and o.id = n.id`.execute(tx.db)
  await sql`
    with wanted as (${membersSent(tx, providerId, groupId)}), gone as (
      delete from user_groups g using groups o
       where g.tenant_id = ${tx.tenantId} and o.tenant_id = g.tenant_id and o.id = g.group_id
         and o.identity_provider_id = ${providerId} ${oneGroup(groupId)}
         and not exists (select from wanted w where w.person_id = g.user_id and w.group_id = g.group_id))
    insert into user_groups (tenant_id, user_id, group_id)
    select distinct ${tx.tenantId}::uuid, w.person_id, w.group_id from wanted w
    on conflict do nothing`.execute(tx.db)
}

/** A condition on `g.group_id`; none for all groups. */
function oneGroup(groupId: string | undefined): RawBuilder<unknown> {
  return groupId === undefined ? sql`` : sql`and g.group_id = ${groupId}`
}

/** Whether SCIM is the source of the provider's groups. It stays so until the transaction ends. */
async function takesScimGroups(tx: TenantTransaction, providerId: string): Promise<boolean> {
  const { rows } = await sql<{ source: string }>`
    select group_source as source from identity_providers
     where tenant_id = ${tx.tenantId} and id = ${providerId} for share`.execute(tx.db)
  return rows[0]?.source === 'scim'
}

/** Only for a group that holds Security Admin. */
async function keepingPath(tx: TenantTransaction, groupId: string, change: () => Promise<unknown>): Promise<void> {
  const { rows } = await sql`
    select from portal_role_groups where tenant_id = ${tx.tenantId} and group_id = ${groupId} limit 1`.execute(tx.db)
  if (rows.length === 0) return void (await change())
  await lockProviderList(tx)
  await keepingAdminPath(tx, change)
}

/**
 * undefined: an administrator made the tenant forget the group. While claims are the source, a group has the name that its claim has,
 * unless that is an object ID.
 */
async function renamed(
  tx: TenantTransaction,
  groupId: string,
  { name, isSource }: { readonly name: string; readonly isSource: boolean },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; name: string; claim: string }>`
    select id, name, claim from groups where tenant_id = ${tx.tenantId} and id = ${groupId}`.execute(tx.db)
  const [found] = rows
  if (found === undefined) return undefined
  const isNamedHere = isSource || objectId.test(found.claim) || found.claim.startsWith(ownClaim)
  if (isNamedHere && found.name !== name)
    await sql`update groups set name = ${name} where tenant_id = ${tx.tenantId} and id = ${groupId}`.execute(tx.db)
  return found.id
}

/** As people see it. Its claim keeps every character: without them, one group could take the mappings of another. */
function shownName({ displayName }: Pick<GroupRow, 'displayName'>): string {
  return withoutInvisible(displayName).trim() || displayName
}

/** The claim of a group whose name is that of another one's claim. */
const ownClaim = 'scim:'

/**
 * The group that a claim of the same name brought or that was mapped before, unless it is another SCIM group; else a new one. A
 * directory that names groups by object IDs sends them as externalId.
 */
async function groupFor(tx: TenantTransaction, { providerId, nowMs }: Place, group: GroupRow): Promise<string> {
  const { id, displayName, externalId } = group
  const byId = externalId !== null && objectId.test(externalId) ? externalId.toLowerCase() : null
  const { rows } = await sql<{ id: string }>`
    select g.id from groups g
     where g.tenant_id = ${tx.tenantId} and g.identity_provider_id = ${providerId}
       and g.claim = any (${[displayName, ...(byId === null ? [] : [byId])]})
       and not exists (select from scim_groups s where s.tenant_id = g.tenant_id and s.group_id = g.id
                          and s.deleted_at is null and s.id <> ${id})
     order by g.claim = ${displayName} limit 1`.execute(tx.db)
  const known = rows[0]?.id ?? (await inserted(tx, { providerId, nowMs }, group))
  await sql`update scim_groups set group_id = ${known} where tenant_id = ${tx.tenantId} and id = ${id}`.execute(tx.db)
  return known
}

/** The claim is the name or the object ID; where another group has this claim, such as one that was renamed, the id. */
async function inserted(
  tx: TenantTransaction,
  { providerId, nowMs }: Place,
  { id, displayName, externalId }: GroupRow,
): Promise<string> {
  const isId = externalId !== null && objectId.test(externalId)
  for (const claim of [isId ? externalId.toLowerCase() : displayName, `${ownClaim}${id}`]) {
    const { rows } = await sql<{ id: string }>`
      insert into groups (tenant_id, id, identity_provider_id, claim, name)
      values (${tx.tenantId}, ${uuidv7(nowMs)}, ${providerId}, ${claim}, ${shownName({ displayName })})
      on conflict (tenant_id, identity_provider_id, claim) do nothing returning id`.execute(tx.db)
    if (rows[0] !== undefined) return rows[0].id
  }
  throw new Error('A group could not be created.')
}
