import type { Messages } from '@lingui/core'

/**
 * Sentences of several catalogues; the last one wins. Without a prototype, V8 treats the object as a dictionary from the
 * start: a spread of 900 sentences took 4 ms at each start, this takes 0.1.
 */
export function joinMessages(...catalogues: readonly Messages[]): Messages {
  return Object.assign(Object.create(null) as Messages, ...catalogues) as Messages
}
