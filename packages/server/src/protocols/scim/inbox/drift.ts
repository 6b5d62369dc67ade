import { scimDriftMax, scimUnseenCountMax, type ScimDrift, type ScimUnseenPerson } from '@portico/core/contract'
import { sql } from 'kysely'

import { isMapped } from '../../../access/grants/grants.ts'
import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { provisionedPrefix } from '../../../people/people/bind-provisioned.ts'

/** Requests with unknown members that are looked at, the newest first. */
const requestsMax = 10_000

/** Where the directory of a provider and the tenant differ. */
export async function readDrift(tx: TenantTransaction, providerId: string): Promise<ScimDrift> {
  const gone = await goneGroups(tx, providerId)
  const unknown = await unknownMembers(tx, providerId)
  const foreign = await foreignUsernames(tx, providerId)
  const ofProvider = sql`tenant_id = ${tx.tenantId} and identity_provider_id = ${providerId}`
  const { rows } = await sql<{ count: number; hasSent: boolean }>`
    select count(*)::int as count,
           exists (select from scim_users where ${ofProvider}) or exists (select from scim_groups where ${ofProvider}) as "hasSent"
      from (${unseen(tx, providerId)} limit ${scimUnseenCountMax + 1}) u`.execute(tx.db)
  return {
    goneGroups: gone.map(({ id, name, deletedAt }) => ({ id, name, deletedAt: deletedAt?.toISOString() ?? null })),
    goneGroupCount: gone[0]?.count ?? 0,
    unknownMembers: unknown.map(({ value, group, requests, lastAt, lastRequest }) => ({
      value,
      group,
      requests,
      lastAt: lastAt.toISOString(),
      lastRequest,
    })),
    unknownMemberCount: unknown[0]?.count ?? 0,
    foreignUsernames: foreign.map(({ count: _, since, ...row }) => ({ ...row, since: since.toISOString() })),
    foreignUsernameCount: foreign[0]?.count ?? 0,
    unseenCount: rows[0]?.count ?? 0,
    hasSent: rows[0]?.hasSent ?? false,
  }
}

type GoneRow = { readonly id: string; readonly name: string; readonly deletedAt: Date | null; readonly count: number }

/** Mapped groups without one in the directory: deleted there or, where SCIM is the source of groups, never sent. */
async function goneGroups(tx: TenantTransaction, providerId: string): Promise<readonly GoneRow[]> {
  const { rows } = await sql<GoneRow>`
    select g.id, g.name, s.deleted_at as "deletedAt", count(*) over ()::int as count
      from groups g
      join identity_providers p on p.tenant_id = g.tenant_id and p.id = g.identity_provider_id
      left join lateral (
        select max(s.deleted_at) as deleted_at, bool_or(s.deleted_at is null) as is_there
          from scim_groups s where s.tenant_id = g.tenant_id and s.group_id = g.id) s on true
     where g.tenant_id = ${tx.tenantId} and g.identity_provider_id = ${providerId} and g.deleted_at is null
       and not coalesce(s.is_there, false) and (s.deleted_at is not null or p.group_source = 'scim') and ${isMapped(tx)}
     order by g.name, g.id limit ${scimDriftMax}`.execute(tx.db)
  return rows
}

type UnknownRow = {
  readonly value: string
  readonly group: string | null
  readonly requests: number
  readonly lastAt: Date
  readonly lastRequest: string
  readonly count: number
}

/** Members whom groups named in the last 30 days, and whom the directory has not sent until now. */
async function unknownMembers(tx: TenantTransaction, providerId: string): Promise<readonly UnknownRow[]> {
  const { rows } = await sql<UnknownRow>`
    with named as materialized (
      select id, at, path, body, unknown_members from scim_requests
       where tenant_id = ${tx.tenantId} and identity_provider_id = ${providerId} and unknown_members <> '{}'
       order by id desc limit ${requestsMax}),
    members as (
      select m.value, count(*)::int as requests, max(named.id::text)::uuid as last_request
        from named cross join lateral unnest(named.unknown_members) m (value)
       where not exists (
         select from scim_users u
          where u.tenant_id = ${tx.tenantId} and u.identity_provider_id = ${providerId} and u.deleted_at is null
            and u.id = case when m.value ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then m.value::uuid end)
       group by m.value)
    select m.value, m.requests, last.at as "lastAt", last.id as "lastRequest", count(*) over ()::int as count,
           coalesce(g.display_name, last.body ->> 'displayName') as group
      from members m
      join named last on last.id = m.last_request
      left join scim_groups g on g.tenant_id = ${tx.tenantId} and g.identity_provider_id = ${providerId}
       and '/groups/' || g.id = lower(last.path)
     order by last.id desc, m.value limit ${scimDriftMax}`.execute(tx.db)
  return rows
}

type ForeignRow = Omit<ScimDrift['foreignUsernames'][number], 'since'> & {
  readonly since: Date
  readonly count: number
}

/** People whose username does not belong to the provider, with what the directory says of them. */
async function foreignUsernames(tx: TenantTransaction, providerId: string): Promise<readonly ForeignRow[]> {
  const { rows } = await sql<ForeignRow>`
    select u.id, u.username, u.username_foreign_since as since, count(*) over ()::int as count,
           (select bool_or(s.active) from scim_users s
             where s.tenant_id = u.tenant_id and s.person_id = u.id and s.deleted_at is null) as "activeInDirectory"
      from users u
     where u.tenant_id = ${tx.tenantId} and u.identity_provider_id = ${providerId} and u.username_foreign_since is not null
     order by u.username_foreign_since desc, u.id desc limit ${scimDriftMax}`.execute(tx.db)
  return rows
}

/**
 * People whom the directory sent, who may sign in and never did, in the order in which they were sent: a query that goes on with a
 * limit. Until the first sign-in the subject of such a person says so, and has an index; an index with the time of the
 * last sign-in would make every sign-in write all indexes of people.
 */
const unseen = (tx: TenantTransaction, providerId: string, after = '') => sql<UnseenRow>`
  select s.id as "scimId", p.id, p.name, p.username, s.created_at as "sentAt",
         (select count(*) from scim_members m
           where m.tenant_id = s.tenant_id and m.identity_provider_id = s.identity_provider_id and m.user_id = s.id)::int as groups
    from users p
    join scim_users s on s.tenant_id = p.tenant_id and s.person_id = p.id and s.deleted_at is null and s.active
   where p.tenant_id = ${tx.tenantId} and p.identity_provider_id = ${providerId}
     and p.username_foreign_since is null
     and p.subject > ${provisionedPrefix + after} and p.subject < ${`${provisionedPrefix}~`}
   order by p.subject`

type UnseenRow = Omit<ScimUnseenPerson, 'sentAt'> & { readonly scimId: string; readonly sentAt: Date }

/** A page of them, after the one of whom the cursor is the id in SCIM. */
export async function readUnseen(
  tx: TenantTransaction,
  providerId: string,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<{ readonly people: ScimUnseenPerson[]; readonly next: string | null }> {
  const { rows } = await sql<UnseenRow>`${unseen(tx, providerId, after)} limit ${limit + 1}`.execute(tx.db)
  const shown = rows.slice(0, limit)
  return {
    people: shown.map(({ scimId: _, ...row }) => ({
      ...row,
      sentAt: row.sentAt.toISOString(),
    })),
    next: rows.length > limit ? (shown.at(-1)?.scimId ?? null) : null,
  }
}
