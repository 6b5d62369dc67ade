import { cliSignIn } from './cli-sign-in.ts'
import { applicationIcons } from './application-icons.ts'
import { certificates } from './certificates.ts'
import { federationKeys } from './federation-keys.ts'
import { findingsAzure } from './findings-azure.ts'
import { findingsCommon } from './findings-common.ts'
import { findingsOidc } from './findings-oidc.ts'
import { findingsSaml } from './findings-saml.ts'
import { forms } from './forms.ts'
import { groups } from './groups.ts'
import { identityProviders } from './identity-providers.ts'
import { launcherSettings } from './launcher-settings.ts'
import { lint } from './lint.ts'
import { metadataImport } from './metadata-import.ts'
import { ourMetadata } from './our-metadata.ts'
import { overview } from './overview.ts'
import { primaryIdp } from './primary-idp.ts'
import { providerChecks } from './provider-checks.ts'
import { lists } from './lists.ts'
import { recoveryCodes } from './recovery-codes.ts'
import { serviceAccountErrors } from './service-account-errors.ts'
import { serviceAccounts } from './service-accounts.ts'
import { signIns } from './sign-ins.ts'
import { testLogins } from './test-logins.ts'
import { usernameFormats } from './username-formats.ts'

/** Sentences of lazily loaded screens, in a separate catalogue so that the launcher does not load them. */
export const adminEn = {
  ...applicationIcons,
  ...forms,
  ...lists,
  ...serviceAccounts,
  ...serviceAccountErrors,
  ...identityProviders,
  ...usernameFormats,
  ...certificates,
  ...federationKeys,
  ...groups,
  ...signIns,
  ...testLogins,
  ...launcherSettings,
  ...lint,
  ...metadataImport,
  ...ourMetadata,
  ...overview,
  ...primaryIdp,
  ...providerChecks,
  ...findingsCommon,
  ...findingsOidc,
  ...findingsAzure,
  ...findingsSaml,
  ...cliSignIn,
  ...recoveryCodes,
} as const
