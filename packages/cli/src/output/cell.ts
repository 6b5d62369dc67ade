import { isTextList, type Field } from '@portico/core'

import { neutralise } from './neutralise.ts'

/** A value as a one-line cell for people: relative times, yes and no, no control characters. */
export function cellText<Row>(field: Field<Row>, row: Row, now: number, timeText = relativeTime): string {
  const value = field.value(row)
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field.kind === 'dated' && isTextList(value))
    return neutralise(value.map((text) => text.replace(/\S+$/, (time) => timeText(time, now))).join(', '))
  if (typeof value === 'object') return neutralise(isTextList(value) ? value.join(', ') : JSON.stringify(value))
  if (field.kind === 'time') return timeText(String(value), now)
  return neutralise(field.kind === 'key' ? keySummary(String(value)) : String(value))
}

const units: readonly (readonly [name: string, seconds: number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** `3 hours ago`, `in 5 minutes`, `now`. `time` is RFC 3339, `now` milliseconds since the epoch. */
export function relativeTime(time: string, now: number): string {
  const ms = Date.parse(time)
  if (Number.isNaN(ms)) return neutralise(time)
  const seconds = Math.round((ms - now) / 1000)
  const [name, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  const count = Math.floor(Math.abs(seconds) / length)
  if (name === 'second' && count < 10) return 'now'
  const span = `${count} ${name}${count === 1 ? '' : 's'}`
  return seconds < 0 ? `${span} ago` : `in ${span}`
}

const shortUnits: Readonly<Record<string, string>> = {
  year: 'y',
  month: 'mo',
  day: 'd',
  hour: 'h',
  minute: 'm',
  second: 's',
}

/** The same for narrow table cells: `6m`, `in 3d`; past times have no prefix. */
export function shortTime(time: string, now: number): string {
  return relativeTime(time, now)
    .replace(/ (year|month|day|hour|minute|second)s?\b/, (_, unit: string) => shortUnits[unit] ?? '')
    .replace(/ ago$/, '')
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
