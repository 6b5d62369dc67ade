import type { OpenApiPart } from '../../../kit/http/openapi/document.ts'
import { scimParameters } from './parameters.ts'
import { scimPaths } from './paths.ts'
import { scimHeaders, scimResponses } from './responses.ts'
import { scimSchemas } from './schemas.ts'

/** The SCIM service of every identity provider, for the OpenAPI document. */
export function scimOpenApi(): OpenApiPart {
  return {
    tags: [
      { name: 'SCIM', description: 'The SCIM service of every identity provider, for company directories (RFC 7644).' },
    ],
    paths: scimPaths(),
    components: {
      schemas: scimSchemas,
      parameters: scimParameters,
      responses: scimResponses,
      headers: scimHeaders,
      securitySchemes: {
        scimToken: { type: 'http', scheme: 'bearer', description: 'A SCIM token of the identity provider' },
      },
    },
  }
}
