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
import type { RouteArea } from '../kit/http/openapi/document.ts'
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

/** Every route of the API, each with who may call it, by area of the reference at /docs/api. */
export const areas: readonly RouteArea[] = [
  {
    name: 'Service accounts',
    description: 'Accounts of programs, their keys, and the applications that they use.',
    routes: [...serviceAccountRoutes],
  },
  {
    name: 'API tokens',
    description: 'Tokens that let a program use one application in the name of a person.',
    routes: [...apiTokenRoutes],
  },
  {
    name: 'People and groups',
    description: 'People of the tenant, their sessions, and the groups of their identity providers.',
    routes: [...peopleRoutes, ...groupRoutes, ...groupSourceRoutes],
  },
  {
    name: 'SCIM tokens and requests',
    description: 'Tokens of a company directory, and the requests that it sent.',
    routes: [...scimTokenRoutes, ...scimInboxRoutes],
  },
  {
    name: 'Roles and mappings',
    description:
      'Custom roles, roles of applications and of the portal, the groups that have them, and who can open what.',
    routes: [...appRoleRoutes, ...tenantRoleRoutes, ...portalRoleRoutes, ...groupMappingRoutes, ...accessRoutes],
  },
  {
    name: 'Applications',
    description: 'Applications of an environment: how they sign people in, their icons and texts.',
    routes: [...applicationRoutes, ...iconRoutes, ...clientRoutes],
  },
  {
    name: 'Provisioning',
    description: 'People and groups that Portico sends to an application by SCIM.',
    routes: [...provisioningRoutes],
  },
  {
    name: 'Launcher',
    description: 'What a person sees: applications, favourites, notices.',
    routes: [...launcherRoutes, ...launcherNoticeRoutes],
  },
  {
    name: 'Identity providers',
    description: 'Configuration, drafts, tests, username formats, and the switch of the primary provider.',
    routes: [
      ...identityProviderRoutes,
      ...metadataImportRoutes,
      ...lintRoutes,
      ...draftRoutes,
      ...testLoginRoutes,
      ...previewRoutes,
      ...usernameFormatRoutes,
      ...primaryIdpRoutes,
    ],
  },
  {
    name: 'Certificates and keys',
    description: 'Certificates of identity providers, and the keys and metadata of the tenant.',
    routes: [...certificateRoutes, ...federationKeyRoutes, ...ourMetadataRoutes],
  },
  {
    name: 'Tenant settings',
    description: 'Environments, branding, idle time and support access.',
    routes: [...environmentRoutes, ...tenantBrandingRoutes, ...idleTimeRoutes, ...supportAccessRoutes],
  },
  {
    name: 'Audit log and webhooks',
    description: 'Who changed what, taking changes back, and telling other systems of them.',
    routes: [...auditRoutes, ...revertRoutes, ...webhookRoutes],
  },
  {
    name: 'Notices and checks',
    description: 'What expires soon, and what could stop people from signing in.',
    routes: [...noticeRoutes, ...doctorRoutes],
  },
  {
    name: 'Sessions and sign-ins',
    description: 'The session of the sender, the sessions of people, and the record of each sign-in.',
    routes: [...sessionRoutes, ...sessionListRoutes, ...signInRecordRoutes],
  },
  {
    name: 'Support',
    description: 'Support sessions of the vendor in a tenant.',
    routes: [...supportSessionRoutes, ...operationsRoutes],
  },
  {
    name: 'Setup and recovery',
    description: 'The setup of a new tenant, and recovery codes.',
    routes: [...setupRoutes, ...recoveryCodeRoutes],
  },
  {
    name: 'Signing in',
    description:
      'What browsers, identity providers and applications call while a person signs in or out. Programs do not call these.',
    routes: [
      ...brandingRoutes,
      ...signInRoutes,
      ...samlRoutes,
      ...samlApplicationRoutes,
      ...cliSignInRoutes,
      ...idpSwitchRoutes,
    ],
  },
]

/** All of them, flat. The authority matrix calls them all. */
export const routes: readonly Route[] = areas.flatMap((area) => area.routes)
