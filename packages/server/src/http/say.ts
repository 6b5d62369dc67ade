import { createWords, englishMessages, type WordId } from '@portico/core/contract'

/** Created once for all requests: it contains only the catalogue. */
const english = createWords('en', englishMessages)

/** The sentence of an id with its values. The server's sentences are in English. */
export const say = (id: WordId, values?: Readonly<Record<string, unknown>>): string => english.say(id, values)

/** The sentence of an id that is only known at run time; undefined when the catalogue has none. */
export const findSentence = (id: string, values?: Readonly<Record<string, unknown>>): string | undefined =>
  english.find(id, values)
