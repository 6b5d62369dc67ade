import type { Words } from '../../kit/words/words.ts'
import { graceSecsMax } from './rules.ts'

const units = { d: 86_400, h: 3_600, m: 60, s: 1 } as const

/** A grace window as people write it: `2d`, `12h`, `30m`, or `0`. In seconds; undefined: it is malformed or too long. */
export function readGrace(text: string): number | undefined {
  const found = /^(?<count>\d{1,7})(?<unit>[dhms]?)$/.exec(text.trim())?.groups
  if (found === undefined) return undefined
  const { count = '', unit = '' } = found
  if (unit === '' && Number(count) !== 0) return undefined
  const seconds = Number(count) * (unit === '' ? 1 : units[unit as keyof typeof units])
  return seconds <= graceSecsMax ? seconds : undefined
}

/** The same the other way round, in the longest unit that divides it: `172800` is `2d`. */
export function showGrace(seconds: number): string {
  if (seconds === 0) return '0'
  const unit = Object.entries(units).find(([, length]) => seconds % length === 0)
  return unit === undefined ? `${seconds}s` : `${seconds / unit[1]}${unit[0]}`
}

/** The same in words: "2 days". */
export function sayGrace(seconds: number, words: Words): string {
  const text = showGrace(seconds)
  return words.say('idpSwitch.duration', { count: Number.parseInt(text, 10), unit: text.slice(-1) })
}
