import { mapped, wholePage, type ListedNoun } from '../../kit/lists/listed.ts'
import { pageQuery } from '../../kit/lists/query.ts'
import { listGroupMappings, listMappings, type GroupUse, type Mapping, type MappingKind } from './contract.ts'
import { groupUseNoun, mappingNoun } from './noun.ts'

export type MappingFilter = {
  readonly kind?: MappingKind | undefined
  /** Id of an application. */
  readonly app?: string | undefined
  /** Id of a group. */
  readonly group?: string | undefined
}

/** Everything that groups can be mapped to in an environment, which is the scope: searched, sorted and paged by the server. */
export const mappingList: ListedNoun<Mapping, MappingFilter, 'name'> = {
  noun: mappingNoun,
  idOf: ({ id }) => id,
  searchedBy: 'server',
  sorts: ['name'],
  ownSort: 'name',
  noFilter: {},
  async fetchPage({ client }, { scope: envId, filter, search, sort, cursor, limit, total, signal }) {
    const query = { ...filter, ...pageQuery({ search: withoutColons(search), sort, cursor, limit, total }) }
    const answer = await client.call(listMappings, { params: { envId }, query, signal })
    return mapped(answer, ({ mappings: rows, ...page }) => ({
      rows,
      ...page,
      next: page.next ?? null,
      previous: page.previous ?? null,
    }))
  },
}

/** The server's text of a row has no colon between application and role, as {@link mappingName} shows it. */
function withoutColons(search: string): string {
  return search.replaceAll(/:(?=\s|$)/g, '')
}

/** What a group, which is the scope, is mapped to in all environments. */
export const groupUseList: ListedNoun<GroupUse> = {
  noun: groupUseNoun,
  // A custom role has the same id in every environment.
  idOf: ({ id, environmentId = '' }) => `${environmentId} ${id}`,
  searchedBy: 'here',
  noFilter: {},
  clears: true,
  async fetchPage({ client }, { scope: id, signal }) {
    const answer = await client.call(listGroupMappings, { params: { id }, signal })
    return wholePage(mapped(answer, ({ mappings: rows }) => ({ rows })))
  },
}
