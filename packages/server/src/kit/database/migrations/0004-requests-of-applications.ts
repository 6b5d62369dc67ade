import { sql, type Migration } from 'kysely'

/** What applications learn of a person and of the sign-in, and records of their requests that were refused (docs/decisions/0142). */
export const requestsOfApplications: Migration = {
  async up(db) {
    await sql`
      alter table sign_in_records
        drop constraint sign_in_records_purpose_check,
        add constraint sign_in_records_purpose_check
          check (purpose in ('login', 'test', 'idp-switch', 'logout', 'application'))`.execute(db)
    await sql`
      alter table sessions
        -- How the provider checked the person, as it said: acr or AuthnContextClassRef, and amr; null: it said nothing.
        add column acr text,
        add column amr text[]`.execute(db)
    await sql`
      alter table users
        add column given_name text,
        add column family_name text,
        add column locale text,
        -- When what applications learn of the person last changed. The trigger touch sets it.
        add column updated_at timestamptz not null default now()`.execute(db)
    await sql`
      create function portico_touch_user() returns trigger
        language plpgsql as $$
        begin
          new.updated_at := now();
          return new;
        end
        $$`.execute(db)
    await sql`
      create trigger touch before update on users for each row
        when ((old.username, old.name, old.nickname, old.email, old.given_name, old.family_name, old.locale)
          is distinct from
              (new.username, new.name, new.nickname, new.email, new.given_name, new.family_name, new.locale))
        execute function portico_touch_user()`.execute(db)
  },
}
