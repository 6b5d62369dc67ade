import type { Io } from '../../../kit/io/io.ts'

export type Progress = { step(failed: boolean): void; end(): void }

const silentMs = 300
const redrawMs = 100

/** A progress line on stderr that is redrawn: only on a terminal, and only for longer work. */
export function startProgress(total: number, io: Io, now: () => number): Progress {
  const { stderr, env, accessible } = io
  const isShown = stderr.isTTY && !env['CI'] && env['TERM'] !== 'dumb' && !accessible
  let [done, failed, drawnAt] = [0, 0, now() + silentMs - redrawMs]
  let drawn = false
  return {
    step(hasFailed) {
      done += 1
      if (hasFailed) failed += 1
      if (!isShown || now() - drawnAt < redrawMs) return
      drawnAt = now()
      drawn = true
      stderr.write(`\r\u001b[K${done} of ${total}${failed === 0 ? '' : `, ${failed} failed`}`)
    },
    end() {
      if (drawn) stderr.write('\r\u001b[K')
    },
  }
}
