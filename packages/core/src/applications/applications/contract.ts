import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'

export { iconBytesMax, iconSideMax, iconSideMin } from '../../kit/limits.ts'

/** Spec section 3, "Application". A single-tenant application has no roles, only group access (spec section 6). */
export const Application = v.object({
  id: v.string(),
  label: v.string(),
  urn: v.string(),
  singleTenant: v.boolean(),
  /** Path of its icon on this server, for GET; absent: it has none. The same in all environments. */
  icon: v.optional(v.string()),
  /** How people ask for it in this environment; null: they are not told. Absent from servers before it. */
  accessText: v.optional(v.nullable(v.string())),
})
export type Application = v.InferOutput<typeof Application>

/** The id of the built-in portal application (spec section 3, "{hash}"; docs/decisions/0008). */
export const portalAppId = 'portal'

export const listApplications = endpoint({
  name: 'listApplications',
  summary: 'List the applications of an environment',
  method: 'GET',
  path: '/portal/admin/environments/{envId}/applications',
  reply: v.object({ applications: v.array(Application) }),
})

export const getApplicationIcon = endpoint({
  name: 'getApplicationIcon',
  summary: 'Read the icon of an application; the address holds the hash of the image',
  method: 'GET',
  path: '/portal/launcher/icons/{hash}',
  success: 200,
  cached: true,
})
