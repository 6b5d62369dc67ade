import type { Words } from '../words/words.ts'
import { countedMax } from './contract.ts'

/** Whether a list of the server has more rows than were counted. */
export const isMoreThanCounted = (total: number): boolean => total > countedMax

/** The number of rows of a list as every face shows it: "more than 1,000" where the server counted no further. */
export function totalText(words: Pick<Words, 'say'>, total: number): string {
  return isMoreThanCounted(total)
    ? words.say('list.moreThan', { count: countedMax })
    : words.say('list.total', { count: total })
}

/** Which rows of how many a page shows. */
export function rangeText(
  words: Pick<Words, 'say'>,
  {
    start,
    count,
    total,
    isCounted,
  }: { readonly start: number; readonly count: number; readonly total: number; readonly isCounted: boolean },
): string {
  const all = isCounted ? totalText(words, total) : '…'
  return start < 0
    ? words.say('list.rangeFromEnd', { from: -start, to: 1 - start - count, total: all })
    : words.say('list.range', { from: start + 1, to: start + count, total: all })
}

/** The total after this many rows are gone; how many there are beyond {@link countedMax} is not known. */
export const totalWithout = (total: number, fewer: number): number =>
  isMoreThanCounted(total) ? total : Math.max(0, total - fewer)
