import {
  getAppRoleGroups,
  getApplicationGroups,
  getTenantRoleGroups,
  setAppRoleGroups,
  setApplicationGroups,
  setTenantRoleGroups,
  type MappingInput,
  type TenantGroups,
  type Violation,
} from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { checkVersion, etagOf } from '../../kit/http/etag.ts'
import { Failure, invalid, readOnly } from '../../kit/http/failure.ts'
import { route, type Answer, type TenantCall } from '../../kit/http/route.ts'
import { listRoutes } from './list-routes.ts'
import { byProvider, groupsOfMapping, lockGroups, replaceMapping } from './queries.ts'
import { applicationTarget, appRoleTarget, tenantRoleTarget, type MappingTarget } from './targets.ts'
import { mappingVersion } from './version.ts'

export const groupMappingRoutes = [
  ...listRoutes,

  route(getAppRoleGroups, ['admin', 'support-reading'], async ({ tx, params }) =>
    read(tx, await appRoleTarget(tx, params, 'read')),
  ),
  route(
    setAppRoleGroups,
    ['admin', 'support-changing'],
    {
      400: ['MAPPED_GROUP_UNKNOWN', 'READ_ONLY_FIELD'],
      403: ['READ_ONLY'],
      409: ['PORTAL_ROLE_APART'],
      412: ['STALE'],
    },
    async (call) => replace(call, await appRoleTarget(call.tx, call.params, 'locked')),
  ),

  route(getTenantRoleGroups, ['admin', 'support-reading'], async ({ tx, params }) =>
    read(tx, await tenantRoleTarget(tx, params, 'read')),
  ),
  route(
    setTenantRoleGroups,
    ['admin', 'support-changing'],
    { 400: ['MAPPED_GROUP_UNKNOWN', 'READ_ONLY_FIELD'], 403: ['READ_ONLY'], 412: ['STALE'] },
    async (call) => replace(call, await tenantRoleTarget(call.tx, call.params, 'locked')),
  ),

  route(getApplicationGroups, ['admin', 'support-reading'], async ({ tx, params }) =>
    read(tx, await applicationTarget(tx, params, 'read')),
  ),
  route(
    setApplicationGroups,
    ['admin', 'support-changing'],
    {
      400: ['MAPPED_GROUP_UNKNOWN', 'READ_ONLY_FIELD'],
      403: ['READ_ONLY'],
      409: ['APPLICATION_HAS_ROLES'],
      412: ['STALE'],
    },
    async (call) => replace(call, await applicationTarget(call.tx, call.params, 'locked')),
  ),
]

async function read(tx: TenantTransaction, target: MappingTarget): Promise<Answer<TenantGroups>> {
  const groups = await groupsOfMapping(tx, target.key)
  return { value: byProvider(groups), etag: etagOf(mappingVersion(groups)) }
}

/** Replaces the whole mapping. The target is locked. */
async function replace(
  { tx, body, ifMatch, audit }: Pick<TenantCall<typeof setAppRoleGroups>, 'tx' | 'body' | 'ifMatch' | 'audit'>,
  { kind, id, name, environment, key, takesNoGroups }: MappingTarget,
): Promise<Answer<TenantGroups>> {
  if (environment.readonly) throw readOnly('environment')
  const before = await groupsOfMapping(tx, key)
  checkVersion(ifMatch, mappingVersion(before), kind, id)
  const ids = await groupIdsOf(tx, body, kind)
  const held = new Set(before.map((group) => group.id))
  if (takesNoGroups && ids.some((one) => !held.has(one)))
    throw new Failure(409, 'APPLICATION_HAS_ROLES', { resource: { type: kind, id } })
  await replaceMapping(tx, key, ids)
  const after = await groupsOfMapping(tx, key)
  const where = { id: environment.id, name: environment.name }
  await audit({
    action: `${kind}.groups`,
    target: { kind, id, name },
    before: { environment: where, ...byProvider(before) },
    after: { environment: where, ...byProvider(after) },
  })
  return { value: byProvider(after), etag: etagOf(mappingVersion(after)) }
}

/** Each group once. Throws 400 with the place of a provider or group that is unknown, or of another provider or tenant. */
async function groupIdsOf(tx: TenantTransaction, { tenantGroups }: MappingInput, kind: string): Promise<string[]> {
  const parts = tenantGroups.map(({ groups, ...part }) => ({
    ...part,
    ids: groups.map((group) => (typeof group === 'string' ? group : group.id)),
  }))
  const ids = [...new Set(parts.flatMap((part) => part.ids))]
  const known = await lockGroups(
    tx,
    parts.map(({ idp }) => idp),
    ids,
  )
  const violations: Violation[] = []
  for (const [index, { idp, idpName, ids: wanted }] of parts.entries()) {
    const fieldID = `tenantGroups.${index}`
    const name = known.providers.get(idp)
    if (name === undefined) violations.push({ errorID: 'INVALID_VALUE', fieldID: `${fieldID}.idp` })
    else if (idpName !== undefined && idpName !== name)
      violations.push({ errorID: 'READ_ONLY_FIELD', fieldID: `${fieldID}.idpName` })
    for (const [place, id] of wanted.entries())
      if (known.groups.get(id) === undefined || known.groups.get(id) !== idp)
        violations.push({ errorID: 'MAPPED_GROUP_UNKNOWN', fieldID: `${fieldID}.groups.${place}` })
  }
  if (violations.length > 0) throw invalid(violations, kind)
  return ids
}
