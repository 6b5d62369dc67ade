import { mapped, type ListedNoun, wholePage } from '../../kit/lists/listed.ts'
import { listPortalRoles, type PortalRole } from './contract.ts'
import { portalRoleNoun } from './noun.ts'

/** The roles of the portal: few, in the order of the server. */
export const portalRoleList: ListedNoun<PortalRole> = {
  noun: portalRoleNoun,
  idOf: ({ id }) => id,
  searchedBy: 'here',
  noFilter: {},
  async fetchPage({ client }, { signal }) {
    return wholePage(mapped(await client.call(listPortalRoles, { signal }), ({ portalRoles: rows }) => ({ rows })))
  },
}
