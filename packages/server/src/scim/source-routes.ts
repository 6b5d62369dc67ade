import { getGroupSource, previewGroupSource, putGroupSource, type GroupSourcePreview } from '@portico/core/contract'
import { sql } from 'kysely'

import { isMapped } from '../access/grants.ts'
import type { TenantTransaction } from '../database/tenant-scope.ts'
import { checkVersion, etagOf, versionOfContent } from '../http/etag.ts'
import { notFound } from '../http/failure.ts'
import { route } from '../http/route.ts'
import { say } from '../http/say.ts'
import { findProviderRow, lockProviderList, lockProviderRow } from '../identity-providers/rows.ts'
import { keepingAdminPath } from '../portal-roles/keep-path.ts'
import { fillGroups, membersSent } from './groups/project.ts'

/** Where a provider takes the groups of its people from. */
export const groupSourceRoutes = [
  route(getGroupSource, 'admin', async ({ tx, params }) => {
    const provider = await findProviderRow(tx, params.id)
    if (provider === undefined) throw notFound()
    const value = { source: provider.group_source }
    return { value, etag: etagOf(versionOfContent(value)) }
  }),

  route(previewGroupSource, 'admin', async ({ tx, params, actor }) => {
    if ((await findProviderRow(tx, params.id)) === undefined) throw notFound()
    return { value: await previewed(tx, params.id, actor.id) }
  }),

  // From SCIM, people have at once what the directory sent. From claims, each has the groups before until the next sign-in.
  route(putGroupSource, 'admin', async ({ tx, params, body, ifMatch, audit, checkAgain }) => {
    await lockProviderList(tx)
    await checkAgain()
    const provider = await lockProviderRow(tx, params.id)
    if (provider === undefined) throw notFound()
    const before = { source: provider.group_source }
    checkVersion(ifMatch, versionOfContent(before), 'identity-provider', provider.id)
    const { source } = body
    const value = { source }
    if (source !== before.source) {
      const change = async () => {
        await tx.db
          .updateTable('identity_providers')
          .set({ group_source: source })
          .where('tenant_id', '=', tx.tenantId)
          .where('id', '=', provider.id)
          .execute()
        if (source === 'scim') await fillGroups(tx, provider.id)
      }
      await keepingAdminPath(tx, change, (groups) =>
        source === 'scim' ? say('adminPath.notSent', { groups }) : undefined,
      )
      const target = { kind: 'identity-provider', id: provider.id, name: provider.name }
      await audit({ action: 'identity-provider.group-source', target, before, after: value })
    }
    return { value, etag: etagOf(versionOfContent(value)) }
  }),
]

/** What `fillGroups` would change, counted in people. A group that gives no role changes nothing that anyone would notice. */
async function previewed(tx: TenantTransaction, providerId: string, callerId: string): Promise<GroupSourcePreview> {
  const { rows } = await sql<GroupSourcePreview>`
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
  return rows[0] as GroupSourcePreview
}
