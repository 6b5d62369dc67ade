import type { Client, Outcome } from '../http/client.ts'
import type { Clock } from '../http/port.ts'
import type { Noun } from '../nouns/noun.ts'
import type { Words } from '../words/words.ts'
import type { Page } from './pages.ts'

/** A field to sort by, `-field` for the reverse order, '' for the default order of the list. */
export type SortBy<Field extends string = string> = '' | Field | `-${Field}`

/** What narrows and sorts a list. `search` is as typed; `filter` has the other conditions of the noun. */
export type ListQuery<Filter = NoFilter, Field extends string = string> = {
  readonly search: string
  readonly sort: SortBy<Field>
  readonly filter: Filter
}

export type NoFilter = Readonly<Record<never, never>>

/** A request for one page. `scope` is what the rows belong to, e.g. an environment's id; '' for the tenant. */
export type PageRequest<Filter = NoFilter, Field extends string = string> = ListQuery<Filter, Field> & {
  readonly scope: string
  readonly cursor: string | undefined
  readonly limit: number
  /** `none`: the rows are wanted before they are counted. */
  readonly total?: 'none' | undefined
  readonly signal?: AbortSignal | undefined
}

/** What reading a list needs; a core and a command both have it. */
export type ReadingParts = {
  readonly client: Pick<Client, 'call'>
  readonly clock: Clock
  /** For rows that contain sentences, as in the overview; without it they contain the sentences' ids. */
  readonly say?: Words['say'] | undefined
}

/**
 * What is specific to the list of one noun. If `searchedBy` is `server`, the server searches, filters and sorts each
 * page. If it is `here`, all rows are read page by page, and core searches and sorts them.
 */
export type ListedNoun<Row, Filter = NoFilter, Field extends string = string> = {
  readonly noun: Pick<Noun<Row>, 'fields' | 'columns' | 'wideColumns'>
  readonly idOf: (row: Row) => string
  readonly searchedBy: 'server' | 'here'
  /** The fields that the list can be sorted by; absent: all fields of the noun. */
  readonly sorts?: readonly Field[]
  /** The default order as a sort, such as `-at`; absent if it is not the order of one field. */
  readonly ownSort?: SortBy<Field>
  /** Sorts the rows in the default order; absent: as received. */
  readonly order?: (rows: readonly Row[]) => readonly Row[]
  /** Further texts that a search looks at, in addition to the columns. */
  readonly texts?: (row: Row) => readonly string[]
  /** Searches the rows read, where matches have an order; absent: rows that contain the text, in the list's order. */
  readonly search?: (rows: readonly Row[], text: string) => readonly Row[]
  /** Applies the filter to the rows read; absent: the server filters. */
  readonly filterRows?: (rows: readonly Row[], filter: Filter) => readonly Row[]
  readonly noFilter: Filter
  /** Rows of a page, 100 by default. */
  readonly pageLength?: number
  /** Maximum rows in one answer of the server, if it is less than 1000. */
  readonly pageLengthMax?: number
  /** Reading again clears the rows shown. */
  readonly clears?: boolean
  fetchPage(parts: ReadingParts, request: PageRequest<Filter, Field>): Promise<Outcome<Page<Row>>>
}

/** The sort named by a text from an address; '' for any other text, and for the default order. */
export function sortIn<Field extends string>(
  { noun, sorts, ownSort }: Pick<ListedNoun<never, never, Field>, 'sorts' | 'ownSort' | 'noun'>,
  text: string | null,
): SortBy<Field> {
  const field = text?.replace(/^-/, '') ?? ''
  const fields: readonly string[] = sorts ?? noun.fields.map(({ name }) => name)
  return text !== null && text !== ownSort && fields.includes(field) ? (text as SortBy<Field>) : ''
}

/** A complete answer as one page. */
export function wholePage<Row>(outcome: Outcome<{ rows: readonly Row[]; readonly?: boolean }>): Outcome<Page<Row>> {
  return outcome.ok ? { ok: true, value: { ...outcome.value, next: null, previous: null } } : outcome
}

/** Maps the value of an answer; returns a failure unchanged. */
export function mapped<From, To>(outcome: Outcome<From>, change: (value: From) => To): Outcome<To> {
  return outcome.ok ? { ...outcome, value: change(outcome.value) } : outcome
}
