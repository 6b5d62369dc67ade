import type { LauncherApplication } from '@portico/core/contract'
import { sql } from 'kysely'

import { listApplicationRows } from '../applications/queries.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { ServiceActor } from '../../kit/http/actor.ts'
import { listDependencyRows } from '../../machines/service-accounts/queries.ts'

/** The names of all groups of a person. */
export async function readGroupNames(tx: TenantTransaction, userId: string): Promise<string[]> {
  // Each name by its key: a planner without fresh statistics joins the thousands of groups of a person in seconds.
  const { rows } = await sql<{ name: string | null }>`
    select (select g.name from groups g where g.tenant_id = ug.tenant_id and g.id = ug.group_id) as name
      from user_groups ug
     where ug.tenant_id = ${tx.tenantId} and ug.user_id = ${userId}`.execute(tx.db)
  return rows.flatMap(({ name }) => name ?? []).toSorted()
}

/** What a service account may call. It opens no pages, so there is no launch URL. */
export async function assignedApplications(tx: TenantTransaction, actor: ServiceActor): Promise<LauncherApplication[]> {
  const dependencies = await listDependencyRows(tx, actor.id)
  const applications = await listApplicationRows(tx, actor.environmentId)
  return applications.flatMap((application) => {
    const held = dependencies.filter((dependency) => dependency.appId === application.id)
    if (held.length === 0) return []
    const roles = held.map((dependency) => dependency.name).filter((name) => name !== '')
    return [{ ...application, launchUrl: null, roles }]
  })
}
