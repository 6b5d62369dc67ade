import type { AzureProvider } from '../../providers/identity-providers/queries.ts'
import type { Checks } from '../../kit/checks/checks.ts'
import type { AssertedGroup } from '../attempts/identity.ts'
import { claimAt, textsAt, type Claims } from '../../kit/outbound/claims.ts'
import type { GraphDirectory } from '../../kit/outbound/graph-directory.ts'
import { graphDirectory, type GraphDeps } from '../../providers/identity-providers/azure/graph-directory.ts'
import { GraphFault } from '../../kit/outbound/graph-fault.ts'

/** Share of the time a sign-in has for its provider: if Graph hangs, the groups are lost, not the sign-in. */
const graphShare = 0.5
/** The share for names, which are only displayed. */
const namesShare = 0.2

type Asking = { readonly deps: GraphDeps; readonly signal: AbortSignal; readonly checks: Checks }

/**
 * The groups of a person: ids from the token, or from Microsoft Graph when the token says that there are too many
 * (overage); never from the link inside the token. With `groupNameStartsWith` only those whose name starts with it.
 * undefined when Graph was needed but unavailable; the warning says why. The person then has no groups, instead of
 * outdated ones.
 */
export async function azureGroups(
  provider: AzureProvider,
  claims: Claims,
  oid: string,
  { deps, signal, checks }: Asking,
): Promise<readonly AssertedGroup[] | undefined> {
  const inToken = textsAt(claims, 'groups').map((claim) => ({ claim }))
  const prefix = provider.config.groupNameStartsWith
  const overage = isOverage(claims)
  if (!overage && inToken.length === 0) return []
  const directory = await graphDirectory(provider, deps, checks)
  const limited = withinShare(graphShare, { deps, signal })
  try {
    const all = overage ? await deps.graph.groupsOf(directory, oid, limited) : inToken
    if (prefix === undefined) {
      if (overage) checks.passed('graph', { groups: all.length })
      return await named(directory, all, { deps, signal, checks })
    }
    const names = await deps.graph.startingWith(directory, prefix, limited)
    const kept = all.flatMap(({ claim }) => {
      const name = names.get(claim)
      return name === undefined ? [] : [{ claim, name }]
    })
    checks.passed('graph', { groups: all.length, startingWith: prefix, kept: kept.length })
    return kept
  } catch (error) {
    if (!(error instanceof GraphFault)) throw error
    checks.warned(error.finding, error.evidence)
    return undefined
  }
}

function withinShare(share: number, { deps, signal }: Pick<Asking, 'deps' | 'signal'>): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(share * deps.settings.providerTimeoutMs)])
}

/** More than 200 groups: `_claim_names`, or `hasgroups` from older flows. */
function isOverage(claims: Claims): boolean {
  const elsewhere = claimAt(claims, '_claim_names')
  const named = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, 'groups')
  return named || claims['hasgroups'] === true || claims['hasgroups'] === 'true'
}

/** People know groups by name. Without Graph they are shown by id, and count all the same. */
async function named(
  directory: GraphDirectory,
  groups: readonly AssertedGroup[],
  { deps, signal, checks }: Asking,
): Promise<readonly AssertedGroup[]> {
  const nameless = groups.filter((group) => group.name === undefined).map((group) => group.claim)
  if (nameless.length === 0) return groups
  try {
    const limited = withinShare(namesShare, { deps, signal })
    const names = await deps.graph.namesOf(directory, nameless, limited)
    return groups.map((group) => {
      const name = group.name ?? names.get(group.claim)
      return name === undefined ? group : { claim: group.claim, name }
    })
  } catch (error) {
    if (!(error instanceof GraphFault)) throw error
    checks.warned('graph-names-missing', { cause: error.finding, ...error.evidence })
    return groups
  }
}
