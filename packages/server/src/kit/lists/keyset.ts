import { sql, type RawBuilder } from 'kysely'

import { cursorOf, type Place } from './cursor.ts'

/** How a query walks a list: its rows are `order by key, id`, in one direction or the other. */
export type Walk = {
  /** Rows on this side of the place; true without a place. */
  readonly where: RawBuilder<boolean>
  readonly direction: RawBuilder<unknown>
  /** The rows come in the reverse of the order asked for. */
  readonly isBackward: boolean
}

/** `key` and `id` are the columns; `place.key` is cast to the key's type by `cast`. */
export function walkOf(
  columns: { readonly key: RawBuilder<unknown>; readonly id: RawBuilder<unknown>; readonly cast: RawBuilder<unknown> },
  place: Place | undefined,
  isDescending: boolean,
): Walk {
  const isBackward = place?.side === 'before'
  const goesDown = isDescending !== isBackward
  const { key, id, cast } = columns
  const where =
    place?.key === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(${key}, ${id}) ${sql.raw(goesDown ? '<' : '>')} (${place.key}::${cast}, ${place.id}::uuid)`
  return { where, direction: sql.raw(goesDown ? 'desc' : 'asc'), isBackward }
}

/**
 * The page of a query that fetched one row more than `limit`, in the requested order, with the cursors around it.
 * Cursors name rows, not numbers, so concurrent inserts and deletes neither repeat nor skip a row.
 */
export function pageOf<Row extends { readonly id: string; readonly sortText: string }>(
  rows: readonly Row[],
  { limit, place, sort, isBackward }: { limit: number; place: Place | undefined; sort: string; isBackward: boolean },
): { readonly rows: readonly Row[]; readonly next: string | null; readonly previous: string | null } {
  const hasMore = rows.length > limit
  const kept = isBackward ? rows.slice(0, limit).toReversed() : rows.slice(0, limit)
  const [first, last] = [kept[0], kept.at(-1)]
  const hasNext = isBackward ? place?.key !== undefined : hasMore
  const hasPrevious = isBackward ? hasMore : place !== undefined
  const at = (side: Place['side'], row: Row | undefined, isThere: boolean) =>
    row === undefined || !isThere ? null : cursorOf({ side, sort, key: row.sortText, id: row.id })
  return { rows: kept, next: at('after', last, hasNext), previous: at('before', first, hasPrevious) }
}
