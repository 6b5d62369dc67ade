import { mapped, type ListedNoun } from '../../kit/lists/listed.ts'
import { signInNoun } from './noun.ts'
import { listSignIns, type SignInSummary } from './records-contract.ts'

export type SignInFilter = {
  /** Part of a username, a code, or the beginning of a code or of a network address. The server searches all attempts. */
  readonly search?: string | undefined
  readonly outcome?: SignInSummary['outcome'] | undefined
  /** Id of an identity provider. */
  readonly idp?: string | undefined
  /** ISO 8601 in UTC: from `since`, before `until`. */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/**
 * Recorded sign-ins, the newest first. The server filters; the rows read so far are searched and sorted here. If few
 * attempts match, a page may be short and have a next one: see docs/decisions/0035.
 */
export const signInList: ListedNoun<SignInSummary, SignInFilter> = {
  noun: signInNoun,
  idOf: ({ code }) => code,
  searchedBy: 'here',
  ownSort: '-at',
  noFilter: {},
  pageLength: 50,
  pageLengthMax: 100,
  async fetchPage({ client }, { filter: { search, ...others }, cursor, limit, signal }) {
    const query = { ...others, search: search?.trim() || undefined, limit: String(limit), cursor }
    const answer = await client.call(listSignIns, { query, signal })
    return mapped(answer, ({ signIns, next }) => ({ rows: signIns, next, previous: null }))
  },
}
