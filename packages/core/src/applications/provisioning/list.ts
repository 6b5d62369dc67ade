import { mapped, type ListedNoun } from '../../kit/lists/listed.ts'
import { pageQuery } from '../../kit/lists/query.ts'
import { listProvisioningBehind, type ProvisioningObject } from './contract.ts'
import { provisioningObjectNoun } from './noun.ts'

/** The scope of `provisioningBehindList`. */
export function provisioningScope({ envId, appId }: { readonly envId: string; readonly appId: string }): string {
  return `${envId}/${appId}`
}

/** People and groups that are not up to date in an application, people first. The scope is that of `provisioningScope`. */
export const provisioningBehindList: ListedNoun<ProvisioningObject> = {
  noun: provisioningObjectNoun,
  idOf: ({ kind, id }) => `${kind}:${id}`,
  searchedBy: 'server',
  sorts: [],
  noFilter: {},
  pageLength: 50,
  pageLengthMax: 200,
  async fetchPage({ client }, { scope, search, cursor, limit, total, signal }) {
    const [envId = '', appId = ''] = scope.split('/')
    const query = pageQuery({ search, sort: '', cursor, limit, total })
    const answer = await client.call(listProvisioningBehind, { params: { envId, appId }, query, signal })
    return mapped(answer, ({ objects: rows, next = null, previous = null, total: all }) => ({
      rows,
      next,
      previous,
      total: all,
    }))
  },
}
