import type { Words } from './words.ts'

/** A face without regions has only a language. */
type Speaker = Pick<Words, 'locale'> & Partial<Pick<Words, 'formatLocale'>>

const times = /\b\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)| \d\d:\d\d UTC)/g

/** A time as people read it, in their language and time zone. */
export function localTime(
  at: Date,
  { locale, formatLocale = locale }: Speaker,
  timeStyle: 'short' | 'medium' = 'medium',
): string {
  return new Intl.DateTimeFormat(formatLocale, { dateStyle: 'medium', timeStyle }).format(at)
}

/**
 * A text that a server or a provider wrote, with its times as people read them: those of RFC 3339, and minutes as our server writes
 * them (`2026-11-29 12:00 UTC`).
 */
export function withLocalTimes(text: string, words: Speaker): string {
  return text.replace(times, (time) => {
    const isMinute = time.endsWith(' UTC')
    const at = new Date(isMinute ? time.replace(' UTC', 'Z').replace(' ', 'T') : time)
    return Number.isNaN(at.getTime()) ? time : localTime(at, words, isMinute ? 'short' : 'medium')
  })
}
