import * as v from 'valibot'

import { Group } from '../../people/groups/contract.ts'
import { endpoint } from '../../kit/http/endpoint.ts'

/** The role that administers the portal (spec section 6). */
export const securityAdminRole = 'security-admin'

/** The role of people who support customers; only the vendor's tenant has it (docs/guides/support-access.md). */
export const supportRole = 'support'

/** A role of the portal itself; the Support role exists only in the vendor's tenant. */
export const PortalRole = v.object({ id: v.string(), label: v.string(), readonly: v.boolean() })
export type PortalRole = v.InferOutput<typeof PortalRole>

export const listPortalRoles = endpoint({
  name: 'listPortalRoles',
  summary: 'List the roles of the portal',
  method: 'GET',
  path: '/portal/admin/portal-roles',
  reply: v.object({ portalRoles: v.array(PortalRole) }),
})

/** The groups that hold a role of the portal, which belong to the primary identity provider; `idp` null: there is none. */
export const PortalRoleGroups = v.object({
  idp: v.nullable(v.string()),
  idpName: v.nullable(v.string()),
  groups: v.array(Group),
})
export type PortalRoleGroups = v.InferOutput<typeof PortalRoleGroups>

export const getPortalRoleGroups = endpoint({
  name: 'getPortalRoleGroups',
  summary: 'Read which groups hold a role of the portal',
  method: 'GET',
  path: '/portal/admin/portal-roles/{id}/groups',
  reply: PortalRoleGroups,
})

/** Groups that one role may have. */
export const roleGroupsMax = 200

/** Spec section 3: "Saves send group ids only". A group as GET shows it is taken by its id too. */
export const GroupId = v.union([v.string(), v.object({ id: v.string() })])

export const setPortalRoleGroups = endpoint({
  name: 'setPortalRoleGroups',
  summary: 'Replace the groups that hold a role of the portal',
  method: 'PUT',
  path: '/portal/admin/portal-roles/{id}/groups',
  body: v.strictObject({
    idp: v.nullable(v.string()),
    groups: v.pipe(v.array(GroupId), v.maxLength(roleGroupsMax, 'TOO_LONG')),
  }),
  reply: PortalRoleGroups,
})
