import {
  extractPublicKey,
  getSession,
  getTestLogin,
  importProviderMetadata,
  lintIdentityProvider,
  lintIdentityProviderDraft,
  previewTransforms,
  signOut,
  startTestLogin,
  type Endpoint,
} from '@portico/core/contract'

/**
 * What a setup session may call in addition to its own routes (docs/decisions/0077): tools that read no data of the tenant, the
 * checks and test logins of the provider that it sets up, and the session's own end. All other routes answer it 403.
 */
const setupEndpoints: ReadonlySet<Endpoint> = new Set<Endpoint>([
  importProviderMetadata,
  extractPublicKey,
  lintIdentityProvider,
  lintIdentityProviderDraft,
  previewTransforms,
  startTestLogin,
  getTestLogin,
  getSession,
  signOut,
])

export function opensToSetup(endpoint: Endpoint): boolean {
  return setupEndpoints.has(endpoint)
}
