import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { BrandingInput } from './rules.ts'

// Separate from contract.ts: a browser loads that file without schemas, and a form needs the schemas.

const path = '/portal/admin/settings/branding'

const Logo = v.object({
  /** Readable without a session by anyone who has it. */
  path: v.string(),
  type: v.string(),
  width: v.number(),
  height: v.number(),
  /** SHA-256 of the bytes, in hexadecimal. */
  hash: v.string(),
})

/** The branding of a tenant; null: as the deployment has it. */
export const TenantBranding = v.object({
  name: v.nullable(v.string()),
  primaryColor: v.nullable(v.string()),
  accentColor: v.nullable(v.string()),
  privacyPolicyUrl: v.nullable(v.string()),
  logo: v.nullable(Logo),
  /** The sign-in page with this branding; null until something was set. Its key cannot be guessed. */
  signInPath: v.nullable(v.string()),
})
export type TenantBranding = v.InferOutput<typeof TenantBranding>

export const getTenantBranding = endpoint({
  name: 'getTenantBranding',
  summary: 'Read the name, colours, logo and privacy link of the tenant',
  method: 'GET',
  path,
  reply: TenantBranding,
})

/** The logo has separate calls. */
export const putTenantBranding = endpoint({
  name: 'putTenantBranding',
  summary: 'Set the name, colours and privacy link of the tenant',
  method: 'PUT',
  path,
  body: BrandingInput,
  reply: TenantBranding,
})

/** Back to the branding of the deployment, the logo included. The sign-in address stays. */
export const resetTenantBranding = endpoint({
  name: 'resetTenantBranding',
  summary: 'Remove the branding of the tenant',
  method: 'DELETE',
  path,
})

/** PNG, JPEG or WebP, detected by its content; never SVG. */
export const putTenantLogo = endpoint({
  name: 'putTenantLogo',
  summary: 'Set the logo of the tenant from a file',
  method: 'PUT',
  path: `${path}/logo`,
  body: v.object({ file: v.blob() }),
  bodyKind: 'file',
  reply: TenantBranding,
})

export const removeTenantLogo = endpoint({
  name: 'removeTenantLogo',
  summary: 'Remove the logo of the tenant',
  method: 'DELETE',
  path: `${path}/logo`,
})

/** `code`: the key of a tenant, or `deployment`. The answer never changes: another logo has another hash. */
export const getLogo = endpoint({
  name: 'getLogo',
  summary: 'Read a logo',
  method: 'GET',
  path: '/login/branding/{code}/logo/{hash}',
  success: 200,
  cached: true,
})
