import { mapped, type ListedNoun, type NoFilter } from '../../kit/lists/listed.ts'
import { pageQuery } from '../../kit/lists/query.ts'
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
  async fetchPage({ client }, { scope, search, sort, cursor, limit, total, signal }) {
    const [envId = '', appId = ''] = JSON.parse(scope) as string[]
    const query = pageQuery({ search, sort, cursor, limit, total })
    const answer = await client.call(listOpeners, { params: { envId, appId }, query, signal })
    return mapped(answer, ({ people: rows, next = null, previous = null, total: all }) => ({
      rows,
      next,
      previous,
      total: all,
    }))
  },
}
