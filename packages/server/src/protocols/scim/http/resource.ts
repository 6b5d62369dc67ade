import type { Schema } from '../schemas.ts'
import type { ResourceType } from '../schemas.ts'
import type { ListRequest } from '../lists/list-request.ts'
import { shownResource, type Selection } from '../attribute-selection.ts'
import type { ResourceValues } from '../values.ts'
import { scimEtag } from './etag.ts'

/** What every resource has in its table. */
export type ResourceRow = {
  readonly id: string
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A resource with `schemas`, `id` and `meta` (RFC 7643 section 3.1). */
export function wholeResource(
  row: ResourceRow,
  values: ResourceValues,
  { type, base }: { readonly type: ResourceType; readonly base: string },
): ResourceValues {
  const extensions = type.extensions.filter(({ id }: Schema) => values[id] !== undefined)
  return {
    ...values,
    schemas: [type.schema.id, ...extensions.map(({ id }) => id)],
    id: row.id,
    meta: {
      resourceType: type.name,
      created: row.createdAt.toISOString(),
      lastModified: row.updatedAt.toISOString(),
      location: locationOf(row.id, { type, base }),
      version: scimEtag(row.version),
    },
  }
}

export function locationOf(id: string, { type, base }: { readonly type: ResourceType; readonly base: string }): string {
  return `${base}${type.endpoint}/${id}`
}

/** The body of an answer with a list (RFC 7644 section 3.4.2; with a cursor, RFC 9865 section 2). */
export function listBody(
  resources: readonly ResourceValues[],
  {
    total,
    startIndex,
    nextCursor,
  }: { readonly total: number; readonly startIndex?: number; readonly nextCursor?: string | undefined },
) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    ...(startIndex === undefined ? {} : { startIndex }),
    itemsPerPage: resources.length,
    ...(nextCursor === undefined ? {} : { nextCursor }),
    Resources: resources,
  }
}

/** The position of a page in its list, by which the request asked for it. */
export function placeOfPage(
  { cursor, startIndex }: Pick<ListRequest, 'cursor' | 'startIndex'>,
  { rows, hasNext }: { readonly rows: readonly { readonly id: string }[]; readonly hasNext: boolean },
) {
  return cursor === undefined ? { startIndex } : { nextCursor: hasNext ? rows.at(-1)?.id : undefined }
}

export function listOf(
  resources: readonly ResourceValues[],
  { selection, type }: { readonly selection: Selection; readonly type: ResourceType },
): readonly ResourceValues[] {
  return resources.map((one) => shownResource(one, selection, type))
}
