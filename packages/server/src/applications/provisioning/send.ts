import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { waitMs } from '../../tenant/webhooks/retries.ts'
import { NameTaken } from './account.ts'
import { isSame, takeOver } from './adopt.ts'
import type { ConnectionRow } from './connections.ts'
import { unknown, unknownRemoved } from './forget.ts'
import type { Linked } from './linked-accounts.ts'
import { noteRefused } from './refused.ts'
import { deleteResource, findRemaining, notFound, type TakeOver } from './resources.ts'
import { ScimFailure, type ScimService } from './scim-service.ts'
import { sendGroup, type Member, type NoteMembers } from './send-group.ts'
import { removePerson, sendPerson, type WantedPerson } from './send-person.ts'
import { noteAccepted, noteAnswer, noteServiceFailure, type Turn } from './turn.ts'
import { activeMembers, readOpenings, readWantedGroups, readWantedPeople } from './wanted-accounts.ts'

/** People who are sent at the same time. */
const atOnceMax = 8

type DueRow = {
  readonly kind: 'person' | 'group'
  readonly id: string
  readonly remoteId: string | null
  /** Whether an earlier attempt began and its result is unknown. */
  readonly tried: boolean
  readonly attempts: number
  /** A comparison found that the application should not have it. */
  readonly isRemoval: boolean
  /** For a group: it is not known which members the application has. */
  readonly membersUnknown: boolean
}

/** One object, with what the application should have of it; undefined: it should not be there. */
type Job = DueRow & {
  readonly person: WantedPerson | undefined
  readonly group: GroupState | undefined
  readonly hash: Buffer | null
}

type GroupState = {
  readonly name: string
  readonly members: readonly Member[]
  readonly added: readonly Member[]
  readonly removed: readonly Member[]
  /** Members who are not in the application yet. */
  readonly missing: number
}

/** `more`: call it again. `end`: nothing is due, or this process should stop. `unauthorized`: the connection was paused. */
export type Sent = 'more' | 'end' | 'unauthorized'

/** Sends what is due next: some people at the same time, or one group. */
export async function sendNext({ turn, service, linked, clock }: Sending): Promise<Sent> {
  const { connection } = turn
  const jobs = await turn.inTurn((tx) => takeJobs(tx, connection))
  if (jobs === undefined || jobs.length === 0) return 'end'
  const outcomes = await Promise.all(jobs.map((job) => outcomeOf({ turn, service, linked, clock }, job)))
  const failedService = outcomes.find(
    (outcome): outcome is ScimFailure => outcome instanceof ScimFailure && outcome.reach !== 'object',
  )
  const settled = await turn.inTurn(async (tx) => {
    for (const [at, job] of jobs.entries()) {
      const outcome = outcomes[at]
      if (outcome instanceof ScimFailure) await noteFailure(tx, connection.id, job, outcome)
      else if (outcome === 'early') await noteEarly(tx, connection.id, job)
      else if (outcome !== undefined) await noteSent(tx, connection, job, outcome.remoteId)
    }
    const [first] = jobs
    const isAccepted = outcomes.some(
      (outcome) => outcome !== 'early' && !(outcome instanceof ScimFailure) && outcome.isAccepted,
    )
    if (first !== undefined && isAccepted) await noteAccepted(tx, connection.id, first.kind)
    if (failedService !== undefined)
      await noteServiceFailure(tx, connection, { failure: failedService, nowMs: clock.now() })
    else if (outcomes.some((outcome) => outcome !== 'early')) await noteAnswer(tx, connection.id)
    await noteRefused(tx, connection.id)
    return true
  })
  if (settled !== true) return 'end'
  if (failedService === undefined) return 'more'
  return failedService.reach === 'unauthorized' ? 'unauthorized' : 'end'
}

type Sending = {
  readonly turn: Turn
  readonly service: ScimService
  readonly linked: Linked
  readonly clock: { now(): number }
}

/** The id in the application, a failure of it, or that nothing was sent because a comparison has to come first. */
type Outcome = Done | ScimFailure | 'early'
/** `isAccepted`: the application accepted a change. It may have had nothing to change, as where it has lost who is to be removed. */
type Done = { readonly remoteId: string | null; readonly isAccepted: boolean }

/** It lost access since the last comparison. Only a comparison removes, so that the guard sees every removal. */
function isEarly({ isRemoval, person, group }: Job): boolean {
  return !isRemoval && person === undefined && group === undefined
}

