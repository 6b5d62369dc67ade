import { orderByName, type Application, type LauncherApplication } from '@portico/core/contract'
import { sql } from 'kysely'

import { openedByGroups } from '../../access/grants/grants.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { urn } from '../../kit/identifiers.ts'
import { iconPath } from './icons/icon-path.ts'

/** Applications of an environment. */
export async function listApplicationRows(tx: TenantTransaction, environmentId: string): Promise<Application[]> {
  return orderByName((await applications(tx, environmentId).execute()).map(administeredOf), ({ label }) => label)
}

export async function findApplication(
  tx: TenantTransaction,
  environmentId: string,
  id: string,
): Promise<Application | undefined> {
  const row = await applications(tx, environmentId).where('a.id', '=', id).executeTakeFirst()
  return row && administeredOf(row)
}

/** An application of the tenant, in whichever environments it is. */
export async function findTenantApplication(
  tx: TenantTransaction,
  id: string,
): Promise<{ readonly id: string; readonly urn: string; readonly label: string } | undefined> {
  const row = await tx.db
    .selectFrom('applications as a')
    .innerJoin('tenants as t', 't.tenant_id', 'a.tenant_id')
    .select(['a.id', 'a.slug', 'a.label', 't.slug as tenant_slug'])
    .where('a.tenant_id', '=', tx.tenantId)
    .where('a.id', '=', id)
    .executeTakeFirst()
  return row && { id: row.id, label: row.label, urn: urn(row.tenant_slug, 'application', row.slug) }
}

function applications(tx: TenantTransaction, environmentId: string) {
  return tx.db
    .selectFrom('environment_applications as ea')
    .innerJoin('applications as a', (join) =>
      join.onRef('a.tenant_id', '=', 'ea.tenant_id').onRef('a.id', '=', 'ea.application_id'),
    )
    .innerJoin('tenants as t', 't.tenant_id', 'a.tenant_id')
    .leftJoin('application_icons as i', (join) =>
      join.onRef('i.tenant_id', '=', 'a.tenant_id').onRef('i.application_id', '=', 'a.id'),
    )
    .select(['a.id', 'a.slug', 'a.label', 'a.single_tenant', 't.slug as tenant_slug'])
    .select(['i.hash as icon_hash', 'ea.access_text'])
    .where('ea.tenant_id', '=', tx.tenantId)
    .where('ea.environment_id', '=', environmentId)
}

type Row = {
  id: string
  slug: string
  label: string
  single_tenant: boolean
  tenant_slug: string
  icon_hash: string | null
  access_text: string | null
}

function modelOf(row: Row) {
  return {
    id: row.id,
    label: row.label,
    urn: urn(row.tenant_slug, 'application', row.slug),
    singleTenant: row.single_tenant,
    ...(row.icon_hash === null ? {} : { icon: iconPath(row.icon_hash) }),
  }
}

/** With what only administrators read: people who can open the application do not see how to ask for it. */
function administeredOf(row: Row): Application {
  return { ...modelOf(row), accessText: row.access_text }
}

/** The applications that a person's groups open in an environment, with the labels of the person's roles. */
export async function openApplications(
  tx: TenantTransaction,
  userId: string,
  environmentId: string,
): Promise<LauncherApplication[]> {
  const { rows: opened } = await openedApplicationsQuery(tx, userId, environmentId).execute(tx.db)
  if (opened.length === 0) return []
  const roles = new Map(opened.map((one) => [one.application_id, one.roles]))
  const rows = await applications(tx, environmentId)
    .select('ea.launch_url')
    .where(sql<boolean>`a.id = any (${[...roles.keys()]})`)
    .execute()
  return orderByName(
    rows.map((row) => ({
      ...modelOf(row),
      launchUrl: row.launch_url,
      roles: roles.get(row.id) ?? [],
    })),
    ({ label }) => label,
  )
}

export function openedApplicationsQuery(tx: TenantTransaction, userId: string, environmentId: string) {
  return sql<{ application_id: string; roles: string[] }>`
    select x.application_id,
           coalesce(array_agg(distinct x.label order by x.label) filter (where x.label is not null), '{}') as roles
      from (${openedByGroups(tx, userId)}) x
     where x.environment_id = ${environmentId}
     group by x.application_id`
}

/** Creates an application, or updates the one with this slug. Returns its id. */
export async function saveApplication(
  tx: TenantTransaction,
  application: { id: string; slug: string; label: string; singleTenant: boolean },
): Promise<string> {
  const values = { label: application.label, single_tenant: application.singleTenant }
  const row = await tx.db
    .insertInto('applications')
    .values({ tenant_id: tx.tenantId, id: application.id, slug: application.slug, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'slug']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** An application in an environment, with the address that opens it there. */
export async function placeApplication(
  tx: TenantTransaction,
  environmentId: string,
  applicationId: string,
  url: string | null,
): Promise<void> {
  await tx.db
    .insertInto('environment_applications')
    .values({ tenant_id: tx.tenantId, environment_id: environmentId, application_id: applicationId, launch_url: url })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'environment_id', 'application_id']).doUpdateSet({ launch_url: url }),
    )
    .execute()
}

/** Opens an application without roles to a group. */
export async function openApplicationTo(
  tx: TenantTransaction,
  environmentId: string,
  applicationId: string,
  groupId: string,
) {
  await tx.db
    .insertInto('application_access_groups')
    .values({ tenant_id: tx.tenantId, environment_id: environmentId, application_id: applicationId, group_id: groupId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findApplicationId(tx: TenantTransaction, slug: string): Promise<string | undefined> {
  const row = await tx.db
    .selectFrom('applications')
    .select('id')
    .where('tenant_id', '=', tx.tenantId)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row?.id
}
