import type { IdentityProviderType } from '@portico/core/contract'

/** A simulated identity provider, and what a tenant of the demo calls it. `id` is its name at the simulator. */
export type DemoProvider = {
  readonly id: string
  readonly tenant: string
  readonly name: string
  readonly type: IdentityProviderType
  /** The company as its sign-in page says it. */
  readonly company: string
  readonly primary: boolean
  readonly emailSuffixes: readonly string[]
  readonly windowsDomains: readonly string[]
  /** Azure AD: the directory's id, and the object ids of its groups. */
  readonly directory?: {
    readonly tenantId: string
    readonly groups: Readonly<Record<string, string>>
    /** Days that the application secret lasts. */
    readonly secretDays: number
  }
}

const provider = (
  id: string,
  tenant: string,
  type: IdentityProviderType,
  name: string,
  company: string,
  more: Partial<DemoProvider> = {},
): DemoProvider => ({ id, tenant, type, name, company, primary: false, emailSuffixes: [], windowsDomains: [], ...more })

/** acme has one of each type, so that all of them can be tried. */
export const demoProviders = [
  provider('acme', 'acme', 'OIDC', 'Acme Single Sign-On', 'Acme Industries', {
    primary: true,
    emailSuffixes: ['acme.example'],
  }),
  provider('acme-cloud', 'acme', 'AAD2', 'Acme Cloud Directory', 'Acme Cloud', {
    emailSuffixes: ['cloud.acme.example'],
    directory: {
      secretDays: 365,
      tenantId: '5d0c9f0e-3c0a-4b52-9a63-2f1f0a7c1e01',
      groups: {
        'Cloud Planners': '0f4f7b2c-6a1e-4c55-8f0a-9d1f3a5b7c01',
        'Cloud Staff': '0f4f7b2c-6a1e-4c55-8f0a-9d1f3a5b7c02',
      },
    },
  }),
  provider('acme-legacy', 'acme', 'AAD', 'Acme Legacy Directory', 'Acme Legacy', {
    emailSuffixes: ['legacy.acme.example'],
    directory: {
      // Soon enough for a warning to be seen.
      secretDays: 45,
      tenantId: '8b1a4d63-7e2f-4f0d-8c39-5a6b7c8d9e02',
      groups: { 'Legacy Staff': '1e5a8c3d-7b2f-4d66-9a1b-0e2f4b6c8d01' },
    },
  }),
  provider('acme-partners', 'acme', 'OPENSAML', 'Acme Partners', 'Acme Partner Network', {
    emailSuffixes: ['partners.acme.example'],
  }),
  provider('acme-windows', 'acme', 'ADFS_SAML', 'Acme Windows Domain', 'Acme AD FS', { windowsDomains: ['ACME'] }),
  provider('acme-sales', 'acme', 'SFDC_SAML', 'Acme Sales', 'Acme on Salesforce', {
    emailSuffixes: ['sales.acme.example'],
  }),
  provider('globex', 'globex', 'OIDC', 'Globex Directory', 'Globex Corporation', {
    primary: true,
    emailSuffixes: ['globex.example'],
  }),
  provider('vendor', 'vendor', 'OIDC', 'Portico Staff', 'Portico Operations', {
    primary: true,
    emailSuffixes: ['vendor.example'],
  }),
] as const

export type DemoKeys = { readonly privateKey: string; readonly certificate: string }

/** What both sides of a simulated provider need to know about each other. */
export type DemoAddresses = {
  /** Where the simulator answers. */
  readonly simulator: string
  /** Client and application secrets by provider, made at first start. */
  readonly clientSecrets: Readonly<Record<string, string>>
  /** Signing keys of SAML providers by provider, made at first start. */
  readonly signingKeys: Readonly<Record<string, DemoKeys>>
  /** Public keys in PEM by service account. */
  readonly publicKeys: Readonly<Record<string, string>>
  /** When the tenants are made: application secrets last from then. */
  readonly nowMs: number
}

export const demoClientId = 'portico'
