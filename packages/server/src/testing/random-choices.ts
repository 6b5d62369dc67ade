/** Choices that follow from a seed (mulberry32), so that a test that fails can be repeated. */
export function randomChoices(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const oneOf = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(next() * values.length)]
    if (value === undefined) throw new RangeError('Nothing to choose from.')
    return value
  }
  return { next, oneOf, someOf: <T>(values: readonly T[]): T[] => values.filter(() => next() < 0.5) }
}

export type RandomChoices = ReturnType<typeof randomChoices>
