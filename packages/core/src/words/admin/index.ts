import { certificates } from './certificates.ts'
import { federationKeys } from './federation-keys.ts'
import { findingsAzure } from './findings-azure.ts'
import { findingsCommon } from './findings-common.ts'
import { findingsOidc } from './findings-oidc.ts'
import { findingsSaml } from './findings-saml.ts'
import { forms } from './forms.ts'
import { groups } from './groups.ts'
import { identityProviders } from './identity-providers.ts'
import { lint } from './lint.ts'
import { metadataImport } from './metadata-import.ts'
import { ourMetadata } from './our-metadata.ts'
import { providerChecks } from './provider-checks.ts'
import { lists } from './lists.ts'
import { serviceAccounts } from './service-accounts.ts'
import { signIns } from './sign-ins.ts'
import { usernameFormats } from './username-formats.ts'

/** Sentences that only administrators meet: kept apart so that the launcher does not carry them. */
export const adminEn = {
  ...forms,
  ...lists,
  ...serviceAccounts,
  ...identityProviders,
  ...usernameFormats,
  ...certificates,
  ...federationKeys,
  ...groups,
  ...signIns,
  ...lint,
  ...metadataImport,
  ...ourMetadata,
  ...providerChecks,
  ...findingsCommon,
  ...findingsOidc,
  ...findingsAzure,
  ...findingsSaml,
} as const
