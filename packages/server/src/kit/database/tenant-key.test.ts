import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TestDatabase, createTestDatabase } from './testing/test-database.ts'

// The rows of a tenant can live on one of several databases, chosen by tenant_id, as long as nothing about them needs another
// tenant's rows. What does is named here, by the way in which it would find its database.

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

const namesOf = async (query: ReturnType<typeof sql<{ name: string }>>) =>
  (await query.execute(database.owner)).rows.map(({ name }) => name)

const ofTenants = sql`exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')`

/** Unique in the whole deployment: what comes in without a tenant is found by them. */
const lookUps = {
  // A hash of 256 random bits, which no other database has either: a directory from hash to tenant.
  secrets: [
    'api_tokens_hash',
    'cli_grants_hash',
    'recovery_codes_hash',
    'repair_sessions_hash',
    'scim_tokens_hash',
    'sessions_hash',
    'setup_sessions_hash',
    'setups_token',
    'sign_in_transactions_state_hash_key',
    'support_sessions_hash',
  ],
  // Which company a username, a host name or the address of a logo belongs to: a small table that every database has a copy of.
  names: ['email_domains_value_key', 'tenant_branding_key_key', 'tenants_slug_key', 'username_formats_type_value_key'],
  // A UUID that Portico made: the same directory.
  ids: ['application_clients_id'],
}

test('every unique index of rows of tenants has the tenant in it, but those of the look-ups', async () => {
  const without = sql<{ name: string }>`
    select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisunique and c.relnamespace = 'public'::regnamespace and ${ofTenants}
       and not exists (select from unnest(i.indkey::int2[]) k join pg_attribute a on a.attrelid = c.oid and a.attnum = k
                        where a.attname = 'tenant_id')
     order by 1`
  expect(await namesOf(without)).toEqual(Object.values(lookUps).flat().toSorted())
})

test('every foreign key between rows of tenants has the tenant in it', async () => {
  const without = sql<{ name: string }>`
    select c.oid::regclass || ': ' || pg_get_constraintdef(f.oid) as name
      from pg_constraint f join pg_class c on c.oid = f.conrelid
     where f.contype = 'f' and f.connamespace = 'public'::regnamespace and ${ofTenants}
       and not exists (select from unnest(f.conkey, f.confkey) as k (here, there)
                         join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.here
                         join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.there
                        where a.attname = 'tenant_id' and b.attname = 'tenant_id')
     order by 1`
  expect(await namesOf(without)).toEqual([])
})

/** Tables without a tenant. Rows of the first kind are written before one is known, and read with the same key again. */
const tablesOfAll = {
  keyed: ['assertion_uses', 'device_authorizations', 'rate_limits'],
  deployment: [
    'audit_keys',
    'audit_log_start',
    'audit_memory',
    'backup_keys',
    'database_identity',
    'kysely_migration',
    'kysely_migration_lock',
    'secret_keys',
    'server_address',
    'signing_keys',
  ],
}

test('every other table is the deployment’s', async () => {
  const without = sql<{ name: string }>`
    select c.relname as name from pg_class c
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not ${ofTenants} order by 1`
  expect(await namesOf(without)).toEqual(Object.values(tablesOfAll).flat().toSorted())
})

/**
 * The functions that see past the wall of row-level security; all other statements read the rows of one tenant. Each is found by the
 * first pattern that its name matches.
 */
const functions: Readonly<Record<string, RegExp>> = {
  // Before the tenant is known: the look-ups above.
  'look-up': /^portico_(?:find|scim_sender|branding|email_domain|username_format_holders)/,
  // Each database would do it for its own tenants.
  'each database': /^portico_(?:due|sweep|purge|end|count|audit_tenants|audit_last_position|audit_log_tenants)/,
  // Within the tenant that is set, faster or with more rights than through the wall.
  'one tenant':
    /^portico_(?:\w+_candidates|scim_matches|audit_cut|delete_identity_provider|forget_unmapped_groups|service_account_name_taken)$/,
  // Of the operator and of support: all databases are asked.
  'all databases': /^portico_(?:list_tenants|operated_tenants|running_support|tenant_parts|is_lost_object)$/,
}

test('every function that sees past one tenant is of a kind that can be spread', async () => {
  const names = await namesOf(
    sql`select proname as name from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
  )
  const kindOf = (name: string) => Object.entries(functions).find(([, pattern]) => pattern.test(name))?.[0]
  expect(names.filter((name) => kindOf(name) === undefined)).toEqual([])
  // A kind that none is of any more goes.
  expect(new Set(names.map(kindOf))).toEqual(new Set(Object.keys(functions)))
})
