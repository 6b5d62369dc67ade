import { accessRoutes } from '../access/access/routes.ts'
import { apiTokenRoutes } from '../machines/api-tokens/routes.ts'
import { appRoleRoutes } from '../access/app-roles/routes.ts'
import { iconRoutes } from '../applications/applications/icons/routes.ts'
import { applicationRoutes } from '../applications/applications/routes.ts'
import { auditRoutes } from '../tenant/audit/routes.ts'
import { brandingRoutes } from '../tenant/branding/routes.ts'
import { tenantBrandingRoutes } from '../tenant/branding/tenant-routes.ts'
import { certificateRoutes } from '../providers/certificates/routes.ts'
import { clientRoutes } from '../applications/clients/routes.ts'
import { cliSignInRoutes } from '../sign-in/cli-sign-in/routes.ts'
import { doctorRoutes } from '../tenant/doctor/routes.ts'
import { environmentRoutes } from '../tenant/environments/routes.ts'
import { federationKeyRoutes } from '../providers/federation-keys/routes.ts'
import type { Route } from '../kit/http/route.ts'
import { groupMappingRoutes } from '../access/group-mappings/routes.ts'
import { groupRoutes } from '../people/groups/routes.ts'
import { idleTimeRoutes } from '../tenant/idle-time/routes.ts'
import { draftRoutes } from '../providers/identity-providers/drafts/routes.ts'
import { lintRoutes } from '../providers/identity-providers/lint/routes.ts'
import { metadataImportRoutes } from '../providers/identity-providers/metadata-import/routes.ts'
import { previewRoutes } from '../providers/identity-providers/preview-routes.ts'
import { identityProviderRoutes } from '../providers/identity-providers/routes.ts'
import { launcherNoticeRoutes } from '../applications/launcher/notice-routes.ts'
import { launcherRoutes } from '../applications/launcher/routes.ts'
import { noticeRoutes } from '../tenant/notices/routes.ts'
import { operationsRoutes } from '../tenant/operations/routes.ts'
import { portalRoleRoutes } from '../access/portal-roles/routes.ts'
import { ourMetadataRoutes } from '../providers/our-metadata/routes.ts'
import { recoveryCodeRoutes } from '../sign-in/recovery-codes/routes.ts'
import { primaryIdpRoutes } from '../providers/primary-idp/routes.ts'
import { idpSwitchRoutes } from '../sign-in/idp-switch/routes.ts'
import { revertRoutes } from '../tenant/reverts/routes.ts'
import { samlApplicationRoutes } from '../applications/saml-applications/routes.ts'
import { serviceAccountRoutes } from '../machines/service-accounts/routes.ts'
import { setupRoutes } from '../sign-in/setup/routes.ts'
import { sessionListRoutes } from '../sign-in/sessions/list-routes.ts'
import { sessionRoutes } from '../sign-in/sessions/routes.ts'
import { peopleRoutes } from '../people/people/routes.ts'
import { signInRecordRoutes } from '../sign-in/records/routes.ts'
import { signInRoutes } from '../sign-in/routes.ts'
import { samlRoutes } from '../sign-in/saml/routes.ts'
import { testLoginRoutes } from '../sign-in/test-logins/routes.ts'
import { usernameFormatRoutes } from '../providers/identity-providers/drafts/format-routes.ts'
import { scimInboxRoutes } from '../protocols/scim/inbox/routes.ts'
import { groupSourceRoutes } from '../protocols/scim/source-routes.ts'
import { provisioningRoutes } from '../applications/provisioning/routes.ts'
import { scimTokenRoutes } from '../people/scim-tokens/routes.ts'
import { webhookRoutes } from '../tenant/webhooks/routes.ts'
import { supportAccessRoutes } from '../tenant/support-access/routes.ts'
import { supportSessionRoutes } from '../tenant/support-access/session-routes.ts'
import { tenantRoleRoutes } from '../access/tenant-roles/routes.ts'

/** Every route of the API, flat, each with who may call it. The authority matrix calls them all. */
export const routes: readonly Route[] = [
  ...brandingRoutes,
  ...signInRoutes,
  ...samlRoutes,
  ...samlApplicationRoutes,
  ...cliSignInRoutes,
  ...sessionRoutes,
  ...sessionListRoutes,
  ...launcherRoutes,
  ...launcherNoticeRoutes,
  ...environmentRoutes,
  ...tenantBrandingRoutes,
  ...idleTimeRoutes,
  ...supportAccessRoutes,
  ...supportSessionRoutes,
  ...applicationRoutes,
  ...iconRoutes,
  ...clientRoutes,
  ...appRoleRoutes,
  ...serviceAccountRoutes,
  ...apiTokenRoutes,
  ...certificateRoutes,
  ...federationKeyRoutes,
  ...peopleRoutes,
  ...signInRecordRoutes,
  ...identityProviderRoutes,
  ...metadataImportRoutes,
  ...lintRoutes,
  ...draftRoutes,
  ...testLoginRoutes,
  ...previewRoutes,
  ...ourMetadataRoutes,
  ...primaryIdpRoutes,
  ...idpSwitchRoutes,
  ...groupRoutes,
  ...groupMappingRoutes,
  ...portalRoleRoutes,
  ...accessRoutes,
  ...usernameFormatRoutes,
  ...provisioningRoutes,
  ...scimTokenRoutes,
  ...scimInboxRoutes,
  ...groupSourceRoutes,
  ...webhookRoutes,
  ...tenantRoleRoutes,
  ...auditRoutes,
  ...revertRoutes,
  ...recoveryCodeRoutes,
  ...setupRoutes,
  ...operationsRoutes,
  ...noticeRoutes,
  ...doctorRoutes,
]