/** Throws errors that do not come from the application, such as a database fault. */
async function outcomeOf({ service, ...sending }: Sending, job: Job): Promise<Outcome> {
  if (isEarly(job)) return 'early'
  const watched = watching(service)
  try {
    return { remoteId: await send({ ...sending, service: watched.service }, job), isAccepted: watched.hasAccepted() }
  } catch (error) {
    if (error instanceof ScimFailure) return error
    throw error
  }
}

/** The same service, which notices that it accepts a change. */
function watching(service: ScimService): { readonly service: ScimService; hasAccepted(): boolean } {
  let hasAccepted = false
  return {
    hasAccepted: () => hasAccepted,
    service: {
      get patches() {
        return service.patches
      },
      set patches(does) {
        service.patches = does
      },
      async call(method, ...asked) {
        const answer = await service.call(method, ...asked)
        if (method !== 'GET' && answer.status < 300) hasAccepted = true
        return answer
      },
    },
  }
}

async function send({ turn, service, linked, clock }: Sending, job: Job): Promise<string | null> {
  const { kind, id, remoteId, person, group } = job
  const { connection } = turn
  // Before everything was sent again, it may have been created by what is forgotten.
  const tried = job.tried || connection.resent_at !== null
  const takesOver: TakeOver = async (account, isOwn) => {
    const asked = { kind, id, account, isOwn, nowMs: clock.now() }
    const obstacle = await turn.inTurn((tx) => takeOver(tx, connection, linked, asked))
    // Another process has taken over: it decides.
    return obstacle === undefined ? 'approval' : obstacle
  }
  const present = { remoteId, tried, takeOver: takesOver }
  if (person !== undefined) return sendPerson(service, person, present)
  if (group !== undefined) {
    const note: NoteMembers = async (change) => {
      const isNoted = await turn.inTurn((tx) => noteMembers(tx, connection.id, id, change))
      if (isNoted === undefined) throw new Error('another process provisions the application now')
    }
    return sendGroup(service, { id, ...group, membersUnknown: job.membersUnknown }, { ...present, note })
  }
  return remove(service, { kind, id, remoteId, tried }, connection.removal)
}

/**
 * Deactivates or deletes what the application should not have. Returns its id there; null: the application no longer has it.
 * A 404 is not enough for that: a wrong address also answers 404, while people who have left stay active there.
 */
async function remove(
  service: ScimService,
  { kind, id, remoteId, tried }: Pick<Job, 'kind' | 'id' | 'remoteId' | 'tried'>,
  removal: ConnectionRow['removal'],
): Promise<string | null> {
  const resources = kind === 'person' ? 'Users' : 'Groups'
  const isRemoved = (there: string) =>
    kind === 'person' ? removePerson(service, there, removal) : deleteResource(service, 'Groups', there)
  const isKept = kind === 'person' && removal === 'deactivate'
  const result = (there: string) => (isKept ? there : null)
  if (remoteId !== null && (await isRemoved(remoteId))) return result(remoteId)
  if (remoteId === null && !tried) return null
  // The application may have it under another id, as after it was restored.
  const other = await findRemaining(service, resources, id)
  if (other === undefined) return null
  if (await isRemoved(other)) return result(other)
  throw notFound()
}

/**
 * Objects that are due now, people first. Until an object is settled it counts as tried, so that the resource of a lost response is
 * searched for, and its state in the application counts as unknown, so that it is sent again in any case.
 */
