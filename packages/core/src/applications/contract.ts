import * as v from 'valibot'

import { endpoint } from '../http/endpoint.ts'

export { iconBytesMax, iconSideMax, iconSideMin } from '../limits.ts'

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

/** The id of the built-in portal application (spec section 3, "{hash}"; design section 5 names it). */
export const portalAppId = 'portal'

export const listApplications = endpoint({
  name: 'listApplications',
  summary: 'List the applications of an environment',
  method: 'GET',
  path: '/portal/admin/environments/{envId}/applications',
  reply: v.object({ applications: v.array(Application) }),
})

const iconPlace = '/portal/admin/environments/{envId}/applications/{appId}/icon'
const IconReply = v.object({ icon: v.string() })

/** PNG, JPEG or WebP by its own bytes. The icon of an application is the same in all environments. */
export const putApplicationIcon = endpoint({
  name: 'putApplicationIcon',
  summary: 'Set the icon of an application from a file',
  method: 'PUT',
  path: iconPlace,
  body: v.object({ file: v.blob() }),
  bodyKind: 'file',
  reply: IconReply,
})

/** The server reads the address once, checks what it finds, and answers it itself from then on. */
export const linkApplicationIcon = endpoint({
  name: 'linkApplicationIcon',
  summary: 'Set the icon of an application from an address',
  method: 'POST',
  path: '/portal/admin/environments/{envId}/applications/{appId}/icon/link',
  body: v.strictObject({ url: v.pipe(v.string(), v.trim(), v.maxLength(2_000, 'TOO_LONG'), v.url('ICON_ADDRESS')) }),
  reply: IconReply,
  success: 200,
})

export const removeApplicationIcon = endpoint({
  name: 'removeApplicationIcon',
  summary: 'Remove the icon of an application',
  method: 'DELETE',
  path: iconPlace,
})

export const getApplicationIcon = endpoint({
  name: 'getApplicationIcon',
  summary: 'Read the icon of an application; the address holds the hash of the image',
  method: 'GET',
  path: '/portal/launcher/icons/{hash}',
  success: 200,
  cached: true,
})
