import { createWords, englishMessages, type Language, type WordId, type Words } from '@portico/core/contract'
import { allTranslated } from '@portico/core/translations'

import { currentLanguage } from './language.ts'

/** Created once for all requests: it contains only the catalogue. */
const english = createWords('en', englishMessages)

const made = new Map<Language, Words>([['en', english]])
for (const language of ['de', 'ar', 'en-XA'] as const)
  made.set(language, english.of(language, await allTranslated(language)))

/** Words of a language; a sentence without a translation stays English. */
export const wordsOf = (language: Language): Words => made.get(language) ?? english

/** The sentence of an id with its values, in the language of the request that is being answered. */
export const say = (id: WordId, values?: Readonly<Record<string, unknown>>): string => inLanguage(id, values) ?? id

/** The sentence of an id that is only known at run time; undefined when the catalogue has none. */
export const findSentence = (id: string, values?: Readonly<Record<string, unknown>>): string | undefined =>
  inLanguage(id, values)

/** A time in a sentence, which each face shows in the reader's time zone (core's withLocalTimes). */
export const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

function inLanguage(id: string, values?: Readonly<Record<string, unknown>>): string | undefined {
  return wordsOf(currentLanguage()).find(id, values) ?? english.find(id, values)
}
