import type { Kysely, Migration } from 'kysely'

import { definerFunction } from './wall.ts'

/** Who sends with a SCIM token that is valid now, in one statement: each request of a directory asks it. */
export const scimSender: Migration = {
  async up(db: Kysely<never>) {
    await definerFunction(db, {
      name: 'portico_scim_sender',
      args: 'wanted bytea',
      returns: 'table (tenant_id uuid, identity_provider_id uuid, id uuid, beginning text, dry_run boolean)',
      body: `
        select k.tenant_id, k.identity_provider_id, k.id, k.beginning, k.dry_run
          from public.scim_tokens k
          join public.tenants t on t.tenant_id = k.tenant_id
          join public.identity_providers p on p.tenant_id = k.tenant_id and p.id = k.identity_provider_id
         where k.token_hash = wanted and k.active and k.expires_at > now()
           and not t.deactivated and p.deleted_at is null`,
    })
  },
}
