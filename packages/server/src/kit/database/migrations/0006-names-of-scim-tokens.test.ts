import { randomUUID } from 'node:crypto'

import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startDirectory } from '../../../protocols/scim/testing/directory.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'
import { namesOfScimTokens } from './0006-names-of-scim-tokens.ts'

let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server?.close())

test('tokens without a name are named after the day of their creation, also those that an earlier server creates', async () => {
  const { tenant } = await startDirectory(server, 'acme')
  const { owner, appRole } = server.database
  const role = `owner_${randomUUID().replaceAll('-', '')}`
  const transaction = await owner.startTransaction().execute()
  const inTenant = (id: string) => sql`select set_config('portico.tenant', ${id}, true)`.execute(transaction)
  try {
    await inTenant(tenant.id)
    await sql`update scim_tokens set issued_at = '2026-03-03T23:30:00Z'`.execute(transaction)
    await sql`alter table scim_tokens drop column name`.execute(transaction)
    await sql`alter table scim_requests drop column token_name`.execute(transaction)
    await sql`drop function portico_find_scim_token(bytea)`.execute(transaction)
    // An owner who is not a superuser, as in production: the wall holds for that role.
    await sql`create role ${sql.id(role)}`.execute(transaction)
    // Without superuser rights, a table can only be given to a role of which one is a member.
    await sql`grant ${sql.id(role)} to current_user`.execute(transaction)
    await sql`grant create, usage on schema public to ${sql.id(role)}`.execute(transaction)
    for (const table of ['scim_tokens', 'scim_requests'])
      await sql`alter table ${sql.id(table)} owner to ${sql.id(role)}`.execute(transaction)
    await sql`select set_config('portico.app_role', ${appRole}, true)`.execute(transaction)
    await sql`set local role ${sql.id(role)}`.execute(transaction)
    await inTenant('')
    await namesOfScimTokens(transaction as unknown as Kysely<never>)
    await sql`reset role`.execute(transaction)
    await inTenant(tenant.id)
    await sql`
      insert into scim_tokens (tenant_id, id, identity_provider_id, beginning, token_hash, dry_run, expires_at)
      select tenant_id, ${randomUUID()}, identity_provider_id, 'scim_late', '\\x00', false, now() from scim_tokens`.execute(
      transaction,
    )
    const { rows } = await sql<{ name: string; today: string; forced: boolean }>`
      select name, to_char(now() at time zone 'UTC', 'FMDD FMMonth YYYY') as today,
             (select relforcerowsecurity from pg_class where oid = 'scim_tokens'::regclass) as forced
        from scim_tokens order by issued_at`.execute(transaction)
    expect(rows).toMatchObject([
      { name: 'Token of 3 March 2026', forced: true },
      { name: `Token of ${rows[1]?.today}`, forced: true },
    ])
  } finally {
    await transaction.rollback().execute()
  }
})
