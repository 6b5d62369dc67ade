import type { Messages } from '@lingui/core'

import { createBranding } from '../tenant/branding/store.ts'
import { randomId } from '../kit/editing/random-id.ts'
import { createEnvironments } from '../tenant/environments/store.ts'
import { createFeedback } from '../kit/feedback/store.ts'
import { createClient } from '../kit/http/client.ts'
import type { Clock, DeviceMemory, HttpPort, Sha256 } from '../kit/http/port.ts'
import { createLauncher } from '../applications/launcher/store.ts'
import type { Lazily, LazyParts } from '../kit/lazy-parts.ts'
import { createLeaveBlocker } from '../kit/navigation/leave-blocker.ts'
import { createSession } from '../sign-in/sessions/store.ts'
import { messages } from '../kit/words/compiled/english/first.ts'
import { createWords, type Words } from '../kit/words/words.ts'

export type CorePorts = {
  readonly http: HttpPort
  readonly clock: Clock
  readonly memory: DeviceMemory
  /** undefined if the platform has none; unsaved keys then have no fingerprint. */
  readonly sha256?: Sha256 | undefined
  /** BCP 47 tag of the language of `messages`; by default English. */
  readonly locale?: string
  /** Languages that the person prefers, with their regions, in this order. */
  readonly languages?: readonly string[]
  /** The initial sentences; by default the main ones. */
  readonly messages?: Messages
  /** Pages of 100 rows that a list holds at a time: one where a face shows pages, more where it scrolls through them. */
  readonly pagesHeld?: number
  /** Makes a new idempotency key; by default from the platform's random bytes. */
  readonly randomId?: () => string
}

/**
 * One core per running face: the client, and a store per feature. It does nothing until it is called. Signing in has its
 * own page, which makes its store itself (web: sign-in/login/login.ts).
 */
export function createCore(ports: CorePorts) {
  const client = createClient(ports)
  const words = createWords(ports.locale ?? 'en', ports.messages ?? messages, ports.languages)
  const feedback = createFeedback(ports.clock)
  const shared = { client, feedback }
  const branding = createBranding({ client, words })
  const made = new Map<unknown, unknown>()
  const lazily: Lazily = <T>(make: (parts: LazyParts) => T, key: unknown = make): T => {
    if (!made.has(key)) made.set(key, make(parts))
    return made.get(key) as T
  }
  const parts: LazyParts = {
    ...shared,
    clock: ports.clock,
    lazily,
    pagesHeld: ports.pagesHeld ?? 1,
    say: (id, values) => branding.getState().words.say(id, values),
  }
  const nextId: () => string = ports.randomId ?? randomId
  return {
    clock: ports.clock,
    memory: ports.memory,
    http: ports.http,
    sha256: ports.sha256,
    client,
    feedback,
    branding,
    /** The sentences loaded so far. */
    words: (): Words => branding.getState().words,
    randomId: nextId,
    session: createSession(shared),
    launcher: createLauncher(shared),
    environments: createEnvironments(shared),
    leaveBlocker: createLeaveBlocker(),
    lazily,
  }
}

export type Core = ReturnType<typeof createCore>
