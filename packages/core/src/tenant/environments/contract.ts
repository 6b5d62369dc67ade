import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'

/** Spec section 3, "Environment". `type` is PROD or any other word. */
export const Environment = v.object({ id: v.string(), name: v.string(), type: v.string() })
export type Environment = v.InferOutput<typeof Environment>

export const AdminEnvironment = v.object({ ...Environment.entries, urn: v.string(), readonly: v.boolean() })
export type AdminEnvironment = v.InferOutput<typeof AdminEnvironment>

/** Spec section 9: this type separates production from the rest. */
export const productionType = 'PROD'

export const listEnvironments = endpoint({
  name: 'listEnvironments',
  summary: 'List the environments open to the signed-in person',
  method: 'GET',
  path: '/portal/environments',
  reply: v.object({ environments: v.array(Environment), selected: v.nullable(v.string()) }),
})

/** A posted form (spec section 2): `env_id` and the CSRF token; it answers with a redirect to `/portal`. */
export const selectEnvironment = endpoint({
  name: 'selectEnvironment',
  summary: 'Select an environment',
  method: 'POST',
  path: '/portal/environments',
  body: v.object({ env_id: v.pipe(v.string(), v.nonEmpty()), 'X-CSRFToken': v.string() }),
  bodyKind: 'form',
  success: 303,
})

export const listAdminEnvironments = endpoint({
  name: 'listAdminEnvironments',
  summary: 'List the environments of the tenant',
  method: 'GET',
  path: '/portal/admin/environments',
  reply: v.object({ environments: v.array(AdminEnvironment) }),
})
