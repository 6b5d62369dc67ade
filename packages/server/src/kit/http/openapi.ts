import { apiPrefix, endpoints, type Endpoint, type Schema } from '@portico/core/contract'
import { toJsonSchema } from '@valibot/to-json-schema'

const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  file: 'multipart/form-data',
  xml: 'text/xml',
} as const

/** Paths that are not in the contract, with the components they refer to. */
export type OpenApiPart = {
  readonly paths: Readonly<Record<string, unknown>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const nothing: OpenApiPart = { paths: {}, components: {} }

/**
 * OpenAPI 3.1 from the contract, so that the document and the server cannot differ. `version` is the release of the
 * server, public to every caller (decision 0045).
 */
export function openApiDocument(baseUrl: string, version = '0', more = nothing): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = (paths[apiPrefix + endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operation(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Portico', version, description: 'Application launcher and identity administration.' },
    servers: [{ url: baseUrl }],
    paths: { ...paths, ...tokenPaths, ...more.paths },
    components: {
      ...more.components,
      schemas: { Error: errorSchema, ...more.components['schemas'] },
      securitySchemes: {
        ...more.components['securitySchemes'],
        session: { type: 'apiKey', in: 'cookie', name: 'portico-session' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  }
}

function operation(endpoint: Endpoint): Record<string, unknown> {
  const parameters = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    parameters: [...parameters, ...queryParameters(endpoint.query)],
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { [mediaTypes[endpoint.bodyKind]]: { schema: jsonSchema(endpoint.body) } },
          },
        }),
    responses: {
      [endpoint.success]: {
        description: 'Success',
        ...(endpoint.reply === undefined
          ? {}
          : { content: { 'application/json': { schema: jsonSchema(endpoint.reply) } } }),
      },
      default: {
        description: 'Failure',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function queryParameters(query: Schema | undefined): unknown[] {
  if (query === undefined) return []
  const { properties = {}, required = [] } = jsonSchema(query) as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

/** `trim` and `check` have no counterpart in JSON Schema; a file is a binary string. Anything else unknown throws. */
function jsonSchema(schema: Schema): Record<string, unknown> {
  const { $schema: _, ...rest } = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], {
    typeMode: 'input',
    ignoreActions: ['trim', 'check', 'partial_check'],
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema.type === 'blob' ? { type: 'string', format: 'binary' } : undefined,
  })
  return rest as Record<string, unknown>
}

const text = { type: 'string' }

const errorSchema = {
  type: 'object',
  required: ['errorID', 'errorMessage', 'requestID'],
  properties: {
    errorID: text,
    errorMessage: text,
    resourceType: text,
    resourceID: text,
    requestID: text,
    details: {
      type: 'array',
      items: { type: 'object', properties: { errorID: text, errorMessage: text, fieldID: text } },
    },
  },
}

/** The OAuth endpoints are not in the contract and are listed here. */
const tokenPaths = {
  '/.well-known/openid-configuration': {
    get: {
      operationId: 'discovery',
      summary: 'OpenID Connect discovery',
      responses: { 200: { description: 'Metadata' } },
    },
  },
  '/oauth2/jwks': {
    get: {
      operationId: 'jwks',
      summary: 'Public keys of issued tokens (RFC 7517)',
      responses: { 200: { description: 'Key set' } },
    },
  },
  '/oauth2/authorize': {
    get: {
      operationId: 'authorize',
      summary: 'Ask a person to sign the command line on their machine in (RFC 8252)',
      responses: { 303: { description: 'The page that asks' } },
    },
  },
  '/oauth2/device_authorization': {
    post: {
      operationId: 'deviceAuthorization',
      summary: 'Ask for a code for signing in at a command line (RFC 8628)',
      responses: { 200: { description: 'Device code and user code' }, 401: { description: 'OAuth error' } },
    },
  },
  '/oauth2/token': {
    post: {
      operationId: 'token',
      summary: 'Exchange an assertion of a service account (RFC 7523), or what a person allowed, for an access token',
      responses: {
        200: { description: 'Access token' },
        400: { description: 'OAuth error' },
        401: { description: 'OAuth error' },
      },
    },
  },
}
