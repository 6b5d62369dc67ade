import type { LazyParts } from '../../kit/lazy-parts.ts'
import { explainAccess, type ExplainedAccess } from './contract.ts'

/** `user`: a username as it is typed to sign in, or the id of a person. No environment, or no application: all of them. */
export type AccessQuestion = {
  readonly user: string
  readonly environment: string | null
  readonly application: string | null
}

/** What a person can open and why, or what is missing. */
export type AccessExplainer = {
  /** 'not-found': there is no such environment or application; undefined means that a failure was reported. */
  explain(question: AccessQuestion): Promise<ExplainedAccess | 'not-found' | undefined>
}

/** `core.lazily(createAccessExplainer)`. */
export function createAccessExplainer({ client, feedback }: LazyParts): AccessExplainer {
  return {
    async explain({ user, environment, application }) {
      const answer = await client.call(explainAccess, {
        query: { user, environment: environment ?? undefined, application: application ?? undefined },
      })
      if (answer.ok) return answer.value
      if (answer.problem.kind === 'expected' && answer.problem.status === 404) return 'not-found'
      feedback.reportLoad(answer.problem)
      return undefined
    },
  }
}
