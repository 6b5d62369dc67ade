import type { Words } from '../../kit/words/words.ts'
import type { Notice } from './contract.ts'

/** What a notice says, without the name of its object. */
export function noticeSentence(
  { what, tokenName, step, daysLeft, isReplaced, extendedUntil }: Omit<Notice, 'id'>,
  say: Words['say'],
): string {
  const values = { what: noticeSubject({ what, tokenName }, say), days: Math.abs(daysLeft) }
  const sentence =
    extendedUntil !== null
      ? say('notices.extended', { ...values, date: extendedUntil.slice(0, 10) })
      : say(step === 0 ? 'notices.expired' : 'notices.expires', values)
  return isReplaced ? `${sentence} ${say('notices.replaced')}` : sentence
}

/** What expires, in words: “Signing certificate 1”, “SCIM token Entra ID”. */
export function noticeSubject({ what, tokenName = '' }: Pick<Notice, 'what' | 'tokenName'>, say: Words['say']): string {
  return say(`notices.what.${what}`, { tokenName })
}
