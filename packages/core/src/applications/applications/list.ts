import { mapped, wholePage, type ListedNoun } from '../../kit/lists/listed.ts'
import { listApplications, type Application } from './contract.ts'
import { applicationNoun } from './noun.ts'
import { orderApplications } from './order.ts'

/** The applications of an environment, which is the scope (spec section 4: requesting clears the list). */
export const applicationList: ListedNoun<Application> = {
  noun: applicationNoun,
  idOf: ({ id }) => id,
  searchedBy: 'here',
  noFilter: {},
  order: orderApplications,
  clears: true,
  async fetchPage({ client }, { scope: envId, signal }) {
    const outcome = await client.call(listApplications, { params: { envId }, signal })
    return wholePage(mapped(outcome, ({ applications }) => ({ rows: applications })))
  },
}
