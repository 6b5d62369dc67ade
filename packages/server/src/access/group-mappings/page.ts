import {
  portalAppId,
  securityAdminRole,
  type MappedGroup,
  type Mapping,
  type MappingKind,
  type SearchMatch,
} from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { securityAdminLabel } from '../grants/grants.ts'
import { etagOf } from '../../kit/http/etag.ts'
import { isUuid, urn } from '../../kit/identifiers.ts'
import type { Place } from '../../kit/lists/cursor.ts'
import { pageOf, walkOf } from '../../kit/lists/keyset.ts'
import { searchCondition } from '../../kit/lists/search.ts'
import { versionOf } from '../portal-roles/queries.ts'
import { mappedGroupOrder } from './queries.ts'
import { mappingVersion } from './version.ts'

export type MappingFilter = {
  readonly environmentId: string
  readonly search?: string | undefined
  readonly match?: SearchMatch | undefined
  readonly kind?: MappingKind | undefined
  readonly app?: string | undefined
  readonly group?: string | undefined
}

/** A cursor names a row by a UUID, which a role of the portal does not have. */
const portalRoleRow = '00000000-0000-0000-0000-000000000000'

type Row = {
  readonly id: string
  readonly kind: MappingKind
  readonly app_id: string | null
  readonly app_slug: string | null
  readonly app_label: string | null
  readonly role: string
  readonly label: string
  readonly sortText: string
}

/** Two statements, and one more for the slug in the URNs, however many roles and groups there are. */
export async function mappingPage(
  tx: TenantTransaction,
  filter: MappingFilter,
  page: { readonly isDescending: boolean; readonly place: Place | undefined; readonly limit: number },
): Promise<{ readonly mappings: Mapping[]; readonly next: string | null; readonly previous: string | null }> {
  const { isDescending, place, limit } = page
  const walk = walkOf({ key: sql`x.sort_text collate "C"`, id: sql`x.id`, cast: sql`text` }, place, isDescending)
  // Only as many custom roles as the page can have, in the order of their index: a tenant may have thousands.
  const roles = sql`
    (select ${columns} from (${tenantRoles(tx)}) x where ${conditions(tx, filter)} and ${walk.where}
      order by x.sort_key ${walk.direction}, x.id ${walk.direction} limit ${limit + 1})`
  const { rows: found } = await sql<Row>`
    select x.id, x.kind, x.app_id, x.app_slug, x.app_label, x.role, x.label, x.sort_text as "sortText"
      from (${mappable(tx, filter, roles)}) x
     where ${conditions(tx, filter)} and ${walk.where}
     order by x.sort_text collate "C" ${walk.direction}, x.id ${walk.direction} limit ${limit + 1}`.execute(tx.db)
  const { rows, ...cursors } = pageOf(found, { limit, place, sort: 'name', isBackward: walk.isBackward })
  const slug = await tenantSlug(tx)
  const groups = await groupsOfRows(
    tx,
    filter.environmentId,
    rows.map(({ id }) => id),
  )
  return { mappings: rows.map((row) => mappingOf(row, groups.get(row.id) ?? [], slug)), ...cursors }
}

/** All matching rows, for the total. */
export function everyMapping(tx: TenantTransaction, filter: MappingFilter): RawBuilder<unknown> {
  const roles = sql`select ${columns} from (${tenantRoles(tx)}) x`
  return sql`select from (${mappable(tx, filter, roles)}) x where ${conditions(tx, filter)}`
}

const columns = sql`x.id, x.kind, x.app_id, x.app_slug, x.app_label, x.role, x.label, x.sort_text, x.folded_text`

function tenantRoles(tx: TenantTransaction): RawBuilder<unknown> {
  return sql`
    select id, 'tenant-role' as kind, null::text as app_id, null::text as app_slug, null::text as app_label, label as role, label,
           '1' || sort_key as sort_text, folded_label as folded_text, sort_key
      from tenant_roles where tenant_id = ${tx.tenantId}`
}

/**
 * Everything that groups can be mapped to in an environment. An application without visible roles is mapped itself; one
 * with roles is listed too while groups open it without a role, so that they can be removed. "offset 0" keeps PostgreSQL from
 * reading the groups of all applications at once.
 */
function mappable(tx: TenantTransaction, { environmentId }: MappingFilter, roles: RawBuilder<unknown>) {
  return sql`
    select ${portalRoleRow}::uuid as id, 'portal-role' as kind, null::text as app_id, null::text as app_slug,
           null::text as app_label, ${securityAdminRole}::text as role, ${securityAdminLabel}::text as label,
           '0'::text collate "C" as sort_text, portico_folded(${`${securityAdminLabel} ${securityAdminRole}`}) as folded_text
     union all
    ${roles}
     union all
    select r.id, 'application-role', a.id, a.slug, a.label, r.name, r.label,
           '2' || left(a.sort_key, 90) || ' ' || a.id || left(r.sort_key, 90),
           a.folded_label || ' ' || r.folded_label || ' ' || portico_folded(r.name)
      from app_roles r
      join applications a on a.tenant_id = r.tenant_id and a.id = r.application_id and not a.single_tenant
     where r.tenant_id = ${tx.tenantId} and r.environment_id = ${environmentId} and r.visible
       and r.application_id <> ${portalAppId}
     union all
    select a.id::uuid, 'application', a.id, a.slug, a.label, '', a.label, '2' || left(a.sort_key, 90) || ' ' || a.id, a.folded_label
      from environment_applications ea
      join applications a on a.tenant_id = ea.tenant_id and a.id = ea.application_id
     where ea.tenant_id = ${tx.tenantId} and ea.environment_id = ${environmentId} and a.id <> ${portalAppId}
       and (a.single_tenant
         or not exists (select from app_roles r
                         where r.tenant_id = ea.tenant_id and r.environment_id = ea.environment_id
                           and r.application_id = ea.application_id and r.visible)
         or exists (select from application_access_groups m
                     where m.tenant_id = ea.tenant_id and m.environment_id = ea.environment_id
                       and m.application_id = ea.application_id offset 0))`
}

