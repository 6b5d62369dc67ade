import { filterLengthMax } from '../limits.ts'
import { pageDefault, pageMax, type ListParameter } from '../lists/list-request.ts'
import { integer, listOf, text, type JsonSchema } from './json-schema.ts'

/** Parameters of a list: in the query of a GET, or in the body of a POST to `.search` (RFC 7644 sections 3.4.2 and 3.4.3). */
export const listParameters: Readonly<Record<ListParameter, JsonSchema>> = {
  filter: { ...text, maxLength: filterLengthMax, description: 'Resources to return, for example userName eq "bob"' },
  sortBy: { ...text, description: 'The attribute to sort by' },
  sortOrder: { ...text, enum: ['ascending', 'descending'], default: 'ascending' },
  startIndex: { ...integer, default: 1, description: 'The first resource of the page, from 1' },
  count: { ...integer, default: pageDefault, description: `Resources of the page, at most ${pageMax}` },
  cursor: { ...text, description: 'Empty for the first page, then nextCursor of the previous page (RFC 9865)' },
  attributes: { ...listOf(text), description: 'Only these attributes' },
  excludedAttributes: { ...listOf(text), description: 'All attributes except these' },
}

/** Parameters of every request that returns a resource. */
export const selectionParameters = ['attributes', 'excludedAttributes'] as const satisfies readonly ListParameter[]

/** The base of the service supports neither sortBy nor cursor. */
export const baseListParameters = [
  'filter',
  'startIndex',
  'count',
  ...selectionParameters,
] as const satisfies readonly ListParameter[]

export const allListParameters = Object.keys(listParameters) as readonly ListParameter[]
