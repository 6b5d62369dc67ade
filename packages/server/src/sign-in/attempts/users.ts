import { sql } from 'kysely'

import { sendLater } from '../../database/later.ts'
import type { TenantTransaction } from '../../database/tenant-scope.ts'
import { uuidv7 } from '../../identifiers.ts'
import { isImported, replaceImported } from '../../people/imported-people.ts'
import type { AssertedGroup, AssertedIdentity } from './identity.ts'

/**
 * The user of (tenant, provider, subject), made at the first sign-in and refreshed at each. An e-mail address is an
 * attribute and links nothing. undefined: the user was deactivated.
 */
export async function upsertUser(
  tx: TenantTransaction,
  providerId: string,
  identity: AssertedIdentity,
  nowMs: number,
): Promise<string | undefined> {
  const attributes = {
    username: identity.username,
    username_received: identity.names.username.steps.length === 0 ? null : identity.names.username.before,
    name: identity.name,
    nickname: identity.nickname,
    email: identity.email,
  }
  const row = await tx.db
    .insertInto('users')
    .values({
      tenant_id: tx.tenantId,
      id: uuidv7(nowMs),
      identity_provider_id: providerId,
      subject: identity.subjectKey,
      ...attributes,
      last_sign_in_at: sql<Date>`now()`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'identity_provider_id', 'subject'])
        .doUpdateSet({ ...attributes, last_sign_in_at: sql<Date>`now()` }),
    )
    .returning(['id', 'active', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow()
  if (row.isNew && !(await replaceImported(tx, { providerId, username: identity.username, userId: row.id })))
    return undefined
  return row.active ? row.id : undefined
}

/**
 * The username, as the provider wrote it, of another person of this provider whose username the transforms made the same;
 * undefined if there is none. The same name from the provider is not a collision: it may have made the person anew.
 */
export async function otherOfUsername(
  tx: TenantTransaction,
  providerId: string,
  { subjectKey, username, names }: AssertedIdentity,
): Promise<string | undefined> {
  if (names.username.steps.length === 0) return undefined
  // Two sign-ins at once with the same name: the second one sees the first.
  const key = `portico.usernames ${tx.tenantId} ${providerId} ${username}`
  await sql`select pg_advisory_xact_lock(hashtext(${key}))`.execute(tx.db)
  const received = sql<string>`coalesce(username_received, username)`
  const row = await tx.db
    .selectFrom('users')
    .select(received.as('received'))
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where('username', '=', username)
    .where('subject', '<>', subjectKey)
    .where('active', '=', true)
    .where((where) => where.not(isImported))
    .where(received, '<>', names.username.before)
    .limit(1)
    .executeTakeFirst()
  return row?.received
}

/** With so many groups a plan that reads a table whole for each of them takes well under a second. */
const fewGroups = 50

/** The groups of this sign-in replace those before: a missing claim means no roles, never the old roles (security.md). */
export async function replaceUserGroups(
  tx: TenantTransaction,
  user: { id: string; providerId: string },
  groups: readonly AssertedGroup[],
  nowMs: number,
): Promise<void> {
  const wanted = new Set(groups.length === 0 ? [] : await keepAsserted(tx, user.providerId, groups, nowMs))
  const before = await tx.db
    .selectFrom('user_groups')
    .select('group_id')
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', user.id)
    .execute()
  // The same groups as before write nothing: each change is told to every process (migration 0043).
  const held = new Set(before.map(({ group_id }) => group_id))
  const gone = [...held].filter((id) => !wanted.has(id))
  const added = [...wanted].filter((id) => !held.has(id))
  if (gone.length > 0)
    await sendLater(
      tx.db,
      sql`
      delete from user_groups using unnest(${gone}::uuid[]) as g (id)
       where tenant_id = ${tx.tenantId} and user_id = ${user.id} and group_id = g.id`,
    )
  if (added.length > 0)
    await sendLater(
      tx.db,
      sql`
      insert into user_groups (tenant_id, user_id, group_id)
      select ${tx.tenantId}::uuid, ${user.id}::uuid, g.id from unnest(${added}::uuid[]) as g (id)
      on conflict do nothing`,
    )
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
  const insert = sql`
    insert into groups (tenant_id, id, identity_provider_id, claim, name, known_as)
    select ${tx.tenantId}::uuid, g.id, ${providerId}::uuid, g.claim, g.name, g.known_as
      from unnest(${claims.map(() => uuidv7(nowMs))}::uuid[], ${claims}::text[],
                  ${claims.map((claim) => byClaim.get(claim)?.name ?? claim)}::text[], ${knownAs}::text[])
           as g (id, claim, name, known_as)
    on conflict (tenant_id, identity_provider_id, claim) do nothing`
  await sendLater(tx.db, insert)
  // A connection keeps plans of its statements, and of the checks of foreign keys, for tables as small as they once were: to
  // read them whole for each row. DISCARD PLANS has them made anew (PostgreSQL manual, DISCARD).
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
