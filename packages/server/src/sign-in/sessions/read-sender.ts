import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Person } from '../../kit/http/actor.ts'
import type { Profile, Sender, Credential } from '../../kit/http/senders.ts'
import { senderTenantColumns, senderTenantOf } from '../../tenant/tenants/sender-tenant.ts'
import { adminNews } from './admin-news.ts'
import { isSecurityAdmin } from './security-admin.ts'
import type { Read } from '../../kit/database/held-cache.ts'
import { holdsSupport } from './support-role.ts'
import { maySignIn } from './may-sign-in.ts'

/** Group names held per person; with more groups, they are read for each call that shows them. */
const heldGroupsMax = 50

type SessionCredential = Extract<Credential, { kind: 'session' }>

/**
 * Everything a call asks about the person of an active session; undefined when it has ended, or the person or the
 * provider was deactivated. The database's clock decides how long the answer counts.
 */
export async function readPersonSender(
  tx: TenantTransaction,
  credential: SessionCredential,
): Promise<Read<Sender> | undefined> {
  const { hash } = credential
  const askedAt = performance.now()
  const row = await tx.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 's.tenant_id').onRef('u.id', '=', 's.user_id'))
    .innerJoin('identity_providers as p', (join) =>
      join.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.id', '=', 's.identity_provider_id'),
    )
    .innerJoin('tenants as t', 't.tenant_id', 's.tenant_id')
    .leftJoin('environments as e', (join) =>
      join.onRef('e.tenant_id', '=', 's.tenant_id').onRef('e.id', '=', 's.environment_id'),
    )
    .select(['s.user_id', 's.environment_id', 's.idle_secs', 's.expires_at'])
    .select(['u.username', 'u.name', 'u.nickname', 'u.email', 'p.id as provider_id', 'p.name as provider_name'])
    .select(senderTenantColumns)
    .select(['e.name as environment_name', 'e.type as environment_type'])
    .select([
      isSecurityAdmin.as('is_admin'),
      holdsSupport.as('supports'),
      sql<Date>`s.last_used_at + make_interval(secs => s.idle_secs)`.as('idle_ends_at'),
      sql<number>`extract(epoch from least(s.expires_at, case when p.admin_until > now() then p.admin_until end) - now())::float8 * 1000`.as(
        'left_ms',
      ),
      sql<number>`extract(epoch from s.last_used_at - now())::float8 * 1000 + s.idle_secs * 1000`.as('idle_left_ms'),
      // Each name by its key: a planner without fresh statistics joins the thousands of groups of a person in seconds.
      sql<(string | null)[]>`array(
        select (select g.name from groups g where g.tenant_id = ug.tenant_id and g.id = ug.group_id) from user_groups ug
         where ug.tenant_id = s.tenant_id and ug.user_id = s.user_id limit ${heldGroupsMax + 1})`.as('groups'),
    ])
    .where('s.tenant_id', '=', tx.tenantId)
    .where('s.id_hash', '=', hash)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`s.last_used_at + make_interval(secs => s.idle_secs) > now()`)
    .where(maySignIn('u'))
    .where('p.enabled', '=', true)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { user_id: id, name, username, nickname, email } = row
  const names = row.groups.flatMap((group) => group ?? []).toSorted()
  const profile: Profile = {
    username,
    name,
    nickname,
    email,
    identityProvider: { id: row.provider_id, name: row.provider_name },
    groups: row.groups.length > heldGroupsMax ? null : names,
  }
  const value: Sender = {
    credential,
    actor: {
      kind: 'user',
      tenantId: tx.tenantId,
      id,
      name,
      isAdmin: row.is_admin,
      supports: row.supports,
      sessionHash: hash,
      environmentId: row.environment_id,
    },
    tenant: senderTenantOf(row),
    environment: environmentOf(row),
    profile,
    session: {
      endsAt: row.expires_at,
      idleSecs: row.idle_secs,
      idleEndsAt: row.idle_ends_at,
      usedAt: askedAt - (row.idle_secs * 1000 - row.idle_left_ms),
    },
    news: row.is_admin ? await adminNews(tx) : null,
  }
  return {
    value,
    subjects: [`session:${hash.toString('hex')}`, `user:${id}`, `tenant:${tx.tenantId}`],
    leftMs: Math.min(row.left_ms, row.idle_left_ms),
    calmMs: row.idle_left_ms - row.idle_secs * 500,
    fixedEndAt: askedAt + row.left_ms,
  }
}

/** The person of an active session; undefined as for {@link readPersonSender}. */
export async function readPerson(tx: TenantTransaction, hash: Buffer): Promise<Person | undefined> {
  const read = await readPersonSender(tx, { kind: 'session', tenantId: tx.tenantId, hash, began: 'sign-in' })
  const actor = read?.value.actor
  return actor?.kind === 'user' ? actor : undefined
}

function environmentOf(row: {
  environment_id: string | null
  environment_name: string | null
  environment_type: string | null
}): Sender['environment'] {
  const { environment_id: id, environment_name: name, environment_type: type } = row
  return id === null || name === null || type === null ? null : { id, name, type }
}
