import { isUuid } from '../../../kit/identifiers.ts'
import { invalidRequest } from '../failure.ts'
import { parseFilter, type Filter } from '../filter.ts'
import { findPath, type AttributePath } from '../paths.ts'
import type { ResourceType } from '../schemas.ts'
import { readSelection, type Selection } from '../attribute-selection.ts'
import { isObject } from '../values.ts'

/** Resources in one answer. */
export const pageMax = 200
export const pageDefault = 100

/** What a list asks for (RFC 7644 section 3.4.2). */
export type ListRequest = {
  readonly filter: Filter | undefined
  readonly sort: { readonly path: AttributePath; readonly isDescending: boolean } | undefined
  /** From 1. */
  readonly startIndex: number
  /** Goes on after the resource with this id, '' from the first one (RFC 9865); undefined: pages by `startIndex`. */
  readonly cursor: string | undefined
  readonly count: number
  readonly selection: Selection
}

export type ListParameter = (typeof names)[number]
type Given = { readonly [name in ListParameter]?: string | undefined }
const names = [
  'filter',
  'sortBy',
  'sortOrder',
  'startIndex',
  'count',
  'cursor',
  'attributes',
  'excludedAttributes',
] as const

/** From the address of a GET. `listedWith`: the type whose resources are in the same list. Throws 400. */
export function listRequestOf(query: URLSearchParams, type: ResourceType, listedWith?: ResourceType): ListRequest {
  return readListRequest(givenIn(query), type, listedWith)
}

/** `attributes` and `excludedAttributes` of the address of any request. Throws 400. */
export function selectionOf(query: URLSearchParams): Selection {
  return readSelection(givenIn(query))
}

/** From the body of a POST to `.search` (section 3.4.3), where names of attributes are a list. Throws 400. */
export function searchRequestOf(body: unknown, type: ResourceType, listedWith?: ResourceType): ListRequest {
  if (!isObject(body)) throw invalidRequest('invalidSyntax', 'The body must be a JSON object.')
  const given: Record<string, string> = {}
  for (const name of names) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined
    if (value === undefined || value === null) continue
    const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
    if (!isList && typeof value !== 'string' && typeof value !== 'number')
      throw invalidRequest('invalidValue', `${name} has a value of the wrong type.`)
    given[name] = String(value)
  }
  return readListRequest(given, type, listedWith)
}

function givenIn(query: URLSearchParams): Given {
  return Object.fromEntries(names.map((name) => [name, query.get(name) ?? undefined]))
}

function readListRequest(given: Given, type: ResourceType, listedWith: ResourceType | undefined): ListRequest {
  const { filter, sortBy, sortOrder = 'ascending' } = given
  if (!/^(?:ascending|descending)$/i.test(sortOrder))
    throw invalidRequest('invalidValue', 'sortOrder must be ascending or descending.')
  return {
    filter: filter === undefined || filter.trim() === '' ? undefined : parseFilter(filter, type, listedWith),
    sort: sortBy === undefined || sortBy === '' ? undefined : sorted(sortBy, sortOrder, type),
    startIndex: Math.max(1, integer('startIndex', given.startIndex, 1)),
    cursor: cursorIn(given),
    count: Math.min(pageMax, Math.max(0, integer('count', given.count, pageDefault))),
    selection: readSelection(given),
  }
}

function sorted(sortBy: string, sortOrder: string, type: ResourceType): ListRequest['sort'] {
  const path = findPath(sortBy, type)
  if (path?.attribute === undefined) throw invalidRequest('invalidPath', 'sortBy names an unknown attribute.')
  return { path, isDescending: /^d/i.test(sortOrder) }
}

/** Cursors are ids: resources keep their order, and none moves while others come and go. */
function cursorIn({ cursor, startIndex, sortBy }: Given): string | undefined {
  if (cursor === undefined) return undefined
  if (startIndex || sortBy)
    throw invalidRequest('invalidCursor', 'cursor cannot be combined with startIndex or sortBy.')
  if (cursor !== '' && !isUuid(cursor)) throw invalidRequest('invalidCursor', 'The cursor is not valid.')
  return cursor
}

/** Numbers beyond any list mean its end. */
function integer(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback
  if (!/^[+-]?\d{1,18}$/.test(text)) throw invalidRequest('invalidValue', `${name} is a number.`)
  return Math.min(Number(text), 2_000_000_000)
}
