import {
  getGroupSource,
  previewGroupSource,
  putGroupSource,
  type GroupSource,
  type GroupSourcePreview,
} from '@portico/core/contract'
import { sql } from 'kysely'

import { isMapped } from '../../access/grants/grants.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { checkVersion, etagOf, versionOfContent } from '../../kit/http/etag.ts'
import { Failure, notFound } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { say } from '../../kit/words/say.ts'
import { findProviderRow, lockProviderList, lockProviderRow } from '../../providers/identity-providers/rows.ts'
import { keepingAdminPath } from '../../providers/identity-providers/keep-admin-path.ts'
import { roleHolders } from '../../providers/identity-providers/security-admin-paths.ts'
import { fillGroups, membersSent } from './groups/project.ts'

/** Where a provider takes the groups of its people from. */
export const groupSourceRoutes = [
  route(getGroupSource, ['admin', 'support-reading'], async ({ tx, params }) => {
    const provider = await findProviderRow(tx, params.id)
    if (provider === undefined) throw notFound()
    const value = { source: provider.group_source }
    return { value, etag: etagOf(versionOfContent(value)) }
  }),

  route(previewGroupSource, ['admin', 'support-reading'], async ({ tx, params, actor }) => {
    const provider = await findProviderRow(tx, params.id)
    if (provider === undefined) throw notFound()
    const counts = await previewed(tx, provider.id, actor.id)
    return { value: { ...counts, refusal: provider.group_source === 'scim' ? null : await refusalOf(tx, provider.id) } }
  }),

  // From SCIM, people have at once what the directory sent. From claims, each has the groups before until the next sign-in.
  route(
    putGroupSource,
    'admin',
    { 409: ['LAST_ADMIN_PATH'], 412: ['STALE'] },
    async ({ tx, params, body, ifMatch, audit, checkAgain }) => {
      await lockProviderList(tx)
      await checkAgain()
      const provider = await lockProviderRow(tx, params.id)
      if (provider === undefined) throw notFound()
      const before = { source: provider.group_source }
      checkVersion(ifMatch, versionOfContent(before), 'identity-provider', provider.id)
      const { source } = body
      const value = { source }
      if (source !== before.source) {
        await keepingPath(tx, source, async () => {
          await setSource(tx, provider.id, source)
          if (source === 'scim') await fillGroups(tx, provider.id)
        })
        const target = { kind: 'identity-provider', id: provider.id, name: provider.name }
        await audit({ action: 'identity-provider.group-source', target, before, after: value })
      }
      return { value, etag: etagOf(versionOfContent(value)) }
    },
  ),
]

const keepingPath = (tx: TenantTransaction, source: GroupSource['source'], change: () => Promise<void>) =>
  keepingAdminPath(tx, change, (groups) => (source === 'scim' ? say('adminPath.notSent', { groups }) : undefined))

async function setSource(tx: TenantTransaction, providerId: string, source: GroupSource['source']): Promise<void> {
  await tx.db
    .updateTable('identity_providers')
    .set({ group_source: source })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', providerId)
    .execute()
}

/**
 * Makes the change for the groups that hold Security Admin, which are few, and rolls it back: so the preview finds the same
 * refusal as the change.
 */
async function refusalOf(tx: TenantTransaction, providerId: string): Promise<GroupSourcePreview['refusal']> {
  const holders = (await roleHolders(tx)).filter((holder) => holder.providerId === providerId)
  await sql`savepoint group_source_preview`.execute(tx.db)
  try {
    await keepingPath(tx, 'scim', async () => {
      await setSource(tx, providerId, 'scim')
      for (const { groupId } of holders) await fillGroups(tx, providerId, groupId)
    })
    return null
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { errorID: error.errorID, errorMessage: error.message }
  } finally {
    await sql`rollback to savepoint group_source_preview`.execute(tx.db)
  }
}

/** What `fillGroups` would change, counted in people. A group that gives no role changes nothing that anyone would notice. */
async function previewed(tx: TenantTransaction, providerId: string, callerId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with sent as materialized (${membersSent(tx, providerId)}),
    mapped as materialized (
      select g.id from groups g
       where g.tenant_id = ${tx.tenantId} and g.identity_provider_id = ${providerId} and ${isMapped(tx)}),
    held as materialized (
      select m.user_id, m.group_id from user_groups m join mapped on mapped.id = m.group_id
       where m.tenant_id = ${tx.tenantId}),
    given as materialized (
      select distinct s.person_id as user_id, s.group_id from sent s join mapped on mapped.id = s.group_id),
    lost as materialized (select * from held except select * from given)
    select
      (select count(*) from scim_groups g
        where g.tenant_id = ${tx.tenantId} and g.identity_provider_id = ${providerId} and g.deleted_at is null)::int as groups,
      (select count(distinct person_id) from sent)::int as people,
      (select count(distinct user_id) from lost)::int as losing,
      (select count(distinct user_id) from (select * from given except select * from held) more)::int as gaining,
      exists (select from lost where user_id = ${callerId}) as "losesOwn"`.execute(tx.db)
  return rows[0] as Counts
}

type Counts = Omit<GroupSourcePreview, 'refusal'>
