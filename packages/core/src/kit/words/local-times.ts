import type { Words } from './words.ts'

const isoTimes = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/g

/** A time as people read it, in their language and time zone. */
export function localTime(at: Date, { locale }: Pick<Words, 'locale'>): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(at)
}

/** A text that a server or a provider wrote, with its RFC 3339 times as people read them. */
export function withLocalTimes(text: string, words: Pick<Words, 'locale'>): string {
  return text.replace(isoTimes, (time) => {
    const at = new Date(time)
    return Number.isNaN(at.getTime()) ? time : localTime(at, words)
  })
}
