import {
  getServiceAccount,
  listDependencies,
  listServiceAccounts,
  matchByIdOrName,
  type DependencyRow,
  type ServiceAccount,
} from '@portico/core'

import type { Server } from '../context/context.ts'
import { exactlyOne } from '../errors/exactly-one.ts'

/** One service account as it was read, with the ETags that guard its change. */
export type Held = {
  readonly account: ServiceAccount
  readonly etag: string | undefined
  readonly dependencies: readonly DependencyRow[]
  readonly dependenciesEtag: string | undefined
}

export async function accountsOf(server: Server, envId: string): Promise<readonly ServiceAccount[]> {
  return (await server.call(listServiceAccounts, { params: { envId } })).value.serviceAccounts
}

/** The account that an id, a URN or a unique name means, read whole. */
export async function findAccount(server: Server, envId: string, wanted: string): Promise<Held> {
  const matches = matchByIdOrName(await accountsOf(server, envId), wanted, (row) => [row.name, row.urn])
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
    dependenciesEtag: granted.etag,
  }
}
