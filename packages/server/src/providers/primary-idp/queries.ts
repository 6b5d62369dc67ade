import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { isFreshSignIn } from '../../sign-in/sessions/fresh-sign-in.ts'

/** The switch that waits to be accepted. Its id is new with each choice. */
export type PendingSwitch = {
  readonly id: string
  readonly provider: { readonly id: string; readonly name: string }
  readonly group: { readonly id: string; readonly name: string }
  readonly graceSecs: number
  readonly chosenBy: string
  readonly chosenAt: Date
}

/** undefined: no switch is pending. `lock` keeps it as it is until the transaction ends. */
export async function readPendingSwitch(
  tx: TenantTransaction,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<PendingSwitch | undefined> {
  const found = tx.db
    .selectFrom('primary_switches as w')
    .innerJoin('identity_providers as p', (join) =>
      join.onRef('p.tenant_id', '=', 'w.tenant_id').onRef('p.id', '=', 'w.identity_provider_id'),
    )
    .innerJoin('groups as g', (join) => join.onRef('g.tenant_id', '=', 'w.tenant_id').onRef('g.id', '=', 'w.group_id'))
    .select(['w.id', 'p.id as providerId', 'p.name as providerName', 'g.id as groupId', 'g.name as groupName'])
    .select(['w.grace_secs as graceSecs', 'w.chosen_by as chosenBy', 'w.chosen_at as chosenAt'])
    .where('w.tenant_id', '=', tx.tenantId)
  const row = await (lock ? found.forUpdate('w') : found).executeTakeFirst()
  if (row === undefined) return undefined
  const { id, providerId, providerName, groupId, groupName, ...rest } = row
  return { id, provider: { id: providerId, name: providerName }, group: { id: groupId, name: groupName }, ...rest }
}

/** Replaces the pending switch; another administrator's choice is replaced too. */
export async function savePendingSwitch(
  tx: TenantTransaction,
  choice: { id: string; providerId: string; groupId: string; graceSecs: number; chosenBy: string },
): Promise<void> {
  await deletePendingSwitch(tx)
  await tx.db
    .insertInto('primary_switches')
    .values({
      tenant_id: tx.tenantId,
      id: choice.id,
      identity_provider_id: choice.providerId,
      group_id: choice.groupId,
      grace_secs: choice.graceSecs,
      chosen_by: choice.chosenBy,
    })
    .execute()
}

export async function deletePendingSwitch(tx: TenantTransaction): Promise<void> {
  await tx.db.deleteFrom('primary_switches').where('tenant_id', '=', tx.tenantId).execute()
}

/** A group that this provider has; undefined for one of another provider, and one that was not seen. */
export async function findGroupOf(
  tx: TenantTransaction,
  providerId: string,
  groupId: string,
): Promise<{ id: string; name: string; claim: string } | undefined> {
  return tx.db
    .selectFrom('groups')
    .select(['id', 'name', 'claim'])
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where('id', '=', groupId)
    .executeTakeFirst()
}

/** Earlier primary providers whose groups still hold the role. */
export async function listGraces(tx: TenantTransaction): Promise<{ id: string; name: string; endsAt: Date }[]> {
  const rows = await tx.db
    .selectFrom('identity_providers')
    .select(['id', 'name', 'admin_until'])
    .where('tenant_id', '=', tx.tenantId)
    .where('is_primary', '=', false)
    .where('admin_until', '>', sql<Date>`now()`)
    .orderBy('admin_until')
    .execute()
  return rows.flatMap(({ admin_until: endsAt, ...row }) => (endsAt === null ? [] : [{ ...row, endsAt }]))
}

/** The session in which a person answers: where and when it began, and whether they are in the group. */
export type AnsweringSession = {
  readonly providerId: string
  readonly userId: string
  readonly isMember: boolean
  /** It is fresh (sessions/fresh-sign-in.ts), and began with the configuration that is in effect. */
  readonly isFresh: boolean
  readonly skipped: string | null
}

export async function readAnsweringSession(
  tx: TenantTransaction,
  hash: Buffer,
  groupId: string | undefined,
): Promise<AnsweringSession> {
  return tx.db
    .selectFrom('sessions as s')
    .select(['s.identity_provider_id as providerId', 's.user_id as userId', 's.skipped_switch as skipped'])
    .select(
      sql<boolean>`${isFreshSignIn} and s.authenticated_at > (select p.configured_at from identity_providers p
        where p.tenant_id = s.tenant_id and p.id = s.identity_provider_id)`.as('isFresh'),
    )
    .select(
      sql<boolean>`exists (select from user_groups ug where ug.tenant_id = s.tenant_id and ug.user_id = s.user_id
        and ug.group_id = ${groupId ?? null}::uuid)`.as('isMember'),
    )
    .where('s.tenant_id', '=', tx.tenantId)
    .where('s.id_hash', '=', hash)
    .executeTakeFirstOrThrow()
}
