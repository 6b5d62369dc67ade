import { sql } from 'kysely'

import type { Database } from '../../kit/database/connect.ts'
import { sendLater } from '../../kit/database/later.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { SessionOrigin } from './list-queries.ts'
import { holdPersonOf, lockPerson } from './lock-order.ts'
import { maySignIn } from './may-sign-in.ts'

/** The tenant of an active session, found by its cookie, or undefined. */
export async function findSessionTenant(database: Database, hash: Buffer): Promise<string | undefined> {
  const found = await sql<{ tenant_id: string }>`select tenant_id from portico_find_session(${hash})`.execute(
    database.app,
  )
  return found.rows[0]?.tenant_id
}

/** At once, for `PUT cloudsession`. The absolute end never moves. */
export async function extendSession(tx: TenantTransaction, hash: Buffer): Promise<void> {
  await tx.db
    .updateTable('sessions')
    .set({ last_used_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', hash)
    .execute()
}

/** Ends a session; one of a browser with what it allowed the command line, as far as that is not redeemed. */
export async function endSession(tx: TenantTransaction, hash: Buffer): Promise<void> {
  const session = await tx.db
    .selectFrom('sessions')
    .select('user_id')
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', hash)
    .executeTakeFirst()
  if (session === undefined) return
  await lockPerson(tx, session.user_id)
  await sql`
    with ended as (
      update sessions set ended_at = now()
       where tenant_id = ${tx.tenantId} and id_hash = ${hash} and ended_at is null
      returning sign_in_id, kind)
    update cli_grants g set used_at = now() from ended e
     where g.tenant_id = ${tx.tenantId} and g.sign_in_id = e.sign_in_id and e.kind = 'browser' and g.used_at is null`.execute(
    tx.db,
  )
}

/**
 * The sign-in a session stems from, for those that are made in its name; undefined when it has ended. No call can end the
 * session before this transaction ends.
 */
export async function readSessionOrigin(
  tx: TenantTransaction,
  hash: Buffer,
): Promise<
  | {
      kind: 'browser' | 'cli' | 'application'
      identityProviderId: string
      signInId: string
      authenticatedAt: Date
      credentialsAt: Date | null
      endsAt: Date
    }
  | undefined
> {
  await holdPersonOf(tx, 'sessions', hash)
  return tx.db
    .selectFrom('sessions')
    .select(['kind', 'identity_provider_id as identityProviderId', 'authenticated_at as authenticatedAt'])
    .select(['credentials_at as credentialsAt', 'sign_in_id as signInId', 'expires_at as endsAt'])
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', hash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** `acr` and `amr` (OpenID Connect Core section 2), or a SAML AuthnContextClassRef as `acr`; null: the provider did not say. */
export type SaidContext = { readonly acr: string | null; readonly amr: readonly string[] | null }

export async function createSession(
  tx: TenantTransaction,
  session: {
    hash: Buffer
    /** Shared by all sessions and grants of one sign-in. */
    signInId: string
    userId: string
    identityProviderId: string
    environmentId: string | null
    providerSession: string | null
    /** For sign-outs that the provider starts, and for reporting ours to it (sign-in/attempts/provider-state.ts). */
    providerSubjectHash?: Buffer
    providerState?: Buffer
    /** The provider's own expiry, in ms: the session expires no later. */
    endsAtMs?: number | null
    /** For how many seconds the provider has known the person's credentials; null: it is not known. */
    credentialsAgeSecs: number | null
    /** How the provider authenticated the person, as it reported. */
    context?: SaidContext
    /** For the list of sessions; absent in tests. */
    origin?: SessionOrigin
    /** For how many seconds it lasts at most, however it is used (`PORTICO_SESSION_HOURS`). */
    lifetimeSecs: number
    /** A session of the command line starts in the name of another sign-in, and ends no later than it. */
    cli?: { authenticatedAt: Date; credentialsAt: Date | null; endsAt: Date }
  },
): Promise<void> {
  const insert = tx.db.insertInto('sessions').values({
    tenant_id: tx.tenantId,
    id_hash: session.hash,
    sign_in_id: session.signInId,
    user_id: session.userId,
    identity_provider_id: session.identityProviderId,
    environment_id: session.environmentId,
    // A change of the idle time waits for this session, or this session for the change.
    idle_secs: sql<number>`(select idle_secs from tenants where tenant_id = ${tx.tenantId} for share)`,
    authenticated_at: session.cli?.authenticatedAt ?? sql<Date>`now()`,
    credentials_at: session.cli
      ? session.cli.credentialsAt
      : sql<Date | null>`now() - make_interval(secs => ${session.credentialsAgeSecs}::double precision)`,
    expires_at:
      session.cli?.endsAt ??
      sql<Date>`least(now() + make_interval(secs => ${session.lifetimeSecs}),
                        ${session.endsAtMs == null ? null : new Date(session.endsAtMs)}::timestamptz)`,
    provider_subject_hash: session.providerSubjectHash ?? null,
    provider_state: session.providerState ?? null,
    provider_session: session.providerSession,
    acr: session.context?.acr ?? null,
    amr: session.context?.amr == null ? null : [...session.context.amr],
    address: session.origin?.address ?? null,
    user_agent: session.origin?.userAgent ?? null,
    kind: session.cli === undefined ? 'browser' : 'cli',
  })
  await sendLater(tx.db, insert)
}

/**
 * The same session under a new id, as after selecting an environment; the old id is dead.
 * False: it was renamed or ended at the same time.
 */
export async function renameSession(
  tx: TenantTransaction,
  oldHash: Buffer,
  newHash: Buffer,
  environmentId: string,
): Promise<boolean> {
  const result = await tx.db
    .updateTable('sessions')
    .set({ id_hash: newHash, environment_id: environmentId, last_used_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', oldHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Not Now: this session is not asked about this switch again. */
export async function skipSwitch(tx: TenantTransaction, hash: Buffer, switchId: string): Promise<void> {
  await tx.db
    .updateTable('sessions')
    .set({ skipped_switch: switchId })
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', hash)
    .execute()
}

/**
 * The session waits, while its person is in another tenant, under an id whose token was never given out. It keeps its environment.
 * False: it has ended or was renamed.
 */
export async function parkSession(tx: TenantTransaction, oldHash: Buffer, newHash: Buffer): Promise<boolean> {
  const result = await tx.db
    .updateTable('sessions')
    .set({ id_hash: newHash, last_used_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', oldHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** The waiting session under the id of a new token. False: it has ended, or its person or provider was deactivated. */
export async function unparkSession(tx: TenantTransaction, id: string, newHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update sessions s set id_hash = ${newHash}, last_used_at = now()
      from users u, identity_providers p
     where s.tenant_id = ${tx.tenantId} and s.id = ${id} and s.ended_at is null and s.expires_at > now()
       and s.last_used_at + make_interval(secs => s.idle_secs) > now()
       and u.tenant_id = s.tenant_id and u.id = s.user_id and ${maySignIn('u')}
       and p.tenant_id = s.tenant_id and p.id = s.identity_provider_id and p.enabled
    returning s.id`.execute(tx.db)
  return rows.length === 1
}
