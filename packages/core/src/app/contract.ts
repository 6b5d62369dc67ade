/**
 * What the server may see of core: the wire, the rules, the sentences. No store is reachable from here
 * (contract.test.ts walks the imports).
 */
import * as access from '../access/access/contract.ts'
import * as apiTokens from '../machines/api-tokens/contract.ts'
import * as appRoles from '../access/app-roles/contract.ts'
import * as applications from '../applications/applications/contract.ts'
import * as accessTexts from '../applications/applications/access-text-contract.ts'
import * as applicationIcons from '../applications/applications/icon-contract.ts'
import * as audit from '../tenant/audit/contract.ts'
import * as auditReverts from '../tenant/audit/revert-contract.ts'
import * as auditSeals from '../tenant/audit/seal-contract.ts'
import * as branding from '../tenant/branding/contract.ts'
import * as tenantBranding from '../tenant/branding/tenant-contract.ts'
import * as certificates from '../providers/certificates/contract.ts'
import * as clients from '../applications/clients/contract.ts'
import * as cliSignIn from '../sign-in/cli-sign-in/contract.ts'
import * as clientSaml from '../applications/clients/saml-endpoints.ts'
import * as doctor from '../tenant/doctor/contract.ts'
import * as environments from '../tenant/environments/contract.ts'
import * as environmentSettings from '../tenant/environments/settings-contract.ts'
import * as groupMappings from '../access/group-mappings/contract.ts'
import * as groups from '../people/groups/contract.ts'
import * as idleTime from '../tenant/idle-time/contract.ts'
import * as notices from '../tenant/notices/contract.ts'
import * as operations from '../tenant/operations/contract.ts'
import * as people from '../people/people/contract.ts'
import * as portalRoles from '../access/portal-roles/contract.ts'
import * as keys from '../kit/keys/contract.ts'
import type { Endpoint } from '../kit/http/endpoint.ts'
import * as drafts from '../providers/identity-providers/draft-contract.ts'
import * as identityProviders from '../providers/identity-providers/contract.ts'
import * as testLogins from '../providers/identity-providers/test-contract.ts'
import * as transformPreview from '../providers/identity-providers/preview-contract.ts'
import * as launcher from '../applications/launcher/contract.ts'
import * as recoveryCodes from '../sign-in/recovery-codes/contract.ts'
import * as primaryIdp from '../providers/primary-idp/contract.ts'
import * as launcherSettings from '../applications/launcher/settings-contract.ts'
import * as sessionLists from '../sign-in/sessions/list-contract.ts'
import * as setup from '../sign-in/setup/contract.ts'
import * as serviceAccounts from '../machines/service-accounts/contract.ts'
import * as sessions from '../sign-in/sessions/contract.ts'
import * as signIn from '../sign-in/sign-in/contract.ts'
import * as signInRecords from '../sign-in/sign-in/records-contract.ts'
import * as supportAccess from '../tenant/support-access/contract.ts'
import * as supportSessions from '../tenant/support-access/sessions-contract.ts'
import * as provisioning from '../applications/provisioning/contract.ts'
import * as takeovers from '../applications/provisioning/takeover-contract.ts'
import * as usernameFormats from '../providers/username-formats/contract.ts'
import * as scimInbox from '../people/scim-inbox/contract.ts'
import * as scimTokens from '../people/scim-tokens/contract.ts'
import * as webhooks from '../tenant/webhooks/contract.ts'
import * as tenantRoles from '../access/tenant-roles/contract.ts'

