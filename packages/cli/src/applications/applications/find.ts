import { applicationList, matchByIdOrName, type Application } from '@portico/core'

import type { Server } from '../../kit/context/context.ts'
import { readRows } from '../../kit/context/read-rows.ts'
import { exactlyOne } from '../../kit/errors/exactly-one.ts'

/** In the order of spec section 4, as in all interfaces: the portal first. */
export function applicationsOf(server: Server, envId: string): Promise<readonly Application[]> {
  return readRows(server, applicationList, { scope: envId })
}

/** Finds an application by id, URN or unique name. */
export function pickApplication(applications: readonly Application[], wanted: string): Application {
  const matches = matchByIdOrName(applications, wanted, (row) => [row.urn, row.label])
  return exactlyOne(matches, { what: 'application', wanted, nameOf: (row) => row.urn, hint: 'portico app list' })
}
