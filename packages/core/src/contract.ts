/**
 * What the server may see of core: the wire, the rules, the sentences. No store is reachable from here
 * (contract.test.ts walks the imports).
 */
import * as access from './access/contract.ts'
import * as apiTokens from './api-tokens/contract.ts'
import * as appRoles from './app-roles/contract.ts'
import * as applications from './applications/contract.ts'
import * as applicationIcons from './applications/icon-contract.ts'
import * as audit from './audit/contract.ts'
import * as auditReverts from './audit/revert-contract.ts'
import * as auditSeals from './audit/seal-contract.ts'
import * as branding from './branding/contract.ts'
import * as tenantBranding from './branding/tenant-contract.ts'
import * as certificates from './certificates/contract.ts'
import * as clients from './clients/contract.ts'
import * as cliSignIn from './cli-sign-in/contract.ts'
import * as clientSaml from './clients/saml-endpoints.ts'
import * as doctor from './doctor/contract.ts'
import * as environments from './environments/contract.ts'
import * as environmentSettings from './environments/settings-contract.ts'
import * as groupMappings from './group-mappings/contract.ts'
import * as groups from './groups/contract.ts'
import * as idleTime from './idle-time/contract.ts'
import * as notices from './notices/contract.ts'
import * as operations from './operations/contract.ts'
import * as people from './people/contract.ts'
import * as portalRoles from './portal-roles/contract.ts'
import type { Endpoint } from './http/endpoint.ts'
import * as drafts from './identity-providers/draft-contract.ts'
import * as identityProviders from './identity-providers/contract.ts'
import * as testLogins from './identity-providers/test-contract.ts'
import * as transformPreview from './identity-providers/preview-contract.ts'
import * as launcher from './launcher/contract.ts'
import * as recoveryCodes from './recovery-codes/contract.ts'
import * as primaryIdp from './primary-idp/contract.ts'
import * as launcherSettings from './launcher/settings-contract.ts'
import * as sessionLists from './sessions/list-contract.ts'
import * as setup from './setup/contract.ts'
import * as serviceAccounts from './service-accounts/contract.ts'
import * as sessions from './sessions/contract.ts'
import * as signIn from './sign-in/contract.ts'
import * as signInRecords from './sign-in/records-contract.ts'
import * as supportAccess from './support-access/contract.ts'
import * as supportSessions from './support-access/sessions-contract.ts'
import * as provisioning from './provisioning/contract.ts'
import * as takeovers from './provisioning/takeover-contract.ts'
import * as usernameFormats from './username-formats/contract.ts'
import * as scimInbox from './scim-inbox/contract.ts'
import * as scimTokens from './scim-tokens/contract.ts'
import * as webhooks from './webhooks/contract.ts'
import * as tenantRoles from './tenant-roles/contract.ts'

