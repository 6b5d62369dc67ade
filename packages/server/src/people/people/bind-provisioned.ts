import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** Subjects of people whom a directory sent, until their first sign-in says the real one. */
export const provisionedPrefix = 'scim: '

/** Who signs in, as far as it is compared with SCIM users. */
export type SigningIn = {
  readonly providerId: string
  /** `subject` of `users`. */
  readonly subjectKey: string
  /** As the provider wrote it, and as its transforms made it. */
  readonly usernames: readonly string[]
}

type Match = {
  readonly id: string
  readonly active: boolean
  readonly isDeleted: boolean
  readonly byId: boolean
  readonly externalId: string | null
  readonly personId: string | null
  readonly subject: string | null
}

/**
 * Finds the SCIM user of a person who signs in, within one provider: externalId is the subject, else userName is the username.
 * The first match binds: from then on only the subject counts. `refused`: the directory deactivated or deleted the user.
 */
export async function bindProvisioned(tx: TenantTransaction, person: SigningIn): Promise<'accepted' | 'refused'> {
  const found = verdict(await findMatches(tx, person), person)
  if (found === 'refused') return 'refused'
  if (found !== undefined && found.subject !== person.subjectKey) await bind(tx, found, person)
  return 'accepted'
}

/** Whether a sign-in of this person would be refused; nothing is bound. */
export async function wouldBeRefused(tx: TenantTransaction, person: SigningIn): Promise<boolean> {
  return verdict(await findMatches(tx, person), person) === 'refused'
}

/**
 * Whether the directory of the person's provider keeps them from signing in: it calls the person inactive, also under a name that
 * the sign-in no longer has, or a sign-in would be refused because it deleted the user. Only the directory can change that
 * (docs/decisions/0112).
 */
export async function isKeptOutByDirectory(tx: TenantTransaction, personId: string): Promise<boolean> {
  const { rows } = await sql<PersonKept>`
    select u.identity_provider_id as "providerId", u.subject as "subjectKey", u.username, u.username_received as "received",
           exists (select from scim_users s
                    where s.tenant_id = u.tenant_id and s.person_id = u.id and s.deleted_at is null and not s.active) as "isInactive"
      from users u
      join identity_providers p on p.tenant_id = u.tenant_id and p.id = u.identity_provider_id
     where u.tenant_id = ${tx.tenantId} and u.id = ${personId} and p.is_provisioned`.execute(tx.db)
  const [person] = rows
  if (person === undefined) return false
  const { providerId, subjectKey, username, received, isInactive } = person
  return (
    isInactive || (await wouldBeRefused(tx, { providerId, subjectKey, usernames: [username, received ?? username] }))
  )
}

type PersonKept = {
  readonly providerId: string
  readonly subjectKey: string
  readonly username: string
  readonly received: string | null
  readonly isInactive: boolean
}

function verdict(matches: readonly Match[], person: SigningIn): Match | 'refused' | undefined {
  const isOwn = ({ subject }: Match) => subject === person.subjectKey
  const isFree = ({ subject }: Match) => subject === null || subject.startsWith(provisionedPrefix)
  // Their user was deleted, and another person may have the name now.
  const gone = matches.filter((one) => one.isDeleted && (one.byId || isOwn(one)))
  const isAnother = ({ byId, externalId }: Match) =>
    !byId && externalId !== null && gone.some((one) => one.externalId !== null && one.externalId !== externalId)
  const live = matches.filter((one) => !one.isDeleted && !isAnother(one))
  const found = live.find(isOwn) ?? live.find((one) => one.byId && isFree(one)) ?? live.find(isFree)
  if (found !== undefined) return found.active ? found : 'refused'
  // Another person has signed in as this user: the directory's state of it applies to its username too.
  if (live.some(({ active }) => !active)) return 'refused'
  return matches.some((one) => one.isDeleted && (isOwn(one) || isFree(one))) && live.length === 0
    ? 'refused'
    : undefined
}

async function findMatches(
  tx: TenantTransaction,
  { providerId, subjectKey, usernames }: SigningIn,
): Promise<readonly Match[]> {
  const keys = [...new Set(usernames.map((name) => name.toLowerCase()))]
  const ofProvider = sql`s.tenant_id = ${tx.tenantId} and s.identity_provider_id = ${providerId}`
  const columns = sql`s.id, s.active, s.person_id, s.deleted_at, s.external_id`
  const ids = externalIds(subjectKey)
  // Live and deleted rows have their own indexes.
  const { rows } = await sql<Match>`
    select s.id, s.active, s.person_id as "personId", s.deleted_at is not null as "isDeleted", s.by_id as "byId",
           s.external_id as "externalId", u.subject
      from (
        select ${columns}, true as by_id from scim_users s
         where ${ofProvider} and s.deleted_at is null and s.external_id = any (${ids})
        union all
        select ${columns}, false from scim_users s
         where ${ofProvider} and s.deleted_at is null and s.user_name_key = any (${keys})
        union all
        select ${columns}, true from scim_users s
         where ${ofProvider} and s.deleted_at is not null and s.external_id = any (${ids})
        union all
        select ${columns}, false from scim_users s
         where ${ofProvider} and s.deleted_at is not null and s.user_name_key = any (${keys})) s
      left join users u on u.tenant_id = ${tx.tenantId} and u.id = s.person_id`.execute(tx.db)
  return rows
}

/**
 * What externalId is compared with: the subject without what names the issuer, and for SAML without the format or the attribute
 * (sign-in/saml/identity.ts).
 */
function externalIds(subjectKey: string): string[] {
  const subject = subjectKey.slice(subjectKey.indexOf(' ') + 1)
  const named = /^(?:urn:oasis:names:tc:SAML:\S+|attribute:\S+) (.+)$/s.exec(subject)?.[1]
  return named === undefined ? [subject] : [named]
}

/** The person gets the row that the directory made; one who has a row already keeps it. */
async function bind(tx: TenantTransaction, found: Match, { providerId, subjectKey }: SigningIn): Promise<void> {
  const own = await tx.db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where('subject', '=', subjectKey)
    .executeTakeFirst()
  if (own === undefined && found.personId !== null) {
    await tx.db
      .updateTable('users')
      .set({ subject: subjectKey })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', found.personId)
      .execute()
    return
  }
  if (own === undefined) return
  if (found.personId === null) await link(tx, found.id, own.id)
  else await replacePerson(tx, found.id, { from: found.personId, to: own.id })
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
