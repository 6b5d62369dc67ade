import { mapped, wholePage, type ListedNoun } from '../../kit/lists/listed.ts'
import { listSupportSessions, type SupportSession } from './sessions-contract.ts'
import { supportSessionNoun } from './sessions-noun.ts'

/** Support users who are or were in the tenant: those that are, then the latest. */
export const supportSessionList: ListedNoun<SupportSession> = {
  noun: supportSessionNoun,
  idOf: ({ id }) => id,
  searchedBy: 'here',
  noFilter: {},
  async fetchPage({ client }, { signal }) {
    const outcome = await client.call(listSupportSessions, { signal })
    return wholePage(mapped(outcome, ({ supportSessions: rows }) => ({ rows })))
  },
}
