import { filterLengthMax } from '../limits.ts'
import { pageDefault, pageMax } from '../lists/list-request.ts'
import type { Attribute, ResourceType, Schema } from '../schemas.ts'
import { enterpriseSchema, groupSchema, groupType, userSchema, userType } from '../schemas.ts'
import { ScimFailure } from '../failure.ts'
import type { ScimAnswer } from './call.ts'
import { listBody } from './resource.ts'

/** The documents of RFC 7644 section 4; undefined for any other path. */
export function discoveryAnswer([name, id, ...more]: readonly string[], base: string): ScimAnswer | undefined {
  if (more.length > 0) return undefined
  if (name === 'ServiceProviderConfig' && id === undefined) return { status: 200, body: serviceProviderConfig(base) }
  if (name === 'ResourceTypes') return listOrOne(resourceTypes(base), id)
  if (name === 'Schemas') return listOrOne(schemas(base), id)
  return undefined
}

function listOrOne(all: readonly { readonly id: string }[], id: string | undefined): ScimAnswer {
  if (id === undefined)
    return {
      status: 200,
      body: { ...listBody([], { total: all.length, startIndex: 1 }), itemsPerPage: all.length, Resources: all },
    }
  const one = all.find((other) => other.id === id)
  if (one === undefined) throw new ScimFailure(404, 'There is no resource with this id.')
  return { status: 200, body: one }
}

function serviceProviderConfig(base: string) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: pageMax },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    pagination: {
      cursor: true,
      index: true,
      defaultPaginationMethod: 'index',
      defaultPageSize: pageDefault,
      maxPageSize: pageMax,
    },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'SCIM token',
        description: `A token of the identity provider, in the Authorization header. A filter has at most ${filterLengthMax} characters.`,
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

function resourceTypes(base: string) {
  return [userType, groupType].map(({ name, endpoint, schema, extensions }: ResourceType) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint,
    description: schema.description,
    schema: schema.id,
    schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }))
}

function schemas(base: string) {
  return [userSchema, enterpriseSchema, groupSchema].map(({ id, name, description, attributes }: Schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description,
    attributes: attributes.map(shownAttribute),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }))
}

function shownAttribute({ subAttributes, ...attribute }: Attribute): object {
  return { ...attribute, ...(subAttributes === undefined ? {} : { subAttributes: subAttributes.map(shownAttribute) }) }
}
