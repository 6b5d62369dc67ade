/** Rows of a chart. */
const height = 6
const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

type Options = {
  /** Cells of the window. Where there are fewer than values, a bar is the sum of two, or of four, and so on. */
  readonly width: number
  /** For terminals without block characters. */
  readonly isAscii: boolean
}

/** A bar for each value, the tallest as high as the chart: lines from top to bottom. A value above zero is always seen. */
export function chartLines(values: readonly number[], options: Options): readonly string[] {
  const { width, isAscii } = options
  if (values.length > Math.max(1, width)) return chartLines(sumsOfTwo(values), options)
  const cells = values.length * 2 <= width ? 2 : 1
  const most = Math.max(1, ...values)
  const parts = values.map((value) => (value === 0 ? 0 : Math.max(1, Math.round((value / most) * height * 8))))
  return Array.from({ length: height }, (_, row) => {
    const below = (height - 1 - row) * 8
    const line = parts.map((part) => {
      const filled = Math.min(8, Math.max(0, part - below))
      const bar = isAscii ? (filled > 0 ? '#' : ' ') : (eighths[filled] ?? ' ')
      return bar.padEnd(cells)
    })
    return line.join('').trimEnd()
  })
}

/** Sums of neighbouring pairs; of an odd number the first value is not paired, so that the latest bar is complete. */
function sumsOfTwo(values: readonly number[]): readonly number[] {
  const odd = values.length % 2
  const rest = values.slice(odd)
  const pairs = Array.from({ length: rest.length / 2 }, (_, at) => (rest[2 * at] ?? 0) + (rest[2 * at + 1] ?? 0))
  return [...values.slice(0, odd), ...pairs]
}
