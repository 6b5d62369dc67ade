import { nameIdFormatUrns, withoutInvisible } from '@portico/core/contract'
import { sql } from 'kysely'

import { sendLater } from '../../../kit/database/later.ts'
import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../../kit/identifiers.ts'
import { readLanguageTag } from '../../../kit/language-tag.ts'
import { link, provisionedPrefix, replacePerson } from '../../../people/people/bind-provisioned.ts'
import { isObject, type ComplexValue, type ResourceValues } from '../values.ts'
import type { SentUsername } from './username.ts'

export type ScimPerson = {
  readonly scimId: string
  readonly providerId: string
  readonly userName: string
  /** What the userName becomes here. */
  readonly sent: SentUsername
  readonly externalId: string | null
  readonly resource: ResourceValues
  readonly nowMs: number
}

/**
 * The person of a SCIM user without one: someone who signed in at this provider before, by the subject or else by the username, or
 * a new person. Never by an e-mail address, and never the person of another SCIM user (docs/decisions/0112).
 */
export async function personOf(tx: TenantTransaction, user: ScimPerson): Promise<string> {
  const person = personIn(tx, user)
  const { rows } = await sql<{ id: string }>`with ${person.found} select ${person.id} as id`.execute(tx.db)
  const [row] = rows
  if (row === undefined) throw new Error('A query without a table has no row.')
  return row.id
}

/**
 * The same as parts of one statement: `found` in its WITH, and the id and whether it is a new person. A new person whose username does
 * not belong to the provider is inactive.
 */
export function personIn(tx: TenantTransaction, user: ScimPerson) {
  const { name, nickname, email, givenName, familyName, locale } = attributesOf(user)
  const { username, received, belongs } = user.sent
  return {
    found: sql`
      ${knownIn(tx, user)},
      added as (
        insert into users (tenant_id, id, identity_provider_id, subject, username, username_received, name, nickname, email,
                           given_name, family_name, locale, last_sign_in_at, active, username_holds, username_foreign_since)
        select ${tx.tenantId}, ${uuidv7(user.nowMs)}::uuid, ${user.providerId}, ${placeholderOf(user)}, ${username}, ${received}, ${name},
               ${nickname}, ${email}, ${givenName}, ${familyName}, ${locale}, null, ${belongs}, ${!belongs}, ${belongs ? null : sql`now()`}
         where not exists (select from known)
        returning id)`,
    id: sql<string>`(select id from known union all select id from added)`,
    isNew: sql<boolean>`(exists (select from added))`,
  }
}

/**
 * The person of a SCIM user that has changed. One who has not signed in under it may have signed in at the same time as the
 * directory created the user, or have now the name of someone who did. `turned`: a new username made the person inactive here, or one
 * that belongs to the provider let the person be what the directory says again.
 */
