import { openApiDocument } from '../../../kit/http/openapi/document.ts'
import { testBaseUrl } from '../../../testing/test-server.ts'
import { scimOpenApi } from '../openapi/document.ts'

export type Json = { readonly [name: string]: any } // eslint-disable-line typescript/no-explicit-any

/** The OpenAPI document as it is sent. */
export const openApi = JSON.parse(
  JSON.stringify(openApiDocument({ baseUrl: testBaseUrl, version: '1', areas: [], more: scimOpenApi() })),
) as Json

/** Where the addresses of a SCIM service begin in it. */
export const scimBase = '/scim/v2/{idpId}'

/** What a `$ref` of the document names; anything else as it is. */
export function deref(one: Json): Json {
  const ref = one?.['$ref'] as unknown
  return typeof ref === 'string'
    ? ref
        .split('/')
        .slice(1)
        .reduce((at, name) => at[name], openApi)
    : one
}
