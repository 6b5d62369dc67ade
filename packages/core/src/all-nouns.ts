import { apiTokenNoun, createdApiTokenNoun } from './api-tokens/noun.ts'
import { roleNoun } from './app-roles/noun.ts'
import { applicationNoun } from './applications/noun.ts'
import { auditNoun } from './audit/noun.ts'
import { brandingNoun } from './branding/noun.ts'
import { certificateNoun } from './certificates/noun.ts'
import { environmentNoun } from './environments/noun.ts'
import { mappingNoun } from './group-mappings/noun.ts'
import { groupNoun } from './groups/noun.ts'
import { idleTimeNoun } from './idle-time/noun.ts'
import { supportAccessNoun } from './support-access/noun.ts'
import { supportNoun } from './support-access/sessions-noun.ts'
import { identityProviderNoun } from './identity-providers/noun.ts'
import { noticeNoun } from './notices/noun.ts'
import type { Noun } from './nouns/noun.ts'
import { operatedTenantNoun } from './operations/noun.ts'
import { personNoun } from './people/noun.ts'
import { portalRoleNoun } from './portal-roles/noun.ts'
import { provisioningNoun } from './provisioning/noun.ts'
import { serviceAccountNoun } from './service-accounts/noun.ts'
import { signInNoun } from './sign-in/noun.ts'
import { usernameFormatNoun } from './username-formats/noun.ts'
import { createdScimTokenNoun, scimNoun, scimTokenNoun } from './scim-tokens/noun.ts'
import { webhookNoun, webhookSecretNoun } from './webhooks/noun.ts'
import { tenantRoleNoun } from './tenant-roles/noun.ts'

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
