import {
  allRows,
  getServiceAccount,
  listDependencies,
  listServiceAccounts,
  lookUpQuery,
  matchByIdOrName,
  pageLimitMax,
  RepeatedPage,
  serviceAccountPage,
  type DependencyRow,
  type ListedServiceAccount,
  type QueryOf,
  type ServiceAccount,
  type ServiceAccountPage,
} from '@portico/core'

import type { Server } from '../context/context.ts'
import { exactlyOne } from '../errors/exactly-one.ts'
import { fail } from '../errors/failure.ts'

/** One service account with the ETag for a later change, which covers both parts. */
export type Held = {
  readonly account: ServiceAccount
  readonly etag: string | undefined
  readonly dependencies: readonly DependencyRow[]
}

type Query = NonNullable<QueryOf<typeof listServiceAccounts>>

/** All accounts of an environment that match the query, read page by page. */
export function accountsOf(server: Server, envId: string, query: Query = {}): Promise<ListedServiceAccount[]> {
  return readRows(({ cursor, limit }) => accountPageOf(server, envId, { ...query, cursor, limit: String(limit) }), {
    pageLength: pageLimitMax,
  })
}

/** {@link allRows}, with an endless list as a failure of the command. */
export function readRows(...args: Parameters<typeof allRows<ListedServiceAccount>>): Promise<ListedServiceAccount[]> {
  return allRows(...args).catch((reason: unknown) => {
    if (reason instanceof RepeatedPage) return fail('failure', reason.message)
    throw reason
  })
}

export async function accountPageOf(server: Server, envId: string, query: Query): Promise<ServiceAccountPage> {
  return serviceAccountPage((await server.call(listServiceAccounts, { params: { envId }, query })).value)
}

/** Finds an account by id, URN or unique name and reads all its fields. */
export async function findAccount(server: Server, envId: string, wanted: string): Promise<Held> {
  const { rows } = await accountPageOf(server, envId, lookUpQuery(wanted))
  const matches = matchByIdOrName(rows, wanted, (row) => [row.name, row.urn])
  const { id } = exactlyOne(matches, {
    what: 'service account',
    wanted,
    nameOf: (row) => row.name,
    hint: 'portico service-account list',
  })
  const params = { envId, id }
  const [read, granted] = await Promise.all([
    server.call(getServiceAccount, { params }),
    server.call(listDependencies, { params }),
  ])
  return {
    account: read.value,
    etag: read.etag,
    dependencies: granted.value.dependencies,
  }
}
