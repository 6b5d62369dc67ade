import { mapped, type ListedNoun, type NoFilter } from '../../kit/lists/listed.ts'
import { pageQuery } from '../../kit/lists/query.ts'
import { listTenantRoles, type TenantRole } from './contract.ts'
import { tenantRoleNoun } from './noun.ts'

/** The custom roles of the tenant: searched, sorted and paged by the server. */
export const tenantRoleList: ListedNoun<TenantRole, NoFilter, 'label'> = {
  noun: tenantRoleNoun,
  idOf: ({ id }) => id,
  searchedBy: 'server',
  sorts: ['label'],
  ownSort: 'label',
  noFilter: {},
  async fetchPage({ client }, { search, sort, cursor, limit, total, signal }) {
    const query = pageQuery({ search, sort, cursor, limit, total })
    return mapped(await client.call(listTenantRoles, { query, signal }), ({ roles: rows, ...page }) => ({
      rows,
      ...page,
      next: page.next ?? null,
      previous: page.previous ?? null,
    }))
  },
}
