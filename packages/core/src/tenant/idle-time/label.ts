import type { Words } from '../../kit/words/words.ts'
import { idleTimeChoices, readIdleTime } from './rules.ts'

/** `01:30` as people say it: 1 hour 30 minutes. */
export function idleTimeLabel(text: string, { say }: Pick<Words, 'say'>): string {
  const minutes = (readIdleTime(text) ?? 0) / 60
  const parts = [
    { id: 'idleTime.hours', count: Math.floor(minutes / 60) },
    { id: 'idleTime.minutes', count: minutes % 60 },
  ] as const
  return parts.flatMap(({ id, count }) => (count === 0 ? [] : say(id, { count }))).join(' ')
}

/** What the dropdown shows: its own times, and the current one where it is another. */
export function idleTimesOffered(...others: readonly string[]): readonly string[] {
  return [...new Set([...idleTimeChoices, ...others])].filter((text) => readIdleTime(text) !== undefined).toSorted()
}
