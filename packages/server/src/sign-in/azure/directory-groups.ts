import type { AzureProvider } from '../../providers/identity-providers/queries.ts'
import { createChecks } from '../../kit/checks/checks.ts'
import type { AssertedGroup } from '../attempts/identity.ts'
import { transformGroups } from '../attempts/transformed-groups.ts'
import { graphDirectory, type GraphDeps } from '../../providers/identity-providers/azure/graph-directory.ts'

/**
 * Groups of the directory, also those not seen in a sign-in, for an administrator to map from. `search` is part
 * of a name or an id; only groups that sign-ins would take, with the names they would get. By name. Throws GraphFault, and
 * SignInFault when the directory's document cannot be read. Never call it while a transaction is open.
 */
export async function listDirectoryGroups(
  deps: GraphDeps,
  provider: AzureProvider,
  search = '',
): Promise<Required<Pick<AssertedGroup, 'claim' | 'name'>>[]> {
  const signal = AbortSignal.timeout(deps.settings.providerTimeoutMs)
  const directory = await graphDirectory(provider, deps, createChecks())
  const names = await deps.graph.startingWith(directory, provider.config.groupNameStartsWith ?? '', signal)
  const wanted = search.trim().toLowerCase()
  const told = [...names].map(([claim, name]) => ({ claim, name }))
  const { groups = [] } = transformGroups(told, provider.config.groupTransforms ?? []) ?? {}
  return groups
    .map(({ claim, name = claim }) => ({ claim, name }))
    .filter(({ claim, name }) => name.toLowerCase().includes(wanted) || claim.toLowerCase() === wanted)
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}
