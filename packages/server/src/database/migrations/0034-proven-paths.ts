import { sql, type Kysely, type Migration } from 'kysely'

/**
 * What proves that people reach the Security Admin role (docs/decisions/0075): `configured_at` says since when a provider
 * has the configuration in effect, so that a person's last sign-in proves it or not; a proof keeps the groups of its login.
 */
export const provenPaths: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      alter table identity_providers add column configured_at timestamptz not null default clock_timestamp()`.execute(
      db,
    )
    // null: the proof was recorded before groups were kept. It proves a configuration, but no path.
    await sql`alter table identity_provider_proofs add column groups jsonb`.execute(db)
    // Past sign-ins count. When the configuration last changed is not known: no earlier than the provider was added, no later
    // than its row was changed. The later one where an administrator has signed in since.
    await sql`
      do $$
      declare
        one uuid;
      begin
        for one in select distinct p.tenant_id from identity_providers p
        loop
          perform set_config('portico.tenant', one::text, true);
          update identity_providers p
             set configured_at = case when exists (
                   select from portal_role_groups r
                     join groups g on g.tenant_id = one and g.id = r.group_id
                     join user_groups ug on ug.tenant_id = one and ug.group_id = g.id
                     join users u on u.tenant_id = one and u.id = ug.user_id
                    where r.tenant_id = one and r.role = 'security-admin' and g.identity_provider_id = p.id
                      and u.active and u.last_sign_in_at >= p.updated_at) then p.updated_at else p.created_at end
           where p.tenant_id = one;
        end loop;
        perform set_config('portico.tenant', '', true);
      end
      $$`.execute(db)
    // Several features write these tables, and processes of the version before do too. The clock is read under the lock
    // of the row, so that a sign-in that finished before the change is before it.
    await sql`
      create function portico_note_configuration() returns trigger language plpgsql as $$
      begin
        new.configured_at := clock_timestamp();
        return new;
      end
      $$`.execute(db)
    await sql`
      create trigger note_configuration before update of type, config, secrets_id on identity_providers
        for each row when ((old.type, old.config, old.secrets_id) is distinct from (new.type, new.config, new.secrets_id))
        execute function portico_note_configuration()`.execute(db)
    await sql`
      create function portico_note_formats() returns trigger language plpgsql as $$
      begin
        -- A restore brings the time with the provider.
        if current_setting('portico.restore', true) = 'on' then return null; end if;
        update public.identity_providers p set configured_at = clock_timestamp()
         where p.tenant_id = coalesce(new.tenant_id, old.tenant_id)
           and p.id = coalesce(new.identity_provider_id, old.identity_provider_id);
        return null;
      end
      $$`.execute(db)
    await sql`
      create trigger note_configuration after insert or delete or update on username_formats
        for each row execute function portico_note_formats()`.execute(db)
  },
}
