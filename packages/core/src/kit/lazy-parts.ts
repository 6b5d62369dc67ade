import type { Feedback } from './feedback/store.ts'
import type { Client } from './http/client.ts'
import type { Clock } from './http/port.ts'
import type { Words } from './words/words.ts'

/** What a store needs that is only created when its screen is opened. */
export type LazyParts = {
  readonly client: Client
  readonly feedback: Feedback
  readonly clock: Clock
  /** Another store or list of the same core. */
  readonly lazily: Lazily
  /** Pages of a list to hold at a time. */
  readonly pagesHeld: number
  /** Uses the sentences loaded by then, including those of administration. */
  readonly say: Words['say']
}

/** Part of a lazily loaded screen: created at the first call and then reused. `key` identifies it, by default its maker. */
export type Lazily = <T>(make: (parts: LazyParts) => T, key?: unknown) => T
