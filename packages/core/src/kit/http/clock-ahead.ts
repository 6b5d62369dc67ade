/**
 * How far this device's clock is ahead of the server's (negative: behind), in ms, by the Date header of an answer (RFC 9110
 * section 6.6.1). The header has whole seconds and was made between request and answer: 0 if the clocks may agree.
 */
export function clockAhead({
  askedAt,
  answeredAt,
  date,
}: {
  /** Milliseconds since the epoch, by this device. */
  readonly askedAt: number
  readonly answeredAt: number
  readonly date: string | undefined
}): number | undefined {
  const madeAt = Date.parse(date ?? '')
  if (Number.isNaN(madeAt)) return undefined
  return Math.max(askedAt - (madeAt + 1000), Math.min(answeredAt - madeAt, 0))
}
