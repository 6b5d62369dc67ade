import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/** Sign-outs that tell applications one after the other, while the browser goes from one to the next (docs/decisions/0108). */
export const samlLogouts: Migration = {
  async up(db: Kysely<never>) {
    // `id_hash`: SHA-256 of the RelayState. `state`: sealed; the end of a sign-out may have a token of the identity provider in it.
    await sql`
      create table saml_logouts (
        tenant_id uuid not null references tenants on delete cascade,
        id_hash bytea not null,
        state bytea not null,
        expires_at timestamptz not null,
        primary key (tenant_id, id_hash)
      )`.execute(db)
    await sql`create index saml_logouts_expiry on saml_logouts (expires_at)`.execute(db)
    await tenantWall(db, 'saml_logouts')
    await ownerDoor(db, 'saml_logouts', 'all')
    await definerFunction(db, {
      name: 'portico_sweep_saml_logouts',
      args: '',
      returns: 'bigint',
      volatile: true,
      body: `
        with gone as (
          delete from public.saml_logouts where (tenant_id, id_hash) in (
            select tenant_id, id_hash from public.saml_logouts
             where expires_at < now() limit 1000 for update skip locked)
          returning 1)
        select count(*) from gone`,
    })
  },
}
