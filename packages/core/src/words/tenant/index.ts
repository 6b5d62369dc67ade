import { certificates } from './certificates.ts'
import { cliSignIn } from './cli-sign-in.ts'
import { groups } from './groups.ts'
import { identityProviders } from './identity-providers.ts'
import { primaryIdp } from './primary-idp.ts'
import { providerDrafts } from './provider-drafts.ts'
import { recoveryCodes } from './recovery-codes.ts'
import { signIns } from './sign-ins.ts'
import { usernameFormats } from './username-formats.ts'

/** Sentences of the pages that administer a whole tenant, and of the pages outside the portal's frame. Pages of an environment do not load them. */
export const tenantEn = {
  ...identityProviders,
  ...usernameFormats,
  ...certificates,
  ...groups,
  ...signIns,
  ...primaryIdp,
  ...providerDrafts,
  ...cliSignIn,
  ...recoveryCodes,
} as const
