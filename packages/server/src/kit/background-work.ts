import type { Logger } from 'pino'

import type { Metrics } from './metrics/metrics.ts'
import { tracedWork } from './tracing/spans.ts'

export type BackgroundWork = {
  /** Its name in the metrics and in docs/guides/operating.md. */
  readonly job: string
  readonly everyMs: number
  /** How long after the start the first turn begins; by default at once. */
  readonly firstAfterMs?: number
  readonly log: Pick<Logger, 'warn'>
  readonly metrics?: Metrics | undefined
  /** What the log says about a turn that failed. */
  readonly failed: string
}

/** The parts of a turn that failed, while its other parts were done. Each part has its own line in the log. */
export class PartFailures extends Error {
  override name = 'PartFailures'
  readonly lines: { readonly err: unknown; readonly tenantId?: string }[] = []

  add(err: unknown, tenantId?: string): void {
    this.lines.push({ err, ...(tenantId !== undefined && { tenantId }) })
    this.message = this.lines.map((line) => (line.err instanceof Error ? line.err.message : String(line.err))).join(' ')
  }

  /** Throws itself if a part failed. */
  throwIfAny(): void {
    if (this.lines.length > 0) throw this
  }
}

/**
 * Does one piece of background work at once and then at intervals, never twice at the same time. A turn that fails is logged with
 * `failed`, one line for each of its PartFailures, counted, and tried again at the next one. Returns a function that stops it and waits for the turn in progress.
 */
export function startBackgroundWork(
  turn: () => Promise<unknown>,
  { job, everyMs, firstAfterMs = 0, log, metrics, failed }: BackgroundWork,
): () => Promise<void> {
  const ended = metrics?.backgroundWork(job, everyMs)
  let running: Promise<unknown> | undefined
  const run = () => {
    running ??= tracedWork(job, turn)
      .then(
        () => ended?.('succeeded'),
        (error: unknown) => {
          const lines = error instanceof PartFailures ? error.lines : [{ err: error }]
          for (const line of lines) log.warn(line, failed)
          ended?.('failed')
        },
      )
      .finally(() => (running = undefined))
  }
  if (firstAfterMs === 0) run()
  const timers = [setInterval(run, everyMs), ...(firstAfterMs === 0 ? [] : [setTimeout(run, firstAfterMs)])]
  for (const timer of timers) timer.unref()
  return async () => {
    timers.forEach(clearTimeout)
    await running
  }
}
