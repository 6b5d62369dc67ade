import {
  getServiceAccount,
  listDependencies,
  listServiceAccounts,
  lookUpQuery,
  matchByIdOrName,
  serviceAccountPage,
  type AdminEnvironment,
  type DependencyRow,
  type QueryOf,
  type ServiceAccount,
  type ServiceAccountPage,
} from '@portico/core'

import type { Server } from '../../kit/context/context.ts'
import { exactlyOne } from '../../kit/errors/exactly-one.ts'

/** One service account with the ETag for a later change, which covers both parts. */
export type Held = {
  readonly account: ServiceAccount
  readonly etag: string | undefined
  readonly dependencies: readonly DependencyRow[]
}

type Query = NonNullable<QueryOf<typeof listServiceAccounts>>

export async function accountPageOf(server: Server, envId: string, query: Query): Promise<ServiceAccountPage> {
  return serviceAccountPage((await server.call(listServiceAccounts, { params: { envId }, query })).value)
}

/** Finds an account by id, URN or unique name and reads all its fields. */
export async function findAccount(
  server: Server,
  { id: envId, name: environment }: Pick<AdminEnvironment, 'id' | 'name'>,
  wanted: string,
): Promise<Held> {
  const { rows } = await accountPageOf(server, envId, lookUpQuery(wanted))
  const matches = matchByIdOrName(rows, wanted, (row) => [row.name, row.urn])
  const { id } = exactlyOne(matches, {
    what: 'service account',
    in: environment,
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
