import { mapped, wholePage, type ListedNoun } from '../../kit/lists/listed.ts'
import { listSessions, listSessionsOfPerson, type OpenSession } from './list-contract.ts'
import { openSessionNoun } from './list-noun.ts'

/** The scope is the id of a person, or '' for the caller. The latest used come first. */
export const sessionList: ListedNoun<OpenSession> = {
  noun: openSessionNoun,
  idOf: ({ id }) => id,
  searchedBy: 'here',
  ownSort: '-lastUsedAt',
  noFilter: {},
  async fetchPage({ client }, { scope, signal }) {
    const outcome =
      scope === ''
        ? await client.call(listSessions, { signal })
        : await client.call(listSessionsOfPerson, { params: { id: scope }, signal })
    return wholePage(mapped(outcome, ({ sessions: rows }) => ({ rows })))
  },
}
