import { sql } from 'kysely'

import { recordAudit, type AuditedBy } from '../../kit/audit-trail/record.ts'
import type { Client } from '../clients/queries.ts'
import type { Database } from '../../kit/database/connect.ts'
import { globalQuery, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Person } from '../../kit/http/actor.ts'
import { uuidv7 } from '../../kit/identifiers.ts'

/** The session of a person in an application, which began from their session in the portal and ends with it. */
export type ApplicationSession = {
  /** The `sid` of OpenID, the SessionIndex of SAML. */
  readonly id: string
  readonly userId: string
  readonly clientId: string
  /** When the provider checked the person's credentials; null: it is not known. */
  readonly credentialsAt: Date | null
  /** Whether it began with this call. */
  readonly isNew: boolean
}

/**
 * Begins the session of a person in an application, or finds the one that the same portal session has there: its id stays for as
 * long as the portal session lasts. undefined: the portal session has ended, or is one of the command line. Until this transaction
 * ends, nothing can end the portal session.
 */
export async function startApplicationSession(
  tx: TenantTransaction,
  {
    sessionHash,
    clientId,
    protocol,
    nameId,
    nowMs,
  }: {
    /** Hash of the session cookie. */
    readonly sessionHash: Buffer
    readonly clientId: string
    readonly protocol: 'openid' | 'saml'
    /** The name that the service provider gets, as it is sent. */
    readonly nameId?: object
    readonly nowMs: number
  },
): Promise<ApplicationSession | undefined> {
  const name = nameId === undefined ? null : JSON.stringify(nameId)
  // The person before the session, as everywhere (sessions/lock-order.ts).
  await sql`
    select from sessions s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
     where s.tenant_id = ${tx.tenantId} and s.id_hash = ${sessionHash} for key share of u`.execute(tx.db)
  const { rows } = await sql<ApplicationSession>`
    with portal as (
      select s.id, s.sign_in_id, s.user_id, s.credentials_at,
             least(s.expires_at, s.last_used_at + make_interval(secs => s.idle_secs)) as ends_at from sessions s
       where s.tenant_id = ${tx.tenantId} and s.id_hash = ${sessionHash} and s.ended_at is null and s.kind = 'browser'
         and s.expires_at > now() for key share of s)
    insert into application_sessions
           (tenant_id, id, session_id, sign_in_id, user_id, client_id, protocol, name_id, check_at)
    select ${tx.tenantId}, ${uuidv7(nowMs)}, p.id, p.sign_in_id, p.user_id, ${clientId}, ${protocol}, ${name}::jsonb, p.ends_at
      from portal p
        on conflict (tenant_id, session_id, client_id)
           do update set name_id = coalesce(excluded.name_id, application_sessions.name_id)
           where application_sessions.ended_at is null
    returning id, user_id as "userId", client_id as "clientId", (select credentials_at from portal) as "credentialsAt",
              application_sessions.xmax = 0 as "isNew"`.execute(tx.db)
  return rows[0]
}

/** Writes that a person opened an application: once for each of their sessions there, however often the application asks. */
export function recordOpening(
  tx: TenantTransaction,
  { id, application, environmentId, config }: Client,
  { person, ...by }: Omit<AuditedBy, 'actor'> & { readonly person: Pick<Person, 'id' | 'name'> },
): Promise<void> {
  return recordAudit(
    tx,
    { ...by, actor: { kind: 'user', id: person.id, name: person.name } },
    {
      action: 'application.open',
      target: { kind: 'application', id: application.id, name: application.label },
      after: { client: id, environment: environmentId, protocol: config.protocol },
    },
  )
}

/** Records that a person was not signed in to an application that identifies people by their e-mail address. */
export function recordRefusal(
  tx: TenantTransaction,
  { id, application, environmentId, config }: Client,
  {
    person,
    reason,
    email,
    ...by
  }: Omit<AuditedBy, 'actor'> & {
    readonly person: Pick<Person, 'id' | 'name'>
    readonly reason: 'noEmail' | 'foreignEmail'
    readonly email: string | null
  },
): Promise<void> {
  return recordAudit(
    tx,
    { ...by, actor: { kind: 'user', id: person.id, name: person.name } },
    {
      action: 'application.refuse',
      target: { kind: 'application', id: application.id, name: application.label },
      after: { client: id, environment: environmentId, protocol: config.protocol, reason, email },
    },
  )
}

export type StartedSession = {
  readonly id: string
  readonly clientId: string
  readonly protocol: 'openid' | 'saml'
  readonly nameId: unknown
  /** Whether it speaks SAML and has an address to which the browser carries logouts. */
  readonly hasBrowserLogout: boolean
}

/** The sessions in applications that began from one session of the portal and have not ended. */
export async function applicationSessionsOf(
  tx: TenantTransaction,
  sessionHash: Buffer,
): Promise<readonly StartedSession[]> {
  const { rows } = await sql<StartedSession>`
    select a.id, a.client_id as "clientId", a.protocol, a.name_id as "nameId",
           a.protocol = 'saml' and c.config ->> 'sloUrl' is not null as "hasBrowserLogout"
      from sessions s join application_sessions a on a.tenant_id = s.tenant_id and a.session_id = s.id
      join application_clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
     where s.tenant_id = ${tx.tenantId} and s.id_hash = ${sessionHash} and a.ended_at is null
     order by a.started_at`.execute(tx.db)
  return rows
}

/** The portal session that a session in an application began from, by its id there; undefined: it has ended. */
export async function portalSessionOf(
  tx: TenantTransaction,
  { id, clientId }: { readonly id: string; readonly clientId: string },
): Promise<{ readonly hash: Buffer; readonly userId: string } | undefined> {
  const { rows } = await sql<{ hash: Buffer; userId: string }>`
    select s.id_hash as hash, s.user_id as "userId"
      from application_sessions a join sessions s on s.tenant_id = a.tenant_id and s.id = a.session_id
     where a.tenant_id = ${tx.tenantId} and a.id = ${id} and a.client_id = ${clientId} and a.ended_at is null
       and s.ended_at is null`.execute(tx.db)
  return rows[0]
}

/** Ends sessions in applications whose portal session has ended by time or by a deactivation. Returns how many. */
export async function endOverdueApplicationSessions(database: Database, most = 1_000): Promise<number> {
  const { rows } = await sql<{ ended: string }>`select portico_end_application_sessions(${most}) as ended`.execute(
    globalQuery(database),
  )
  return Number(rows[0]?.ended ?? 0)
}
