import { nameIdFormatUrns } from '@portico/core/contract'
import { sql } from 'kysely'

import { sendLater } from '../../database/later.ts'
import type { TenantTransaction } from '../../database/tenant-scope.ts'
import { uuidv7 } from '../../identifiers.ts'
import { isObject, type ComplexValue, type ResourceValues } from '../values.ts'

/** Subjects of people whom a directory sent, until their first sign-in says the real one. */
export const provisionedPrefix = 'scim: '

/** The person of a SCIM user: the row in `users`. */
export type LinkedPerson = { readonly id: string; readonly isNew: boolean }

export type ScimPerson = {
  readonly scimId: string
  readonly providerId: string
  readonly userName: string
  readonly externalId: string | null
  readonly resource: ResourceValues
  readonly nowMs: number
}

/**
 * The person whom a new SCIM user is: one who signed in at this provider before, by the subject or else by the username, or a
 * new one. Never by an e-mail address, and never one who is another SCIM user (docs/decisions/0112).
 */
export async function personOf(tx: TenantTransaction, user: ScimPerson): Promise<LinkedPerson> {
  const known = await findSignedIn(tx, user)
  if (known !== undefined) return { id: known, isNew: false }
  const id = uuidv7(user.nowMs)
  const { name, nickname, email } = attributesOf(user)
  await sendLater(
    tx.db,
    tx.db.insertInto('users').values({
      tenant_id: tx.tenantId,
      id,
      identity_provider_id: user.providerId,
      subject: provisionedPrefix + user.scimId,
      username: user.userName,
      name,
      nickname,
      email,
      last_sign_in_at: null,
    }),
  )
  return { id, isNew: true }
}

/**
 * The person of a SCIM user that has changed. One who has not signed in under it may have signed in at the same time as the
 * directory created the user, or have now the name of someone who did.
 */
export async function personAfterChange(
  tx: TenantTransaction,
  user: ScimPerson & { readonly personId: string | null },
): Promise<string> {
  const { personId } = user
  if (personId === null) {
    const { id } = await personOf(tx, user)
    await link(tx, user.scimId, id)
    return id
  }
  const { name, nickname, email } = attributesOf(user)
  const { rows } = await sql<{ isPlaceholder: boolean }>`
    update users set name = ${name}, nickname = ${nickname}, email = ${email},
           username = case when starts_with(subject, ${provisionedPrefix}) then ${user.userName} else username end
     where tenant_id = ${tx.tenantId} and id = ${personId}
    returning starts_with(subject, ${provisionedPrefix}) as "isPlaceholder"`.execute(tx.db)
  if (rows[0]?.isPlaceholder !== true) return personId
  const known = await findSignedIn(tx, user)
  if (known === undefined) return personId
  await replacePerson(tx, user.scimId, { from: personId, to: known })
  return known
}

/** From the first person on, sign-ins of the provider are compared with what its directory sent. */
export async function noteProvisioned(tx: TenantTransaction, providerId: string): Promise<void> {
  await sendLater(
    tx.db,
    sql`update identity_providers set is_provisioned = true
         where tenant_id = ${tx.tenantId} and id = ${providerId} and not is_provisioned`,
  )
}

export async function link(tx: TenantTransaction, scimId: string, personId: string): Promise<void> {
  await sql`
    update scim_users set person_id = ${personId}
     where tenant_id = ${tx.tenantId} and id = ${scimId}`.execute(tx.db)
}

/** One who has not signed in gives way to one who has, with the groups that the directory sent. */
export async function replacePerson(
  tx: TenantTransaction,
  scimId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await link(tx, scimId, to)
  await sql`
    insert into user_groups (tenant_id, user_id, group_id)
    select tenant_id, ${to}::uuid, group_id from user_groups where tenant_id = ${tx.tenantId} and user_id = ${from}
    on conflict do nothing`.execute(tx.db)
  await tx.db.deleteFrom('users').where('tenant_id', '=', tx.tenantId).where('id', '=', from).execute()
}

/** Locked until the transaction ends. */
async function findSignedIn(
  tx: TenantTransaction,
  { scimId, providerId, userName, externalId }: ScimPerson,
): Promise<string | undefined> {
  const formats = Object.values(nameIdFormatUrns)
  const subjects = externalId === null ? [] : [externalId, ...formats.map((format) => `${format} ${externalId}`)]
  const { rows } = await sql<{ id: string; subject: string }>`
    select u.id, u.subject
      from portico_scim_matches(${providerId}, ${subjects}::text[] || array(
             select 'attribute:' || (p.config ->> 'subjectAttribute') || ' ' || ${externalId}::text
               from identity_providers p where p.tenant_id = ${tx.tenantId} and p.id = ${providerId}
                and p.config ? 'subjectAttribute'), ${userName}) f
      join users u on u.tenant_id = ${tx.tenantId} and u.id = f.user_id
     where (not starts_with(u.subject, ${provisionedPrefix}) or not u.active)
       and not exists (select from scim_users s
                        where s.tenant_id = ${tx.tenantId} and s.person_id = u.id and s.deleted_at is null)
     order by f.place, u.active desc, u.last_sign_in_at desc nulls last
     limit 1 for update of u`.execute(tx.db)
  const [found] = rows
  if (found === undefined) return undefined
  // A person of a tenant file, or of a SCIM user that was deleted: the first sign-in names the real subject.
  if (!/^(?:imported|scim): /.test(found.subject)) return found.id
  await sql`
    update users set subject = ${provisionedPrefix + scimId}
     where tenant_id = ${tx.tenantId} and id = ${found.id}`.execute(tx.db)
  return found.id
}

/** What the people screen shows of a SCIM user. */
function attributesOf({ userName, resource }: Pick<ScimPerson, 'userName' | 'resource'>) {
  const part = (name: string) => {
    const whole = resource['name']
    return isObject(whole) ? text((whole as ComplexValue)[name]) : ''
  }
  const both = [part('givenName'), part('familyName')].filter((one) => one !== '').join(' ')
  const name = text(resource['displayName']) || part('formatted') || both || userName
  const emails = Array.isArray(resource['emails']) ? (resource['emails'] as readonly ComplexValue[]) : []
  const email = text((emails.find((one) => one['primary'] === true) ?? emails[0])?.['value'])
  const nickname = text(resource['nickName']) || part('givenName') || name
  return { name, nickname, email: email === '' ? null : email }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
