import { sql, type RawBuilder } from 'kysely'

import { grantsOfGroups, grantsOfPerson } from '../../access/grants/grants.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { mappedGroups, type TestedGroups } from '../../providers/identity-providers/mapped-groups.ts'
import type { AssertedGroup } from '../attempts/asserted-group.ts'

type Role = { label: string; application: string | null; environment: string | null }

export type ResultingRoles = { readonly roles: Role[]; readonly securityAdmin: boolean }

/**
 * The roles that groups of a provider lead to. Security Admin counts only for the primary provider (spec section 6). A
 * tenant without a primary provider gets one when its first provider is kept, so there it counts too.
 */
export async function rolesOfGroups(
  tx: TenantTransaction,
  provider: TestedGroups & { readonly isPrimary: boolean },
  groups: readonly AssertedGroup[],
): Promise<ResultingRoles> {
  const ids = await mappedGroups(tx, provider, groups)
  const rows = await namedRoles(
    tx,
    sql`
    select o.*
      from unnest(${ids}::uuid[]) as mine (id) cross join lateral (
        select g.* from (${grantsOfGroups(tx)}) g where g.group_id = mine.id
        offset 0) o
     where o.kind <> 'portal-role' or ${provider.isPrimary} or not exists (
             select from identity_providers p where p.tenant_id = ${tx.tenantId} and p.is_primary)`,
  )
  return resulting(rows)
}

/** The roles that a person has now, with the same names. */
export async function rolesOfPerson(tx: TenantTransaction, userId: string): Promise<ResultingRoles> {
  return resulting(await namedRoles(tx, grantsOfPerson(tx, userId)))
}

function resulting(rows: readonly (Role & { kind: string })[]): ResultingRoles {
  return { roles: rows.map(roleOf), securityAdmin: rows.some(({ kind }) => kind === 'portal-role') }
}

async function namedRoles(tx: TenantTransaction, grants: RawBuilder<unknown>): Promise<(Role & { kind: string })[]> {
  const { rows } = await sql<Role & { kind: string }>`
    select o.kind, coalesce(o.label, 'Access') as label, a.label as application, e.name as environment
      from (${grants}) o
      left join applications a on a.tenant_id = ${tx.tenantId} and a.id = o.application_id
      left join environments e on e.tenant_id = ${tx.tenantId} and e.id = o.environment_id
     where o.is_visible
     group by 1, 2, 3, 4
     order by o.kind <> 'portal-role', a.label, e.name, 2 limit 500`.execute(tx.db)
  return rows
}

const roleOf = ({ label, application, environment }: Role): Role => ({ label, application, environment })
