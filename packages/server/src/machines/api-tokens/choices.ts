import { orderByName, portalAppId, type ApiTokenApplication, type ApiTokenChoice } from '@portico/core/contract'
import { sql } from 'kysely'

import { grantsOfPerson } from '../../access/grants/grants.ts'
import { openApplications } from '../../applications/applications/queries.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** A person in one environment. */
export type Place = { readonly userId: string; readonly environmentId: string }

/** The applications that the person can open there, apart from the portal itself, which takes no API tokens. */
export async function choosableApplications(
  tx: TenantTransaction,
  { userId, environmentId }: Place,
): Promise<ApiTokenApplication[]> {
  const opened = await openApplications(tx, userId, environmentId)
  return opened.filter(({ id }) => id !== portalAppId).map(({ id, label, urn }) => ({ id, label, urn }))
}

export type HeldRoles = {
  /** Whether anything opens the application to the person. */
  readonly opens: boolean
  /** The person's roles in the application that are shown; `name` is what tokens carry. */
  readonly roles: readonly (ApiTokenChoice & { readonly name: string })[]
  readonly tenantRoles: readonly ApiTokenChoice[]
}

/** What the person's groups give in an environment at this moment, in one application and of custom roles. */
export async function heldRoles(
  tx: TenantTransaction,
  { userId, environmentId, applicationId }: Place & { readonly applicationId: string | null },
): Promise<HeldRoles> {
  const { rows } = await sql<{
    kind: string
    id: string | null
    label: string | null
    name: string | null
    is_visible: boolean
  }>`
    select distinct o.kind, o.role_id as id, o.label, r.name, o.is_visible
      from (${grantsOfPerson(tx, userId)}) o
      left join app_roles r on r.tenant_id = ${tx.tenantId} and r.id = o.role_id
     where o.environment_id = ${environmentId}
       and (o.kind = 'tenant-role' or o.application_id = ${applicationId}::text)`.execute(tx.db)
  const shown = rows.flatMap(({ kind, id, label, name, is_visible: isVisible }) =>
    id !== null && label !== null && isVisible ? [{ kind, id, label, name: name ?? label }] : [],
  )
  const named = orderByName(shown, ({ label }) => label)
  return {
    opens: rows.some(({ kind }) => kind !== 'tenant-role'),
    roles: named.flatMap(({ kind, ...role }) => (kind === 'application-role' ? [role] : [])),
    tenantRoles: named.flatMap(({ kind, id, label }) => (kind === 'tenant-role' ? [{ id, label }] : [])),
  }
}
