import type { Logger } from 'pino'

/**
 * Does one piece of background work at once and then at intervals, never twice at the same time. A turn that fails is logged with
 * `failed` and tried again at the next one. Returns a function that stops it and waits for the turn in progress.
 */
export function startBackgroundWork(
  turn: () => Promise<unknown>,
  { everyMs, log, failed }: { everyMs: number; log: Pick<Logger, 'warn'>; failed: string },
): () => Promise<void> {
  let running: Promise<unknown> | undefined
  const run = () => {
    running ??= turn()
      .catch((error: unknown) => log.warn({ err: error }, failed))
      .finally(() => (running = undefined))
  }
  run()
  const timer = setInterval(run, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
