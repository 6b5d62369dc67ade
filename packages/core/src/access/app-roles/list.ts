import type { ListedNoun, PageRequest, ReadingParts } from '../../kit/lists/listed.ts'
import { mapped, wholePage } from '../../kit/lists/listed.ts'
import { orderByName } from '../../kit/lists/order.ts'
import { listRoles, type Role } from './contract.ts'
import { roleNoun } from './noun.ts'

/** The scope of {@link roleList}. */
export function roleScope(environmentId: string, applicationId: string): string {
  return JSON.stringify([environmentId, applicationId])
}

/** The roles of an application in an environment, by label. Spec section 3: only visible ones are kept. */
export const roleList: ListedNoun<Role> = {
  noun: roleNoun,
  idOf: ({ id }) => id,
  searchedBy: 'here',
  noFilter: {},
  order: (roles) => orderByName(roles, ({ label }) => label),
  async fetchPage({ client }: ReadingParts, { scope, signal }: PageRequest) {
    const [envId = '', appId = ''] = JSON.parse(scope) as string[]
    const outcome = await client.call(listRoles, { params: { envId, appId }, signal })
    return wholePage(
      mapped(outcome, ({ roles, readonly }) => ({ rows: roles.filter(({ visible }) => visible), readonly })),
    )
  },
}