export * from './access/contract.ts'
export * from './api-tokens/contract.ts'
export * from './api-tokens/rules.ts'
export * from './app-roles/contract.ts'
export * from './applications/contract.ts'
export * from './applications/icon-contract.ts'
export * from './audit/contract.ts'
export * from './audit/seal-contract.ts'
export * from './branding/brand-colours.ts'
export * from './audit/revert-contract.ts'
export * from './audit/reverts.ts'
export * from './branding/contract.ts'
export * from './branding/rules.ts'
export * from './branding/tenant-contract.ts'
export * from './certificates/contract.ts'
export * from './clients/contract.ts'
export * from './clients/rules.ts'
export * from './clients/saml-endpoints.ts'
export { rsaKeyBits } from './certificates/pem-bytes.ts'
export * from './certificates/rules.ts'
export * from './cli-sign-in/contract.ts'
export * from './cli-sign-in/rules.ts'
export * from './doctor/contract.ts'
export * from './doctor/provider-states.ts'
export * from './environments/contract.ts'
export * from './environments/settings-contract.ts'
export * from './group-mappings/contract.ts'
export * from './group-mappings/rules.ts'
export * from './groups/contract.ts'
export * from './idle-time/contract.ts'
export * from './idle-time/rules.ts'
export * from './notices/contract.ts'
export * from './notices/radar.ts'
export * from './notices/sentence.ts'
export * from './notices/steps.ts'
export * from './operations/contract.ts'
export * from './operations/health.ts'
export * from './people/contract.ts'
export * from './portal-roles/contract.ts'
export * from './http/endpoint.ts'
export type { ErrorBody, ProblemDetail } from './http/problem.ts'
export * from './http/input.ts'
export * from './http/violations.ts'
export * from './identity-providers/azure-rules.ts'
export * from './identity-providers/contract.ts'
export * from './identity-providers/ends.ts'
export * from './identity-providers/draft-contract.ts'
export * from './identity-providers/oidc-rules.ts'
export * from './identity-providers/preview-contract.ts'
export * from './identity-providers/rules.ts'
export * from './identity-providers/saml-rules.ts'
export * from './identity-providers/test-contract.ts'
export * from './identity-providers/transform-lines.ts'
export * from './identity-providers/transform-rules.ts'
export * from './identity-providers/transforms.ts'
export * from './identity-providers/types.ts'
export * from './launcher/contract.ts'
export * from './launcher/settings-contract.ts'
export * from './lists/contract.ts'
export * from './lists/order.ts'
export * from './lists/search.ts'
export * from './recovery-codes/contract.ts'
export * from './recovery-codes/rules.ts'
export * from './primary-idp/contract.ts'
export * from './primary-idp/rules.ts'
export * from './service-accounts/contract.ts'
export * from './service-accounts/rules.ts'
export * from './sessions/contract.ts'
export * from './sessions/list-contract.ts'
export * from './setup/contract.ts'
export * from './setup/product-ids.ts'
export * from './setup/rules.ts'
export * from './sign-in/checks.ts'
export * from './sign-in/contract.ts'
export * from './sign-in/findings.ts'
export * from './sign-in/records-contract.ts'
export * from './sign-in/return-path.ts'
export * from './sign-in/rules.ts'
export * from './sign-in/sign-in-address.ts'
export * from './support-access/contract.ts'
export * from './support-access/rules.ts'
export * from './support-access/sessions-contract.ts'
export * from './text/closest.ts'
export * from './text/names.ts'
export * from './text/rules.ts'
export * from './username-formats/contract.ts'
export * from './username-formats/rules.ts'
export * from './username-formats/format-text.ts'
export * from './provisioning/contract.ts'
export * from './provisioning/rules.ts'
export * from './provisioning/state.ts'
export * from './provisioning/takeover-contract.ts'
export * from './scim-inbox/contract.ts'
export * from './scim-tokens/contract.ts'
export * from './scim-tokens/rules.ts'
export * from './webhooks/contract.ts'
export * from './webhooks/rules.ts'
export * from './tenant-roles/contract.ts'
export * from './tenant-roles/rules.ts'
export { en } from './words/en.ts'
/** The main sentences: what a web page loads before it needs more. */
export { messages as firstMessages } from './words/en.compiled.ts'
export { englishMessages, type WordId } from './words/english.ts'
export { allSentences } from './words/all-sentences.ts'
export * from './words/languages.ts'
export { createWords, type Words } from './words/words.ts'

/** Every endpoint, in the order of spec section 7. The server's route table is checked against it. */
export const endpoints: readonly Endpoint[] = [
  branding,
  signIn,
  cliSignIn,
  sessions,
  sessionLists,
  launcher,
  launcherSettings,
  environments,
  environmentSettings,
  tenantBranding,
  idleTime,
  supportAccess,
  supportSessions,
  applications,
  applicationIcons,
  clients,
  provisioning,
  takeovers,
  appRoles,
  serviceAccounts,
  apiTokens,
  certificates,
  identityProviders,
  drafts,
  testLogins,
  primaryIdp,
  transformPreview,
  usernameFormats,
  scimInbox,
  scimTokens,
  webhooks,
  tenantRoles,
  groups,
  people,
  groupMappings,
  portalRoles,
  access,
  signInRecords,
  audit,
  auditReverts,
  auditSeals,
  recoveryCodes,
  setup,
  notices,
  operations,
  clientSaml,
  doctor,
].flatMap((feature) => Object.values(feature).filter(isEndpoint))

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value
}
