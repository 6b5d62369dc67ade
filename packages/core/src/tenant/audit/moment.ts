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
