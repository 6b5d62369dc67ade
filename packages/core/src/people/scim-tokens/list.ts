import { mapped, wholePage, type ListedNoun } from '../../kit/lists/listed.ts'
import { listScimTokens, type ScimToken } from './contract.ts'
import { scimTokenNoun } from './noun.ts'

/** The SCIM tokens of one identity provider, the newest first. The scope is the provider's id. */
export const scimTokenList: ListedNoun<ScimToken> = {
  noun: scimTokenNoun,
  idOf: ({ id }) => id,
  searchedBy: 'here',
  noFilter: {},
  async fetchPage({ client }, { scope, signal }) {
    const outcome = await client.call(listScimTokens, { params: { id: scope }, signal })
    return wholePage(mapped(outcome, ({ tokens: rows }) => ({ rows })))
  },
}
