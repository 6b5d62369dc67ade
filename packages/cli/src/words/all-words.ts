import { createWords, englishMessages, type Words } from '@portico/core'

/** All sentences, in a separate chunk because most commands need none of them. */
export function allWords(): Words {
  return createWords('en', englishMessages)
}