export * from '../access/access/contract.ts'
export * from '../machines/api-tokens/contract.ts'
export * from '../machines/api-tokens/rules.ts'
export * from '../access/app-roles/contract.ts'
export * from '../applications/applications/contract.ts'
export * from '../applications/applications/access-text-contract.ts'
export * from '../applications/applications/icon-contract.ts'
export * from '../tenant/audit/contract.ts'
export * from '../tenant/audit/seal-contract.ts'
export * from '../tenant/branding/brand-colours.ts'
export * from '../tenant/audit/revert-contract.ts'
export * from '../tenant/audit/reverts.ts'
export * from '../tenant/branding/contract.ts'
export * from '../tenant/branding/rules.ts'
export * from '../tenant/branding/tenant-contract.ts'
export * from '../providers/certificates/contract.ts'
export * from '../applications/clients/contract.ts'
export * from '../applications/clients/rules.ts'
export * from '../applications/clients/saml-endpoints.ts'
export { rsaKeyBits } from '../kit/keys/pem-bytes.ts'
export {
  isPrivateFile,
  pemOrText,
  readKeyFile,
  readKeyText,
  textOfKeyFile,
  type KeyText,
} from '../kit/keys/key-text.ts'
export { isPrivateDer } from '../kit/keys/private-der.ts'
export * from '../kit/keys/contract.ts'
export { fileBytesMax } from '../kit/limits.ts'
export * from '../sign-in/cli-sign-in/contract.ts'
export * from '../sign-in/cli-sign-in/rules.ts'
export * from '../tenant/doctor/contract.ts'
export * from '../tenant/doctor/provider-states.ts'
export * from '../tenant/environments/contract.ts'
export * from '../tenant/environments/settings-contract.ts'
export * from '../access/group-mappings/contract.ts'
export * from '../access/group-mappings/rules.ts'
export * from '../people/groups/contract.ts'
export * from '../tenant/idle-time/contract.ts'
export * from '../tenant/idle-time/rules.ts'
export * from '../tenant/notices/contract.ts'
export * from '../tenant/notices/radar.ts'
export * from '../tenant/notices/sentence.ts'
export * from '../kit/expiry.ts'
export * from '../tenant/operations/contract.ts'
export * from '../tenant/operations/health.ts'
export * from '../people/people/contract.ts'
export * from '../access/portal-roles/contract.ts'
export * from '../kit/feedback/flash.ts'
export * from '../kit/http/endpoint.ts'
export type { ErrorBody, ProblemDetail } from '../kit/http/problem.ts'
export * from '../kit/http/input.ts'
export * from '../kit/http/violations.ts'
export * from '../providers/identity-providers/azure-rules.ts'
export * from '../providers/identity-providers/contract.ts'
export * from '../providers/identity-providers/expirations.ts'
export * from '../providers/identity-providers/draft-contract.ts'
export { hasPlaceholder } from '../providers/identity-providers/fields.ts'
export * from '../providers/identity-providers/oidc-rules.ts'
export * from '../providers/identity-providers/preview-contract.ts'
export * from '../providers/identity-providers/rules.ts'
export * from '../providers/identity-providers/saml-rules.ts'
export * from '../providers/identity-providers/test-contract.ts'
export * from '../providers/identity-providers/transform-lines.ts'
export * from '../providers/identity-providers/transform-rules.ts'
export * from '../providers/identity-providers/transforms.ts'
export * from '../providers/identity-providers/types.ts'
export * from '../applications/launcher/contract.ts'
export * from '../applications/launcher/settings-contract.ts'
export * from '../kit/lists/contract.ts'
export * from '../kit/lists/order.ts'
export * from '../kit/lists/search.ts'
export * from '../sign-in/recovery-codes/contract.ts'
export * from '../sign-in/recovery-codes/rules.ts'
export * from '../providers/primary-idp/contract.ts'
export * from '../providers/primary-idp/rules.ts'
export * from '../machines/service-accounts/contract.ts'
export * from '../machines/service-accounts/rules.ts'
export * from '../sign-in/sessions/contract.ts'
export * from '../sign-in/sessions/list-contract.ts'
export * from '../sign-in/setup/contract.ts'
export * from '../sign-in/setup/product-ids.ts'
export * from '../sign-in/setup/rules.ts'
export * from '../sign-in/sign-in/checks.ts'
export * from '../sign-in/sign-in/contract.ts'
export * from '../sign-in/sign-in/findings.ts'
export * from '../sign-in/sign-in/records-contract.ts'
export * from '../sign-in/sign-in/return-path.ts'
export * from '../sign-in/sign-in/rules.ts'
export * from '../sign-in/sign-in/sign-in-address.ts'
export * from '../sign-in/sign-in/signed-out.ts'
export * from '../tenant/support-access/contract.ts'
export * from '../tenant/support-access/rules.ts'
export * from '../tenant/support-access/sessions-contract.ts'
export * from '../kit/text/closest.ts'
export * from '../kit/text/decode.ts'
export type { NamedEntity, ScannedEntities } from '../kit/metadata/entity-scanner.ts'
export { aggregateBytesMax, pieceBytes, scanEntities, startOf } from '../kit/metadata/scan-entities.ts'
export { XmlFault } from '../kit/metadata/xml-fault.ts'
export * from '../kit/text/names.ts'
export * from '../kit/text/rules.ts'
export * from '../providers/username-formats/contract.ts'
export * from '../providers/username-formats/rules.ts'
export * from '../providers/identity-providers/format-text.ts'
export * from '../applications/provisioning/contract.ts'
export * from '../applications/provisioning/rules.ts'
export * from '../applications/provisioning/state.ts'
export * from '../applications/provisioning/takeover-contract.ts'
export * from '../people/scim-inbox/contract.ts'
export * from '../people/scim-tokens/contract.ts'
export * from '../people/scim-tokens/rules.ts'
export * from '../tenant/webhooks/contract.ts'
export * from '../tenant/webhooks/rules.ts'
export * from '../access/tenant-roles/contract.ts'
export * from '../access/tenant-roles/fields.ts'
export * from '../access/tenant-roles/rules.ts'
export { en } from '../kit/words/en.ts'
/** The main sentences: what a web page loads before it needs more. */
export { messages as firstMessages } from '../kit/words/compiled/english/first.ts'
export { englishMessages } from '../kit/words/compiled/english.ts'
export { allSentences, type WordId } from '../kit/words/english.ts'
export * from '../kit/words/languages.ts'
export { createWords, type Words } from '../kit/words/words.ts'

/** Every endpoint, in the order of spec section 7. The server's route table is checked against it. */
export const endpoints: readonly Endpoint[] = [
  branding,
  signIn,
  cliSignIn,
  sessions,
  sessionLists,
  launcher,
  launcherSettings,
  accessTexts,
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
  keys,
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
