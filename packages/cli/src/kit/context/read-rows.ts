import { readList, RepeatedPage, type Client, type ListedNoun, type Reading, type Words } from '@portico/core'

import { CommandFailure, fail } from '../errors/failure.ts'
import { failureOf } from '../errors/problem-failure.ts'
import type { Server } from './context.ts'

/** The rows of a list of core, in its order. A failed call ends the command. `say` for rows that are sentences. */
export async function readRows<Row, Filter, Field extends string>(
  server: Server,
  listed: ListedNoun<Row, Filter, Field>,
  reading: Reading<NoInfer<Row>, Filter> = {},
  say?: Words['say'],
): Promise<readonly Row[]> {
  const call: Client['call'] = (endpoint, ...[args]) => server.attempt(endpoint, (args ?? {}) as never)
  const outcome = await readList({ client: { call }, clock: server.clock, say }, listed, reading).catch(
    (reason: unknown) => {
      if (reason instanceof RepeatedPage) return fail('failure', reason.message)
      throw reason
    },
  )
  if (!outcome.ok) throw new CommandFailure(failureOf(outcome.problem))
  return outcome.value
}
