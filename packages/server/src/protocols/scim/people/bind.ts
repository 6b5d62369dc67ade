import { sql } from 'kysely'

import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { link, provisionedPrefix, replacePerson } from './person.ts'

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
