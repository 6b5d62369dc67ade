import { scimBodyBytesMax } from '../http/body.ts'
import { text, type JsonSchema } from './json-schema.ts'
import { schemaRef, type scimSchemas } from './schemas.ts'

export const scimMediaType = 'application/scim+json'

const header = (description: string) => ({ description, required: true, schema: text })

export const scimHeaders = {
  ScimETag: header('The version of the resource, weak'),
  ScimLocation: header('The address of the resource'),
}
type HeaderName = 'ETag' | 'Location'

/** A successful response. Without a schema it has no body. */
export function answer(
  description: string,
  { schema, headers = [] }: { readonly schema?: keyof typeof scimSchemas; readonly headers?: readonly HeaderName[] },
): JsonSchema {
  const refs = headers.map((name) => [name, { $ref: `#/components/headers/Scim${name}` }])
  return {
    description,
    ...(refs.length === 0 ? {} : { headers: Object.fromEntries(refs) }),
    ...(schema === undefined ? {} : { content: { [scimMediaType]: { schema: schemaRef(schema) } } }),
  }
}

const failure = (description: string, headers: JsonSchema = {}): JsonSchema => ({
  ...answer(description, { schema: 'ScimError' }),
  ...(Object.keys(headers).length === 0 ? {} : { headers }),
})

/** Responses with an error (RFC 7644 section 3.12). */
const failures = {
  400: failure('Invalid request: scimType and detail say why'),
  401: failure('The SCIM token is missing, unknown, disabled or expired', {
    'WWW-Authenticate': header('Bearer'),
  }),
  403: failure('Filters are not supported at this address (RFC 7644 section 4)'),
  404: failure('No such resource, or the token belongs to another identity provider'),
  409: failure('Another resource has the name or identifier, or the last proven path to Security Admin would be lost'),
  412: failure('The resource has changed since the version in If-Match'),
  413: failure(`The body has more than ${scimBodyBytesMax} bytes`),
  415: failure('Unsupported Content-Type'),
  429: failure('Too many requests', { 'Retry-After': header('Seconds to wait') }),
  default: failure('Any other error, such as 503 while the database is unavailable'),
} as const
export type FailureStatus = Exclude<keyof typeof failures, 'default'>

export const scimResponses = Object.fromEntries(
  Object.entries(failures).map(([status, response]) => [`Scim${status}`, response]),
)

/** These, and what every request can fail with: its token, its address or the rate limit. */
export function failuresOf(statuses: readonly FailureStatus[]): JsonSchema {
  const all = [...statuses, 401, 404, 429, 'default'] as const
  return Object.fromEntries(all.map((status) => [status, { $ref: `#/components/responses/Scim${status}` }]))
}
