import { randomUUID } from 'node:crypto'

import { usernameLengthMax } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import { recordAudit, type AuditEntry } from '../../kit/audit-trail/record.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { endSessionsOfPeople } from '../../sign-in/sessions/end-sessions.ts'
import { sendBelonging } from '../../providers/username-formats/queries.ts'

/** Why a person became inactive or active, in the audit log. */
export const foreignUsername = 'the username does not belong to the identity provider'
export const fittingUsername = 'the username belongs to the identity provider'

/** People who are audited one by one; of more, only how many there are. */
const auditedMax = 100

/** Usernames that are asked about in one message. */
const askedMax = 500

/**
 * Compares the username of every person of the tenant with the formats in effect (docs/decisions/0125). A person whose username belongs
 * to the provider again becomes what the directory said last. People whose username does not belong to it stay active, so that applications
 * keep them, but their sessions end, and they cannot sign in or administer, until an administrator decides.
 */
export async function checkUsernames(tx: TenantTransaction, nowMs: number): Promise<void> {
  const { foreign, fitting } = await changedGroups(tx)
  if (fitting.length > 0) {
    const released = await release(tx, fitting)
    await auditAll(tx, nowMs, released.filter(isReactivated), fits)
    await auditAll(
      tx,
      nowMs,
      released.filter((person) => !isReactivated(person)),
      fits,
    )
  }
  if (foreign.length === 0) return
  const people = await mark(tx, foreign)
  const ids = people.map(({ id }) => id)
  await endSessionsOfPeople(tx, ids)
  await auditAll(tx, nowMs, people, found)
}

type Group = { readonly provider: string; readonly domain: string }
type Turned = {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly was: boolean
  readonly active: boolean
}

/**
 * What decides about a username: its domain, where the rest is plain ASCII with one separator, and otherwise all of it. It groups a
 * hundred thousand people into a few.
 */
const domain = sql<string>`case
  when octet_length(username) <> char_length(username) or char_length(username) > ${sql.lit(usernameLengthMax)} or username ~ '[[:space:][:cntrl:]"]' then username
  when username ~ '^[^@\\\\]+@[^@\\\\]+$' then '@' || lower(split_part(username, '@', 2))
  when username ~ '^[^@\\\\]+\\\\[^@\\\\]+$' then lower(split_part(username, '\\', 1)) || '\\'
  else username end`

/** The groups of usernames in which someone is not marked as it should be. */
async function changedGroups(tx: TenantTransaction) {
  const { rows } = await sql<Group & { username: string; isForeign: boolean; isFitting: boolean }>`
    select provider, domain, min(username) as username, bool_or(is_foreign) as "isForeign", bool_or(not is_foreign) as "isFitting"
      from (select identity_provider_id as provider, ${domain} as domain, username, username_foreign_since is not null as is_foreign
              from users
             where tenant_id = ${tx.tenantId} and identity_provider_id in (
               select id from identity_providers where tenant_id = ${tx.tenantId} and deleted_at is null)) u
     group by provider, domain`.execute(tx.db)
  const foreign: Group[] = []
  const fitting: Group[] = []
  for (let at = 0; at < rows.length; at += askedMax) {
    const some = rows.slice(at, at + askedMax)
    const asked: { readonly row: (typeof some)[number]; readonly belongs: (() => Promise<boolean>) | undefined }[] = []
    for (const row of some) asked.push({ row, belongs: await sendBelonging(tx, row.username, row.provider) })
    for (const { row, belongs } of asked) {
      if ((await belongs?.()) === true) {
        if (row.isForeign) fitting.push(row)
      } else if (row.isFitting) foreign.push(row)
    }
  }
  return { foreign, fitting }
}

/** Locks the people of these groups, in the order of their ids, and answers them with their state before. */
const lockedIn = (tx: TenantTransaction, groups: readonly Group[], condition: RawBuilder<boolean>) => sql`
  select id, active, username_holds from users
   where tenant_id = ${tx.tenantId} and ${condition}
     and (identity_provider_id, ${domain}) in (
       select * from unnest(${groups.map(({ provider }) => provider)}::uuid[], ${groups.map((one) => one.domain)}::text[]))
   order by id for update`

const turned = sql`u.id, u.name, u.username, o.active as was, u.active`

async function mark(tx: TenantTransaction, groups: readonly Group[]): Promise<readonly Turned[]> {
  const { rows } = await sql<Turned>`
    with o as materialized (${lockedIn(tx, groups, sql`username_foreign_since is null`)})
    update users u set username_foreign_since = now()
      from o where u.tenant_id = ${tx.tenantId} and u.id = o.id
    returning ${turned}`.execute(tx.db)
  return rows
}

/** A person whom the directory calls inactive, or has deleted, is deactivated by it. */
async function release(tx: TenantTransaction, groups: readonly Group[]): Promise<readonly Turned[]> {
  const { rows } = await sql<Turned>`
    with o as materialized (${lockedIn(tx, groups, sql`username_foreign_since is not null`)}),
    said as (
      select o.id, coalesce(bool_or(s.active and s.deleted_at is null), true) as active
        from o left join scim_users s on s.tenant_id = ${tx.tenantId} and s.person_id = o.id
       group by o.id),
    noted as (
      update scim_users s set has_deactivated = true
        from o join said on said.id = o.id and o.username_holds and not said.active
       where s.tenant_id = ${tx.tenantId} and s.person_id = o.id)
    update users u
       set username_foreign_since = null, username_holds = false,
           active = u.active or o.username_holds and said.active,
           deactivated_at = case when o.username_holds and not said.active then now() else u.deactivated_at end,
           deactivated_by = case when o.username_holds and not said.active then ${directory} else u.deactivated_by end
      from o join said on said.id = o.id
     where u.tenant_id = ${tx.tenantId} and u.id = o.id
    returning ${turned}`.execute(tx.db)
  return rows
}

/** Who deactivated a person, where a directory had done so before. */
const directory = 'SCIM'

const system = { kind: 'system', name: 'Portico' } as const

type Told = Pick<AuditEntry, 'action' | 'before' | 'after'>

const found = ({ username }: Turned): Told => ({
  action: 'person.foreign-username',
  after: { username, reason: foreignUsername },
})
const isReactivated = ({ was, active }: Pick<Turned, 'was' | 'active'>): boolean => active && !was

/** A person who is released may have been active all along, or stay inactive because the directory says so. */
const fits = ({ username, was, active }: Turned): Told => ({
  action: isReactivated({ was, active }) ? 'person.reactivate' : 'person.fitting-username',
  before: { active: was },
  after: { active, username, reason: fittingUsername },
})

async function auditAll(
  tx: TenantTransaction,
  nowMs: number,
  people: readonly Turned[],
  told: (person: Turned) => Told,
): Promise<void> {
  const by = { actor: system, requestId: randomUUID(), nowMs }
  const [first] = people
  if (first === undefined) return
  if (people.length <= auditedMax) {
    for (const person of people) {
      const target = { kind: 'user', id: person.id, name: person.name }
      await recordAudit(tx, by, { ...told(person), target })
    }
    return
  }
  const { action } = told(first)
  const usernames = people.slice(0, auditedMax).map(({ username }) => username)
  const after = { people: people.length, usernames }
  await recordAudit(tx, by, { action, target: { kind: 'tenant', id: tx.tenantId }, after })
}
