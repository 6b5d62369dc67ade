import { listProviderGroups, type findGroups } from '@portico/core'

import type { Server } from '../../kit/context/context.ts'

/** Reads the groups of a provider for core's findGroups. */
export function groupReader(server: Server, idp: string): Parameters<typeof findGroups>[0] {
  return async (query) => (await server.call(listProviderGroups, { params: { id: idp }, query })).value
}
