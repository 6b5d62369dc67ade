import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/** How applications sign people in at Portico: one registration of an application in an environment. */
export const applicationClients: Migration = {
  async up(db: Kysely<never>) {
    // `id` is the client id of OpenID. `secret_hash`: SHA-256 of the client secret; the replaced one counts until
    // `previous_secret_until`. `entity_id`: of a SAML service provider.
    await sql`
      create table application_clients (
        tenant_id uuid not null,
        id uuid not null,
        environment_id uuid not null,
        application_id text collate "C" not null,
        protocol text not null check (protocol in ('openid', 'saml')),
        config jsonb not null,
        entity_id text collate "C",
        secret_hash bytea,
        secret_made_at timestamptz,
        previous_secret_hash bytea,
        previous_secret_until timestamptz,
        version integer not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        primary key (tenant_id, id),
        unique (tenant_id, environment_id, application_id),
        unique (tenant_id, entity_id),
        check ((protocol = 'saml') = (entity_id is not null)),
        foreign key (tenant_id, environment_id, application_id) references environment_applications on delete cascade
      )`.execute(db)
    await sql`create unique index application_clients_id on application_clients (id)`.execute(db)
    await tenantWall(db, 'application_clients')
    await ownerDoor(db, 'application_clients')
    await definerFunction(db, {
      name: 'portico_find_client',
      args: 'client uuid',
      returns: 'table (tenant_id uuid)',
      body: 'select c.tenant_id from public.application_clients c where c.id = client',
    })
    await sql`
      create function portico_tell_client() returns trigger language plpgsql as $$
      begin
        perform public.portico_tell('client:' || old.id, old.tenant_id);
        return null;
      end
      $$`.execute(db)
    await sql`
      create trigger tell_change after update or delete on application_clients for each row
        execute function portico_tell_client()`.execute(db)
  },
}
