import type { Kysely, Migration } from 'kysely'

import { definerFunction } from './wall.ts'

/** The door from a SCIM token to its tenant. */
export const scimTokenDoor: Migration = {
  async up(db: Kysely<never>) {
    await definerFunction(db, {
      name: 'portico_find_scim_token',
      args: 'wanted bytea',
      returns: 'table (tenant_id uuid)',
      body: 'select k.tenant_id from public.scim_tokens k where k.token_hash = wanted',
    })
  },
}
