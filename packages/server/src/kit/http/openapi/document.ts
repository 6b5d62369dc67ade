import { apiPrefix, type Endpoint, type Schema } from '@portico/core/contract'

import { cookieName } from '../cookies.ts'
import { isWordParameter, wordParameterMax } from '../path-parameters.ts'
import { resourceOf } from '../resource.ts'
import type { Route } from '../route.ts'
import { callersOf, securityOf } from './callers.ts'
import { comparesVersions, failuresOf, failuresOfAny, takesCreationKey } from './failures.ts'
import { errorSchema, jsonSchema, type JsonSchema } from './schemas.ts'
import { tokenPaths, tokenTag } from './token-paths.ts'

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
  readonly tags?: readonly Tag[]
}

/** An area of the reference: calls about the same nouns. */
export type RouteArea = { readonly name: string; readonly description: string; readonly routes: readonly Route[] }
type Tag = { readonly name: string; readonly description: string }

/**
 * OpenAPI 3.1 from the contract and the rules of the routes, so that the document and the server cannot differ. `version` is the
 * release of the server, public to every caller (decision 0045). Extensions: `x-callers` of an operation is who may call, as
 * sentences; `x-error-ids` of a response are the ids of docs/errors.md that it can have.
 */
export function openApiDocument(o: {
  readonly baseUrl: string
  readonly version: string
  readonly areas: readonly RouteArea[]
  readonly more?: OpenApiPart
}): Record<string, unknown> {
  const { paths, components, tags = [] } = o.more ?? { paths: {}, components: {} }
  const ofRoutes: Record<string, Record<string, unknown>> = {}
  for (const { name, routes } of o.areas)
    for (const route of routes) {
      const { path, method } = route.endpoint
      ;(ofRoutes[apiPrefix + path] ??= {})[method.toLowerCase()] = { tags: [name], ...operation(route) }
    }
  return {
    openapi: '3.1.0',
    info: { title: 'Portico', version: o.version, description: 'Application launcher and identity administration.' },
    servers: [{ url: o.baseUrl }],
    tags: [...o.areas.map(({ name, description }) => ({ name, description })), ...tags, tokenTag],
    paths: { ...ofRoutes, ...paths, ...tokenPaths },
    components: {
      ...components,
      schemas: { Error: errorSchema, ...components['schemas'] },
      responses: { Failure: anyFailure, ...components['responses'] },
      securitySchemes: { ...components['securitySchemes'], ...securitySchemes(o) },
    },
  }
}

const securitySchemes = (at: { readonly baseUrl: string }) => ({
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieName(at, 'session'),
    description: 'The session of a person',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRFToken',
    description: `The value of the cookie ${cookieName(at, 'csrf')}, for each change in a session`,
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of a service account, from /oauth2/token',
  },
})

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

const anyFailure = {
  description: 'What any call can answer: its request is malformed, its sender is unknown, or the server has a problem',
  content: errorContent,
  'x-error-ids': Object.values(failuresOfAny).flat(),
}

function operation(route: Route): Record<string, unknown> {
  const { endpoint } = route
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    security: securityOf(route),
    'x-callers': callersOf(route),
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint.query), ...headerParameters(route)],
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { [mediaTypes[endpoint.bodyKind]]: { schema: jsonSchema(endpoint.body) } },
          },
        }),
    responses: { [endpoint.success]: success(endpoint), ...failureResponses(route), default: failureRef },
  }
}

const failureRef = { $ref: '#/components/responses/Failure' }

function success({ reply, success }: Endpoint): JsonSchema {
  if (reply !== undefined)
    return { description: 'Success', content: { 'application/json': { schema: jsonSchema(reply) } } }
  return { description: success === 303 ? 'The browser goes on at the address in Location' : 'Success, without a body' }
}

function failureResponses(route: Route): JsonSchema {
  const listed = Object.entries(failuresOf(route)).map(([status, ids]) => [
    status,
    { description: ids.join(', '), content: errorContent, 'x-error-ids': ids },
  ])
  return Object.fromEntries(listed) as JsonSchema
}

function pathParameters(endpoint: Endpoint): JsonSchema[] {
  const { path } = endpoint
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...describedBy(endpoint, name),
    schema: isWordParameter(path, name)
      ? { type: 'string', maxLength: wordParameterMax }
      : { type: 'string', format: 'uuid' },
  }))
}

const namesOfParameters: Readonly<Record<string, string>> = {
  envId: 'ID of the environment',
  appId: 'ID of the application',
  roleId: 'ID of the role',
  idpId: 'ID of the identity provider',
}

function describedBy(endpoint: Endpoint, name: string): JsonSchema {
  const resource = resourceOf(endpoint)
  const own = resource?.parameter === name ? `ID of the ${resource.type.replaceAll('-', ' ')}` : undefined
  const description = namesOfParameters[name] ?? own
  return description === undefined ? {} : { description }
}

function queryParameters(query: Schema | undefined): JsonSchema[] {
  if (query === undefined) return []
  const { properties = {}, required = [] } = jsonSchema(query) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema,
  }))
}

function headerParameters(route: Route): JsonSchema[] {
  const header = (name: string, description: string, schema: JsonSchema) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', ...schema },
  })
  return [
    ...(comparesVersions(route)
      ? [header('If-Match', 'The ETag that was read: the call fails with 412 if a newer version was saved since', {})]
      : []),
    ...(takesCreationKey(route)
      ? [header('Idempotency-Key', 'A creation repeated with the same key happens once', { maxLength: 200 })]
      : []),
  ]
}
