import { forgetGroups, listGroups, listPrimaryGroups, type ProviderGroups } from '@portico/core/contract'

import { checkVersion } from '../http/etag.ts'
import { Failure, notFound } from '../http/failure.ts'
import { route } from '../http/route.ts'
import { listProviderRows, lockProviderRow } from '../identity-providers/rows.ts'
import { deleteGroups, listSeenGroups } from './queries.ts'

export const groupRoutes = [
  route(listGroups, 'admin', async ({ tx, query }) => {
    const tenantGroups: ProviderGroups[] = []
    for (const provider of await listProviderRows(tx)) {
      tenantGroups.push({
        idp: provider.id,
        idpName: provider.name,
        idpType: provider.type,
        primary: provider.is_primary,
        source: 'seen',
        groups: await listSeenGroups(tx, provider.id, query.search),
      })
    }
    return { value: { tenantGroups } }
  }),

  route(listPrimaryGroups, 'admin', async ({ tx, query }) => {
    const primary = (await listProviderRows(tx)).find((one) => one.is_primary)
    return { value: { groups: primary === undefined ? [] : await listSeenGroups(tx, primary.id, query.search) } }
  }),

  // The primary provider's are what administrators come from: without them nobody would be one.
  route(forgetGroups, 'admin', async ({ tx, params, ifMatch, audit }) => {
    const provider = await lockProviderRow(tx, params.id)
    if (provider === undefined) throw notFound()
    checkVersion(ifMatch, provider.version, 'identity-provider', provider.id)
    if (provider.is_primary) throw new Failure(409, 'IDP_PRIMARY_GROUPS', { resource: { type: 'group' } })
    const names = await deleteGroups(tx, provider.id)
    const target = { kind: 'identity-provider', id: provider.id, name: provider.name }
    await audit({ action: 'group.forget', target, before: { groups: names } })
    return {}
  }),
]
