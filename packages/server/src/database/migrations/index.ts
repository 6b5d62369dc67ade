import type { Migration } from 'kysely'
import { tenants } from './0001-tenants.ts'
import { people } from './0002-people.ts'
import { sessions } from './0003-sessions.ts'
import { serviceAccounts } from './0004-service-accounts.ts'
import { audit } from './0005-audit.ts'
import { cliSignIn } from './0006-cli-sign-in.ts'
import { federation } from './0007-federation.ts'
import { usernameFormats } from './0008-username-formats.ts'
import { endedSessions } from './0009-ended-sessions.ts'
import { keysAndBackups } from './0010-keys-and-backups.ts'
import { limitsAndRetention } from './0012-limits-and-retention.ts'
import { growth } from './0014-growth.ts'
import { deletions } from './0015-deletions.ts'
import { listOrder } from './0017-list-order.ts'
import { primaryProviders } from './0018-primary-providers.ts'
import { searchByParts } from './0019-search-by-parts.ts'
import { signInId } from './0021-sign-in-id.ts'
import { launcherPreferences } from './0022-launcher-preferences.ts'
import { launcherNotices } from './0023-launcher-notices.ts'
import { applicationIcons } from './0024-application-icons.ts'
import { accountKeys } from './0025-account-keys.ts'
import { providerDrafts } from './0026-provider-drafts.ts'
import { nameTransforms } from './0028-name-transforms.ts'
import { forgetUnmapped } from './0029-forget-unmapped.ts'
import { primarySwitch } from './0030-primary-switch.ts'
import { recoveryCodes } from './0032-recovery-codes.ts'
import { provenPaths } from './0034-proven-paths.ts'
import { unconfirmedChanges } from './0035-unconfirmed-changes.ts'
import { setup } from './0036-setup.ts'
import { certificateTimes } from './0037-certificate-times.ts'
import { metadataReadings } from './0038-metadata-readings.ts'
import { expiryWarnings } from './0039-expiry-warnings.ts'
import { credentialsTime } from './0040-credentials-time.ts'
import { changes } from './0043-changes.ts'
import { tenantRoles } from './0044-tenant-roles.ts'
import { peopleList } from './0045-people.ts'
import { idleTime } from './0047-idle-time.ts'
import { largeTenants } from './0048-large-tenants.ts'
import { sessionList } from './0049-session-list.ts'
import { proofPeople } from './0050-proof-people.ts'
import { supportRole } from './0051-support-role.ts'
import { supportSessions } from './0052-support-sessions.ts'
import { operations } from './0053-operations.ts'
import { auditList } from './0054-audit-list.ts'
import { auditSeals } from './0055-audit-seals.ts'
import { keyEnds } from './0056-key-ends.ts'
import { tenantList } from './0057-tenant-list.ts'
import { runningSupport } from './0058-running-support.ts'
import { auditLogStream } from './0059-audit-log-stream.ts'
import { webhooks } from './0060-webhooks.ts'
import { branding } from './0061-branding.ts'
import { supportRetention } from './0062-support-retention.ts'
import { auditKept } from './0063-audit-kept.ts'
import { auditMemory } from './0109-audit-memory.ts'
import { applicationClients } from './0064-application-clients.ts'
import { accountTargets } from './0065-account-targets.ts'
import { applicationSessions } from './0067-application-sessions.ts'
import { samlLogouts } from './0069-saml-logouts.ts'
import { scimTokens } from './0072-scim-tokens.ts'
import { scimTokenDoor } from './0073-scim-token-door.ts'
import { applicationLogOuts } from './0078-application-log-outs.ts'
import { apiTokens } from './0070-api-tokens.ts'
import { scimUsers } from './0074-scim-users.ts'
import { scimGroups } from './0075-scim-groups.ts'
import { scimPeople } from './0076-scim-people.ts'
import { clientCertificateEnds } from './0079-client-certificate-ends.ts'
import { scimMatches } from './0080-scim-matches.ts'
import { scimRequests } from './0082-scim-requests.ts'
import { scimActivity } from './0083-scim-activity.ts'
import { scimTokenWarnings } from './0087-scim-token-warnings.ts'
import { scimCounts } from './0089-scim-counts.ts'
import { purgeScimRequests } from './0090-purge-scim-requests.ts'
import { scimSender } from './0091-scim-sender.ts'
import { provisioning } from './0092-provisioning.ts'
import { provisioningRemovals } from './0093-provisioning-removals.ts'
import { scimMatchIndexes } from './0094-scim-match-indexes.ts'
import { fasterPeople } from './0095-faster-people.ts'
import { scimPages } from './0096-scim-pages.ts'
import { provisioningResend } from './0097-provisioning-resend.ts'
import { scimCountRows } from './0098-scim-count-rows.ts'
import { provisioningRefused } from './0099-provisioning-refused.ts'
import { scimPlaces } from './0100-scim-places.ts'
import { foreignUsernames } from './0101-foreign-usernames.ts'
import { provisioningTakeovers } from './0104-provisioning-takeovers.ts'
import { emailVerified } from './0106-email-verified.ts'
import { emailDomains } from './0107-email-domains.ts'
import { provisionedAddresses } from './0108-provisioned-addresses.ts'
import { databaseIdentity } from './0111-database-identity.ts'
import { backupKeys } from './0112-backup-keys.ts'
import { groupsSeen } from './0115-groups-seen.ts'
import { groupsInOrder } from './0116-groups-in-order.ts'

