/** Rows selected for an action. They stay selected while other rows are shown; newer versions replace them. */
export type Selection<Row> = ReadonlyMap<string, Row>

export function toggled<Row>(selected: Selection<Row>, id: string, row: Row): Selection<Row> {
  const next = new Map(selected)
  if (!next.delete(id)) next.set(id, row)
  return next
}

export function withRows<Row>(
  selected: Selection<Row>,
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Selection<Row> {
  return new Map([...selected, ...rows.map((row) => [idOf(row), row] as const)])
}

/** After reading: the newer version of each. If every row was read, deleted rows leave the selection. */
export function afterReading<Row>(
  selected: Selection<Row>,
  read: readonly Row[],
  { idOf, isAll }: { readonly idOf: (row: Row) => string; readonly isAll: boolean },
): Selection<Row> {
  if (selected.size === 0) return selected
  const newer = new Map(read.map((row) => [idOf(row), row]))
  return new Map(
    [...selected].flatMap(([id, row]) => {
      const found = newer.get(id)
      return found === undefined && isAll ? [] : [[id, found ?? row] as const]
    }),
  )
}

export function without<Row>(selected: Selection<Row>, ids: ReadonlySet<string>): Selection<Row> {
  return new Map([...selected].filter(([id]) => !ids.has(id)))
}

/** How many of these rows are selected. */
export function coverage<Row>(
  selected: Selection<Row>,
  rows: readonly Row[],
  idOf: (row: Row) => string,
): 'none' | 'some' | 'all' {
  const count = rows.filter((row) => selected.has(idOf(row))).length
  return count === 0 ? 'none' : count === rows.length ? 'all' : 'some'
}
