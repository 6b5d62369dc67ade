import { mapped, type ListedNoun } from '../../kit/lists/listed.ts'
import { pageQuery } from '../../kit/lists/query.ts'
import { listScimRequests, listScimUnseen, type ScimRequestSummary, type ScimUnseenPerson } from './contract.ts'
import { scimRequestNoun, scimUnseenNoun } from './noun.ts'

export type ScimRequestFilter = {
  /** Only those that changed something, or that failed. */
  readonly only?: 'changed' | 'failed' | undefined
}

/** What a directory has sent, the newest first. The scope is the id of the identity provider. The server searches, filters and pages. */
export const scimRequestList: ListedNoun<ScimRequestSummary, ScimRequestFilter> = {
  noun: scimRequestNoun,
  idOf: ({ id }) => id,
  searchedBy: 'server',
  sorts: [],
  ownSort: '-at',
  noFilter: {},
  pageLength: 50,
  pageLengthMax: 200,
  async fetchPage({ client }, { scope, search, filter: { only }, cursor, limit, total, signal }) {
    const query = { only, ...pageQuery({ search, sort: '', cursor, limit, total }) }
    const answer = await client.call(listScimRequests, { params: { id: scope }, query, signal })
    return mapped(answer, ({ requests: rows, next = null, previous = null, total: all }) => ({
      rows,
      next,
      previous,
      total: all,
    }))
  },
}

/** The people whom a directory sent and who never signed in. The scope is the id of the identity provider. */
export const scimUnseenList: ListedNoun<ScimUnseenPerson> = {
  noun: scimUnseenNoun,
  idOf: ({ id }) => id,
  searchedBy: 'here',
  sorts: [],
  noFilter: {},
  pageLength: 50,
  pageLengthMax: 200,
  async fetchPage({ client }, { scope, cursor, limit, signal }) {
    const query = { limit: String(limit), cursor }
    const answer = await client.call(listScimUnseen, { params: { id: scope }, query, signal })
    return mapped(answer, ({ people: rows, next }) => ({ rows, next, previous: null }))
  },
}
