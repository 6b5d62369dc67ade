import { getGroupSource, putGroupSource } from '@portico/core/contract'

import { checkVersion, etagOf, versionOfContent } from '../http/etag.ts'
import { notFound } from '../http/failure.ts'
import { route } from '../http/route.ts'
import { findProviderRow, lockProviderList, lockProviderRow } from '../identity-providers/rows.ts'
import { keepingAdminPath } from '../portal-roles/keep-path.ts'
import { fillGroups } from './groups/project.ts'

/** Where a provider takes the groups of its people from. */
export const groupSourceRoutes = [
  route(getGroupSource, 'admin', async ({ tx, params }) => {
    const provider = await findProviderRow(tx, params.id)
    if (provider === undefined) throw notFound()
    const value = { source: provider.group_source }
    return { value, etag: etagOf(versionOfContent(value)) }
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
      await keepingAdminPath(tx, async () => {
        await tx.db
          .updateTable('identity_providers')
          .set({ group_source: source })
          .where('tenant_id', '=', tx.tenantId)
          .where('id', '=', provider.id)
          .execute()
        if (source === 'scim') await fillGroups(tx, provider.id)
      })
      const target = { kind: 'identity-provider', id: provider.id, name: provider.name }
      await audit({ action: 'identity-provider.group-source', target, before, after: value })
    }
    return { value, etag: etagOf(versionOfContent(value)) }
  }),
]
