import type { LazyParts } from '../../kit/lazy-parts.ts'
import type { Problem } from '../../kit/http/problem.ts'
import {
  enterTenant,
  getOwnSupportSession,
  leaveTenant,
  type OwnSupportSession,
} from '../support-access/sessions-contract.ts'
import { listOperatedTenants, type OperatedTenant } from './contract.ts'

/** One tenant of the deployment, and entering it; the list of them is `operatedTenantList`. */
export type Operations = {
  /** By its short name. 'not-found' draws the no-data message; undefined means that a failure was reported. */
  open(slug: string): Promise<OperatedTenant | 'not-found' | undefined>
  /** Begins a support session: what is loaded from now on is of the tenant entered. A problem is for the question asked. */
  enter(tenant: Pick<OperatedTenant, 'id'>, visit: { reason: string; hours: number }): Promise<Problem | undefined>
  /** The support session of this browser; undefined means that a failure was reported. */
  visit(): Promise<OwnSupportSession | undefined>
  /** Ends it. True: the session of the vendor's tenant goes on. undefined means that a failure was reported. */
  leave(): Promise<boolean | undefined>
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
    async enter({ id: tenantId }, { reason, hours }) {
      const answer = await client.call(enterTenant, { params: { tenantId }, body: { reason: reason.trim(), hours } })
      return answer.ok ? undefined : answer.problem
    },
    async visit() {
      const answer = await client.call(getOwnSupportSession)
      if (answer.ok) return answer.value
      feedback.reportLoad(answer.problem)
      return undefined
    },
    async leave() {
      feedback.clear()
      const answer = await client.call(leaveTenant)
      if (answer.ok) return answer.value.isSignedIn
      feedback.report(answer.problem)
      return undefined
    },
  }
}