async function takeJobs(tx: TenantTransaction, connection: ConnectionRow): Promise<Job[]> {
  const { rows } = await sql<DueRow>`
    with due as (
      select kind, id, tried from provisioned_objects
       where tenant_id = ${tx.tenantId} and connection_id = ${connection.id} and wanted is distinct from sent
         and next_attempt_at <= now()
       order by kind desc, next_attempt_at, id limit ${atOnceMax})
    update provisioned_objects o
       set tried = true, attempts = o.attempts + 1,
           sent = case when o.sent = ${unknownRemoved} then o.sent else ${unknown} end
      from due d
     where o.tenant_id = ${tx.tenantId} and o.connection_id = ${connection.id} and o.kind = d.kind and o.id = d.id
       and (d.kind = 'person' or d.id = (select id from due where kind = 'group' order by id limit 1)
            and not exists (select from due where kind = 'person'))
    returning o.kind, o.id, o.remote_id as "remoteId", d.tried, o.attempts, o.wanted is null as "isRemoval",
              o.members_unknown as "membersUnknown"`.execute(tx.db)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const openings = await readOpenings(tx, {
    environmentId: connection.environment_id,
    applicationId: connection.application_id,
  })
  if (rows[0]?.kind === 'person') {
    const people = await readWantedPeople(tx, { connection, openings }, ids)
    return rows.map((row) => ({
      ...row,
      person: people.get(row.id),
      group: undefined,
      hash: people.get(row.id)?.hash ?? null,
    }))
  }
  const isSent = (id: string) => connection.send_groups && openings.groupIds.includes(id)
  const groups = new Map((await readWantedGroups(tx, ids.filter(isSent))).map((one) => [one.id, one]))
  const jobs: Job[] = []
  for (const row of rows) {
    const found = groups.get(row.id)
    const group = found && { name: found.name, ...(await readMembers(tx, connection.id, row.id)) }
    jobs.push({ ...row, person: undefined, group, hash: found?.hash ?? null })
  }
  return jobs
}

async function readMembers(
  tx: TenantTransaction,
  connectionId: string,
  groupId: string,
): Promise<Omit<GroupState, 'name'>> {
  const { rows } = await sql<{ userId: string; remoteId: string | null; wanted: boolean; told: boolean }>`
    with has as (
      select user_id as id, remote_id from provisioned_members
       where tenant_id = ${tx.tenantId} and connection_id = ${connectionId} and group_id = ${groupId}),
    should as (
      select u.id, o.remote_id from user_groups ug ${activeMembers}
        left join provisioned_objects o
          on o.tenant_id = ug.tenant_id and o.connection_id = ${connectionId} and o.kind = 'person' and o.id = u.id
       where ug.tenant_id = ${tx.tenantId} and ug.group_id = ${groupId}
         -- One whose username was found not to belong to the provider gets nothing new (docs/decisions/0125).
         and (u.username_foreign_since is null or u.id in (select id from has)))
    select coalesce(s.id, h.id) as "userId", coalesce(s.remote_id, h.remote_id) as "remoteId",
           s.id is not null as wanted, h.id is not null as told
      from should s full join has h on h.id = s.id and h.remote_id = s.remote_id
     order by 1`.execute(tx.db)
  const known = rows.flatMap(({ remoteId, ...row }) => (remoteId === null ? [] : [{ ...row, remoteId }]))
  return {
    members: known.filter(({ wanted }) => wanted),
    added: known.filter(({ wanted, told }) => wanted && !told),
    removed: known.filter(({ wanted, told }) => !wanted && told),
    missing: rows.filter(({ wanted, remoteId }) => wanted && remoteId === null).length,
  }
}

async function noteMembers(
  tx: TenantTransaction,
  connectionId: string,
  groupId: string,
  { added, removed, all }: Parameters<NoteMembers>[0],
): Promise<true> {
  const here = all ?? added ?? []
  const gone =
    all === undefined ? sql`remote_id = any (${(removed ?? []).map(({ remoteId }) => remoteId)}::text[])` : sql`true`
  await sql`
    delete from provisioned_members
     where tenant_id = ${tx.tenantId} and connection_id = ${connectionId} and group_id = ${groupId} and ${gone}`.execute(
    tx.db,
  )
  await sql`
    insert into provisioned_members as m (tenant_id, connection_id, group_id, user_id, remote_id)
    select ${tx.tenantId}, ${connectionId}, ${groupId}, x.user_id, x.remote_id
      from unnest(${here.map(({ userId }) => userId)}::uuid[], ${here.map(({ remoteId }) => remoteId)}::text[])
           as x (user_id, remote_id)
    on conflict (tenant_id, connection_id, group_id, user_id) do update set remote_id = excluded.remote_id`.execute(
    tx.db,
  )
  return true
}

