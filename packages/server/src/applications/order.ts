/** By label without regard to case; independent of the database's collation. */
export function orderLabels<T extends { readonly label: string }>(rows: readonly T[]): T[] {
  return rows.toSorted((a, b) => a.label.localeCompare(b.label, 'en', { sensitivity: 'base', numeric: true }))
}
