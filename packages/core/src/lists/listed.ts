import type { Client, Outcome } from '../http/client.ts'
import type { Clock } from '../http/port.ts'
import type { Noun } from '../nouns/noun.ts'
import type { Words } from '../words/words.ts'
import type { Page } from './pages.ts'

/** A field to order by, `-field` for the other way round, '' for the list's own order. */
export type SortBy<Field extends string = string> = '' | Field | `-${Field}`

/** What narrows and orders a list. `search` is as typed; `filter` is what else a noun can be asked for. */
export type ListQuery<Filter = NoFilter, Field extends string = string> = {
  readonly search: string
  readonly sort: SortBy<Field>
  readonly filter: Filter
}

export type NoFilter = Readonly<Record<never, never>>

/** A request of one page. `scope` is where the rows live, e.g. an environment's id; '' for the tenant. */
export type PageRequest<Filter = NoFilter, Field extends string = string> = ListQuery<Filter, Field> & {
  readonly scope: string
  readonly cursor: string | undefined
  readonly limit: number
  readonly signal?: AbortSignal | undefined
}

/** What a list is read with; a core has it, and a command. */
export type ReadingParts = {
  readonly client: Pick<Client, 'call'>
  readonly clock: Clock
  /** For rows that are sentences, as in the overview; without it they are the sentences' ids. */
  readonly say?: Words['say'] | undefined
}

/**
 * What is particular to one noun that is listed. Where `searchedBy` is `server`, a page arrives searched, filtered and
 * ordered. Where it is `here`, pages hold all rows in turn, and core searches and orders what was read.
 */
export type ListedNoun<Row, Filter = NoFilter, Field extends string = string> = {
  readonly noun: Pick<Noun<Row>, 'fields' | 'columns' | 'wideColumns'>
  readonly idOf: (row: Row) => string
  readonly searchedBy: 'server' | 'here'
  /** The fields that the list can be ordered by; absent: all of the noun. */
  readonly sorts?: readonly Field[]
  /** Its own order as a sort, such as `-at`; absent where that is not the order of one field. */
  readonly ownSort?: SortBy<Field>
  /** Its own order of the rows that were read; absent: as they came. */
  readonly order?: (rows: readonly Row[]) => readonly Row[]
  /** Texts that a search finds a row by, beside its columns. */
  readonly texts?: (row: Row) => readonly string[]
  /** Applies the filter to rows that were read; absent: the server does. */
  readonly filterRows?: (rows: readonly Row[], filter: Filter) => readonly Row[]
  readonly noFilter: Filter
  /** Rows of a page, 100 unless it says otherwise. */
  readonly pageLength?: number
  /** The most that the server gives at once, where that is less than 1000. */
  readonly pageLengthMax?: number
  /** Reading again clears what is shown. */
  readonly clears?: boolean
  fetchPage(parts: ReadingParts, request: PageRequest<Filter, Field>): Promise<Outcome<Page<Row>>>
}

/** The sort that a text names, as it stands in an address; '' for any other, and for the list's own. */
export function sortIn<Field extends string>(
  { noun, sorts, ownSort }: Pick<ListedNoun<never, never, Field>, 'sorts' | 'ownSort' | 'noun'>,
  text: string | null,
): SortBy<Field> {
  const field = text?.replace(/^-/, '') ?? ''
  const fields: readonly string[] = sorts ?? noun.fields.map(({ name }) => name)
  return text !== null && text !== ownSort && fields.includes(field) ? (text as SortBy<Field>) : ''
}

/** An answer with all rows, as one page. */
export function wholePage<Row>(outcome: Outcome<{ rows: readonly Row[]; readonly?: boolean }>): Outcome<Page<Row>> {
  return outcome.ok ? { ok: true, value: { ...outcome.value, next: null, previous: null } } : outcome
}

/** The value of an answer changed; a failure stays what it is. */
export function mapped<From, To>(outcome: Outcome<From>, change: (value: From) => To): Outcome<To> {
  return outcome.ok ? { ...outcome, value: change(outcome.value) } : outcome
}
