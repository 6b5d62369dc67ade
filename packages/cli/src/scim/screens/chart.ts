/** Rows of a chart. */
const height = 6
const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

type Options = {
  /** Cells of the window. Where there are fewer than values, the last ones are drawn. */
  readonly width: number
  /** For terminals without block characters. */
  readonly isAscii: boolean
}

/** A bar for each value, the tallest as high as the chart: lines from top to bottom. A value above zero is always seen. */
export function chartLines(values: readonly number[], { width, isAscii }: Options): readonly string[] {
  const cells = values.length * 2 <= width ? 2 : 1
  const shown = values.slice(-Math.max(1, Math.floor(width / cells)))
  const most = Math.max(1, ...shown)
  const parts = shown.map((value) => (value === 0 ? 0 : Math.max(1, Math.round((value / most) * height * 8))))
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
