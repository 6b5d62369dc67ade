import type { Words } from '../../kit/words/words.ts'
import type { RecoveryCodes } from './contract.ts'

/** The state of recovery codes as labels and values: made, drilled, used, when they expire, and how many are left. */
export function recoveryFacts(
  { made, drilled, used, expiresOn, codesLeft }: RecoveryCodes,
  words: Words,
): readonly { readonly label: string; readonly value: string }[] {
  const event = (one: RecoveryCodes['made'], id: 'recoveryCodes.event' | 'recoveryCodes.usedFrom') =>
    one === null ? '–' : words.say(id, { at: `${one.at.slice(0, 16).replace('T', ' ')} UTC`, by: one.by })
  return [
    { label: words.say('recoveryCodes.made'), value: event(made, 'recoveryCodes.event') },
    { label: words.say('recoveryCodes.drilled'), value: event(drilled, 'recoveryCodes.event') },
    { label: words.say('recoveryCodes.used'), value: event(used, 'recoveryCodes.usedFrom') },
    { label: words.say('recoveryCodes.expires'), value: (expiresOn ?? '–').slice(0, 10) },
    { label: words.say('recoveryCodes.left'), value: words.say('recoveryCodes.leftOf', { left: codesLeft }) },
  ]
}
