import type { ReplyOf } from '../../kit/http/endpoint.ts'
import type { LazyParts } from '../../kit/lazy-parts.ts'
import { orderByName } from '../../kit/lists/order.ts'
import { listGroupMappings, type GroupUse } from './contract.ts'

export type GroupUses = ReplyOf<typeof listGroupMappings>

/** The uses of a group in one environment; without an environment, those in the portal itself. */
export type UsesOfEnvironment = {
  readonly id: string | undefined
  readonly name: string | undefined
  readonly uses: readonly GroupUse[]
}

/** `core.lazily(createGroupUses)`. */
export function createGroupUses({ client, feedback }: LazyParts): {
  /** 'not-found' draws the no-data message; undefined means that a failure was reported. */
  open(groupId: string): Promise<GroupUses | 'not-found' | undefined>
} {
  return {
    async open(groupId) {
      const answer = await client.call(listGroupMappings, { params: { id: groupId } })
      if (answer.ok) return answer.value
      if (answer.problem.kind === 'expected' && answer.problem.status === 404) return 'not-found'
      feedback.reportLoad(answer.problem)
      return undefined
    },
  }
}

/** The portal first, then the environments by name; the uses in each keep their order. */
export function usesByEnvironment(uses: readonly GroupUse[]): UsesOfEnvironment[] {
  const parts = new Map<string, GroupUse[]>()
  for (const use of uses) {
    const key = use.environmentId ?? ''
    parts.set(key, [...(parts.get(key) ?? []), use])
  }
  const found = [...parts.values()].map((own) => ({
    id: own[0]?.environmentId,
    name: own[0]?.environmentName,
    uses: own,
  }))
  return orderByName(found, ({ name = '' }) => name)
}
