import {
  accessGroupsMax,
  accessShownMax,
  orderByName,
  type EffectiveAccess,
  type HeldRole,
  type OpenedApplication,
} from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { grantsOfPerson, type GrantKind } from './grants.ts'

type Place = { readonly environmentId?: string | undefined; readonly applicationId?: string | undefined }

/** A role, or access to an application without one, with the groups that give it. */
type HeldGrant = {
  readonly kind: GrantKind
  readonly roleId: string | null
  readonly label: string | null
  readonly isVisible: boolean
  readonly environment: { readonly id: string; readonly name: string } | null
  readonly application: { readonly id: string; readonly label: string } | null
  readonly groupIds: readonly string[]
}

/**
 * What a person's groups give: in one environment or at one application if they are named, else everywhere. Whether the
 * person can sign in is another question (`people.active`, the provider).
 */
export async function effectiveAccess(
  tx: TenantTransaction,
  userId: string,
  place: Place = {},
): Promise<EffectiveAccess> {
  const grants = inOrder(await readGrants(tx, userId, place))
  const roles = grants.filter(({ kind, isVisible }) => kind !== 'application' && isVisible)
  const applications = byApplication(grants)
  const [shownRoles, shownApplications] = [roles.slice(0, accessShownMax), applications.slice(0, accessShownMax)]
  const names = await groupNames(tx, [...shownRoles, ...shownApplications])
  const through = ({ groupIds }: { readonly groupIds: readonly string[] }) => ({
    groups: groupIds.slice(0, accessGroupsMax).map((id) => ({ id, name: names.get(id) ?? '' })),
    groupCount: groupIds.length,
  })
  return {
    securityAdmin: roles.some(({ kind }) => kind === 'portal-role'),
    roleCount: roles.length,
    roles: shownRoles.map((one) => ({ ...roleOf(one), ...through(one) })),
    applicationCount: applications.length,
    applications: shownApplications.map(({ groupIds, ...one }) => ({ ...one, ...through({ groupIds }) })),
  }
}

/** The grants of a person, one row for each role or access. */
export function heldGrantsQuery(tx: TenantTransaction, userId: string, { environmentId, applicationId }: Place) {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (environmentId !== undefined) conditions.push(sql`(o.environment_id = ${environmentId} or o.kind = 'portal-role')`)
  if (applicationId !== undefined) conditions.push(sql`o.application_id = ${applicationId}`)
  return sql<Omit<HeldGrant, 'environment' | 'application'> & HeldNames>`
    select h.kind, h.role_id as "roleId", h.label, h.is_visible as "isVisible", h.group_ids as "groupIds",
           h.environment_id as "environmentId", e.name as "environmentName",
           h.application_id as "applicationId", a.label as "applicationLabel"
      from (select o.kind, o.environment_id, o.application_id, o.role_id, o.label, o.is_visible,
                   array_agg(o.group_id order by o.group_id) as group_ids
              from (${grantsOfPerson(tx, userId)}) o
             where ${sql.join(conditions, sql` and `)}
             group by 1, 2, 3, 4, 5, 6) h
      left join environments e on e.tenant_id = ${tx.tenantId} and e.id = h.environment_id
      left join applications a on a.tenant_id = ${tx.tenantId} and a.id = h.application_id`
}

type HeldNames = {
  environmentId: string | null
  environmentName: string | null
  applicationId: string | null
  applicationLabel: string | null
}

async function readGrants(tx: TenantTransaction, userId: string, place: Place): Promise<HeldGrant[]> {
  const { rows } = await heldGrantsQuery(tx, userId, place).execute(tx.db)
  return rows.map(({ environmentId, environmentName, applicationId, applicationLabel, ...row }) => ({
    ...row,
    environment: environmentId === null ? null : { id: environmentId, name: environmentName ?? '' },
    application: applicationId === null ? null : { id: applicationId, label: applicationLabel ?? '' },
  }))
}

/** The role of the portal first, then by environment, application and role. */
function inOrder(grants: readonly HeldGrant[]): HeldGrant[] {
  const byLabel = orderByName(grants, ({ label }) => label ?? '')
  const byApplication = orderByName(byLabel, ({ application }) => application?.label ?? '')
  return orderByName(
    byApplication,
    ({ environment }) => environment?.name ?? '',
    ({ kind }) => (kind === 'portal-role' ? 0 : 1),
  )
}

type Opened = Omit<OpenedApplication, 'groups' | 'groupCount'> & { readonly groupIds: readonly string[] }

function byApplication(grants: readonly HeldGrant[]): Opened[] {
  const opened = new Map<string, Opened>()
  for (const { environment, application, label, isVisible, groupIds } of grants) {
    if (environment === null || application === null) continue
    const key = `${environment.id} ${application.id}`
    const one: Opened = opened.get(key) ?? { ...application, environment, roles: [], groupIds: [] }
    const roles = label !== null && isVisible ? [...one.roles, label] : one.roles
    opened.set(key, { ...one, roles, groupIds: [...new Set([...one.groupIds, ...groupIds])] })
  }
  return [...opened.values()]
}

function roleOf({ kind, roleId, label, environment, application }: HeldGrant): Omit<HeldRole, 'groups' | 'groupCount'> {
  if (kind === 'application' || label === null) throw new Error('Access without a role has no label.')
  return { kind, ...(roleId === null ? {} : { id: roleId }), label, environment, application }
}

async function groupNames(
  tx: TenantTransaction,
  held: readonly { readonly groupIds: readonly string[] }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(held.flatMap(({ groupIds }) => groupIds.slice(0, accessGroupsMax)))
  if (ids.size === 0) return new Map()
  const rows = await tx.db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('tenant_id', '=', tx.tenantId)
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
