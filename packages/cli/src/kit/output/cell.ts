import { isTextList, pseudoLanguage, type Field } from '@portico/core'

import { neutralise } from '../io/neutralise.ts'

/** Who says labels and ages: the words of the terminal UI, or the phrases of a command. */
type Speaker = { readonly locale: string; readonly text: (english: string) => string }

const english: Speaker = { locale: 'en', text: (label) => label }

/** `isEnd`: something ends at this time. */
type TimeText = (time: string, now: number, speaker?: Speaker, isEnd?: boolean) => string

/** A value as a one-line cell for people: relative times, yes and no, no control characters. */
export function cellText<Row>(
  field: Field<Row>,
  row: Row,
  now: number,
  speaker: Speaker = english,
  timeText: TimeText = relativeTime,
): string {
  const value = field.value(row)
  if (value === null) return ''
  if (typeof value === 'boolean') return speaker.text(value ? 'yes' : 'no')
  if (field.kind === 'dated' && isTextList(value))
    return neutralise(value.map((text) => text.replace(/\S+$/, (time) => timeText(time, now, speaker))).join(', '))
  if (typeof value === 'object') return neutralise(isTextList(value) ? value.join(', ') : JSON.stringify(value))
  if (field.kind === 'time') return timeText(String(value), now, speaker, field.isEnd)
  return neutralise(field.kind === 'key' ? keySummary(String(value)) : String(value))
}

const units: readonly (readonly [name: Unit, seconds: number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** `3 hours ago`, `in 5 minutes`, `now`. `time` is RFC 3339, `now` milliseconds since the epoch. */
export function relativeTime(time: string, now: number, { locale }: Speaker = english): string {
  const age = ageOf(time, now)
  return age === undefined ? neutralise(time) : ageText(age, locale, 'long')
}

/** The same for narrow table cells: `6m`, `in 3d`; in English, past times have no suffix, except that of an end: `3d ago`. */
export function shortTime(time: string, now: number, { locale }: Speaker = english, isEnd = false): string {
  const age = ageOf(time, now)
  return age === undefined ? neutralise(time) : ageText(age, locale, isEnd ? 'narrow-end' : 'narrow')
}

type Unit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'

/** `count` is negative for the past. */
type Age = { readonly unit: Unit; readonly count: number }

/** undefined if it is not a time. Less than ten seconds are 0. */
function ageOf(time: string, now: number): Age | undefined {
  const ms = Date.parse(time)
  if (Number.isNaN(ms)) return undefined
  const seconds = Math.round((ms - now) / 1000)
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const)
  const count = Math.trunc(seconds / length)
  return { unit, count: unit === 'second' && Math.abs(count) < 10 ? 0 : count }
}

type Style = 'long' | 'narrow' | 'narrow-end'

function ageText(age: Age, locale: string, style: Style): string {
  if (locale === 'en') return englishAge(age, style)
  // There is no such locale: marked, as all that is translated.
  if (locale === pseudoLanguage) return `[${englishAge(age, style)}]`
  const format = formatOf(locale, style === 'long' ? 'long' : 'narrow', age.count === 0)
  return format.format(age.count, age.unit)
}

function englishAge({ unit, count }: Age, style: Style): string {
  if (count === 0) return 'now'
  const size = Math.abs(count)
  if (style !== 'long') {
    const short = `${size}${shortUnits[unit]}`
    return count > 0 ? `in ${short}` : style === 'narrow-end' ? `${short} ago` : short
  }
  const span = `${size} ${unit}${size === 1 ? '' : 's'}`
  return count < 0 ? `${span} ago` : `in ${span}`
}

const shortUnits: Readonly<Record<Unit, string>> = {
  year: 'y',
  month: 'mo',
  day: 'd',
  hour: 'h',
  minute: 'm',
  second: 's',
}

/** Making a formatter takes longer than using it many times. */
const ageFormats = new Map<string, Intl.RelativeTimeFormat>()

function formatOf(locale: string, style: 'long' | 'narrow', isNow: boolean): Intl.RelativeTimeFormat {
  const key = `${locale} ${style} ${isNow}`
  const known = ageFormats.get(key)
  if (known !== undefined) return known
  // Digits as in all other sentences (words.ts).
  const made = new Intl.RelativeTimeFormat(locale === 'ar' ? 'ar-u-nu-latn' : locale, {
    style,
    numeric: isNow ? 'auto' : 'always',
  })
  ageFormats.set(key, made)
  return made
}

/** `2026-11-21 09:00:00 UTC`. `time` is RFC 3339 in UTC; any other text stays as it is. */
export function exactTime(time: string): string {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(time) ?? []
  return day === undefined ? neutralise(time) : `${day} ${clock} UTC`
}

/** Enough of a PEM key to distinguish two in a table; `--json` has all of it. */
export function keySummary(pem: string): string {
  const body = pem.replaceAll(/-----[^-]+-----|\s/g, '')
  return body === '' ? '' : `…${body.slice(-16)}`
}
