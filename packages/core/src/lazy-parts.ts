import type { Feedback } from './feedback/store.ts'
import type { Client } from './http/client.ts'
import type { Clock } from './http/port.ts'
import type { Words } from './words/words.ts'

/** What a store is made of that is not needed before its screen is opened. */
export type LazyParts = {
  readonly client: Client
  readonly feedback: Feedback
  readonly clock: Clock
  /** Another store or list of the same core. */
  readonly lazily: Lazily
  /** Pages of a list to hold at a time. */
  readonly pagesHeld: number
  /** In the sentences known by then, those of administration too. */
  readonly say: Words['say']
}

/** What comes with a late-loaded screen: made at the first call, the same one ever after. `key`: what it is, by default its maker. */
export type Lazily = <T>(make: (parts: LazyParts) => T, key?: unknown) => T
