import {
  createGroup,
  familyOf,
  forgetGroups,
  listGroups,
  listPrimaryGroups,
  listProviderGroups,
  pageLimitMax,
  type ProviderGroups,
} from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { checkVersion } from '../../kit/http/etag.ts'
import { conflict, invalid, notFound } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { knownAs, objectId } from '../../providers/identity-providers/group-names.ts'
import { providerOf } from '../../providers/identity-providers/queries.ts'
import {
  findProviderRow,
  listProviderRows,
  lockProviderRow,
  type ProviderRow,
} from '../../providers/identity-providers/rows.ts'
import { placeOf } from '../../kit/lists/cursor.ts'
import { totalOf } from '../../kit/lists/total.ts'
import { askDirectory } from './directory.ts'
import { everyGroup, groupPage, isGroupPlace } from './page.ts'
import { forgetUnmappedGroups, insertGroup, listMappedGroups, listSeenGroups } from './queries.ts'

/** Groups in an audit row: as many as an auditor reads. */
const auditedGroupsMax = 100

export const groupRoutes = [
  route(listGroups, ['admin', 'support-reading', 'recovery'], async ({ tx, query, deps }) => {
    const asked = await groupsOf(tx, await listProviderRows(tx), query.search, deps)
    return { afterwards: async () => ({ value: { tenantGroups: await Promise.all(asked.map((ask) => ask())) } }) }
  }),

  route(listPrimaryGroups, ['admin', 'support-reading', 'recovery'], async ({ tx, query, deps }) => {
    const primary = (await listProviderRows(tx)).filter((one) => one.is_primary)
    const [ask] = await groupsOf(tx, primary, query.search, deps)
    return { afterwards: async () => ({ value: { groups: (await ask?.())?.groups ?? [] } }) }
  }),

  // A directory is asked outside of the transaction, and what it answers is stored; so its groups are paged like others.
  route(listProviderGroups, ['admin', 'support-reading', 'recovery'], async ({ tx, params, query, deps, later }) => {
    const row = await findProviderRow(tx, params.id)
    if (row === undefined) throw notFound()
    const { search, match, cursor, limit = String(pageLimitMax), sort } = query
    const place = placeOf(cursor, 'name', isGroupPlace)
    const filter = { providerId: row.id, search, match }
    const read = async (at: TenantTransaction, source: ProviderGroups['source']) => {
      const page = { isDescending: sort === '-name', place, limit: Number(limit) }
      const { groups, ...cursors } = await groupPage(at, filter, page)
      const total = await totalOf(at, query, everyGroup(at, filter))
      return { value: { idp: row.id, idpName: row.name, source, groups: [...groups], ...cursors, ...total } }
    }
    const provider = row.enabled ? providerOf(row, deps.secrets) : undefined
    if (provider?.family !== 'azure') return read(tx, 'seen')
    if (cursor !== undefined) return read(tx, 'directory')
    const afterwards = async () => {
      const { source } = await askDirectory(deps, provider, search)
      return later((at) => read(at, source))
    }
    return { afterwards }
  }),

  // So that a group can be mapped before a sign-in names it. Names of a directory can be chosen by people who may create
  // groups, so there only an object ID will do (docs/decisions/0068).
  route(
    createGroup,
    ['admin', 'support-changing', 'recovery'],
    { 400: ['GROUP_OBJECT_ID'], 409: ['GROUP_EXISTS'] },
    async ({ tx, params, body, deps, audit }) => {
      const provider = await lockProviderRow(tx, params.id)
      if (provider === undefined) throw notFound()
      const isDirectory = familyOf(provider.type) === 'azure'
      if (isDirectory && !objectId.test(body.claim))
        throw invalid([{ errorID: 'GROUP_OBJECT_ID', fieldID: 'claim' }], 'group')
      const claim = isDirectory ? body.claim.toLowerCase() : body.claim
      const known = knownAs(provider.config, claim)
      const name = body.name ?? known ?? claim
      const id = uuidv7(deps.clock.now())
      const group = await insertGroup(tx, { id, claim, name, providerId: provider.id, knownAs: known })
      if (group === undefined) throw conflict('GROUP_EXISTS', 'claim', 'group')
      await audit({
        action: 'group.create',
        target: { kind: 'group', id, name },
        after: { ...group, idp: provider.id },
      })
      return { value: group }
    },
  ),

  // What is mapped stays, so that no one loses anything; the next sign-in brings back what it names.
  route(forgetGroups, ['admin', 'support-changing'], { 412: ['STALE'] }, async ({ tx, params, ifMatch, audit }) => {
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
