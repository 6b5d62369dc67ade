import { mediaTypes } from '../http/body.ts'
import { scimPrefix } from '../../../people/scim-tokens/prefixes.ts'
import { groupType, userType, type ResourceType } from '../schemas.ts'
import type { JsonSchema } from './json-schema.ts'
import { allListParameters, baseListParameters, selectionParameters } from './list-parameters.ts'
import { parameterRefs, type ParameterName } from './parameters.ts'
import { answer, failuresOf, type FailureStatus } from './responses.ts'
import { schemaRef, type scimSchemas } from './schemas.ts'

type SchemaName = keyof typeof scimSchemas
type Operations = Readonly<Record<string, JsonSchema>>

const base = `${scimPrefix}{idpId}`

/** Every address of the SCIM service of an identity provider (RFC 7644 section 3.2). */
export function scimPaths(): Readonly<Record<string, Operations>> {
  return {
    [base]: {
      get: operation('scimListAll', 'List users, then groups', {
        parameters: baseListParameters,
        answers: { 200: answer('The users and groups', { schema: 'ScimList' }) },
        failures: [400],
      }),
    },
    [`${base}/.search`]: {
      post: operation('scimSearchAll', 'Search users and groups', {
        body: 'ScimBaseSearchRequest',
        answers: { 200: answer('The users and groups', { schema: 'ScimList' }) },
        failures: [400],
      }),
    },
    ...resourcePaths(userType),
    ...resourcePaths(groupType),
    [`${base}/ServiceProviderConfig`]: document('ServiceProviderConfig', 'ScimServiceProviderConfig'),
    [`${base}/ResourceTypes`]: document('ResourceTypes', 'ScimResourceTypeList'),
    [`${base}/ResourceTypes/{id}`]: document('ResourceType', 'ScimResourceType', ['id']),
    [`${base}/Schemas`]: document('Schemas', 'ScimSchemaList'),
    [`${base}/Schemas/{id}`]: document('Schema', 'ScimSchema', ['id']),
  }
}

function resourcePaths({ name, endpoint }: ResourceType): Readonly<Record<string, Operations>> {
  const [one, many] = [name.toLowerCase(), endpoint.slice(1).toLowerCase()]
  const [schema, request] = [`Scim${name}`, `Scim${name}Request`] as const
  const found = { 200: answer(`The ${many}`, { schema: `Scim${name}List` }) }
  const shown = { 200: answer(`The ${one}`, { schema, headers: ['ETag'] }) }
  // Without `attributes`, a PATCH of a group returns no body, because a group can have very many members.
  const unread = name === 'Group' ? { 204: answer('Changed, without attributes', { headers: ['ETag'] }) } : {}
  return {
    [base + endpoint]: {
      get: operation(`scimList${name}s`, `List ${many}`, {
        parameters: allListParameters,
        answers: found,
        failures: [400],
      }),
      post: operation(`scimCreate${name}`, `Create a ${one}`, {
        parameters: selectionParameters,
        body: request,
        answers: { 201: answer(`The new ${one}`, { schema, headers: ['ETag', 'Location'] }) },
        failures: [400, 409],
      }),
    },
    [`${base}${endpoint}/.search`]: {
      post: operation(`scimSearch${name}s`, `Search ${many}`, {
        body: 'ScimSearchRequest',
        answers: found,
        failures: [400],
      }),
    },
    [`${base}${endpoint}/{id}`]: {
      get: operation(`scimGet${name}`, `Read a ${one}`, {
        parameters: ['id', ...selectionParameters, 'ifNoneMatch'],
        answers: { ...shown, 304: answer('It has the version in If-None-Match', { headers: ['ETag'] }) },
        failures: [400],
      }),
      put: operation(`scimReplace${name}`, `Replace a ${one}`, {
        parameters: ['id', ...selectionParameters, 'ifMatch'],
        body: request,
        answers: shown,
        failures: [400, 409, 412],
      }),
      patch: operation(`scimPatch${name}`, `Change parts of a ${one}`, {
        parameters: ['id', ...selectionParameters, 'ifMatch'],
        body: 'ScimPatchRequest',
        answers: { ...shown, ...unread },
        failures: [400, 409, 412],
      }),
      delete: operation(`scimDelete${name}`, `Delete a ${one}`, {
        parameters: ['id', 'ifMatch'],
        answers: { 204: answer('Deleted', {}) },
        failures: [409, 412],
      }),
    },
  }
}

/** A document about the service (RFC 7644 section 4). */
function document(name: string, schema: SchemaName, parameters: readonly ParameterName[] = []): Operations {
  return {
    get: operation(`scim${name}`, `Read ${name} of the SCIM service`, {
      parameters,
      answers: { 200: answer(name, { schema }) },
      failures: [403],
    }),
  }
}

function operation(
  operationId: string,
  summary: string,
  o: {
    readonly parameters?: readonly ParameterName[]
    readonly body?: SchemaName
    readonly answers: JsonSchema
    readonly failures: readonly FailureStatus[]
  },
): JsonSchema {
  const { body } = o
  return {
    operationId,
    summary,
    tags: ['SCIM'],
    security: [{ scimToken: [] }],
    'x-callers': ['A directory, with a SCIM token of the identity provider.'],
    parameters: parameterRefs(['idpId', ...(o.parameters ?? [])]),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: schemaRef(body) }])),
          },
        }),
    responses: { ...o.answers, ...failuresOf(body === undefined ? o.failures : [...o.failures, 413, 415]) },
  }
}
