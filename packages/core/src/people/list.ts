import { mapped, type ListedNoun } from '../lists/listed.ts'
import { parseSearch } from '../lists/search.ts'
import { listPeople, type Person, type personSorts, type personStates } from './contract.ts'
import { personNoun } from './noun.ts'

export type PersonFilter = {
  readonly state?: (typeof personStates)[number] | undefined
  /** Id of an identity provider. */
  readonly idp?: string | undefined
  /** Id of a group: only its members. */
  readonly group?: string | undefined
}

/** The people of the tenant: searched, sorted and paged by the server. */
export const personList: ListedNoun<Person, PersonFilter, (typeof personSorts)[number]> = {
  noun: personNoun,
  idOf: ({ id }) => id,
  searchedBy: 'server',
  sorts: ['name'],
  ownSort: 'name',
  noFilter: {},
  async fetchPage({ client }, { filter, search: typed, sort, cursor, limit, signal }) {
    const { match, text } = parseSearch(typed)
    const query = {
      ...(text === '' ? {} : { search: text, ...(match === 'contains' ? {} : { match }) }),
      ...(sort === '' ? {} : { sort }),
      ...filter,
      cursor,
      limit: String(limit),
    }
    const answer = await client.call(listPeople, { query, signal })
    return mapped(answer, ({ people: rows, next = null, previous = null, total }) => ({ rows, next, previous, total }))
  },
}
