/** The tile that an arrow key moves to: the next one in the row, or the nearest in the row above or below; undefined at the edge. */
export function tileInDirection(
  tiles: readonly Box[],
  from: number,
  key: string,
  direction: 'ltr' | 'rtl',
): number | undefined {
  const current = tiles[from]
  if (current === undefined) return undefined
  const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const backward = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
  if (key === forward) return from + 1 < tiles.length ? from + 1 : undefined
  if (key === backward) return from > 0 ? from - 1 : undefined
  if (key === 'Home') return 0
  if (key === 'End') return tiles.length - 1
  if (key === 'ArrowDown') return nearest(tiles, current, (tile) => tile.top > current.top + 1)
  if (key === 'ArrowUp') return nearest(tiles, current, (tile) => tile.top < current.top - 1)
  return undefined
}

export type Box = { readonly left: number; readonly top: number }

/** Compares by row first, then by column. */
function nearest(tiles: readonly Box[], from: Box, fits: (tile: Box) => boolean): number | undefined {
  const distance = (tile: Box) => Math.abs(tile.top - from.top) * 10_000 + Math.abs(tile.left - from.left)
  let best: number | undefined
  for (const [index, tile] of tiles.entries()) {
    if (!fits(tile)) continue
    const kept = best === undefined ? undefined : tiles[best]
    if (kept === undefined || distance(tile) < distance(kept)) best = index
  }
  return best
}
