import type { LazyParts } from '../lazy-parts.ts'
import { listOperatedTenants, type OperatedTenant } from './contract.ts'

/** One tenant of the deployment; the list of them is `operatedTenantList`. */
export type Operations = {
  /** By its short name. 'not-found' draws the no-data message; undefined means that a failure was reported. */
  open(slug: string): Promise<OperatedTenant | 'not-found' | undefined>
}

/** `core.lazily(createOperations)`. */
export function createOperations({ client, feedback }: LazyParts): Operations {
  return {
    async open(slug) {
      const answer = await client.call(listOperatedTenants, { query: { slug, limit: '1' } })
      if (answer.ok) return answer.value.tenants[0] ?? 'not-found'
      if (answer.problem.kind === 'expected' && answer.problem.status === 400) return 'not-found'
      feedback.reportLoad(answer.problem)
      return undefined
    },
  }
}
