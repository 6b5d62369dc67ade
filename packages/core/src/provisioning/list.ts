import { mapped, type ListedNoun } from '../lists/listed.ts'
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
  searchedBy: 'here',
  sorts: [],
  noFilter: {},
  pageLength: 50,
  pageLengthMax: 200,
  async fetchPage({ client }, { scope, cursor, limit, signal }) {
    const [envId = '', appId = ''] = scope.split('/')
    const query = { limit: String(limit), cursor }
    const answer = await client.call(listProvisioningBehind, { params: { envId, appId }, query, signal })
    return mapped(answer, ({ objects: rows, next }) => ({ rows, next, previous: null }))
  },
}
