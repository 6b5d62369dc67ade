import { mapped, type ListedNoun } from '../../kit/lists/listed.ts'
import { pageQuery } from '../../kit/lists/query.ts'
import { listApiTokens, listOwnApiTokens, type ApiTokenState, type apiTokenSorts } from './contract.ts'
import { apiTokenNoun, type ListedApiToken } from './noun.ts'

export type ApiTokenFilter = {
  readonly state?: ApiTokenState | undefined
}

/** The owners of the tokens in a list: the person who asks, or all people of the tenant. */
export type ApiTokenScope = 'own' | 'all'

/** API tokens, the newest first: searched and paged by the server. The scope is an {@link ApiTokenScope}. */
export const apiTokenList: ListedNoun<ListedApiToken, ApiTokenFilter, (typeof apiTokenSorts)[number]> = {
  noun: apiTokenNoun,
  idOf: ({ id }) => id,
  searchedBy: 'server',
  sorts: ['createdAt'],
  ownSort: '-createdAt',
  noFilter: {},
  async fetchPage({ client }, { scope, filter, search, sort, cursor, limit, total, signal }) {
    const query = { ...filter, ...pageQuery({ search, sort, cursor, limit, total }) }
    const answer =
      scope === 'all'
        ? await client.call(listApiTokens, { query, signal })
        : await client.call(listOwnApiTokens, { query, signal })
    return mapped(answer, ({ tokens: rows, next = null, previous = null, total: all }) => ({
      rows,
      next,
      previous,
      total: all,
    }))
  },
}
