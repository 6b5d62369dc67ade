import { forgetGroups, listGroups, listPrimaryGroups, type ProviderGroups } from '@portico/core/contract'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { Deps } from '../deps.ts'
import { checkVersion } from '../http/etag.ts'
import { notFound } from '../http/failure.ts'
import { route } from '../http/route.ts'
import { providerOf } from '../identity-providers/queries.ts'
import { listProviderRows, lockProviderRow, type ProviderRow } from '../identity-providers/rows.ts'
import { askDirectory } from './directory.ts'
import { forgetUnmappedGroups, listMappedGroups, listSeenGroups } from './queries.ts'

/** Of thousands, as many as an auditor reads. */
const auditedGroupsMax = 100

export const groupRoutes = [
  route(listGroups, 'admin', async ({ tx, query, deps }) => {
    const asked = await groupsOf(tx, await listProviderRows(tx), query.search, deps)
    return { afterwards: async () => ({ value: { tenantGroups: await Promise.all(asked.map((ask) => ask())) } }) }
  }),

  route(listPrimaryGroups, 'admin', async ({ tx, query, deps }) => {
    const primary = (await listProviderRows(tx)).filter((one) => one.is_primary)
    const [ask] = await groupsOf(tx, primary, query.search, deps)
    return { afterwards: async () => ({ value: { groups: (await ask?.())?.groups ?? [] } }) }
  }),

  // What is mapped stays, so that no one loses anything; the next sign-in brings back what it names.
  route(forgetGroups, 'admin', async ({ tx, params, ifMatch, audit }) => {
    const provider = await lockProviderRow(tx, params.id)
    if (provider === undefined) throw notFound()
    checkVersion(ifMatch, provider.version, 'identity-provider', provider.id)
    const names = await forgetUnmappedGroups(tx, provider.id)
    const target = { kind: 'identity-provider', id: provider.id, name: provider.name }
    const groups = names.slice(0, auditedGroupsMax)
    const more = names.length > groups.length ? { groupCount: names.length } : {}
    await audit({ action: 'group.forget', target, before: { groups, ...more } })
    return { value: { forgotten: names.length, kept: await listMappedGroups(tx, provider.id) } }
  }),
]

/** Each provider's groups, or a function that reads them after the transaction. */
async function groupsOf(
  tx: TenantTransaction,
  rows: readonly ProviderRow[],
  search: string | undefined,
  deps: Deps,
): Promise<(() => Promise<ProviderGroups>)[]> {
  const asked: (() => Promise<ProviderGroups>)[] = []
  for (const row of rows) {
    const about = { idp: row.id, idpName: row.name, idpType: row.type, primary: row.is_primary }
    const provider = row.enabled ? providerOf(row, deps.secrets) : undefined
    if (provider?.family === 'azure') {
      asked.push(async () => ({ ...about, ...(await askDirectory(deps, provider, search)) }))
      continue
    }
    const groups = await listSeenGroups(tx, row.id, search)
    asked.push(async () => ({ ...about, source: 'seen' as const, groups }))
  }
  return asked
}
