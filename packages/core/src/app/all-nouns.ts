import { apiTokenNoun, createdApiTokenNoun } from '../machines/api-tokens/noun.ts'
import { roleNoun } from '../access/app-roles/noun.ts'
import { applicationNoun } from '../applications/applications/noun.ts'
import { auditNoun } from '../tenant/audit/noun.ts'
import { brandingNoun } from '../tenant/branding/noun.ts'
import { certificateNoun } from '../providers/certificates/noun.ts'
import { environmentNoun } from '../tenant/environments/noun.ts'
import { mappingNoun } from '../access/group-mappings/noun.ts'
import { groupNoun } from '../people/groups/noun.ts'
import { idleTimeNoun } from '../tenant/idle-time/noun.ts'
import { supportAccessNoun } from '../tenant/support-access/noun.ts'
import { supportNoun } from '../tenant/support-access/sessions-noun.ts'
import { identityProviderNoun } from '../providers/identity-providers/noun.ts'
import { noticeNoun } from '../tenant/notices/noun.ts'
import type { Noun } from '../kit/nouns/noun.ts'
import { operatedTenantNoun } from '../tenant/operations/noun.ts'
import { personNoun } from '../people/people/noun.ts'
import { portalRoleNoun } from '../access/portal-roles/noun.ts'
import { provisioningNoun } from '../applications/provisioning/noun.ts'
import { serviceAccountNoun } from '../machines/service-accounts/noun.ts'
import { signInNoun } from '../sign-in/sign-in/noun.ts'
import { usernameFormatNoun } from '../providers/username-formats/noun.ts'
import { createdScimTokenNoun, scimNoun, scimTokenNoun } from '../people/scim-tokens/noun.ts'
import { webhookNoun, webhookSecretNoun } from '../tenant/webhooks/noun.ts'
import { tenantRoleNoun } from '../access/tenant-roles/noun.ts'

/** Every noun, in the order help and sidebars show them. */
export const nouns: readonly Noun[] = [
  environmentNoun,
  applicationNoun,
  roleNoun,
  serviceAccountNoun,
  identityProviderNoun,
  usernameFormatNoun,
  groupNoun,
  personNoun,
  portalRoleNoun,
  certificateNoun,
  noticeNoun,
  signInNoun,
  apiTokenNoun,
  createdApiTokenNoun,
  scimTokenNoun,
  createdScimTokenNoun,
  scimNoun,
  provisioningNoun,
  webhookNoun,
  webhookSecretNoun,
  tenantRoleNoun,
  mappingNoun,
  brandingNoun,
  idleTimeNoun,
  supportAccessNoun,
  supportNoun,
  auditNoun,
  operatedTenantNoun,
]
