import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { Checks } from './checks.ts'
import type { AssertedGroup } from './identity.ts'

const shownMax = 10
/** Mapped groups that are looked at for names that nearly match. */
const readMax = 200

/** Warns where groups came and none of them is mapped: the person signs in and finds nothing. */
export async function checkMappedGroups(
  tx: TenantTransaction,
  user: { readonly id: string; readonly providerId: string },
  groups: readonly AssertedGroup[],
  checks: Checks,
): Promise<void> {
  if (groups.length === 0) return
  const mapped = await mappedGroups(tx, user)
  // Without any mapping there is nothing to compare; the linter says that.
  if (mapped.length === 0 || mapped.some(({ held }) => held)) return
  const came = groups.map(({ claim, name }) => name ?? claim)
  const alike = new Set(came.map(bareName))
  const names = mapped.map(({ name }) => name).toSorted((a, b) => rank(a, alike) - rank(b, alike))
  checks.warned('groups-unmapped', { came: shown(came), mapped: shown(names) })
}

/** Groups of the provider that a role or an application is mapped to; first those that the person is in. */
async function mappedGroups(
  tx: TenantTransaction,
  user: { readonly id: string; readonly providerId: string },
): Promise<{ name: string; held: boolean }[]> {
  const { rows } = await sql<{ name: string; held: boolean }>`
    select g.name, ug.group_id is not null as held
      from groups g
      left join user_groups ug
        on ug.tenant_id = g.tenant_id and ug.group_id = g.id and ug.user_id = ${user.id}
     where g.tenant_id = ${tx.tenantId} and g.identity_provider_id = ${user.providerId}
       and (exists (select from portal_role_groups m where m.tenant_id = g.tenant_id and m.group_id = g.id)
         or exists (select from app_role_groups m where m.tenant_id = g.tenant_id and m.group_id = g.id)
         or exists (select from application_access_groups m where m.tenant_id = g.tenant_id and m.group_id = g.id))
     order by held desc, g.name
     limit ${readMax}`.execute(tx.db)
  return rows
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
