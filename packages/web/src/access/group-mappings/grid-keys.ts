export type GridPlace = { readonly row: number; readonly column: number }

/** Rows that Page Up and Page Down pass. */
const pageRows = 10

/**
 * Where a key leads in a grid (ARIA Authoring Practices, grid pattern), within its `size`; undefined for a key that does
 * not move. `isRightToLeft` exchanges the left and right arrows.
 */
export function gridMove(
  { key, ctrlKey }: { readonly key: string; readonly ctrlKey: boolean },
  { row, column }: GridPlace,
  size: { readonly rows: number; readonly columns: number },
  isRightToLeft = false,
): GridPlace | undefined {
  const forward = isRightToLeft ? -1 : 1
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1]
  const places: Readonly<Record<string, GridPlace>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - forward },
    ArrowRight: { row, column: column + forward },
    PageUp: { row: row - pageRows, column },
    PageDown: { row: row + pageRows, column },
    Home: { row: ctrlKey ? 0 : row, column: 0 },
    End: { row: ctrlKey ? lastRow : row, column: lastColumn },
  }
  const to = places[key]
  if (to === undefined || (ctrlKey && key !== 'Home' && key !== 'End')) return undefined
  return { row: within(to.row, lastRow), column: within(to.column, lastColumn) }
}

function within(place: number, last: number): number {
  return Math.max(0, Math.min(last, place))
}