/** Every migration under its name, which also is its place in the order. Never rename or edit one after release. */
export const migrations: Record<string, Migration> = {
  '0001-tenants': tenants,
  '0002-people': people,
  '0003-sessions': sessions,
  '0004-service-accounts': serviceAccounts,
  '0005-audit': audit,
  '0006-cli-sign-in': cliSignIn,
  '0007-federation': federation,
  '0008-username-formats': usernameFormats,
  '0009-ended-sessions': endedSessions,
  '0010-keys-and-backups': keysAndBackups,
  '0012-limits-and-retention': limitsAndRetention,
  '0014-growth': growth,
  '0015-deletions': deletions,
  '0017-list-order': listOrder,
  '0018-primary-providers': primaryProviders,
  '0019-search-by-parts': searchByParts,
  '0021-sign-in-id': signInId,
  '0022-launcher-preferences': launcherPreferences,
  '0023-launcher-notices': launcherNotices,
  '0024-application-icons': applicationIcons,
  '0025-account-keys': accountKeys,
  '0026-provider-drafts': providerDrafts,
  '0028-name-transforms': nameTransforms,
  '0029-forget-unmapped': forgetUnmapped,
  '0030-primary-switch': primarySwitch,
  '0032-recovery-codes': recoveryCodes,
  '0034-proven-paths': provenPaths,
  '0035-unconfirmed-changes': unconfirmedChanges,
  '0036-setup': setup,
  '0037-certificate-times': certificateTimes,
  '0038-metadata-readings': metadataReadings,
  '0039-expiry-warnings': expiryWarnings,
  '0040-credentials-time': credentialsTime,
  '0043-changes': changes,
  '0044-tenant-roles': tenantRoles,
  '0045-people': peopleList,
  '0047-idle-time': idleTime,
  '0048-large-tenants': largeTenants,
  '0049-session-list': sessionList,
  '0050-proof-people': proofPeople,
  '0051-support-role': supportRole,
  '0052-support-sessions': supportSessions,
  '0053-operations': operations,
  '0054-audit-list': auditList,
  '0055-audit-seals': auditSeals,
  '0056-key-ends': keyEnds,
  '0057-tenant-list': tenantList,
  '0058-running-support': runningSupport,
  '0059-audit-log-stream': auditLogStream,
  '0060-webhooks': webhooks,
  '0061-branding': branding,
  '0062-support-retention': supportRetention,
  '0063-audit-kept': auditKept,
  '0064-application-clients': applicationClients,
  '0065-account-targets': accountTargets,
  '0067-application-sessions': applicationSessions,
  '0069-saml-logouts': samlLogouts,
  '0070-api-tokens': apiTokens,
  '0072-scim-tokens': scimTokens,
  '0073-scim-token-door': scimTokenDoor,
  '0074-scim-users': scimUsers,
  '0075-scim-groups': scimGroups,
  '0076-scim-people': scimPeople,
  '0078-application-log-outs': applicationLogOuts,
  '0079-client-certificate-ends': clientCertificateEnds,
  '0080-scim-matches': scimMatches,
  '0082-scim-requests': scimRequests,
  '0083-scim-activity': scimActivity,
  '0087-scim-token-warnings': scimTokenWarnings,
  '0089-scim-counts': scimCounts,
  '0090-purge-scim-requests': purgeScimRequests,
  '0091-scim-sender': scimSender,
  '0092-provisioning': provisioning,
  '0093-provisioning-removals': provisioningRemovals,
  '0094-scim-match-indexes': scimMatchIndexes,
  '0095-faster-people': fasterPeople,
  '0096-scim-pages': scimPages,
  '0097-provisioning-resend': provisioningResend,
  '0098-scim-count-rows': scimCountRows,
  '0099-provisioning-refused': provisioningRefused,
  '0100-scim-places': scimPlaces,
  '0101-foreign-usernames': foreignUsernames,
  '0104-provisioning-takeovers': provisioningTakeovers,
  '0106-email-verified': emailVerified,
  '0107-email-domains': emailDomains,
  '0108-provisioned-addresses': provisionedAddresses,
  '0109-audit-memory': auditMemory,
  '0111-database-identity': databaseIdentity,
  '0112-backup-keys': backupKeys,
  '0115-groups-seen': groupsSeen,
  '0116-groups-in-order': groupsInOrder,
}
