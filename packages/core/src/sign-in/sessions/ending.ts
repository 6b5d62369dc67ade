import type { Outcome } from '../../kit/http/client.ts'
import type { LazyParts } from '../../kit/lazy-parts.ts'
import { listOf } from '../../kit/lists/list.ts'
import { endOtherSessions, endSession, type OpenSession } from './list-contract.ts'
import { sessionList } from './list.ts'

/** Ends the caller's own sessions; the list is read again. Each says what it did, or reports why it failed. */
export type SessionEnding = {
  end(session: Pick<OpenSession, 'id'>): Promise<void>
  endOthers(): Promise<void>
}

/** `core.lazily(createSessionEnding)`. */
export function createSessionEnding({ client, feedback, lazily, say }: LazyParts): SessionEnding {
  return {
    end: ({ id }) => change(client.call(endSession, { params: { id } }), () => say('sessions.ended')),
    endOthers: () =>
      change(client.call(endOtherSessions), ({ endedSessions: count }) => say('sessions.othersEnded', { count })),
  }

  async function change<Value>(call: Promise<Outcome<Value>>, said: (value: Value) => string): Promise<void> {
    feedback.clear()
    const outcome = await call
    // A session that has ended meanwhile is no longer in the list either.
    await listOf({ lazily }, sessionList).refresh()
    if (outcome.ok) feedback.openSuccess(said(outcome.value))
    else feedback.report(outcome.problem)
  }
}
