import type { Words } from '@portico/core'

/** What became of rows between two readings. */
export type RowChanges = {
  readonly added: ReadonlySet<string>
  readonly changed: ReadonlySet<string>
  readonly gone: number
}

export const noChanges: RowChanges = { added: new Set(), changed: new Set(), gone: 0 }

/** Compares rows by their ids and their JSON. */
export function rowChanges<Row>(before: readonly Row[], after: readonly Row[], idOf: (row: Row) => string): RowChanges {
  const known = new Map(before.map((row) => [idOf(row), JSON.stringify(row)]))
  const ids = new Set(after.map(idOf))
  const added = after.filter((row) => !known.has(idOf(row)))
  const changed = after.filter((row) => known.has(idOf(row)) && known.get(idOf(row)) !== JSON.stringify(row))
  return {
    added: new Set(added.map(idOf)),
    changed: new Set(changed.map(idOf)),
    gone: [...known.keys()].filter((id) => !ids.has(id)).length,
  }
}

/** Both, where the second came after the first. */
export function joinedChanges(first: RowChanges, second: RowChanges): RowChanges {
  return {
    added: new Set([...first.added, ...second.added]),
    changed: new Set([...first.changed, ...second.changed]),
    gone: first.gone + second.gone,
  }
}

/** `1 new, 2 changed, 1 gone`; undefined where nothing is. */
export function changesText({ added, changed, gone }: RowChanges, words: Words): string | undefined {
  const counts = [
    [added.size, 'tui.rowsAdded'],
    [changed.size, 'tui.rowsChanged'],
    [gone, 'tui.rowsGone'],
  ] as const
  const parts = counts.flatMap(([count, id]) => (count === 0 ? [] : [words.say(id, { count })]))
  return parts.length === 0 ? undefined : parts.join(', ')
}