export async function personAfterChange(
  tx: TenantTransaction,
  user: ScimPerson & { readonly personId: string | null },
): Promise<ChangedPerson> {
  const { personId } = user
  if (personId === null) {
    const id = await personOf(tx, user)
    await link(tx, user.scimId, id)
    return { id, turned: null }
  }
  const { name, nickname, email, givenName, familyName, locale } = attributesOf(user)
  const { username, received, belongs } = user.sent
  const { rows } = await sql<Omit<ChangedPerson, 'id'> & { isPlaceholder: boolean }>`
    update users u set name = ${name}, nickname = ${nickname}, email = ${email}, given_name = ${givenName},
           family_name = ${familyName}, locale = ${locale},
           username = case when o.is_placeholder then ${username} else u.username end,
           username_received = case when o.is_placeholder then ${received} else u.username_received end,
           username_foreign_since = case when o.is_placeholder and ${belongs} then null
                                         when o.is_placeholder then coalesce(u.username_foreign_since, now())
                                         else u.username_foreign_since end,
           active = case o.turned when 'released' then true when 'held' then false else u.active end,
           username_holds = case o.turned when 'released' then false when 'held' then true else u.username_holds end
      from (select id, is_placeholder,
                   case when not is_placeholder then null
                        when ${belongs} and username_holds then 'released'
                        when not ${belongs} and active and (username_foreign_since is null or username <> ${username})
                        then 'held' end as turned
              from (select *, starts_with(subject, ${provisionedPrefix}) as is_placeholder from users
                     where tenant_id = ${tx.tenantId} and id = ${personId} for update) p) o
     where u.tenant_id = ${tx.tenantId} and u.id = o.id
    returning o.is_placeholder as "isPlaceholder", o.turned`.execute(tx.db)
  const { isPlaceholder = false, turned = null } = rows[0] ?? {}
  if (!isPlaceholder) return { id: personId, turned }
  const known = (await sql<SignedIn>`with ${knownIn(tx, user)} select id from known`.execute(tx.db)).rows[0]
  if (known === undefined) return { id: personId, turned }
  await replacePerson(tx, user.scimId, { from: personId, to: known.id })
  return { id: known.id, turned: null }
}

export type ChangedPerson = { readonly id: string; readonly turned: 'held' | 'released' | null }

/** From the first person on, sign-ins of the provider are compared with what its directory sent. */
export async function noteProvisioned(tx: TenantTransaction, providerId: string): Promise<void> {
  await sendLater(
    tx.db,
    sql`update identity_providers set is_provisioned = true
         where tenant_id = ${tx.tenantId} and id = ${providerId} and not is_provisioned`,
  )
}

const placeholderOf = ({ scimId }: ScimPerson) => provisionedPrefix + scimId

type SignedIn = { readonly id: string }

/** `known`, the person who was there before, locked until the transaction ends, with the name that the directory has now. */
function knownIn(tx: TenantTransaction, user: ScimPerson) {
  const { providerId, userName, externalId } = user
  const formats = Object.values(nameIdFormatUrns)
  const subjects = externalId === null ? [] : [externalId, ...formats.map((format) => `${format} ${externalId}`)]
  const { name, nickname, email, givenName, familyName, locale } = attributesOf(user)
  // A person of a tenant file, or of a SCIM user that was deleted, awaits the first sign-in, which names the real subject. One who was
  // sent with another externalId before is another person, whose name was given away.
  return sql`
    known as (
      select u.id, u.subject
        from portico_scim_matches(${providerId}, ${subjects}::text[] || array(
               select 'attribute:' || (p.config ->> 'subjectAttribute') || ' ' || ${externalId}::text
                 from identity_providers p where p.tenant_id = ${tx.tenantId} and p.id = ${providerId}
                  and p.config ? 'subjectAttribute'), ${userName}) f
        join users u on u.tenant_id = ${tx.tenantId} and u.id = f.user_id
       where (not starts_with(u.subject, ${provisionedPrefix}) or not u.active)
         and not exists (select from scim_users s
                          where s.tenant_id = ${tx.tenantId} and s.person_id = u.id
                            and (s.deleted_at is null or f.place = 1 and s.external_id <> ${externalId}))
       order by f.place, u.active desc, u.last_sign_in_at desc nulls last
       limit 1 for update of u),
    renamed as (
      update users u
         set name = ${name}, nickname = ${nickname}, email = ${email}, given_name = ${givenName},
             family_name = ${familyName}, locale = ${locale},
             subject = case when known.subject ~ '^(imported|scim): ' then ${placeholderOf(user)} else u.subject end
        from known where u.tenant_id = ${tx.tenantId} and u.id = known.id)`
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
  return {
    name,
    nickname,
    email: email || null,
    givenName: part('givenName') || null,
    familyName: part('familyName') || null,
    locale: readLanguageTag(text(resource['locale']) || text(resource['preferredLanguage'])),
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? withoutInvisible(value).trim() : ''
}
