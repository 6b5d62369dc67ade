import type { BodyOf, Endpoint } from '../../kit/http/endpoint.ts'
import type { Client, Outcome } from '../../kit/http/client.ts'
import {
  getAppRoleGroups,
  getApplicationGroups,
  getTenantRoleGroups,
  setAppRoleGroups,
  setApplicationGroups,
  setTenantRoleGroups,
  type MappedGroup,
  type Mapping,
  type MappingKind,
  type TenantGroups,
} from './contract.ts'

/** What groups are mapped to in an environment; a row of `mappingList` has all of it but the environment. */
export type MappingTarget = Pick<Mapping, 'kind' | 'appId' | 'roleId' | 'role' | 'label' | 'appLabel'> & {
  readonly envId: string
  /** For the command that does the same. */
  readonly environmentName?: string | undefined
}

type Parts = { readonly client: Pick<Client, 'call'> }

/** Reads a mapping. A role of the portal belongs to no environment: throws a TypeError. */
export function readMapping({ client }: Parts, target: MappingTarget): Promise<Outcome<TenantGroups>> {
  const { kind, envId, appId = '', roleId = '' } = target
  if (kind === 'application-role') return client.call(getAppRoleGroups, { params: { envId, appId, roleId } })
  if (kind === 'tenant-role') return client.call(getTenantRoleGroups, { params: { envId, roleId } })
  if (kind === 'application') return client.call(getApplicationGroups, { params: { envId, appId } })
  throw portalRole()
}

/** Replaces a mapping. Throws like {@link readMapping}. */
export function saveMapping(
  { client }: Parts,
  target: MappingTarget,
  body: BodyOf<typeof setAppRoleGroups>,
  ifMatch: string | undefined,
): Promise<Outcome<TenantGroups>> {
  const { kind, envId, appId = '', roleId = '' } = target
  if (kind === 'application-role')
    return client.call(setAppRoleGroups, { params: { envId, appId, roleId }, body, ifMatch })
  if (kind === 'tenant-role') return client.call(setTenantRoleGroups, { params: { envId, roleId }, body, ifMatch })
  if (kind === 'application') return client.call(setApplicationGroups, { params: { envId, appId }, body, ifMatch })
  throw portalRole()
}

/** Stable for one target, such as a key of an editor. */
export function mappingTargetId({ kind, envId, appId = '', roleId = '' }: MappingTarget): string {
  return [kind, envId, appId, roleId].join(' ')
}

/** Spec section 3: "Saves send group ids only". */
export function mappingInput(groups: readonly MappedGroup[]): BodyOf<typeof setAppRoleGroups> {
  const ids = new Map<string, string[]>()
  for (const { idp, id } of groups) ids.set(idp, [...(ids.get(idp) ?? []), id])
  return { tenantGroups: [...ids].map(([idp, own]) => ({ idp, groups: own })) }
}

/** The groups of an answer with their provider, in its order. */
export function mappedGroupsOf({ tenantGroups }: TenantGroups): MappedGroup[] {
  return tenantGroups.flatMap(({ idp, idpName, groups }) => groups.map((group) => ({ ...group, idp, idpName })))
}

/** The calls of a mapping, for a dry run. Throws like {@link readMapping}. */
export function mappingEndpoints(kind: MappingKind): { readonly get: Endpoint; readonly set: Endpoint } {
  if (kind === 'application-role') return { get: getAppRoleGroups, set: setAppRoleGroups }
  if (kind === 'tenant-role') return { get: getTenantRoleGroups, set: setTenantRoleGroups }
  if (kind === 'application') return { get: getApplicationGroups, set: setApplicationGroups }
  throw portalRole()
}

/** The groups of a row as the mapping's GET answers them. */
export function tenantGroupsOf(groups: readonly MappedGroup[]): TenantGroups {
  const parts = new Map<string, TenantGroups['tenantGroups'][number]>()
  for (const { idp, idpName, ...group } of groups)
    parts.set(idp, { idp, idpName, groups: [...(parts.get(idp)?.groups ?? []), group] })
  return { tenantGroups: [...parts.values()] }
}

function portalRole(): TypeError {
  return new TypeError('Groups of a role of the portal are edited by createPortalRoleEditor.')
}
