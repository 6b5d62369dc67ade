/** The known word closest to a mistyped one; undefined if none is close enough. */
export function closest(word: string, known: readonly string[]): string | undefined {
  const near = known
    .map((candidate) => ({ candidate, distance: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance: steps }) => steps <= Math.max(1, Math.floor(candidate.length / 3)))
    .toSorted((left, right) => left.distance - right.distance)
  return near[0]?.candidate
}

/** Optimal string alignment: insertions, deletions, substitutions, and swapped neighbours. */
function distance(left: string, right: string): number {
  let before: number[] = []
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1]
      const swapped = left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
      const steps = [(row[j - 1] ?? 0) + (same ? 0 : 1), (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1]
      if (i > 1 && j > 1 && swapped) steps.push((before[j - 2] ?? 0) + 1)
      next.push(Math.min(...steps))
    }
    before = row
    row = next
  }
  return row[right.length] ?? 0
}
