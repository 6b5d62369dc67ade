import type { Application, LauncherApplication } from '@portico/core/contract'
import { orderLabels } from './order.ts'
import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import { urn } from '../identifiers.ts'

/** Applications of an environment. */
export async function listApplicationRows(tx: TenantTransaction, environmentId: string): Promise<Application[]> {
  return orderLabels((await applications(tx, environmentId).execute()).map(modelOf))
}

export async function findApplication(
  tx: TenantTransaction,
  environmentId: string,
  id: string,
): Promise<Application | undefined> {
  const row = await applications(tx, environmentId).where('a.id', '=', id).executeTakeFirst()
  return row && modelOf(row)
}

function applications(tx: TenantTransaction, environmentId: string) {
  return tx.db
    .selectFrom('environment_applications as ea')
    .innerJoin('applications as a', (join) =>
      join.onRef('a.tenant_id', '=', 'ea.tenant_id').onRef('a.id', '=', 'ea.application_id'),
    )
    .innerJoin('tenants as t', 't.tenant_id', 'a.tenant_id')
    .select(['a.id', 'a.slug', 'a.label', 'a.single_tenant', 't.slug as tenant_slug'])
    .where('ea.tenant_id', '=', tx.tenantId)
    .where('ea.environment_id', '=', environmentId)
}

type Row = { id: string; slug: string; label: string; single_tenant: boolean; tenant_slug: string }

function modelOf(row: Row): Application {
  return {
    id: row.id,
    label: row.label,
    urn: urn(row.tenant_slug, 'application', row.slug),
    singleTenant: row.single_tenant,
  }
}

/** What a person's groups open in an environment, with the labels of the roles they have there. */
export async function openApplications(
  tx: TenantTransaction,
  userId: string,
  environmentId: string,
): Promise<LauncherApplication[]> {
  const rows = await applications(tx, environmentId)
    .select('ea.launch_url')
    .select(
      sql<string[]>`coalesce((
        select array_agg(distinct r.label order by r.label) from app_roles r
          join app_role_groups rg on rg.tenant_id = r.tenant_id and rg.role_id = r.id
          join user_groups ug on ug.tenant_id = rg.tenant_id and ug.group_id = rg.group_id
         where r.tenant_id = ea.tenant_id and r.environment_id = ea.environment_id and r.application_id = ea.application_id
           and r.visible and ug.user_id = ${userId}), '{}')`.as('roles'),
    )
    .where(
      sql<boolean>`(exists (
        select 1 from app_roles r
          join app_role_groups rg on rg.tenant_id = r.tenant_id and rg.role_id = r.id
          join user_groups ug on ug.tenant_id = rg.tenant_id and ug.group_id = rg.group_id
         where r.tenant_id = ea.tenant_id and r.environment_id = ea.environment_id and r.application_id = ea.application_id
           and ug.user_id = ${userId})
        or exists (
        select 1 from application_access_groups ag
          join user_groups ug on ug.tenant_id = ag.tenant_id and ug.group_id = ag.group_id
         where ag.tenant_id = ea.tenant_id and ag.environment_id = ea.environment_id
           and ag.application_id = ea.application_id and ug.user_id = ${userId}))`,
    )
    .execute()
  return orderLabels(rows.map((row) => ({ ...modelOf(row), launchUrl: row.launch_url, roles: row.roles })))
}
