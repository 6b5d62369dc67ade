import { securityAdminRole, type GroupUse, type MappedGroup } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { securityAdminLabel } from '../grants/grants.ts'
import { isUuid, urn } from '../../kit/identifiers.ts'
import { tenantSlug } from './page.ts'

export async function findMappedGroup(tx: TenantTransaction, id: string): Promise<MappedGroup | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<MappedGroup>`
    select g.id, g.name, g.claim, p.id as idp, p.name as "idpName" from groups g
      join identity_providers p on p.tenant_id = g.tenant_id and p.id = g.identity_provider_id
     where g.tenant_id = ${tx.tenantId} and g.id = ${id}`.execute(tx.db)
  return rows[0]
}

type Row = Pick<GroupUse, 'kind' | 'role' | 'label'> & {
  readonly app_id: string | null
  readonly app_slug: string | null
  readonly app_label: string | null
  readonly role_id: string | null
  readonly environment_id: string | null
  readonly environment: string | null
}

/** What the group is mapped to: roles of the portal, then custom roles and applications, each by environment. */
export async function usesOfGroup(tx: TenantTransaction, groupId: string): Promise<GroupUse[]> {
  const { rows } = await sql<Row>`
    select u.*, e.name as environment from (
      select 0 as place, 'portal-role' as kind, null::text as app_id, null::text as app_slug, null::text as app_label,
             role as role_id, role, ${securityAdminLabel}::text as label, null::uuid as environment_id
        from portal_role_groups where tenant_id = ${tx.tenantId} and role = ${securityAdminRole} and group_id = ${groupId}
       union all
      select 1, 'tenant-role', null, null, null, r.id::text, r.label, r.label, m.environment_id
        from tenant_role_groups m join tenant_roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
       where m.tenant_id = ${tx.tenantId} and m.group_id = ${groupId}
       union all
      select 2, 'application-role', a.id, a.slug, a.label, r.id::text, r.name, r.label, r.environment_id
        from app_role_groups m
        join app_roles r on r.tenant_id = m.tenant_id and r.id = m.role_id and r.visible
        join applications a on a.tenant_id = r.tenant_id and a.id = r.application_id
       where m.tenant_id = ${tx.tenantId} and m.group_id = ${groupId}
       union all
      select 2, 'application', a.id, a.slug, a.label, null, '', a.label, m.environment_id
        from application_access_groups m
        join applications a on a.tenant_id = m.tenant_id and a.id = m.application_id
       where m.tenant_id = ${tx.tenantId} and m.group_id = ${groupId}) u
      left join environments e on e.tenant_id = ${tx.tenantId} and e.id = u.environment_id
     order by u.place, lower(e.name) collate "C", lower(coalesce(u.app_label, '')) collate "C", lower(u.label) collate "C"`.execute(
    tx.db,
  )
  const slug = await tenantSlug(tx)
  return rows.map((row) => useOf(row, slug))
}

function useOf(row: Row, slug: string): GroupUse {
  const { kind, role, label, app_id: appId, app_slug: appSlug, app_label: appLabel, role_id: roleId } = row
  const { environment_id: environmentId, environment: environmentName } = row
  return {
    id: [environmentId ?? '', roleId ?? appId ?? ''].join('/'),
    kind,
    ...(appId === null ? {} : { appId, appUrn: urn(slug, 'application', appSlug ?? ''), appLabel: appLabel ?? '' }),
    ...(roleId === null ? {} : { roleId }),
    role,
    label,
    ...(environmentId === null ? {} : { environmentId, environmentName: environmentName ?? '' }),
  }
}
