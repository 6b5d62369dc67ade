import {
  createIdentityProvider,
  deleteIdentityProvider,
  extendCertificate,
  extractPublicKey,
  getIdentityProvider,
  getOurMetadata,
  getPortalRoleGroups,
  getSession,
  getTestLogin,
  getUsernameFormats,
  importProviderMetadata,
  keepIdentityProvider,
  lintIdentityProvider,
  lintIdentityProviderDraft,
  listCertificates,
  listGroups,
  listIdentityProviders,
  listPrimaryGroups,
  listProviderGroups,
  previewTransforms,
  revertIdentityProvider,
  saveUsernameFormats,
  setPortalRoleGroups,
  signOut,
  startTestLogin,
  updateIdentityProvider,
  type Endpoint,
} from '@portico/core/contract'

/**
 * Everything a repair session may call (docs/decisions/0070): identity providers with their formats, certificates,
 * metadata and checks, the groups that the Security Admin role is mapped to, and the session's own end. All other routes
 * answer it 403.
 */
const repairEndpoints: ReadonlySet<Endpoint> = new Set<Endpoint>([
  listIdentityProviders,
  getIdentityProvider,
  createIdentityProvider,
  updateIdentityProvider,
  deleteIdentityProvider,
  getUsernameFormats,
  saveUsernameFormats,
  listCertificates,
  extendCertificate,
  extractPublicKey,
  importProviderMetadata,
  getOurMetadata,
  lintIdentityProvider,
  lintIdentityProviderDraft,
  previewTransforms,
  startTestLogin,
  getTestLogin,
  keepIdentityProvider,
  revertIdentityProvider,
  listGroups,
  listPrimaryGroups,
  listProviderGroups,
  getPortalRoleGroups,
  setPortalRoleGroups,
  getSession,
  signOut,
])

export function opensToRepair(endpoint: Endpoint): boolean {
  return repairEndpoints.has(endpoint)
}
