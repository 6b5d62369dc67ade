import { sql, type Kysely, type Migration } from 'kysely'

const upper = 'ÆÐØÞĐĦŁŊŒŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏ'
const lower = 'æðøþđħłŋœŧαβγδεζηθικλμνξοπρσστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяђєѕіјљњћџ'

/**
 * The order and the search of service accounts, independent of the database's collation. Both functions do what
 * `folded` and `sortKey` of core/src/lists/order.ts do; a test compares them. The columns are filled by a trigger, so
 * that earlier versions of the server fill them too.
 */
export const listOrder: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create function portico_folded(value text) returns text language sql immutable strict parallel safe
      as ${sql.lit(`select left(translate(
        lower(regexp_replace(normalize(value, NFKD), '[\\u0300-\\u036f]', '', 'g') collate "C"),
        '${upper}', '${lower}'), 256)`)}`.execute(db)
    await sql`
      create function portico_sort_key(folded text) returns text language sql immutable strict parallel safe
      as ${sql.lit(`select left(regexp_replace(
        regexp_replace(folded collate "C", '(?<![0-9])([0-9]{1,16})(?![0-9])', '${'0'.repeat(16)}\\1', 'g'),
        '(?<![0-9])0*([0-9]{16})(?![0-9])', '\\1', 'g'), 200)`)}`.execute(db)
    // The type is changed to the same type: that rewrites every row, which an update of the owner cannot (row security).
    await sql`alter table service_accounts
      add column folded_name text collate "C" not null default '',
      add column sort_key text collate "C" not null default ''`.execute(db)
    await sql`alter table service_accounts
      alter column folded_name type text collate "C" using portico_folded(name),
      alter column sort_key type text collate "C" using portico_sort_key(portico_folded(name))`.execute(db)
    await sql`
      create function portico_fill_list_order() returns trigger language plpgsql
      set search_path = pg_catalog, public, pg_temp
      as ${sql.lit(`begin
        new.folded_name := public.portico_folded(new.name);
        new.sort_key := public.portico_sort_key(new.folded_name);
        return new;
      end`)}`.execute(db)
    await sql`create trigger list_order before insert or update of name on service_accounts
      for each row execute function portico_fill_list_order()`.execute(db)
    // With the searched text inside, a search reads this index alone.
    await sql`create index service_accounts_by_name
      on service_accounts (tenant_id, environment_id, sort_key, id) include (folded_name)`.execute(db)
    await sql`create index service_accounts_by_change
      on service_accounts (tenant_id, environment_id, updated_at, id)`.execute(db)
  },
}
