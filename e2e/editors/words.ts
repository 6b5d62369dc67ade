import { createWords, englishMessages, type WordId } from '@portico/core'

const words = createWords('en', englishMessages)

/** The sentence that every face shows for this id. */
export function say(id: WordId): string {
  return words.say(id)
}
