import type { Kysely, Migration } from 'kysely'

import { definerFunction } from './wall.ts'

const own = "tenant_id = nullif(current_setting('portico.tenant', true), '')::uuid"

/** Forgets the groups of a provider to which neither a role nor an application is mapped, and answers their names. */
export const forgetUnmapped: Migration = {
  async up(db: Kysely<never>) {
    // The claim is free for the group that the next sign-in brings; memberships are removed in batches (0015).
    const unmapped = ['portal_role_groups', 'app_role_groups', 'application_access_groups'].map(
      (table) => `and not exists (select from public.${table} m where m.tenant_id = g.tenant_id and m.group_id = g.id)`,
    )
    await definerFunction(db, {
      name: 'portico_forget_unmapped_groups',
      args: 'provider uuid',
      returns: 'setof text',
      body: `update public.groups g set deleted_at = now(), claim = g.id::text, known_as = null
              where g.${own} and g.identity_provider_id = provider and g.deleted_at is null ${unmapped.join(' ')}
             returning g.name`,
      volatile: true,
    })
  },
}
