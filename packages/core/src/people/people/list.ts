import { mapped, type ListedNoun } from '../../kit/lists/listed.ts'
import { pageQuery } from '../../kit/lists/query.ts'
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
  async fetchPage({ client }, { filter, search, sort, cursor, limit, total, signal }) {
    const query = { ...filter, ...pageQuery({ search, sort, cursor, limit, total }) }
    const answer = await client.call(listPeople, { query, signal })
    return mapped(answer, ({ people: rows, next = null, previous = null, total: all }) => ({
      rows,
      next,
      previous,
      total: all,
    }))
  },
}
