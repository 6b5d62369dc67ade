import { readMoment } from '@portico/core'

import { fail } from '../errors/failure.ts'
import { phrase } from '../phrases/phrase.ts'

export type PeriodOptions = { since?: string; until?: string }

/** The options of `withPeriod`, in ISO 8601; any other text is a usage mistake. */
export function readPeriod(options: PeriodOptions, nowMs: number) {
  const moment = (name: keyof PeriodOptions) => {
    const typed = options[name]
    if (typed === undefined) return undefined
    const read = readMoment(typed, nowMs)
    return read ?? fail('usage', phrase`--${name} is a time such as 24h, 7d, 2026-11-01 or 2026-11-01T08:30Z.`)
  }
  return { since: moment('since'), until: moment('until') }
}
