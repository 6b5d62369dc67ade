import { createWords, englishMessages, type Words } from '@portico/core'

/** Every sentence there is. They have a chunk of their own: most commands say none of them. */
export function allWords(): Words {
  return createWords('en', englishMessages)
}
