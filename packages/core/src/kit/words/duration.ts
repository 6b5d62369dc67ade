const units = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** A duration in words, such as `24 hours` or `1 hour 30 minutes`. */
export function durationInWords(seconds: number, locale: string): string {
  const parts: string[] = []
  let rest = Math.round(seconds)
  for (const [unit, length] of units) {
    const count = Math.trunc(rest / length)
    rest -= count * length
    if (count === 0 && !(unit === 'second' && parts.length === 0)) continue
    parts.push(new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count))
  }
  return parts.join(' ')
}
