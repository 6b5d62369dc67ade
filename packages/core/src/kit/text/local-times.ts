/**
 * A sentence of the server, which does not know the reader's time zone, with each minute of UTC in it (`2026-11-29 12:00 UTC`) as a
 * time of this device. `timeZone`: instead of the device's.
 */
export function withLocalTimes(sentence: string, locale: string, timeZone?: string): string {
  return sentence.replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (utc, day: string, minute: string) => {
    const at = new Date(`${day}T${minute}Z`)
    if (Number.isNaN(at.getTime())) return utc
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)
  })
}
