import type { LazyParts } from '../../kit/lazy-parts.ts'
import { whereIs, type WhereIs } from './contract.ts'

export type UsernameFormatCalls = {
  /** Where a username would go, and why. */
  whereIs(username: string): Promise<WhereIs | undefined>
}

/** `core.lazily(createUsernameFormats)`. The lists themselves are in an editor. */
export function createUsernameFormats({ client, feedback }: LazyParts): UsernameFormatCalls {
  return {
    async whereIs(username) {
      const outcome = await client.call(whereIs, { query: { username } })
      if (outcome.ok) return outcome.value
      feedback.report(outcome.problem)
      return undefined
    },
  }
}
