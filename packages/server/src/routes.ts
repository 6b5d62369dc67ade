import { accessRoutes } from './access/routes.ts'
import { apiTokenRoutes } from './api-tokens/routes.ts'
import { appRoleRoutes } from './app-roles/routes.ts'
import { iconRoutes } from './applications/icons/routes.ts'
import { applicationRoutes } from './applications/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { brandingRoutes } from './branding/routes.ts'
import { tenantBrandingRoutes } from './branding/tenant-routes.ts'
import { certificateRoutes } from './certificates/routes.ts'
import { clientRoutes } from './clients/routes.ts'
import { cliSignInRoutes } from './cli-sign-in/routes.ts'
import { doctorRoutes } from './doctor/routes.ts'
import { environmentRoutes } from './environments/routes.ts'
import { federationKeyRoutes } from './federation-keys/routes.ts'
import type { Route } from './http/route.ts'
import { groupMappingRoutes } from './group-mappings/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import { idleTimeRoutes } from './idle-time/routes.ts'
import { draftRoutes } from './identity-providers/drafts/routes.ts'
import { lintRoutes } from './identity-providers/lint/routes.ts'
import { metadataImportRoutes } from './identity-providers/metadata-import/routes.ts'
import { previewRoutes } from './identity-providers/preview-routes.ts'
import { identityProviderRoutes } from './identity-providers/routes.ts'
import { launcherNoticeRoutes } from './launcher/notice-routes.ts'
import { launcherRoutes } from './launcher/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { operationsRoutes } from './operations/routes.ts'
import { portalRoleRoutes } from './portal-roles/routes.ts'
import { ourMetadataRoutes } from './our-metadata/routes.ts'
import { recoveryCodeRoutes } from './recovery-codes/routes.ts'
import { primaryIdpRoutes } from './primary-idp/routes.ts'
import { idpSwitchRoutes } from './primary-idp/switch-routes.ts'
import { revertRoutes } from './reverts/routes.ts'
import { samlApplicationRoutes } from './saml-applications/routes.ts'
import { serviceAccountRoutes } from './service-accounts/routes.ts'
import { setupRoutes } from './setup/routes.ts'
import { sessionListRoutes } from './sessions/list-routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { signInRecordRoutes } from './sign-in/records/routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { samlRoutes } from './sign-in/saml/routes.ts'
import { testLoginRoutes } from './sign-in/test-logins/routes.ts'
import { usernameFormatRoutes } from './username-formats/routes.ts'
import { scimInboxRoutes } from './scim/inbox/routes.ts'
import { groupSourceRoutes } from './scim/source-routes.ts'
import { provisioningRoutes } from './provisioning/routes.ts'
import { scimTokenRoutes } from './scim-tokens/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { supportAccessRoutes } from './support-access/routes.ts'
import { supportSessionRoutes } from './support-access/session-routes.ts'
import { tenantRoleRoutes } from './tenant-roles/routes.ts'

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
