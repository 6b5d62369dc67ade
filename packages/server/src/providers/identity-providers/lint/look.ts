import { XmlFault } from '@portico/core/contract'

import type { Deps } from '../../../kit/http/deps.ts'
import { Failure } from '../../../kit/http/failure.ts'
import { readAnswer } from '../../../protocols/saml/index.ts'
import { GraphFault } from '../../../kit/outbound/graph-fault.ts'
import type { GraphDirectory } from '../../../kit/outbound/graph-directory.ts'
import { graphDirectory } from '../azure/graph-directory.ts'
import { createChecks } from '../../../kit/checks/checks.ts'
import { SignInFault } from '../../../kit/checks/sign-in-fault.ts'
import { fetchAnswer, fetchDocument, lookTimeoutMs, readJsonObject } from '../metadata-import/read-source.ts'
import type { AzureProvider, IdentityProvider, OidcProvider, SamlProvider } from '../queries.ts'
import { found, when, type Found } from './finding.ts'
import { compareDiscovery } from './look-oidc.ts'
import { compareMetadata } from './look-saml.ts'

/** Asks the provider itself. What cannot be reached is a finding; never call it while a transaction is open. */
export async function lookAt(provider: IdentityProvider, deps: Deps): Promise<Found[]> {
  switch (provider.family) {
    case 'oidc':
      return lookAtDiscovery(provider, deps)
    case 'azure':
      return lookAtDirectory(provider, deps)
    case 'saml':
      return lookAtMetadata(provider, deps)
  }
}

async function lookAtDiscovery(provider: OidcProvider, { providerFetch }: Deps): Promise<Found[]> {
  const { issuer, authorizationUrl, tokenUrl, jwksUrl } = provider.config
  try {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    return compareDiscovery(provider, readJsonObject(await fetchDocument(address, providerFetch)))
  } catch (error) {
    // The document is not needed when all addresses are entered.
    const severity = authorizationUrl && tokenUrl && jwksUrl ? 'note' : 'error'
    return [found(severity, 'discovery-unreachable', 'issuer', { reason: reasonOf(error) })]
  }
}

async function lookAtMetadata(provider: SamlProvider, { providerFetch, clock }: Deps): Promise<Found[]> {
  const { metadataUrl, entityId } = provider.config
  if (metadataUrl === undefined) return []
  try {
    const nowMs = clock.now()
    const described = await readAnswer(await fetchAnswer(metadataUrl, providerFetch), { entityId, nowMs })
    return compareMetadata(provider, described, nowMs)
  } catch (error) {
    return [found('warning', 'metadata-unreachable', 'metadataUrl', { reason: reasonOf(error) })]
  }
}

/** Whether the directory is there, takes the secret, and lets the application read groups. */
async function lookAtDirectory(provider: AzureProvider, deps: Deps): Promise<Found[]> {
  let directory: GraphDirectory
  try {
    directory = await graphDirectory(provider, deps, createChecks())
  } catch (error) {
    return [found('error', 'directory-unknown', 'domainName', { reason: reasonOf(error) })]
  }
  // A draft that keeps its stored secret cannot ask.
  if (directory.clientSecret === '') return []
  const prefix = provider.config.groupNameStartsWith
  try {
    // Without a filter any question will do; this one has a short answer.
    const names = await deps.graph.startingWith(directory, prefix ?? 'Portico', AbortSignal.timeout(lookTimeoutMs))
    return when(prefix !== undefined && names.size === 0, () =>
      found('error', 'filter-matches-none', 'groupNameStartsWith', { prefix: prefix ?? '' }),
    )
  } catch (error) {
    if (!(error instanceof GraphFault)) throw error
    if (error.finding === 'graph-no-permission')
      return [found(prefix === undefined ? 'warning' : 'error', 'graph-refused')]
    const reason = reasonOf(error)
    const refused = error.evidence['address'] === directory.tokenEndpoint && Number(error.evidence['status']) >= 400
    return refused
      ? [{ ...found('error', 'application-secret-refused', null, { reason }), fieldID: 'applicationSecret' }]
      : [found('warning', 'graph-failed', null, { reason })]
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Failure) return error.details[0]?.errorMessage ?? error.message
  if (error instanceof XmlFault) return error.detail
  if (error instanceof GraphFault) return String(error.evidence['error'] ?? '').slice(0, 300)
  if (error instanceof SignInFault) return error.reason.slice(0, 300)
  return error instanceof Error ? error.message : String(error)
}
