/** A batch that runs longer than this waits for a lock: what comes after it does not wait for the batch. */
const slowAfterMs = 25
const runningMax = 3

/**
 * Collects the rows of concurrent requests for one statement: at most one runs at a time, and what arrives during it goes
 * into the next one. `run` answers a result for each row, in their order, or throws for all.
 */
export function createBatches<Row, Result>(
  run: (rows: readonly Row[]) => Promise<readonly Result[]>,
  {
    sizeMax,
    keyOf,
  }: {
    readonly sizeMax: number
    /** Rows with the same key never share a batch. */ readonly keyOf: (row: Row) => string
  },
): { add(row: Row): Promise<Result>; idle(): boolean } {
  type Waiting = {
    readonly row: Row
    readonly resolve: (result: Result) => void
    readonly reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let running = 0
  let startedAt = -Infinity
  let scheduled = false

  return {
    add: (row) =>
      new Promise((resolve, reject) => {
        waiting.push({ row, resolve, reject })
        schedule()
      }),
    idle: () => running === 0 && waiting.length === 0,
  }

  function schedule(): void {
    if (scheduled || waiting.length === 0 || running >= runningMax) return
    scheduled = true
    const slowInMs = startedAt + slowAfterMs - performance.now()
    // With everything else that arrives in this turn of the event loop.
    if (running === 0) setImmediate(start)
    else setTimeout(start, Math.max(0, slowInMs)).unref()
  }

  function start(): void {
    scheduled = false
    if (waiting.length === 0) return
    if (running > 0 && performance.now() - startedAt < slowAfterMs) return schedule()
    const taken = take()
    running += 1
    startedAt = performance.now()
    run(taken.map(({ row }) => row))
      .then(
        (results) => taken.forEach(({ resolve }, at) => resolve(results[at] as Result)),
        (error: unknown) => taken.forEach(({ reject }) => reject(error)),
      )
      .finally(() => {
        running -= 1
        if (running === 0 && waiting.length > 0) {
          scheduled = true
          start()
        }
      })
    schedule()
  }

  function take(): Waiting[] {
    const keys = new Set<string>()
    const taken: Waiting[] = []
    const left: Waiting[] = []
    for (const one of waiting) {
      const key = keyOf(one.row)
      const fits = taken.length < sizeMax && !keys.has(key)
      if (fits) keys.add(key)
      ;(fits ? taken : left).push(one)
    }
    waiting = left
    return taken
  }
}
