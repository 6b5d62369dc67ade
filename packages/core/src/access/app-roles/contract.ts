import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'

/** Spec section 3, "Role". `name` is stable and used in dependencies and tokens; `label` is for people. */
export const Role = v.object({
  id: v.string(),
  name: v.string(),
  label: v.string(),
  visible: v.boolean(),
  appId: v.string(),
  environmentId: v.string(),
})
export type Role = v.InferOutput<typeof Role>

/** `readonly` is at response level (spec section 3). */
export const RoleList = v.object({ roles: v.array(Role), readonly: v.boolean() })

export const listRoles = endpoint({
  name: 'listRoles',
  summary: 'List the roles of an application in an environment',
  method: 'GET',
  path: '/portal/admin/environments/{envId}/applications/{appId}/roles',
  reply: RoleList,
})
