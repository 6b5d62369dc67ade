import { sql } from 'kysely'

import { grantsOfGroups } from '../../access/grants/grants.ts'
import { sendLater } from '../../kit/database/later.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Checks } from '../../kit/checks/checks.ts'
import type { AssertedGroup } from './identity.ts'

const shownMax = 10
/** Mapped groups that are looked at for names that nearly match. */
const readMax = 200

/**
 * Asks with the next message (later.ts) whether anything is mapped to a group of the person. The answer warns when groups were
 * sent and none of the person's is mapped: the person signs in without any application.
 */
export async function sendMappingCheck(
  tx: TenantTransaction,
  { id, providerId }: { readonly id: string; readonly providerId: string },
  groups: readonly AssertedGroup[],
  checks: Checks,
): Promise<() => Promise<void>> {
  if (groups.length === 0) return async () => {}
  const select = sql`
    select from user_groups ug cross join lateral (
      select from (${grantsOfGroups(tx)}) m where m.group_id = ug.group_id offset 0) m
     where ug.tenant_id = ${tx.tenantId} and ug.user_id = ${id}
     limit 1`
  const sent = await sendLater(tx.db, select)
  return async () => {
    if ((await sent.rows()).length === 0) await warnUnmapped(tx, providerId, groups, checks)
  }
}

/** The same warning for a test login, whose person has no row, with the roles that the groups lead to. */
export async function checkRoles(
  tx: TenantTransaction,
  providerId: string,
  { groups, roles }: { readonly groups: readonly AssertedGroup[]; readonly roles: readonly Role[] },
  checks: Checks,
): Promise<void> {
  if (groups.length > 0 && roles.length === 0) await warnUnmapped(tx, providerId, groups, checks)
  const names = roles.map(({ label, application }) => (application === null ? label : `${application}: ${label}`))
  checks.passed('roles', { count: roles.length, ...(roles.length === 0 ? {} : { roles: names.join(', ') }) })
}

type Role = { readonly label: string; readonly application: string | null }

async function warnUnmapped(
  tx: TenantTransaction,
  providerId: string,
  groups: readonly AssertedGroup[],
  checks: Checks,
): Promise<void> {
  const mapped = await mappedNames(tx, providerId)
  // Without any mapping there is nothing to compare; the linter reports that.
  if (mapped.length === 0) return
  const came = groups.map(({ claim, name }) => name ?? claim)
  const alike = new Set(came.map(bareName))
  const names = mapped.toSorted((a, b) => rank(a, alike) - rank(b, alike))
  checks.warned('groups-unmapped', { came: shown(came), mapped: shown(names) })
}

/** Groups of the provider that a role or an application is mapped to. Read from the mappings: a directory may name 20,000 groups. */
async function mappedNames(tx: TenantTransaction, providerId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with mapped as (
      select distinct m.group_id from (${grantsOfGroups(tx)}) m
    )
    select n.name from (
      select (select g.name from groups g
               where g.tenant_id = ${tx.tenantId} and g.id = m.group_id and g.identity_provider_id = ${providerId}) as name
        from mapped m) n
     where n.name is not null
     order by n.name
     limit ${readMax}`.execute(tx.db)
  return rows.map(({ name }) => name)
}

function rank(name: string, alike: ReadonlySet<string>): number {
  return alike.has(bareName(name)) ? 0 : 1
}

/** The last part of a path or distinguished name, in lower case: what two spellings of one group usually share. */
function bareName(name: string): string {
  const last = name.split('/').at(-1) ?? name
  return last.replace(/^cn=([^,]+).*$/i, '$1').toLowerCase()
}

function shown(names: readonly string[]): string {
  const more = names.length > shownMax ? `, and ${names.length - shownMax} more` : ''
  return names.slice(0, shownMax).join(', ') + more
}
