import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Tells every process, at the commit, what it has to read again about the senders of requests (docs/decisions/0085): a
 * notification on `portico_changes` for each subject, and the same subjects in `portico.told`, which the transaction that
 * made the change reads at its end. A sign-in and the extension of a session change nothing that a process may hold, and
 * tell nothing: notifications make commits wait for each other.
 */
export const changes: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create function portico_tell(subject text, tenant uuid) returns void language plpgsql as $$
      declare
        told text := coalesce(current_setting('portico.told', true), '');
      begin
        -- A restore fills an empty database.
        if current_setting('portico.restore', true) = 'on' then return; end if;
        -- After so many subjects, all of the tenant.
        if length(told) > 4000 then subject := 'tenant:' || tenant; end if;
        if strpos(told, subject || ' ') > 0 then return; end if;
        perform set_config('portico.told', told || subject || ' ', true);
        perform pg_notify('portico_changes', subject);
      end
      $$`.execute(db)

    await sql`
      create function portico_tell_session() returns trigger language plpgsql as $$
      begin
        perform public.portico_tell('session:' || encode(old.id_hash, 'hex'), old.tenant_id);
        return null;
      end
      $$`.execute(db)
    // A session of this transaction is not known anywhere. (Not `<`: a transaction that began before may change it later.) A session past half of its idle time that is used again is told:
    // other processes would announce its end too early.
    await sql`
      create trigger tell_change after update on sessions for each row
        when (old.created_at <> now() and (
          (old.id_hash, old.user_id, old.identity_provider_id, old.environment_id, old.idle_secs, old.expires_at, old.ended_at)
            is distinct from
          (new.id_hash, new.user_id, new.identity_provider_id, new.environment_id, new.idle_secs, new.expires_at, new.ended_at)
          or new.last_used_at < old.last_used_at
          or new.last_used_at > old.last_used_at + make_interval(secs => old.idle_secs / 2.0)))
        execute function portico_tell_session()`.execute(db)
    await sql`
      create trigger tell_deletion after delete on sessions for each row
        when (old.ended_at is null and old.expires_at > now())
        execute function portico_tell_session()`.execute(db)

    await sql`
      create function portico_tell_user() returns trigger language plpgsql as $$
      begin
        perform public.portico_tell('user:' || old.id, old.tenant_id);
        return null;
      end
      $$`.execute(db)
    await sql`
      create trigger tell_change after update on users for each row
        when ((old.active, old.username, old.name, old.nickname, old.email)
          is distinct from (new.active, new.username, new.name, new.nickname, new.email))
        execute function portico_tell_user()`.execute(db)

    // A person of this transaction signs in for the first time and has no session elsewhere.
    await sql`
      create function portico_tell_members() returns trigger language plpgsql as $$
      begin
        perform public.portico_tell('user:' || c.user_id, c.tenant_id)
           from (select distinct tenant_id, user_id from changed) c
           left join public.users u on u.tenant_id = c.tenant_id and u.id = c.user_id
          where u.created_at is distinct from now();
        return null;
      end
      $$`.execute(db)
    await sql`
      create trigger tell_insertion after insert on user_groups referencing new table as changed
        for each statement execute function portico_tell_members()`.execute(db)
    await sql`
      create trigger tell_deletion after delete on user_groups referencing old table as changed
        for each statement execute function portico_tell_members()`.execute(db)

    await sql`
      create function portico_tell_tenant() returns trigger language plpgsql as $$
      begin
        perform public.portico_tell('tenant:' || coalesce(new.tenant_id, old.tenant_id), coalesce(new.tenant_id, old.tenant_id));
        return null;
      end
      $$`.execute(db)
    for (const table of ['portal_role_groups', 'recovery_sets'])
      await sql`
        create trigger tell_change after insert or update or delete on ${sql.table(table)} for each row
          execute function portico_tell_tenant()`.execute(db)
    for (const [table, columns] of tenantColumns) {
      const row = (version: string) => sql.join(columns.map((column) => sql.raw(`${version}.${column}`)))
      await sql`
        create trigger tell_change after update on ${sql.table(table)} for each row
          when ((${row('old')}) is distinct from (${row('new')}))
          execute function portico_tell_tenant()`.execute(db)
    }

    await sql`
      create function portico_tell_account() returns trigger language plpgsql as $$
      begin
        perform public.portico_tell('account:' || old.id, old.tenant_id);
        return null;
      end
      $$`.execute(db)
    await sql`
      create trigger tell_change after update on service_accounts for each row
        when ((old.name, old.environment_id, old.key1_thumbprint, old.key2_thumbprint)
          is distinct from (new.name, new.environment_id, new.key1_thumbprint, new.key2_thumbprint))
        execute function portico_tell_account()`.execute(db)
    await sql`
      create trigger tell_deletion after delete on service_accounts for each row
        execute function portico_tell_account()`.execute(db)
    await sql`
      create function portico_tell_dependency() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          perform public.portico_tell('account:' || old.service_account_id, old.tenant_id);
        end if;
        if tg_op <> 'DELETE' then
          perform public.portico_tell('account:' || new.service_account_id, new.tenant_id)
             from (select 1) one
             left join public.service_accounts a on a.tenant_id = new.tenant_id and a.id = new.service_account_id
            where a.created_at is distinct from now();
        end if;
        return null;
      end
      $$`.execute(db)
    // Only the portal's own role counts for who administers it.
    await sql`
      create trigger tell_insertion after insert on service_account_dependencies for each row
        when (new.application_id = 'portal') execute function portico_tell_dependency()`.execute(db)
    await sql`
      create trigger tell_change after update or delete on service_account_dependencies for each row
        when (old.application_id = 'portal') execute function portico_tell_dependency()`.execute(db)

    await sql`
      create function portico_tell_token() returns trigger language plpgsql as $$
      begin
        perform public.portico_tell('token:' || old.id, old.tenant_id);
        return null;
      end
      $$`.execute(db)
    await sql`
      create trigger tell_change after update on access_tokens for each row
        when ((old.revoked_at, old.expires_at, old.key_thumbprint, old.audience)
          is distinct from (new.revoked_at, new.expires_at, new.key_thumbprint, new.audience))
        execute function portico_tell_token()`.execute(db)
    await sql`
      create trigger tell_deletion after delete on access_tokens for each row
        when (old.revoked_at is null and old.expires_at > now())
        execute function portico_tell_token()`.execute(db)
  },
}

/** What is held of rows that many senders of a tenant share. */
const tenantColumns = [
  ['tenants', ['name', 'slug', 'deactivated']],
  ['environments', ['name', 'type']],
  ['identity_providers', ['name', 'enabled', 'is_primary', 'admin_until', 'deleted_at']],
  ['groups', ['name', 'identity_provider_id', 'deleted_at']],
  ['app_roles', ['name', 'application_id', 'environment_id']],
] as const
