import { durationInWords } from '../../kit/words/duration.ts'
import type { Words } from '../../kit/words/words.ts'
import type { IdentityProvider } from './contract.ts'

/** Times to confirm a change that the faces offer, in seconds; commands take any. */
export const confirmWithinChoices = [300, 600, 1_800, 3_600, 86_400] as const

/** The choice as it is shown: what happens without a confirmation. */
export function confirmChoiceText(secs: number | undefined, words: Pick<Words, 'say' | 'formatLocale'>): string {
  if (secs === undefined) return words.say('draft.timeNone')
  return words.say('draft.timeOf', { duration: durationInWords(secs, words.formatLocale) })
}

/** A change that is in effect and reverts by itself. `left`: `9:41`, or `1:09:41`; `how`: who confirms it, and where. */
export type PendingConfirmation = { readonly leftSecs: number; readonly left: string; readonly how: string }

/** undefined: nothing waits for a confirmation. */
export function pendingConfirmation(
  { live, primary }: Pick<IdentityProvider, 'live' | 'primary'>,
  nowMs: number,
  say: Words['say'],
): PendingConfirmation | undefined {
  const unconfirmed = live?.unconfirmed
  if (live === null || unconfirmed == null) return undefined
  const leftSecs = Math.max(0, Math.ceil((Date.parse(unconfirmed.revertsAt) - nowMs) / 1000))
  const how = say(primary ? 'draft.confirmedByAdmin' : 'draft.confirmedByAnyone', {
    name: live.name,
    by: unconfirmed.keptBy,
  })
  return { leftSecs, left: clockText(leftSecs), how }
}

function clockText(secs: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(secs / 3600), Math.floor(secs / 60) % 60]
  return hours === 0 ? `${minutes}:${two(secs % 60)}` : `${hours}:${two(minutes)}:${two(secs % 60)}`
}
