import { sql, type Kysely } from 'kysely'

/** Whether a test login asked the provider to check the credentials again; null in the proof of another sign-in. */
export async function freshTestLogins(db: Kysely<unknown>): Promise<void> {
  await sql`alter table identity_provider_tests add column is_fresh boolean not null default true`.execute(db)
  await sql`alter table identity_provider_proofs add column is_fresh boolean`.execute(db)
}
