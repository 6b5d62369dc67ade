import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { ConnectionRow } from './connections.ts'
import { forgetSent } from './forget.ts'
import { noteRefused } from './refused.ts'
import {
  inRange,
  readOpenings,
  readWantedGroups,
  wantedPeople,
  type Openings,
  type PeopleRange,
} from './wanted-accounts.ts'

/** People of one transaction: far below the statement timeout. */
const peopleMax = 1_000
/** Groups of one transaction. Each may have very many members. */
const groupsMax = 10

/** The earliest next comparison, and how much of the time comparisons may take. */
const againMinSecs = 5
const share = 10

type Work = {
  readonly connection: ConnectionRow
  /** One short transaction; undefined: another process has taken over, or this one stops. */
  readonly inTurn: <Result>(work: (tx: TenantTransaction) => Promise<Result>) => Promise<Result | undefined>
}

/**
 * Stores for every person and group what the application should have, in the order of ids and in many short transactions. A person
 * who has lost access, or has left the tenant, should not be there. Someone whose username was found not to belong to the provider, and
 * about whom an administrator has not decided, gets nothing new: the application keeps what it has. Changes in the meantime are found by the next comparison.
 * If everything is to be sent again, what was sent is forgotten. Returns false if it was not finished.
 */
export async function compare({ connection, inTurn }: Work): Promise<boolean> {
  const startedMs = Date.now()
  const place = { environmentId: connection.environment_id, applicationId: connection.application_id }
  const began = await inTurn(async (tx) => ({ openings: await readOpenings(tx, place), position: await position(tx) }))
  if (began === undefined) return false
  const { openings } = began
  let people = 0
  let after: string | null = null
  do {
    const page: PeoplePage | undefined = await inTurn((tx) => comparePeople(tx, { connection, openings, after }))
    if (page === undefined) return false
    people += page.wanted
    after = page.until
  } while (after !== null)
  const groupIds = connection.send_groups ? openings.groupIds.toSorted() : []
  for (let at = 0; at < groupIds.length; at += groupsMax) {
    const some = groupIds.slice(at, at + groupsMax)
    if ((await inTurn((tx) => compareGroups(tx, connection.id, some))) === undefined) return false
  }
  const waitSecs = Math.max(againMinSecs, ((Date.now() - startedMs) / 1_000) * share)
  const ended = await inTurn(async (tx) => {
    if (connection.resend) await forgetSent(tx, connection.id, sql<boolean>`kind = 'group'`)
    await dropGroups(tx, connection.id, groupIds)
    await tx.db
      .updateTable('provisioning_connections')
      .set({ people, groups: groupIds.length, compared_position: began.position, resend: false })
      .set({ compared_at: sql<Date>`now()`, compare_after: sql<Date>`now() + make_interval(secs => ${waitSecs})` })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', connection.id)
      .where('version', '=', connection.version)
      .execute()
    await noteRefused(tx, connection.id)
    return true
  })
  return ended ?? false
}

/** Rows of the audit log until there belong to transactions that have ended. */
async function position(tx: TenantTransaction): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + portico_audit_base() - 1)::text as position`.execute(
    tx.db,
  )
  return rows[0]?.position ?? '0'
}

/** `until`: the last id that was looked at; null: the last page. */
type PeoplePage = { readonly wanted: number; readonly until: string | null }

async function comparePeople(
  tx: TenantTransaction,
  {
    connection,
    openings,
    after,
  }: { readonly connection: ConnectionRow; readonly openings: Openings; readonly after: string | null },
): Promise<PeoplePage> {
  const { id, resend } = connection
  const from = { after, until: null }
  const { rows: ends } = await sql<{ until: string | null }>`
    select least(
      (select u.id from users u where u.tenant_id = ${tx.tenantId} and ${inRange('u.id', from)}
        order by u.id offset ${peopleMax - 1} limit 1),
      (select o.id from provisioned_objects o
        where o.tenant_id = ${tx.tenantId} and o.connection_id = ${id} and o.kind = 'person' and ${inRange('o.id', from)}
        order by o.id offset ${peopleMax - 1} limit 1)) as until`.execute(tx.db)
  const until = ends[0]?.until ?? null
  const range: PeopleRange = { after, until }
  if (resend) await forgetSent(tx, id, sql<boolean>`kind = 'person' and ${inRange('id', range)}`)
  const people = await wantedPeople(tx, { connection, openings }, range)
  const { rows } = await sql<{ wanted: number }>`
    with wanted as materialized (${people}),
    noted as (
      insert into provisioned_objects as o (tenant_id, connection_id, kind, id, name, wanted)
      select ${tx.tenantId}, ${id}, 'person', w.id, w.username, w.hash from wanted w
      on conflict (tenant_id, connection_id, kind, id) do update
        set name = excluded.name, wanted = excluded.wanted, next_attempt_at = now(), attempts = 0
        where o.wanted is distinct from excluded.wanted),
    found as (
      select id from users
       where tenant_id = ${tx.tenantId} and active and username_foreign_since is not null and ${inRange('id', range)}),
    dropped as (
      update provisioned_objects o set wanted = n.wanted, next_attempt_at = now(), attempts = 0
        from provisioned_objects p
        left join found f on f.id = p.id
       cross join lateral (select case when f.id is not null then p.sent end as wanted) n
       where p.tenant_id = ${tx.tenantId} and p.connection_id = ${id} and p.kind = 'person' and p.wanted is distinct from n.wanted
         and p.wanted is not null
         and ${inRange('p.id', range)} and not exists (select from wanted w where w.id = p.id)
         and o.tenant_id = p.tenant_id and o.connection_id = p.connection_id and o.kind = p.kind and o.id = p.id)
    select count(*)::int as wanted from wanted`.execute(tx.db)
  await forgetUnsent(tx, id)
  return { wanted: rows[0]?.wanted ?? 0, until }
}

async function compareGroups(tx: TenantTransaction, id: string, ids: readonly string[]): Promise<true> {
  for (const group of await readWantedGroups(tx, ids))
    await sql`
      insert into provisioned_objects as o (tenant_id, connection_id, kind, id, name, wanted)
      values (${tx.tenantId}, ${id}, 'group', ${group.id}, ${group.name}, ${group.hash})
      on conflict (tenant_id, connection_id, kind, id) do update
        set name = excluded.name, wanted = excluded.wanted, next_attempt_at = now(), attempts = 0
        where o.wanted is distinct from excluded.wanted`.execute(tx.db)
  return true
}

async function dropGroups(tx: TenantTransaction, id: string, wanted: readonly string[]): Promise<void> {
  await sql`
    update provisioned_objects o set wanted = null, next_attempt_at = now(), attempts = 0
     where o.tenant_id = ${tx.tenantId} and o.connection_id = ${id} and o.kind = 'group' and o.wanted is not null
       and not o.id = any (${wanted}::uuid[])`.execute(tx.db)
  await forgetUnsent(tx, id)
}

/** Objects that were never in the application and should not be. */
async function forgetUnsent(tx: TenantTransaction, id: string): Promise<void> {
  await sql`
    delete from provisioned_objects
     where tenant_id = ${tx.tenantId} and connection_id = ${id} and wanted is null and sent is null
       and remote_id is null and not tried`.execute(tx.db)
}
