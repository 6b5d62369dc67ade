/** p50, p95 and p99 of times in ms. */
export function percentiles(times) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)]
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** Runs `call(index)` one after another and gives the time of each in ms; the first ones only warm up. */
export async function timesOf(count, call, warm = 5) {
  const times = []
  for (let at = 0; at < count + warm; at += 1) {
    const begin = performance.now()
    await call(at)
    if (at >= warm) times.push(performance.now() - begin)
  }
  return times
}
