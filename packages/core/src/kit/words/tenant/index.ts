import { certificates } from './certificates.ts'
import { cliSignIn } from './cli-sign-in.ts'
import { groupMappingScreens } from './group-mapping-screens.ts'
import { groups } from './groups.ts'
import { identityProviders } from './identity-providers.ts'
import { people } from './people.ts'
import { primaryIdp } from './primary-idp.ts'
import { providerDrafts } from './provider-drafts.ts'
import { recoveryCodes } from './recovery-codes.ts'
import { signIns } from './sign-ins.ts'
import { usernameFormats } from './username-formats.ts'
import { tenantRoles } from './tenant-roles.ts'

/** Sentences of the pages that administer a whole tenant, and of the pages outside the portal's frame. Pages of an environment do not load them. */
export const tenantEn = {
  ...identityProviders,
  ...usernameFormats,
  ...tenantRoles,
  ...certificates,
  ...groups,
  ...groupMappingScreens,
  ...people,
  ...signIns,
  ...primaryIdp,
  ...providerDrafts,
  ...cliSignIn,
  ...recoveryCodes,
} as const
