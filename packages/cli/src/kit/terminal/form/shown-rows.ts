/** The first row drawn, so that everything from it to the cursor fits. */
export function firstShown(heights: readonly number[], at: number, height: number): number {
  let first = at
  let used = heights[at] ?? 1
  while (first > 0 && used + (heights[first - 1] ?? 1) <= height) {
    first -= 1
    used += heights[first] ?? 1
  }
  return first
}

/** The row drawn at a line of the window, from 0; undefined below the last one. */
export function rowAtLine(heights: readonly number[], first: number, line: number): number | undefined {
  let below = 0
  for (let row = first; row < heights.length; row += 1) {
    below += heights[row] ?? 1
    if (line < below) return row
  }
  return undefined
}

/** The index after the last row that begins inside the window. */
export function lastShown(heights: readonly number[], first: number, height: number): number {
  let used = 0
  let last = first
  while (last < heights.length && used < height) {
    used += heights[last] ?? 1
    last += 1
  }
  return last
}
