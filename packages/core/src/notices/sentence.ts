import type { Words } from '../words/words.ts'
import type { Notice } from './contract.ts'

/** What a notice says, without the name of its object. */
export function noticeSentence(
  { what, step, daysLeft, isReplaced, extendedUntil }: Omit<Notice, 'id'>,
  say: Words['say'],
): string {
  const values = { what: say(`notices.what.${what}`), days: Math.abs(daysLeft) }
  const sentence =
    extendedUntil !== null
      ? say('notices.extended', { ...values, date: extendedUntil.slice(0, 10) })
      : say(step === 0 ? 'notices.expired' : 'notices.expires', values)
  return isReplaced ? `${sentence} ${say('notices.replaced')}` : sentence
}
