import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { isUuid } from '../../kit/identifiers.ts'
import { peopleWithWords } from '../../people/people/list-queries.ts'
import { maySignIn } from '../../sign-in/sessions/may-sign-in.ts'

/** A person of the tenant with the provider that knows them. */
export type KnownPerson = {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly active: boolean
  /** The username does not belong to the provider: the person cannot sign in. */
  readonly isForeign: boolean
  readonly lastSignInAt: Date | null
  readonly providerId: string
}

/** The person with this id; undefined for any other text. */
export async function personOfId(tx: TenantTransaction, id: string): Promise<KnownPerson | undefined> {
  if (!isUuid(id)) return undefined
  return (await people(tx).where('id', '=', id).execute())[0]
}

/**
 * The people with this username, as received or after the transforms: first those of the provider that it leads to,
 * then those who may sign in, the latest sign-in first. Case counts only where it tells two apart.
 */
export async function peopleOfUsername(
  tx: TenantTransaction,
  username: string,
  providerId: string | undefined,
): Promise<KnownPerson[]> {
  // Through the index of their parts, where it knows few: folded text is the same wherever lower case is.
  const candidates = await peopleWithWords(tx, { search: username })
  const named = people(tx)
    .$if(candidates !== null, (few) => few.where(sql<boolean>`id = any (${candidates}::uuid[])`))
    .where(sql<boolean>`lower(${username}) in (lower(username), lower(username_received))`)
    .orderBy(sql`identity_provider_id is distinct from ${providerId ?? null}::uuid`)
    .orderBy(sql`${username} not in (username, coalesce(username_received, username))`)
    .orderBy(sql`${maySignIn('users')} desc`)
    .orderBy(sql`last_sign_in_at desc nulls last`)
    .orderBy('id')
    .limit(peopleMax)
  return named.execute()
}

/** Providers create people again under the same name; no more than this number are counted. */
const peopleMax = 50

function people(tx: TenantTransaction) {
  return tx.db
    .selectFrom('users')
    .select(['id', 'name', 'username', 'last_sign_in_at as lastSignInAt'])
    .select([maySignIn('users').as('active'), sql<boolean>`username_foreign_since is not null`.as('isForeign')])
    .select('identity_provider_id as providerId')
    .where('tenant_id', '=', tx.tenantId)
}
