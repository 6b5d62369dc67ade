import * as v from 'valibot'

import { Group } from '../../people/groups/contract.ts'
import { endpoint } from '../../kit/http/endpoint.ts'
import { listQuery, pageReply } from '../../kit/lists/contract.ts'
import { MappingInput } from './rules.ts'

const environment = '/portal/admin/environments/{envId}'
const ofAppRole = `${environment}/applications/{appId}/roles/{roleId}/groups` as const
const ofTenantRole = `${environment}/roles/{roleId}/groups` as const
const ofApplication = `${environment}/applications/{appId}/groups` as const

/** The groups mapped to one role, by provider, each part by name. A provider without a mapped group is not listed. */
export const TenantGroups = v.object({
  tenantGroups: v.array(v.object({ idp: v.string(), idpName: v.string(), groups: v.array(Group) })),
})
export type TenantGroups = v.InferOutput<typeof TenantGroups>

export const getAppRoleGroups = endpoint({
  name: 'getAppRoleGroups',
  summary: 'Read which groups hold a role of an application',
  method: 'GET',
  path: ofAppRole,
  reply: TenantGroups,
})

export const setAppRoleGroups = endpoint({
  name: 'setAppRoleGroups',
  summary: 'Replace the groups that hold a role of an application',
  method: 'PUT',
  path: ofAppRole,
  body: MappingInput,
  reply: TenantGroups,
})

export const getTenantRoleGroups = endpoint({
  name: 'getTenantRoleGroups',
  summary: 'Read which groups hold a custom role in an environment',
  method: 'GET',
  path: ofTenantRole,
  reply: TenantGroups,
})

export const setTenantRoleGroups = endpoint({
  name: 'setTenantRoleGroups',
  summary: 'Replace the groups that hold a custom role in an environment',
  method: 'PUT',
  path: ofTenantRole,
  body: MappingInput,
  reply: TenantGroups,
})

/** Spec section 6: "Single-tenant applications have no role configuration, only group access restriction." */
export const getApplicationGroups = endpoint({
  name: 'getApplicationGroups',
  summary: 'Read which groups open an application that has no roles',
  method: 'GET',
  path: ofApplication,
  reply: TenantGroups,
})

export const setApplicationGroups = endpoint({
  name: 'setApplicationGroups',
  summary: 'Replace the groups that open an application that has no roles',
  method: 'PUT',
  path: ofApplication,
  body: MappingInput,
  reply: TenantGroups,
})

export const mappingKinds = ['portal-role', 'tenant-role', 'application-role', 'application'] as const
export type MappingKind = (typeof mappingKinds)[number]

/**
 * What groups can be mapped to: a role of the portal (the same in all environments), a custom role in an environment, a
 * visible role of an application, or an application that has no roles.
 */
const target = {
  kind: v.picklist(mappingKinds),
  /** For the kinds `application-role` and `application`. */
  appId: v.optional(v.string()),
  appUrn: v.optional(v.string()),
  appLabel: v.optional(v.string()),
  /** For all kinds but `application`. */
  roleId: v.optional(v.string()),
  /** The word used in commands: the name of an application role, the id of a portal role, the label of a custom role; '' for `application`. */
  role: v.string(),
  /** The name people read: of the role; of the application for `application`. */
  label: v.string(),
}

/** A group of a mapping and its provider. */
export const MappedGroup = v.object({ ...Group.entries, idp: v.string(), idpName: v.string() })
export type MappedGroup = v.InferOutput<typeof MappedGroup>

/** `id` is unique in the answer. `etag` is that of the mapping's own GET, for `If-Match` of its PUT. */
export const Mapping = v.object({
  id: v.string(),
  ...target,
  groups: v.array(MappedGroup),
  groupCount: v.number(),
  etag: v.string(),
})
export type Mapping = v.InferOutput<typeof Mapping>

/**
 * A page of everything that groups can be mapped to in an environment: portal roles, custom roles by label, then by
 * application. `search` looks at the names of application and role. Without `limit`, at most 200 rows.
 */
export const listMappings = endpoint({
  name: 'listMappings',
  summary: 'List the roles and applications of an environment with the groups mapped to them',
  method: 'GET',
  path: `${environment}/mappings`,
  query: v.object({
    ...listQuery(['name']),
    kind: v.optional(v.picklist(mappingKinds, 'INVALID_VALUE')),
    /** Only what belongs to this application. */
    app: v.optional(v.pipe(v.string(), v.maxLength(100))),
    /** Only what this group is mapped to. */
    group: v.optional(v.pipe(v.string(), v.maxLength(100))),
  }),
  reply: v.object({ mappings: v.array(Mapping), readonly: v.boolean(), ...pageReply }),
})

/** What a group is mapped to; a role of the portal belongs to no environment. */
export const GroupUse = v.object({
  id: v.string(),
  ...target,
  environmentId: v.optional(v.string()),
  environmentName: v.optional(v.string()),
})
export type GroupUse = v.InferOutput<typeof GroupUse>

/** Complete: as many rows as roles have this group. */
export const listGroupMappings = endpoint({
  name: 'listGroupMappings',
  summary: 'List the roles and applications that a group is mapped to, in all environments',
  method: 'GET',
  path: '/portal/admin/groups/{id}/mappings',
  reply: v.object({ group: MappedGroup, mappings: v.array(GroupUse) }),
})
