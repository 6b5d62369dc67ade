import { openApiDocument } from '../kit/http/openapi/document.ts'
import { scimOpenApi } from '../protocols/scim/openapi/document.ts'
import { areas } from './routes.ts'

/** The OpenAPI document of all calls: `/api/openapi.json`, and the reference at /docs/api (web/build/documents). */
export function openApi(baseUrl: string, version = '0'): Record<string, unknown> {
  return openApiDocument({ baseUrl, version, areas, more: scimOpenApi() })
}
