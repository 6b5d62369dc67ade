import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { UsernameFormats } from './rules.ts'

const formats = '/portal/admin/idps/{id}/formats'

/** Values are returned in lower case, sorted, without the `@` or `\`. */
export const StoredFormats = v.object({
  prefixes: v.array(v.string()),
  suffixes: v.array(v.string()),
  emailDomains: v.array(v.string()),
})

export const getUsernameFormats = endpoint({
  name: 'getUsernameFormats',
  summary: 'Read the username formats of an identity provider',
  method: 'GET',
  path: formats,
  reply: StoredFormats,
})

/** A value that another provider has is rejected by name: details contain `prefixes.N`, `suffixes.N` or `emailDomains.N`. */
export const saveUsernameFormats = endpoint({
  name: 'saveUsernameFormats',
  summary: 'Replace the username formats of an identity provider',
  method: 'PUT',
  path: formats,
  body: UsernameFormats,
  reply: StoredFormats,
})

/** Where a username would go, and why. About other companies it says only that the domain is theirs. */
export const WhereIs = v.object({
  username: v.string(),
  /** `found`; `elsewhere`: another company's; `nowhere`: no format covers it; `malformed`: no domain in it. */
  outcome: v.picklist(['found', 'elsewhere', 'nowhere', 'malformed']),
  tenant: v.nullable(v.string()),
  format: v.nullable(v.object({ type: v.picklist(['prefix', 'suffix']), value: v.string() })),
  provider: v.nullable(v.object({ id: v.string(), name: v.string(), type: v.string() })),
  /** The formats that were looked for, longest first. */
  candidates: v.array(v.string()),
  /** Why it leads there, or what to do about it. */
  explanation: v.string(),
})
export type WhereIs = v.InferOutput<typeof WhereIs>

export const whereIs = endpoint({
  name: 'whereIs',
  summary: 'Explain which identity provider a username leads to',
  method: 'GET',
  path: '/portal/admin/whereis',
  query: v.object({ username: v.pipe(v.string(), v.maxLength(1000, 'TOO_LONG')) }),
  reply: WhereIs,
})