async function noteSent(
  tx: TenantTransaction,
  { id: connectionId }: ConnectionRow,
  { kind, id, remoteId: before, hash, group }: Job,
  remoteId: string | null,
): Promise<void> {
  const here = sql`tenant_id = ${tx.tenantId} and connection_id = ${connectionId}`
  // The resource has a new id: groups must be sent with it again.
  if (kind === 'person' && before !== null && remoteId !== null && before !== remoteId)
    await sql`
      update provisioned_objects set sent = ${unknown}, next_attempt_at = now()
       where ${here} and kind = 'group' and wanted is not null
         and id in (select group_id from provisioned_members where ${here} and user_id = ${id})`.execute(tx.db)
  if (kind === 'group' && remoteId === null)
    await sql`delete from provisioned_members where ${here} and group_id = ${id}`.execute(tx.db)
  if (remoteId === null) {
    await sql`delete from provisioned_objects where ${here} and kind = ${kind} and id = ${id} and wanted is null`.execute(
      tx.db,
    )
    // It should be there again since then: send it as new.
    await sql`
      update provisioned_objects set remote_id = null, sent = null, tried = false, attempts = 0, next_attempt_at = now(),
             refused_at = null, ${noObstacle}
       where ${here} and kind = ${kind} and id = ${id}`.execute(tx.db)
    return
  }
  const missing = group?.missing ?? 0
  await sql`
    update provisioned_objects
       set remote_id = ${remoteId}, sent = ${missing > 0 ? null : hash}, wanted = ${hash}, tried = false, members_unknown = false,
           attempts = case when ${missing > 0} then attempts else 0 end,
           next_attempt_at = now() + make_interval(secs => ${missing > 0 ? 30 : 0}),
           last_failure = ${missing > 0 ? 'members' : null}, last_status = null, last_detail = null, refused_at = null,
           ${noObstacle}
     where ${here} and kind = ${kind} and id = ${id}`.execute(tx.db)
}

const noObstacle = sql`obstacle = null, found = null, found_at = null, approved_at = null`

/** Leaves it to the next comparison, which removes it. */
async function noteEarly(tx: TenantTransaction, connectionId: string, { kind, id }: Job): Promise<void> {
  await sql`
    update provisioned_objects set attempts = attempts - 1, next_attempt_at = now() + interval '1 minute'
     where tenant_id = ${tx.tenantId} and connection_id = ${connectionId} and kind = ${kind} and id = ${id}`.execute(
    tx.db,
  )
  await sql`
    update provisioning_connections set compare_after = null, compared_position = 0
     where tenant_id = ${tx.tenantId} and id = ${connectionId}`.execute(tx.db)
}

async function noteFailure(
  tx: TenantTransaction,
  connectionId: string,
  { kind, id, attempts }: Job,
  failed: ScimFailure,
): Promise<void> {
  const { failure, reach, retryAfterSecs } = failed
  const taken = failed instanceof NameTaken ? failed : undefined
  // What waits for an administrator is not refused by the application.
  const isWaiting = taken?.obstacle === 'approval'
  const waitSecs = Math.max(waitMs(attempts) / 1_000, Math.min(retryAfterSecs, 6 * 3_600))
  await sql`
    update provisioned_objects
       set next_attempt_at = now() + make_interval(secs => ${waitSecs}), last_failure = ${failure.kind},
           last_status = ${failure.status}, last_detail = ${failure.detail},
           refused_at = case when ${isWaiting} then null when ${reach === 'object'} then coalesce(refused_at, now())
                             else refused_at end
     where tenant_id = ${tx.tenantId} and connection_id = ${connectionId} and kind = ${kind} and id = ${id}`.execute(
    tx.db,
  )
  if (taken !== undefined) await noteTaken(tx, connectionId, { kind, id }, taken)
}

/** An approval holds while the application has the same account. One that came during this attempt is used at once. */
async function noteTaken(
  tx: TenantTransaction,
  connectionId: string,
  { kind, id }: Pick<Job, 'kind' | 'id'>,
  { obstacle, account }: NameTaken,
): Promise<void> {
  const same = sql`(obstacle is not null and ${isSame(sql`found`, account)})`
  await sql`
    update provisioned_objects
       set obstacle = ${obstacle}, found = ${account === null ? null : JSON.stringify(account)}::jsonb,
           found_at = case when ${same} then found_at else date_trunc('milliseconds', now()) end,
           approved_at = case when ${same} then approved_at end,
           next_attempt_at = case when ${same} and approved_at is not null and ${obstacle === 'approval'} then now()
                                  else next_attempt_at end
     where tenant_id = ${tx.tenantId} and connection_id = ${connectionId} and kind = ${kind} and id = ${id}`.execute(
    tx.db,
  )
}
