import { sql, type RawBuilder } from 'kysely'

import { grantsOfGroups } from '../../access/grants/grants.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { ownAddresses, type SaidAddress } from '../../providers/username-formats/own-addresses.ts'
import type { ConnectionPlace } from './connections.ts'
import type { WantedPerson } from './send-person.ts'
import { maySignIn } from '../../sign-in/sessions/may-sign-in.ts'

/** The groups that open an application in an environment, and the visible role that each gives. */
export type Openings = {
  readonly groupIds: readonly string[]
  /** Parallel arrays: a group, and name and label of a role that it gives. */
  readonly roles: {
    readonly groupIds: readonly string[]
    readonly names: readonly string[]
    readonly labels: readonly string[]
  }
}

export async function readOpenings(
  tx: TenantTransaction,
  { environmentId, applicationId }: ConnectionPlace,
): Promise<Openings> {
  const { rows } = await sql<{ group_id: string; name: string | null; label: string | null }>`
    select distinct m.group_id, case when m.is_visible then r.name end as name, case when m.is_visible then r.label end as label
      from (${grantsOfGroups(tx)}) m
      left join app_roles r on r.tenant_id = ${tx.tenantId} and r.id = m.role_id and m.kind = 'application-role'
     where m.environment_id = ${environmentId} and m.application_id = ${applicationId}
     order by 1, 2`.execute(tx.db)
  const roles = rows.flatMap(({ group_id, name, label }) =>
    name === null || label === null ? [] : [{ group_id, name, label }],
  )
  return {
    groupIds: [...new Set(rows.map((row) => row.group_id))],
    roles: {
      groupIds: roles.map((one) => one.group_id),
      names: roles.map((one) => one.name),
      labels: roles.map((one) => one.label),
    },
  }
}

/** Which people are read: those in a range of ids, or these. */
export type PeopleRange =
  | { readonly after: string | null; readonly until: string | null }
  | { readonly ids: readonly string[] }

/** Condition on the column `id`. */
export function inRange(column: string, range: PeopleRange): RawBuilder<boolean> {
  const id = sql.ref(column)
  if ('ids' in range) return sql<boolean>`${id} = any (${range.ids}::uuid[])`
  return sql<boolean>`(${range.after}::uuid is null or ${id} > ${range.after}::uuid)
    and (${range.until}::uuid is null or ${id} <= ${range.until}::uuid)`
}

/** Ids of the people in a range whose e-mail address the application must not get: it is not in a domain of their provider. */
async function foreignAddresses(
  tx: TenantTransaction,
  { any_email: anyEmail }: { readonly any_email: boolean },
  range: PeopleRange,
): Promise<string[]> {
  if (anyEmail) return []
  const { rows } = await sql<SaidAddress & { id: string }>`
    select u.id, u.identity_provider_id as "providerId", u.email from users u
     where u.tenant_id = ${tx.tenantId} and u.active and u.email is not null and ${inRange('u.id', range)}`.execute(
    tx.db,
  )
  const isOwn = await ownAddresses(tx, rows)
  return rows.filter((person) => !isOwn(person)).map(({ id }) => id)
}

/** What an application should have of the people who can open it, with a hash of it. Columns: those of `WantedPerson`, `hash`. */
export async function wantedPeople(
  tx: TenantTransaction,
  { connection, openings }: { readonly connection: { readonly any_email: boolean }; readonly openings: Openings },
  range: PeopleRange,
): Promise<RawBuilder<unknown>> {
  const { groupIds, roles } = openings
  const foreign = await foreignAddresses(tx, connection, range)
  return sql`
    with people as (
      select u.id, u.username, u.name, case when u.id <> all (${foreign}::uuid[]) then u.email end as email, n."nameParts"
        from users u
        join identity_providers p
          on p.tenant_id = u.tenant_id and p.id = u.identity_provider_id and p.enabled and p.deleted_at is null
        ${namesOfDirectory}
       where u.tenant_id = ${tx.tenantId} and ${maySignIn('u')} and ${inRange('u.id', range)}
         and exists (select from user_groups ug
                      where ug.tenant_id = u.tenant_id and ug.user_id = u.id and ug.group_id = any (${groupIds}::uuid[]))),
    held as (
      select x.user_id, jsonb_agg(jsonb_build_object('value', x.name, 'display', x.label) order by x.name) as roles
        from (select distinct ug.user_id, r.name, r.label
                from people w
                join user_groups ug on ug.tenant_id = ${tx.tenantId} and ug.user_id = w.id
                join unnest(${roles.groupIds}::uuid[], ${roles.names}::text[], ${roles.labels}::text[])
                     as r (group_id, name, label) on r.group_id = ug.group_id) x
       group by x.user_id)
    select w.id, w.username, w.name, w.email, coalesce(w."nameParts", '{}'::jsonb) as "nameParts",
           coalesce(h.roles, '[]'::jsonb) as roles,
           sha256(convert_to(case when w."nameParts" is null then jsonb_build_array(w.username, w.name, w.email, h.roles)
                                  else jsonb_build_array(w.username, w.name, w.email, h.roles, w."nameParts")
                             end::text, 'UTF8')) as hash
      from people w left join held h on h.user_id = w.id`
}

/**
 * Joins `users u` with the given and the family name, and the whole name, as far as its directory says them, as `n."nameParts"`; null:
 * it says none. The hash of a person without them is the one that versions before stored.
 */
const namesOfDirectory = sql`
  left join lateral (
    select nullif(jsonb_strip_nulls(jsonb_build_object(
             'givenName', nullif(btrim(s.resource #>> '{name,givenName}'), ''),
             'familyName', nullif(btrim(s.resource #>> '{name,familyName}'), ''),
             'formatted', nullif(btrim(s.resource #>> '{name,formatted}'), ''))), '{}') as "nameParts"
      from scim_users s
     where s.tenant_id = u.tenant_id and s.person_id = u.id and s.deleted_at is null
     order by s.created_at, s.id limit 1) n on true`

export async function readWantedPeople(
  tx: TenantTransaction,
  of: { readonly connection: { readonly any_email: boolean }; readonly openings: Openings },
  ids: readonly string[],
): Promise<Map<string, WantedPerson & { readonly hash: Buffer }>> {
  const wanted = await wantedPeople(tx, of, { ids })
  const { rows } = await sql<WantedPerson & { hash: Buffer }>`${wanted}`.execute(tx.db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Name of groups, and a hash of name and members. A member is an active person of an enabled provider. */
export async function readWantedGroups(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly name: string; readonly hash: Buffer }[]> {
  const { rows } = await sql<{ id: string; name: string; hash: Buffer }>`
    select g.id, g.name,
           sha256(convert_to(jsonb_build_array(g.name, m.members, m.mixed)::text, 'UTF8')) as hash
      from groups g
      cross join lateral (
        select count(*) as members, bit_xor(uuid_hash_extended(u.id, 0)) as mixed
          from user_groups ug
          ${activeMembers}
         where ug.tenant_id = g.tenant_id and ug.group_id = g.id) m
     where g.tenant_id = ${tx.tenantId} and g.id = any (${ids}::uuid[])`.execute(tx.db)
  return rows
}

/** Joins `user_groups ug` with the people who count as members, as `u`. */
export const activeMembers = sql`
  join users u on u.tenant_id = ug.tenant_id and u.id = ug.user_id and u.active
  join identity_providers p
    on p.tenant_id = u.tenant_id and p.id = u.identity_provider_id and p.enabled and p.deleted_at is null`
