import * as v from 'valibot'

import { endpoint } from '../http/endpoint.ts'

/** Spec section 3, "Application". A single-tenant application has no roles, only group access (spec section 6). */
export const Application = v.object({
  id: v.string(),
  label: v.string(),
  urn: v.string(),
  singleTenant: v.boolean(),
})
export type Application = v.InferOutput<typeof Application>

/** The id of the built-in portal application (spec section 3, "{hash}"; design section 5 names it). */
export const portalAppId = 'portal'

export const listApplications = endpoint({
  name: 'listApplications',
  summary: 'List the applications of an environment',
  method: 'GET',
  path: '/portal/admin/environments/{envId}/applications',
  reply: v.object({ applications: v.array(Application) }),
})
