import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** Subjects of people whom a tenant file names, until their first sign-in says the real one. */
const importedPrefix = 'imported: '

export const importedSubject = (username: string): string => importedPrefix + username.toLowerCase()

/** Whether a row of `users` is that of a person who was imported and has not signed in. */
export const isImported = sql<boolean>`starts_with(subject, ${sql.lit(importedPrefix)})`

/**
 * Takes the row of an imported person away when the person has signed in for the first time, as `userId`. Its groups are
 * replaced by those of the sign-in; a deactivation is taken over, and then the answer is false.
 */
export async function replaceImported(
  tx: TenantTransaction,
  person: { readonly providerId: string; readonly username: string; readonly userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from users
       where tenant_id = ${tx.tenantId} and identity_provider_id = ${person.providerId}
         and subject = ${importedSubject(person.username)}
      returning active or username_holds as active, deactivated_at, deactivated_by)
    update users u set active = false, deactivated_at = g.deactivated_at, deactivated_by = g.deactivated_by
      from gone g
     where u.tenant_id = ${tx.tenantId} and u.id = ${person.userId} and not g.active
    returning u.id`.execute(tx.db)
  return rows.length === 0
}

export type ImportedPerson = {
  readonly id: string
  readonly providerId: string
  readonly username: string
  readonly name: string
  readonly nickname?: string | undefined
  readonly email?: string | undefined
}

/** The id of the imported person; undefined if the person has signed in. */
export async function saveImportedPerson(tx: TenantTransaction, person: ImportedPerson): Promise<string | undefined> {
  const { id, providerId, username, name, email = null } = person
  const known = await tx.db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where('username', '=', username)
    .where((where) => where.not(isImported))
    .executeTakeFirst()
  if (known !== undefined) return undefined
  const values = { username, name, nickname: person.nickname ?? name, email }
  const row = await tx.db
    .insertInto('users')
    .values({
      tenant_id: tx.tenantId,
      id,
      identity_provider_id: providerId,
      subject: importedSubject(username),
      ...values,
      last_sign_in_at: null,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'identity_provider_id', 'subject']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Gives an imported person these groups and no others. */
export async function setImportedGroups(
  tx: TenantTransaction,
  userId: string,
  groupIds: readonly string[],
): Promise<void> {
  await tx.db.deleteFrom('user_groups').where('tenant_id', '=', tx.tenantId).where('user_id', '=', userId).execute()
  if (groupIds.length === 0) return
  await tx.db
    .insertInto('user_groups')
    .values(groupIds.map((group_id) => ({ tenant_id: tx.tenantId, user_id: userId, group_id })))
    .execute()
}
