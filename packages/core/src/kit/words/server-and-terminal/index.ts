import { access } from './access.ts'
import { doctor } from './doctor.ts'
import { audit } from './audit.ts'
import { federationKeys } from './federation-keys.ts'
import { findingsAzure } from './findings-azure.ts'
import { findingsCommon } from './findings-common.ts'
import { findingsOidc } from './findings-oidc.ts'
import { findingsSaml } from './findings-saml.ts'
import { groupMappings } from './group-mappings.ts'
import { lint } from './lint.ts'
import { metadataImport } from './metadata-import.ts'
import { metadataReadings } from './metadata-readings.ts'
import { openid } from './openid.ts'
import { ourMetadata } from './our-metadata.ts'
import { problems } from './problems.ts'
import { providerChecks } from './provider-checks.ts'
import { samlApplications } from './saml-applications.ts'
import { scim } from './scim.ts'
import { tenants } from './tenants.ts'
import { terminal } from './terminal.ts'
import { testLogins } from './test-logins.ts'

/** Sentences that the server, commands and the terminal UI say. The portal shows them as the server answers them, and does not load them. */
export const serverAndTerminalEn = {
  ...access,
  ...doctor,
  ...audit,
  ...federationKeys,
  ...samlApplications,
  ...scim,
  ...tenants,
  ...terminal,
  ...testLogins,
  ...groupMappings,
  ...lint,
  ...metadataImport,
  ...metadataReadings,
  ...openid,
  ...ourMetadata,
  ...problems,
  ...providerChecks,
  ...findingsCommon,
  ...findingsOidc,
  ...findingsAzure,
  ...findingsSaml,
} as const
