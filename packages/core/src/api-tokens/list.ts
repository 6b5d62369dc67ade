import { mapped, type ListedNoun } from '../lists/listed.ts'
import { parseSearch } from '../lists/search.ts'
import { listApiTokens, listOwnApiTokens, type ApiTokenState, type apiTokenSorts } from './contract.ts'
import { apiTokenNoun, type ListedApiToken } from './noun.ts'

export type ApiTokenFilter = {
  readonly state?: ApiTokenState | undefined
}

/** Whose tokens a list shows: one's own, or those of all people of the tenant. */
export type ApiTokenScope = 'own' | 'all'

/** API tokens, the newest first: searched and paged by the server. The scope is an {@link ApiTokenScope}. */
export const apiTokenList: ListedNoun<ListedApiToken, ApiTokenFilter, (typeof apiTokenSorts)[number]> = {
  noun: apiTokenNoun,
  idOf: ({ id }) => id,
  searchedBy: 'server',
  sorts: ['createdAt'],
  ownSort: '-createdAt',
  noFilter: {},
  async fetchPage({ client }, { scope, filter, search: typed, sort, cursor, limit, signal }) {
    const { match, text } = parseSearch(typed)
    const query = {
      ...(text === '' ? {} : { search: text, ...(match === 'contains' ? {} : { match }) }),
      ...(sort === '' ? {} : { sort }),
      ...filter,
      cursor,
      limit: String(limit),
    }
    const answer =
      scope === 'all'
        ? await client.call(listApiTokens, { query, signal })
        : await client.call(listOwnApiTokens, { query, signal })
    return mapped(answer, ({ tokens: rows, next = null, previous = null, total }) => ({ rows, next, previous, total }))
  },
}
