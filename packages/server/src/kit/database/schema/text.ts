import { type Kysely, sql } from 'kysely'

/**
 * Functions that tables, indexes and triggers of several areas use: for the order and search of lists, for notifying
 * processes of changes, and for ids and positions.
 */
export async function text(db: Kysely<never>): Promise<void> {
  await searchedText(db)
  await changes(db)

  // The lowest UUID version 7 of a time (RFC 9562 section 5.7).
  await sql`
    create function portico_id_at(at timestamptz) returns uuid
      language sql immutable
      return rpad(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid`.execute(db)

  // Added to the number of the transaction that writes an audit row (docs/decisions/0099). database/audit-positions.ts
  // replaces the function where those numbers start again.
  await sql`
    create function portico_audit_base() returns bigint
      language sql immutable parallel safe
      as 'select 0::bigint'`.execute(db)
}

// Capital letters that do not decompose: `lower` knows only ASCII in the collation "C".
const capitals = 'ÆÐØÞĐĦŁŊŒŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏ'
const smallLetters = 'æðøþđħłŋœŧαβγδεζηθικλμνξοπρσστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяђєѕіјљњћџ'

/** What lists are ordered and searched by, independent of the database's collation. */
async function searchedText(db: Kysely<never>): Promise<void> {
  // `folded` of core/src/kit/lists/order.ts in SQL: without accents and in lower case. A test compares them.
  await sql`
    create function portico_folded(value text) returns text
      language sql immutable strict parallel safe as $$
      select left(translate(
        lower(regexp_replace(normalize(value, NFKD), '[\\u0300-\\u036f]', '', 'g') collate "C"),
        '${sql.raw(capitals)}', '${sql.raw(smallLetters)}'), 256)
      $$`.execute(db)

  // `sortKey` of the same file: numbers of up to 16 digits are padded with zeros, so that 9 comes before 10.
  await sql`
    create function portico_sort_key(folded text) returns text
      language sql immutable strict parallel safe as $$
      select left(regexp_replace(
        regexp_replace(folded collate "C", '(?<![0-9])([0-9]{1,16})(?![0-9])', '${sql.raw('0'.repeat(16))}\\1', 'g'),
        '(?<![0-9])0*([0-9]{16})(?![0-9])', '\\1', 'g'), 200)
      $$`.execute(db)

  // Every three letters of a text, hashed together with the id of the list that contains it, so that a search in an
  // index of them reads no entries of other tenants (docs/decisions/0055). GIN over arrays is part of PostgreSQL
  // itself; the trigram extension may be missing. The cost keeps the planner from computing the parts row by row where
  // it can use an index.
  await sql`
    create function portico_parts(list uuid, value text) returns integer[]
      language sql immutable strict parallel safe cost 1000 as $$
      select array(
        select pg_catalog.hashtext(list::text || pg_catalog.substr(value, at, 3) collate "C")
          from pg_catalog.generate_series(1, pg_catalog.length(value) - 2) at)
      $$`.execute(db)
}

/**
 * Notifies every process, at the commit, of what it has to read again about the senders of requests
 * (docs/decisions/0085): a notification on `portico_changes` for each subject. The same subjects are in the setting
 * `portico.told`, which the transaction that made the change reads at its end. Triggers of the tables call the
 * function. A sign-in and the use of a session change nothing that a process may hold, and send no notification:
 * notifications make commits wait for each other.
 */
async function changes(db: Kysely<never>): Promise<void> {
  // `subject`: for example `session:HASH`, `user:ID` or `tenant:ID`.
  await sql`
    create function portico_tell(subject text, tenant uuid) returns void
      language plpgsql as $$
      declare
        told text := coalesce(current_setting('portico.told', true), '');
      begin
        -- A restore fills an empty database.
        if current_setting('portico.restore', true) = 'on' then return; end if;
        -- After some hundred subjects, all of the tenant.
        if length(told) > 4000 then subject := 'tenant:' || tenant; end if;
        if strpos(told, subject || ' ') > 0 then return; end if;
        perform set_config('portico.told', told || subject || ' ', true);
        perform pg_notify('portico_changes', subject);
      end
      $$`.execute(db)
  // For rows that many senders of a tenant share: processes drop what they hold of the whole tenant.
  await sql`
    create function portico_tell_tenant() returns trigger
      language plpgsql as $$
      begin
        perform public.portico_tell('tenant:' || coalesce(new.tenant_id, old.tenant_id),
          coalesce(new.tenant_id, old.tenant_id));
        return null;
      end
      $$`.execute(db)
}
