import { mapped, type ListedNoun, type NoFilter } from '../lists/listed.ts'
import { parseSearch } from '../lists/search.ts'
import { listOpeners, type Opener } from './contract.ts'
import { openerNoun } from './noun.ts'

/** The people who can open an application; the scope is `roleScope`. Searched, sorted and paged by the server. */
export const openerList: ListedNoun<Opener, NoFilter, 'name'> = {
  noun: openerNoun,
  idOf: ({ id }) => id,
  searchedBy: 'server',
  sorts: ['name'],
  ownSort: 'name',
  noFilter: {},
  async fetchPage({ client }, { scope, search: typed, sort, cursor, limit, signal }) {
    const [envId = '', appId = ''] = JSON.parse(scope) as string[]
    const { match, text } = parseSearch(typed)
    const query = {
      ...(text === '' ? {} : { search: text, ...(match === 'contains' ? {} : { match }) }),
      ...(sort === '' ? {} : { sort }),
      cursor,
      limit: String(limit),
    }
    const answer = await client.call(listOpeners, { params: { envId, appId }, query, signal })
    return mapped(answer, ({ people: rows, next = null, previous = null, total }) => ({ rows, next, previous, total }))
  },
}
