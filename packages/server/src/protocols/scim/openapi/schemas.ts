import { scimTypes } from '../failure.ts'
import { filterLengthMax, patchOperationsMax } from '../limits.ts'
import type { ListParameter } from '../lists/list-request.ts'
import { groupType, userType } from '../schemas.ts'
import { answeredResource, integer, listOf, object, sentResource, text, type JsonSchema } from './json-schema.ts'
import { allListParameters, baseListParameters, listParameters } from './list-parameters.ts'

export const schemaRef = (name: keyof typeof scimSchemas): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const schemasOf = (urn: string): JsonSchema => ({ ...listOf(text), contains: { const: urn } })
const message = (name: string) => schemasOf(`urn:ietf:params:scim:api:messages:2.0:${name}`)
const core = (name: string) => schemasOf(`urn:ietf:params:scim:schemas:core:2.0:${name}`)
const flag = { type: 'boolean' }

/** A page has `startIndex`; with a cursor it has `nextCursor` instead, unless it is the last page. */
function list(items: JsonSchema): JsonSchema {
  return object(
    {
      schemas: message('ListResponse'),
      totalResults: integer,
      startIndex: integer,
      itemsPerPage: integer,
      nextCursor: text,
      Resources: listOf(items),
    },
    ['schemas', 'totalResults', 'itemsPerPage', 'Resources'],
  )
}

function search(names: readonly ListParameter[]): JsonSchema {
  const fields = names.map((name) => [name, listParameters[name]])
  return object({ schemas: listOf(text), ...Object.fromEntries(fields) }, [])
}

const supported = object({ supported: flag })
const meta = object({ resourceType: text, location: text })

/** The bodies of SCIM: its resources (RFC 7643), and its messages and documents (RFC 7644 sections 3 and 4). */
export const scimSchemas = {
  ScimUser: answeredResource(userType),
  ScimUserRequest: sentResource(userType),
  ScimUserList: list(ref('ScimUser')),
  ScimGroup: answeredResource(groupType),
  ScimGroupRequest: sentResource(groupType),
  ScimGroupList: list(ref('ScimGroup')),
  ScimList: list({ anyOf: [ref('ScimUser'), ref('ScimGroup')] }),
  ScimSearchRequest: search(allListParameters),
  ScimBaseSearchRequest: search(baseListParameters),
  ScimPatchRequest: object(
    {
      schemas: listOf(text),
      Operations: {
        ...listOf(
          object(
            {
              op: { ...text, enum: ['add', 'replace', 'remove'] },
              path: { ...text, maxLength: filterLengthMax },
              value: { description: 'A value of the attribute; without a path, an object of attributes' },
            },
            ['op'],
          ),
        ),
        minItems: 1,
        maxItems: patchOperationsMax,
      },
    },
    ['Operations'],
  ),
  ScimError: object(
    {
      schemas: message('Error'),
      status: { ...text, pattern: String.raw`^[45]\d\d$` },
      scimType: { ...text, enum: scimTypes },
      detail: text,
    },
    ['schemas', 'status', 'detail'],
  ),
  ScimServiceProviderConfig: object({
    schemas: core('ServiceProviderConfig'),
    patch: supported,
    bulk: object({ supported: flag, maxOperations: integer, maxPayloadSize: integer }),
    filter: object({ supported: flag, maxResults: integer }),
    changePassword: supported,
    sort: supported,
    etag: supported,
    pagination: object({
      cursor: flag,
      index: flag,
      defaultPaginationMethod: text,
      defaultPageSize: integer,
      maxPageSize: integer,
    }),
    authenticationSchemes: listOf(object({ type: text, name: text, description: text, specUri: text, primary: flag })),
    meta,
  }),
  ScimResourceType: object({
    schemas: core('ResourceType'),
    id: text,
    name: text,
    endpoint: text,
    description: text,
    schema: text,
    schemaExtensions: listOf(object({ schema: text, required: flag })),
    meta,
  }),
  ScimResourceTypeList: list(ref('ScimResourceType')),
  ScimSchema: object({
    schemas: core('Schema'),
    id: text,
    name: text,
    description: text,
    attributes: listOf(ref('ScimSchemaAttribute')),
    meta,
  }),
  ScimSchemaAttribute: object(
    {
      name: text,
      type: text,
      multiValued: flag,
      description: text,
      required: flag,
      caseExact: flag,
      mutability: text,
      returned: text,
      uniqueness: text,
      referenceTypes: listOf(text),
      canonicalValues: listOf(text),
      subAttributes: listOf(ref('ScimSchemaAttribute')),
    },
    ['name', 'type', 'multiValued', 'description', 'required', 'caseExact', 'mutability', 'returned', 'uniqueness'],
  ),
  ScimSchemaList: list(ref('ScimSchema')),
} as const satisfies Readonly<Record<string, JsonSchema>>
