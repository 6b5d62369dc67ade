import { accessShownMax, type GroupOfPerson } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { grantsOfGroups } from './grants.ts'

/**
 * The groups of a person, of the last sign-in: by name, or those that are mapped first. Those that transforms made one are one
 * (docs/decisions/0068), in the spelling received.
 */
export async function groupsOfPerson(
  tx: TenantTransaction,
  userId: string,
  order: 'by-name' | 'mapped-first',
): Promise<{ readonly groups: GroupOfPerson[]; readonly groupCount: number }> {
  const first = order === 'mapped-first' ? sql`not d.mapped, ` : sql``
  // Each group and its mappings by key, as in grants.ts.
  const { rows } = await sql<GroupOfPerson & { count: number }>`
    select d.*, count(*) over ()::int as count from (
      select distinct on (coalesce(g.known_as, g.id::text)) g.id, g.name, g.claim,
             bool_or(m.mapped) over (partition by coalesce(g.known_as, g.id::text)) as mapped
        from user_groups ug
       cross join lateral (
         select g.id, g.name, g.claim, g.known_as from groups g
          where g.tenant_id = ug.tenant_id and g.id = ug.group_id offset 0) g
       cross join lateral (
         select exists (select from (${grantsOfGroups(tx)}) m where m.group_id = ug.group_id) as mapped offset 0) m
       where ug.tenant_id = ${tx.tenantId} and ug.user_id = ${userId}
       order by coalesce(g.known_as, g.id::text), g.claim is not distinct from g.known_as, g.claim) d
     order by ${first}lower(d.name) collate "C", d.id
     limit ${accessShownMax}`.execute(tx.db)
  return { groups: rows.map(({ count: _, ...group }) => group), groupCount: rows[0]?.count ?? 0 }
}
