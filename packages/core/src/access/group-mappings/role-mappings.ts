import { listAdminEnvironments } from '../../tenant/environments/contract.ts'
import type { Client, Outcome } from '../../kit/http/client.ts'
import type { Words } from '../../kit/words/words.ts'
import { mappedGroupsOf } from './calls.ts'
import { getTenantRoleGroups } from './contract.ts'

/** How many groups a custom role is mapped to in an environment; environments without a mapping are left out. */
export type RoleMappings = readonly { readonly environmentName: string; readonly groupCount: number }[]

/** Counts the mappings of a custom role in all environments: what its deletion removes (spec section 4). One call for each. */
export async function readRoleMappings(
  { client }: { readonly client: Pick<Client, 'call'> },
  roleId: string,
): Promise<Outcome<RoleMappings>> {
  const listed = await client.call(listAdminEnvironments)
  if (!listed.ok) return listed
  const { environments } = listed.value
  const answers = await Promise.all(
    environments.map(({ id: envId }) => client.call(getTenantRoleGroups, { params: { envId, roleId } })),
  )
  const rows: RoleMappings[number][] = []
  for (const [at, answer] of answers.entries()) {
    if (!answer.ok) return answer
    const groupCount = mappedGroupsOf(answer.value).length
    if (groupCount > 0) rows.push({ environmentName: environments[at]?.name ?? '', groupCount })
  }
  return { ok: true, value: rows }
}

/** The sentence about them for the question before a deletion. */
export function sayRoleMappings(mappings: RoleMappings, { say }: Pick<Words, 'say'>): string {
  const count = mappings.reduce((sum, { groupCount }) => sum + groupCount, 0)
  const where = mappings.map(({ environmentName, groupCount }) => `${environmentName} (${groupCount})`).join(', ')
  return say('tenantRole.deleteCount', { count, where })
}