function conditions(
  tx: TenantTransaction,
  { environmentId, search = '', match = 'contains', kind, app, group }: MappingFilter,
) {
  const found = searchCondition({ name: sql`x.folded_text`, urn: sql<string>`x.id::text` }, search, match)
  const all = [
    ...(found === undefined ? [] : [found]),
    ...(kind === undefined ? [] : [sql<boolean>`x.kind = ${kind}`]),
    ...(app === undefined ? [] : [sql<boolean>`x.app_id = ${app}`]),
    ...(group === undefined ? [] : [heldBy(tx, environmentId, group)]),
  ]
  return all.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(all, sql` and `)}`
}

/** The rows of a group are read first: to ask each row of the tenant whether the group has it took 100 ms for 14,000 rows. */
function heldBy(tx: TenantTransaction, environmentId: string, group: string) {
  if (!isUuid(group)) return sql<boolean>`false`
  return sql<boolean>`x.id in (
    select ${portalRoleRow}::uuid from (${mappedRows(tx, environmentId, sql`${portalRoleRow}::uuid`)}) m
     where m.group_id = ${group}::uuid
     union all
    select role_id from tenant_role_groups
     where tenant_id = ${tx.tenantId} and environment_id = ${environmentId} and group_id = ${group}::uuid
     union all
    select role_id from app_role_groups where tenant_id = ${tx.tenantId} and group_id = ${group}::uuid
     union all
    select application_id::uuid from application_access_groups
     where tenant_id = ${tx.tenantId} and environment_id = ${environmentId} and group_id = ${group}::uuid
       and application_id <> ${portalAppId})`
}

/**
 * `group_id` of each mapping of a row of {@link mappable}. Groups of an earlier primary provider stay mapped to the role of
 * the portal until they are forgotten, but are not shown with it (decision 79).
 */
function mappedRows(tx: TenantTransaction, environmentId: string, row: RawBuilder<unknown>) {
  return sql`
    select m.group_id from portal_role_groups m
     where ${row} = ${portalRoleRow} and m.tenant_id = ${tx.tenantId} and m.role = ${securityAdminRole}
       and exists (select from groups g join identity_providers p on p.tenant_id = g.tenant_id and p.id = g.identity_provider_id
                    where g.tenant_id = m.tenant_id and g.id = m.group_id and p.is_primary)
     union all
    select group_id from tenant_role_groups
     where tenant_id = ${tx.tenantId} and environment_id = ${environmentId} and role_id = ${row}
     union all
    select group_id from app_role_groups where tenant_id = ${tx.tenantId} and role_id = ${row}
     union all
    select group_id from application_access_groups
     where tenant_id = ${tx.tenantId} and environment_id = ${environmentId} and application_id = ${row}::text`
}

async function groupsOfRows(
  tx: TenantTransaction,
  environmentId: string,
  ids: readonly string[],
): Promise<Map<string, MappedGroup[]>> {
  const groups = new Map<string, MappedGroup[]>()
  if (ids.length === 0) return groups
  // Each row's groups are looked up by key: without fresh statistics, a join compared every group with every mapping.
  const { rows } = await sql<MappedGroup & { row_id: string }>`
    select i.id as row_id, g.id, g.name, g.claim, p.id as idp, p.name as "idpName"
      from unnest(${ids}::uuid[]) as i (id)
     cross join lateral (${mappedRows(tx, environmentId, sql`i.id`)} offset 0) m
     cross join lateral (
       select id, name, claim, identity_provider_id from groups
        where tenant_id = ${tx.tenantId} and id = m.group_id offset 0) g
      join identity_providers p on p.tenant_id = ${tx.tenantId} and p.id = g.identity_provider_id
     order by ${mappedGroupOrder}`.execute(tx.db)
  for (const { row_id: id, ...group } of rows) groups.set(id, [...(groups.get(id) ?? []), group])
  return groups
}

function mappingOf(row: Row, groups: readonly MappedGroup[], slug: string): Mapping {
  const { id, kind, app_id: appId, app_slug: appSlug, app_label: appLabel, role, label } = row
  const application =
    appId === null || appSlug === null || appLabel === null
      ? {}
      : { appId, appUrn: urn(slug, 'application', appSlug), appLabel }
  const roleId = kind === 'portal-role' ? role : id
  const etag = kind === 'portal-role' ? versionOf({ idp: groups[0]?.idp ?? null, groups }) : mappingVersion(groups)
  return {
    id,
    kind,
    ...application,
    ...(kind === 'application' ? {} : { roleId }),
    role,
    label,
    groups: [...groups],
    groupCount: groups.length,
    etag: etagOf(etag),
  }
}

export async function tenantSlug(tx: TenantTransaction): Promise<string> {
  const row = await tx.db.selectFrom('tenants').select('slug').where('tenant_id', '=', tx.tenantId).executeTakeFirst()
  return row?.slug ?? ''
}
