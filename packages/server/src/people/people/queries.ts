import type { Person, PersonDetail } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { lockPerson } from '../../sign-in/sessions/lock-order.ts'

export type PersonRow = Person

/** With what only the page of one person shows. */
export type OnePerson = PersonRow & { readonly nickname: string; readonly usernameReceived: string | null }

export function personRows(tx: TenantTransaction) {
  return (
    tx.db
      .selectFrom('users as u')
      .select(['u.id', 'u.name', 'u.username', 'u.email', 'u.active', 'u.deactivated_at', 'u.deactivated_by'])
      .select(['u.created_at', 'u.last_sign_in_at', 'u.nickname', 'u.username_received', 'u.username_foreign_since'])
      // By its key: a planner without fresh statistics begins a join with all people of the provider.
      .select([
        'u.identity_provider_id as provider_id',
        sql<string>`(select p.name from identity_providers p
                    where p.tenant_id = u.tenant_id and p.id = u.identity_provider_id)`.as('provider_name'),
      ])
      .where('u.tenant_id', '=', tx.tenantId)
  )
}

type Row = Awaited<ReturnType<ReturnType<typeof personRows>['execute']>>[number]

export function modelOf(row: Row): PersonRow {
  const { id, name, username, email, active } = row
  return {
    id,
    name,
    username,
    email,
    identityProvider: { id: row.provider_id, name: row.provider_name },
    active,
    deactivatedAt: row.deactivated_at?.toISOString() ?? null,
    deactivatedBy: row.deactivated_by,
    usernameForeignSince: row.username_foreign_since?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  }
}

export async function findPerson(tx: TenantTransaction, id: string): Promise<OnePerson | undefined> {
  const row = await personRows(tx).where('u.id', '=', id).executeTakeFirst()
  return row && { ...modelOf(row), nickname: row.nickname, usernameReceived: row.username_received }
}

export async function findLockedPerson(tx: TenantTransaction, id: string): Promise<OnePerson | undefined> {
  await lockPerson(tx, id)
  return findPerson(tx, id)
}

/** `by`: the name of who deactivates the person; null lets the person sign in again, who has a username of the provider. */
export async function setActive(tx: TenantTransaction, id: string, by: string | null): Promise<void> {
  await tx.db
    .updateTable('users')
    .set({ active: by === null, deactivated_at: by === null ? null : sql<Date>`now()`, deactivated_by: by })
    .set({ username_holds: false })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

/** From now on only the username keeps a deactivated person inactive. */
export async function holdByUsername(tx: TenantTransaction, id: string): Promise<void> {
  await tx.db
    .updateTable('users')
    .set({ username_holds: true, deactivated_at: null, deactivated_by: null })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

/** The sessions that have not ended. */
export async function sessionsOfPerson(tx: TenantTransaction, id: string): Promise<PersonDetail['sessions']> {
  const { rows } = await sql<Record<'browser' | 'cli' | 'application', number> & { used: Date | null }>`
    select count(*) filter (where kind = 'browser')::int as browser, count(*) filter (where kind = 'cli')::int as cli,
           count(*) filter (where kind = 'application')::int as application,
           max(last_used_at) as used
      from sessions
     where tenant_id = ${tx.tenantId} and user_id = ${id} and ended_at is null and expires_at > now()
       and last_used_at + make_interval(secs => idle_secs) > now()`.execute(tx.db)
  const { browser = 0, cli = 0, application = 0, used = null } = rows[0] ?? {}
  return { browser, cli, application, lastUsedAt: used?.toISOString() ?? null }
}
