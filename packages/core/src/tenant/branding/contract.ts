import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'

export const Branding = v.object({
  companyName: v.string(),
  /** Whether the tenant's branding sets `companyName`; otherwise it is the tenant's or the deployment's name of that moment. */
  hasOwnName: v.boolean(),
  applicationName: v.string(),
  privacyPolicyUrl: v.string(),
  supportUrl: v.nullable(v.string()),
  analyticsInfoUrl: v.nullable(v.string()),
  /** Path of the logo on this server. */
  logo: v.nullable(v.string()),
  /** `#rrggbb`, as they were set; pages derive legible colours from them (brand-colours.ts). */
  primaryColor: v.nullable(v.string()),
  accentColor: v.nullable(v.string()),
})
export type Branding = v.InferOutput<typeof Branding>

export const getBranding = endpoint({
  name: 'getBranding',
  summary: 'Read the names, links, colours and logo that pages show',
  method: 'GET',
  path: '/login/branding',
  reply: Branding,
  cached: true,
})

export const getWords = endpoint({
  name: 'getWords',
  summary: 'Read the sentences of a language, compiled',
  method: 'GET',
  path: '/i18n/login',
  query: v.object({ locale: v.optional(v.pipe(v.string(), v.maxLength(35))) }),
  reply: v.object({ locale: v.string(), messages: v.record(v.string(), v.unknown()) }),
  cached: true,
})
