import { webhookFailingDays } from '@portico/core/contract'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Waits after the first failure, the second and so on; the last one is used from then on. */
const waitsMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  3 * hourMs,
  6 * hourMs,
]

/** How long a receiver may fail before the webhook is paused. */
export const failingMaxMs = webhookFailingDays * 24 * hourMs

/** Milliseconds to wait after this many failures in a row, changed at random by up to a fifth, so that webhooks that failed together spread out. */
export function waitMs(failures: number, random: () => number = Math.random): number {
  const wait = waitsMs[Math.min(failures, waitsMs.length) - 1] ?? 0
  return Math.round(wait * (0.8 + 0.4 * random()))
}
