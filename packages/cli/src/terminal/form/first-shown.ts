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
