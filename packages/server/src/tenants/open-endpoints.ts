import {
  answerDeviceRequest,
  answerLoopbackRequest,
  endOtherSessions,
  endSession,
  extractPublicKey,
  findDeviceRequest,
  importProviderMetadata,
  lintIdentityProviderDraft,
  previewTransforms,
  renewSession,
  selectEnvironment,
  signOut,
  type Endpoint,
} from '@portico/core/contract'

/**
 * The calls other than GET that people of a deactivated tenant may make (docs/decisions/0098): signing in, also at a
 * terminal, choosing where to read, staying and leaving; and calls that only read, with something to read in their body.
 * All others answer 403.
 */
const openEndpoints: ReadonlySet<Endpoint> = new Set<Endpoint>([
  answerDeviceRequest,
  answerLoopbackRequest,
  endOtherSessions,
  endSession,
  extractPublicKey,
  findDeviceRequest,
  importProviderMetadata,
  lintIdentityProviderDraft,
  previewTransforms,
  renewSession,
  selectEnvironment,
  signOut,
])

export function isOpenWhileDeactivated(endpoint: Endpoint): boolean {
  return openEndpoints.has(endpoint)
}
