import { sql } from 'kysely'

import type { Database } from '../../kit/database/connect.ts'
import type { Tables } from '../../kit/database/tables.ts'
import { globalQuery, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { holdPersonOf } from '../sessions/lock-order.ts'

/** The sign-in that a grant comes from: a session of the command line never outlives it. */
export type Origin = {
  readonly userId: string
  readonly identityProviderId: string
  readonly signInId: string
  readonly authenticatedAt: Date
  readonly credentialsAt: Date | null
  readonly sessionEndsAt: Date
}

export type Grant = Origin & {
  readonly kind: Tables['cli_grants']['kind']
  readonly via: Tables['cli_grants']['via']
  readonly address: string
  readonly codeChallenge: string | null
  readonly redirectUri: string | null
}

/** Finds the tenant in which a code or token was granted. */
export async function findGrantTenant(database: Database, hash: Buffer): Promise<string | undefined> {
  const found = await sql<{ tenant_id: string }>`select tenant_id from portico_find_cli_grant(${hash})`.execute(
    globalQuery(database),
  )
  return found.rows[0]?.tenant_id
}

/** Stores a grant that can be redeemed once with the secret of this hash. `lifeSecs` counts from the database's now. */
export async function insertGrant(
  tx: TenantTransaction,
  grant: Grant & { readonly hash: Buffer; readonly lifeSecs: number; readonly parentHash?: Buffer },
): Promise<void> {
  await tx.db
    .insertInto('cli_grants')
    .values({
      tenant_id: tx.tenantId,
      id_hash: grant.hash,
      kind: grant.kind,
      via: grant.via,
      user_id: grant.userId,
      identity_provider_id: grant.identityProviderId,
      sign_in_id: grant.signInId,
      authenticated_at: grant.authenticatedAt,
      credentials_at: grant.credentialsAt,
      session_ends_at: grant.sessionEndsAt,
      address: grant.address,
      code_challenge: grant.codeChallenge,
      redirect_uri: grant.redirectUri,
      parent_hash: grant.parentHash ?? null,
      expires_at: sql<Date>`now() + make_interval(secs => ${grant.lifeSecs})`,
    })
    .execute()
}

/** Redeems a grant; undefined if it is of another kind, used or expired. Only one caller gets it. */
export async function useGrant(tx: TenantTransaction, hash: Buffer, kind: Grant['kind']): Promise<Grant | undefined> {
  await holdPersonOf(tx, 'cli_grants', hash)
  const row = await tx.db
    .updateTable('cli_grants')
    .set({ used_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', hash)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()
  return row && grantOf(row)
}

/** A code used twice has leaked: also revokes what it was exchanged for (RFC 6749 section 4.1.2). */
export async function killDescendants(tx: TenantTransaction, hash: Buffer): Promise<void> {
  await tx.db
    .updateTable('cli_grants')
    .set({ used_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('parent_hash', '=', hash)
    .where('used_at', 'is', null)
    .execute()
}

type Row = Pick<
  Tables['cli_grants'],
  'kind' | 'via' | 'user_id' | 'identity_provider_id' | 'sign_in_id' | 'address' | 'code_challenge' | 'redirect_uri'
> & { authenticated_at: Date; credentials_at: Date | null; session_ends_at: Date }

function grantOf(row: Row): Grant {
  return {
    kind: row.kind,
    via: row.via,
    userId: row.user_id,
    identityProviderId: row.identity_provider_id,
    signInId: row.sign_in_id,
    authenticatedAt: row.authenticated_at,
    credentialsAt: row.credentials_at,
    sessionEndsAt: row.session_ends_at,
    address: row.address,
    codeChallenge: row.code_challenge,
    redirectUri: row.redirect_uri,
  }
}
