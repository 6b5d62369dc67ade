import * as v from 'valibot'

/** A time of ISO 8601 with its zone, as the wire has it. */
export const Moment = v.pipe(
  v.string(),
  v.maxLength(40),
  v.isoTimestamp('INVALID_VALUE'),
  // Four digits for the year in UTC, as ISO 8601 and PostgreSQL have it: the zone may lead to the year 0 or 10,000.
  v.check((text) => {
    const ms = Date.parse(text)
    return ms >= Date.parse('0001-01-01T00:00:00Z') && ms <= Date.parse('9999-12-31T23:59:59.999Z')
  }, 'INVALID_VALUE'),
)

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/**
 * A moment as people type it: `30m`, `24h`, `7d` ago, a day (`2026-11-01`, its beginning in UTC) or a time of ISO 8601 with its
 * zone. Returns ISO 8601 in UTC; undefined for any other text.
 */
export function readMoment(typed: string, nowMs: number): string | undefined {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(typed) ?? []
  if (count !== undefined) return isoOf(nowMs - Number(count) * unitMs[unit as keyof typeof unitMs])
  const isTime = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.test(typed)
  return isTime ? isoOf(Date.parse(typed)) : undefined
}

function isoOf(ms: number): string | undefined {
  return ms > 0 ? new Date(ms).toISOString() : undefined
}
