import { mapped, type ListedNoun, type NoFilter } from '../../kit/lists/listed.ts'
import { pageQuery } from '../../kit/lists/query.ts'
import { listProviderGroups, type Group, type SeenGroup } from './contract.ts'
import { seenGroupNoun } from './noun.ts'

/** The groups of an identity provider, which is the scope: searched, sorted and paged by the server. */
export const providerGroupList: ListedNoun<SeenGroup, NoFilter, 'name'> = {
  noun: seenGroupNoun,
  idOf: ({ id }) => id,
  searchedBy: 'server',
  sorts: ['name'],
  ownSort: 'name',
  noFilter: {},
  async fetchPage({ client }, { scope: id, search, sort, cursor, limit, total, signal }) {
    const query = pageQuery({ search, sort, cursor, limit, total })
    const answer = await client.call(listProviderGroups, { params: { id }, query, signal })
    return mapped(answer, ({ groups: rows, next = null, previous = null, total: all }) => ({
      rows,
      next,
      previous,
      total: all,
    }))
  },
}

/** Groups that a picker offers at a time; a search finds the others. */
export const groupChoicesMax = 50

/** The same for a picker: the first groups that match, from the provider that is the scope. */
export const groupChoices: ListedNoun<Group> = {
  noun: { fields: [], columns: [], wideColumns: [] },
  idOf: ({ id }) => id,
  searchedBy: 'server',
  noFilter: {},
  pageLength: groupChoicesMax,
  fetchPage: (parts, request) => providerGroupList.fetchPage(parts, { ...request, sort: '' }),
}
