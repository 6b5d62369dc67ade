import type { Words } from '../../kit/words/words.ts'
import { colourShown, type Scheme } from './brand-colours.ts'

/** Whether a scheme shows the primary colour, `#rrggbb`, as it is, and otherwise which colour in its place and why. */
export function contrastNote(
  colour: string,
  scheme: Scheme,
  words: Words,
): { readonly sentence: string; readonly isChanged: boolean } {
  const { shown, contrast, before } = colourShown(colour, scheme)
  const isChanged = shown !== colour
  // Rounded down: 4.49 does not reach 4.5.
  const number = (value: number) => (Math.floor(value * 10) / 10).toLocaleString(words.formatLocale)
  const values = { colour, shown, contrast: number(contrast), before: number(before) }
  return { sentence: words.say(isChanged ? 'branding.changed' : 'branding.asSet', values), isChanged }
}
