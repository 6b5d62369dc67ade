import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction } from './wall.ts'

/**
 * What a deployment with a million users needs: an index for every foreign key, for every list's order and for every
 * lookup across tenants, and sweeps that end within a statement's time.
 */
export const growth: Migration = {
  async up(db: Kysely<never>) {
    for (const [table, columns] of foreignKeys) {
      const name = `${table}_${columns.at(-1)}`
      const on = sql.join(['tenant_id', ...columns].map((column) => sql.id(column)))
      await sql`create index ${sql.id(name)} on ${sql.table(table)} (${on})`.execute(db)
    }

    // Lookups across tenants by id alone.
    await sql`create index service_accounts_id on service_accounts (id)`.execute(db)
    await sql`create index identity_providers_id on identity_providers (id)`.execute(db)
    await sql`create index cli_wrong_codes_expiry on cli_wrong_codes (window_ends_at)`.execute(db)

    // The list of sign-ins walks this in its order, and finds in it everything that the list can be filtered by.
    await sql`
      create index sign_in_records_order on sign_in_records (tenant_id, started_at, id)
        include (code, username, address, outcome, identity_provider_id)`.execute(db)

    // lower() is not leakproof, so that row-level security keeps the app role from using the index on lower(name).
    await definerFunction(db, {
      name: 'portico_service_account_name_taken',
      args: 'environment uuid, wanted text, except_id uuid',
      returns: 'boolean',
      body: `select exists (
               select from public.service_accounts a
                where a.tenant_id = nullif(current_setting('portico.tenant', true), '')::uuid
                  and a.environment_id = environment and lower(a.name) = lower(wanted)
                  and a.id is distinct from except_id)`,
    })

    for (const { name, tables } of sweeps) {
      const parts = tables.map(([table, condition]) => {
        const chosen = `select ctid from public.${table} where ${condition} limit ${sweptAtOnce} for update skip locked`
        return [table, `delete from public.${table} where ctid = any (array(${chosen})) returning 1`] as const
      })
      const body = `with ${parts.map(([table, text]) => `gone_${table} as (${text})`).join(', ')}
        select ${parts.map(([table]) => `(select count(*) from gone_${table})`).join(' + ')}`
      await sql`create or replace function ${sql.id(name)}() returns bigint language sql volatile security definer
        set search_path = pg_catalog, public, pg_temp as ${sql.lit(body)}`.execute(db)
    }
  },
}

const foreignKeys: readonly (readonly [string, readonly string[]])[] = [
  ['access_tokens', ['service_account_id']],
  ['app_role_groups', ['group_id']],
  ['application_access_groups', ['group_id']],
  ['cli_grants', ['identity_provider_id']],
  ['cli_grants', ['user_id']],
  ['environment_applications', ['application_id']],
  ['portal_role_groups', ['group_id']],
  ['service_account_dependencies', ['environment_id', 'application_id', 'role_id']],
  ['sessions', ['environment_id']],
  ['sessions', ['user_id']],
  ['sign_in_records', ['identity_provider_id']],
  ['sign_in_records', ['user_id']],
  ['sign_in_transactions', ['identity_provider_id']],
  ['user_groups', ['group_id']],
]

/** Rows of a table that one call of a sweep removes at most; sweep.ts calls again while there were any. */
const sweptAtOnce = 2000

const sweeps: readonly {
  readonly name: string
  readonly tables: readonly (readonly [table: string, condition: string])[]
}[] = [
  {
    name: 'portico_sweep_sessions',
    tables: [['sessions', "expires_at < now() - interval '1 day'"]],
  },
  {
    name: 'portico_sweep_sign_in_transactions',
    tables: [['sign_in_transactions', "expires_at < now() - interval '1 hour'"]],
  },
  {
    name: 'portico_sweep_access_tokens',
    tables: [['access_tokens', "expires_at < now() - interval '1 hour'"]],
  },
  {
    name: 'portico_sweep_cli_sign_in',
    tables: [
      ['device_authorizations', "expires_at < now() - interval '1 hour'"],
      ['cli_grants', "expires_at < now() - interval '1 hour'"],
      ['cli_wrong_codes', "window_ends_at < now() - interval '1 hour'"],
    ],
  },
  {
    name: 'portico_sweep_sign_in_records',
    tables: [['sign_in_records', "started_at < now() - interval '30 days'"]],
  },
]
