import type { ProviderGroups } from '@portico/core/contract'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import type { AzureProvider } from '../../providers/identity-providers/queries.ts'
import { listDirectoryGroups } from '../../sign-in/azure/directory-groups.ts'
import { GraphFault } from '../../kit/outbound/graph-fault.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { groupsListMax, keepGroups, listSeenGroups } from './queries.ts'

/**
 * The groups of a directory from Microsoft Graph, stored here so that they can be mapped; if Graph cannot be reached, the
 * groups seen before. Never call it while a transaction is open.
 */
export async function askDirectory(
  deps: Deps,
  provider: AzureProvider,
  search: string | undefined,
): Promise<Pick<ProviderGroups, 'source' | 'groups'>> {
  const scope = tenantScope(deps.database, provider.tenantId)
  try {
    const told = (await listDirectoryGroups(deps, provider, search)).slice(0, groupsListMax)
    const groups = await scope.transaction((tx) => keepGroups(tx, provider.id, told, deps.clock.now()))
    return { source: 'directory', groups }
  } catch (error) {
    if (!(error instanceof GraphFault || error instanceof SignInFault)) throw error
    deps.log.info({ provider: provider.id, reason: error.message }, 'the directory was not asked for its groups')
    return { source: 'unavailable', groups: await scope.transaction((tx) => listSeenGroups(tx, provider.id, search)) }
  }
}
