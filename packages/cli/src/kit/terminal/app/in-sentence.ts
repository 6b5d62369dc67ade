import type { Words } from '@portico/core'

/** A label inside a sentence: English writes it small, and German nouns stay as they are. */
export function inSentence(label: string, words: Words): string {
  return words.locale === 'en' ? label.toLowerCase() : words.text(label)
}
