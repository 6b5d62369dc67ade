import type { RawBuilder } from 'kysely'

import type { ResourceValues } from '../values.ts'
import type { Lookup } from './compile-filter.ts'
import type { KnownPlaces } from './known-places.ts'
import type { Collection } from './start-index.ts'

export type Page<Row> = {
  readonly rows: readonly Row[]
  readonly total: number
  /** Whether there are rows after these. */
  readonly hasNext: boolean
}

/** What is read for a list. */
export type Listed<Row extends { readonly id: string }> = Collection & {
  readonly columns: RawBuilder<unknown>
  readonly lookup: Lookup
  readonly knownPlaces: KnownPlaces
  /** The resource as the filter sees it. */
  valuesOf(row: Row): ResourceValues
}
