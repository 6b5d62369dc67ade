import { sql } from 'kysely'

import { sendLater } from '../../kit/database/later.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import type { AssertedGroup } from './identity.ts'

/** Up to this number of groups, a plan that scans a table for each of them takes well under a second. */
const fewGroups = 50

/** The groups of this sign-in replace those before: a missing claim means no roles, never the old roles. */
export async function replaceUserGroups(
  tx: TenantTransaction,
  user: { id: string; providerId: string },
  groups: readonly AssertedGroup[],
  nowMs: number,
): Promise<void> {
  const before = tx.db
    .selectFrom('user_groups')
    .select('group_id')
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', user.id)
  const rows = await sendLater(tx.db, before)
  const wanted = new Set(groups.length === 0 ? [] : await groupIds(tx, user.providerId, groups, nowMs))
  // The same groups as before write nothing: each change is sent to every process (portico_tell).
  const held = new Set((await rows.rows()).map(({ group_id }) => group_id))
  const gone = [...held].filter((id) => !wanted.has(id))
  const added = [...wanted].filter((id) => !held.has(id))
  if (gone.length > 0)
    await sql`
      delete from user_groups using unnest(${gone}::uuid[]) as g (id)
       where tenant_id = ${tx.tenantId} and user_id = ${user.id} and group_id = g.id`.execute(tx.db)
  if (added.length > 0)
    await sql`
      insert into user_groups (tenant_id, user_id, group_id)
      select ${tx.tenantId}::uuid, ${user.id}::uuid, g.id from unnest(${added}::uuid[]) as g (id)
      on conflict do nothing`.execute(tx.db)
}

/** The ids of the groups; they are written only where one of them is new or has another name. */
async function groupIds(
  tx: TenantTransaction,
  providerId: string,
  groups: readonly AssertedGroup[],
  nowMs: number,
): Promise<string[]> {
  const stored = await storedGroups(tx, providerId, groups)
  const isAsStored = groups.every(({ claim, name }) => {
    const row = stored.get(claim)
    return row !== undefined && (name === undefined || name === row.name)
  })
  return isAsStored ? [...stored.values()].map(({ id }) => id) : keepAsserted(tx, providerId, groups, nowMs)
}

type StoredGroup = { readonly claim: string; readonly id: string; readonly name: string }

/** Which of the groups are stored, by claim; empty where there are many, or some that transforms changed: those are written again. */
async function storedGroups(
  tx: TenantTransaction,
  providerId: string,
  groups: readonly AssertedGroup[],
): Promise<ReadonlyMap<string, StoredGroup>> {
  if (groups.length > fewGroups || groups.some(({ knownAs }) => knownAs !== undefined)) return new Map()
  const { rows } = await sql<StoredGroup>`
    select c.claim, g.id, g.name from unnest(${groups.map(({ claim }) => claim)}::text[]) as c (claim)
     cross join lateral (
       select id, name from groups where tenant_id = ${tx.tenantId} and identity_provider_id = ${providerId}
          and claim = c.claim
       offset 0) g`.execute(tx.db)
  return new Map(rows.map((row) => [row.claim, row]))
}

/** Stores the groups that were not seen before, and answers the ids of all. */
async function keepAsserted(
  tx: TenantTransaction,
  providerId: string,
  groups: readonly AssertedGroup[],
  nowMs: number,
): Promise<string[]> {
  const byClaim = new Map(groups.map((group) => [group.claim, group]))
  const claims = [...byClaim.keys()].toSorted()
  const knownAs = claims.map((claim) => byClaim.get(claim)?.knownAs ?? null)
  // Arrays, because a statement can have only 65,535 parameters, and a directory may name 20,000 groups.
  await sql`
    insert into groups (tenant_id, id, identity_provider_id, claim, name, known_as)
    select ${tx.tenantId}::uuid, g.id, ${providerId}::uuid, g.claim, g.name, g.known_as
      from unnest(${claims.map(() => uuidv7(nowMs))}::uuid[], ${claims}::text[],
                  ${claims.map((claim) => byClaim.get(claim)?.name ?? claim)}::text[], ${knownAs}::text[])
           as g (id, claim, name, known_as)
    on conflict (tenant_id, identity_provider_id, claim) do nothing`.execute(tx.db)
  // A connection keeps plans of its statements, and of the checks of foreign keys, for tables as small as they once were: to
  // read them whole for each row. After DISCARD PLANS they are planned again (PostgreSQL manual, DISCARD).
  if (claims.length > fewGroups) await sql`discard plans`.execute(tx.db)
  await renameGroups(tx, providerId, groups)
  const names = [...new Set(knownAs.filter((name) => name !== null))]
  return groupsOf(tx, providerId, { claims, names })
}

/** The ids of the groups that a provider calls `claims`, and of those that its transforms made `names` (decision 68). */
async function groupsOf(
  tx: TenantTransaction,
  providerId: string,
  { claims, names }: { readonly claims: readonly string[]; readonly names: readonly string[] },
): Promise<string[]> {
  // Each group is looked up by its key: `any` compares every group of the provider with every claim (20,000 x 20,000).
  const { rows } = await sql<{ id: string | null }>`
    select (select g.id from groups g where g.tenant_id = ${tx.tenantId}
               and g.identity_provider_id = ${providerId} and g.claim = c.claim) as id
      from unnest(${claims}::text[]) as c (claim)`.execute(tx.db)
  const byClaim = rows.flatMap(({ id }) => id ?? [])
  if (names.length === 0) return byClaim
  // Groups that the transforms made the same are one: its mappings may hang on another claim.
  const { rows: known } = await sql<{ id: string }>`
    select g.id from unnest(${names}::text[]) as n (name)
     cross join lateral (
       select id from groups where tenant_id = ${tx.tenantId} and identity_provider_id = ${providerId}
          and known_as = n.name
       offset 0) g`.execute(tx.db)
  return [...byClaim, ...known.map(({ id }) => id)]
}

/** A directory's name for a group may change; providers that only assert names have nothing to rename. */
async function renameGroups(
  tx: TenantTransaction,
  providerId: string,
  groups: readonly AssertedGroup[],
): Promise<void> {
  const named = groups.flatMap(({ claim, name, knownAs }) =>
    name === undefined || knownAs !== undefined ? [] : [{ claim, name }],
  )
  if (named.length === 0) return
  await sql`
    update groups g set name = n.name
      from unnest(${named.map(({ claim }) => claim)}::text[], ${named.map(({ name }) => name)}::text[]) as n (claim, name)
     where g.tenant_id = ${tx.tenantId} and g.identity_provider_id = ${providerId} and g.claim = n.claim
       and g.name <> n.name`.execute(tx.db)
}
