import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { isImported, replaceImported } from '../../people/people/imported-people.ts'
import type { AssertedIdentity } from './identity.ts'

export type UserRow = {
  readonly id: string
  readonly active: boolean
  readonly isNew: boolean
  /** The username that the person had before was not the provider's, and made the person inactive. */
  readonly wasHeld: boolean
}

/**
 * The user of (tenant, provider, subject), made at the first sign-in and refreshed at each. An e-mail address is an
 * attribute and links nothing. The caller rolls back where the username does not belong to the provider. No row if the provider was
 * changed, disabled or deleted since it had `configVersion`.
 */
export async function saveUser(
  tx: TenantTransaction,
  provider: { readonly id: string; readonly configVersion: number },
  { subjectKey, username, names, name, nickname, email, emailVerified, ...known }: AssertedIdentity,
  nowMs: number,
): Promise<UserRow | undefined> {
  const received = names.username.steps.length === 0 ? null : names.username.before
  const { rows } = await sql<UserRow>`
    insert into users (tenant_id, id, identity_provider_id, subject, username, username_received, name, nickname, email,
                       email_verified, email_verified_of, given_name, family_name, locale, last_sign_in_at)
    select p.tenant_id, ${uuidv7(nowMs)}::uuid, p.id, ${subjectKey}::text, ${username}::text, ${received}::text,
           ${name}::text, ${nickname}::text, ${email}::text, ${emailVerified}::boolean,
           ${emailVerified === null ? null : email}::text, ${known.givenName}::text, ${known.familyName}::text,
           ${known.locale}::text, now()
      from identity_providers p
     where p.tenant_id = ${tx.tenantId} and p.id = ${provider.id}
       and p.enabled and p.config_version = ${provider.configVersion}
    on conflict (tenant_id, identity_provider_id, subject) do update
      set username = excluded.username, username_received = excluded.username_received, name = excluded.name,
          nickname = excluded.nickname, email = excluded.email, email_verified = excluded.email_verified,
          email_verified_of = excluded.email_verified_of, 
          given_name = coalesce(excluded.given_name, users.given_name),
          family_name = coalesce(excluded.family_name, users.family_name),
          locale = coalesce(excluded.locale, users.locale), last_sign_in_at = excluded.last_sign_in_at,
          active = users.active or users.username_holds, username_holds = false, username_foreign_since = null
    returning id, active, xmax = 0 as "isNew", coalesce((
      select b.username_holds from users b where b.tenant_id = users.tenant_id and b.id = users.id), false) as "wasHeld"`.execute(
    tx.db,
  )
  return rows[0]
}

/** A new user replaces a person who was imported; false: that one was deactivated, and so is the user now. */
export async function replaceImport(
  tx: TenantTransaction,
  providerId: string,
  { username }: AssertedIdentity,
  { id, isNew }: UserRow,
): Promise<boolean> {
  return !isNew || (await replaceImported(tx, { providerId, username, userId: id }))
}

/**
 * The username, as the provider wrote it, of another person of this provider whose username the transforms made the same;
 * undefined if there is none. The same name from the provider is not a collision: it may have created the person again.
 */
export async function otherOfUsername(
  tx: TenantTransaction,
  providerId: string,
  { subjectKey, username, names }: AssertedIdentity,
): Promise<string | undefined> {
  if (names.username.steps.length === 0) return undefined
  // Two sign-ins at once with the same name: the second one sees the first.
  const key = `portico.usernames ${tx.tenantId} ${providerId} ${username}`
  await sql`select pg_advisory_xact_lock(hashtext(${key}))`.execute(tx.db)
  const received = sql<string>`coalesce(username_received, username)`
  const row = await tx.db
    .selectFrom('users')
    .select(received.as('received'))
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where('username', '=', username)
    .where('subject', '<>', subjectKey)
    .where('active', '=', true)
    .where((where) => where.not(isImported))
    .where(received, '<>', names.username.before)
    .limit(1)
    .executeTakeFirst()
  return row?.received
}
