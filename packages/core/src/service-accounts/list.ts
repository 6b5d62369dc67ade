import type { Feedback } from '../feedback/store.ts'
import type { Client, Outcome } from '../http/client.ts'
import { createList, type List } from '../lists/list.ts'
import { listServiceAccounts, type ListedServiceAccount } from './contract.ts'
import { serviceAccountPage, serviceAccountQuery } from './query.ts'

export type ServiceAccountList = List<ListedServiceAccount>

/** The list of an environment's service accounts, page by page; its scope is the environment's id. */
export function createServiceAccountList(
  { client, feedback }: { client: Client; feedback: Feedback },
  size: { readonly pageLength?: number; readonly pagesMax?: number } = {},
): ServiceAccountList {
  return createList({
    ...size,
    feedback,
    idOf: (row) => row.id,
    fetchPage: async ({ scope, cursor, limit, ...query }) => {
      const answer = await client.call(listServiceAccounts, {
        params: { envId: scope },
        query: { ...serviceAccountQuery(query), cursor, limit: String(limit) },
      })
      return answer.ok ? { ok: true, value: serviceAccountPage(answer.value) } : (answer as Outcome<never>)
    },
  })
}
