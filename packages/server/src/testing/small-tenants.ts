import { scriptedClient, scriptedSecret } from './scripted-provider.ts'

type Providers = readonly Record<string, unknown>[]

/**
 * Two environments (one read-only), three applications, one provider: enough for most routes. Of other providers in `more`, the primary
 * one has the domain `SLUG.example` unless the test gives it formats: without one the file would be refused.
 */
export function smallTenant(slug: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const file = {
    tenant: { slug, name: `${slug} Inc` },
    environments: [
      { slug: 'production', name: 'Production', type: 'PROD' },
      { slug: 'staging', name: 'Staging', type: 'TEST' },
      { slug: 'frozen', name: 'Frozen', type: 'TEST', readonly: true },
    ],
    applications: [
      {
        slug: 'billing',
        label: 'Billing',
        launchUrl: 'https://billing.example/?environment={environment}',
        roles: [
          { name: 'viewer', label: 'Viewer', groups: ['staff'] },
          { name: 'clerk', label: 'Clerk', groups: ['finance'] },
          { name: 'hidden', label: 'Hidden', visible: false },
        ],
      },
      { slug: 'wiki', label: 'wiki', groups: ['staff'], launchUrl: 'https://wiki.example/' },
      { slug: 'vault', label: 'Vault', singleTenant: true, groups: ['finance'], environments: ['production'] },
    ],
    identityProviders: [
      {
        name: 'Main',
        type: 'OIDC',
        primary: true,
        config: { issuer: 'http://127.0.0.1:9/oidc', clientId: 'portico' },
        clientSecret: 'not-a-secret-in-tests',
        emailSuffixes: [`${slug}.example`],
      },
    ],
    firstAdminGroup: 'admins',
    ...more,
  }
  return { ...file, identityProviders: reachable(slug, file.identityProviders) }
}

function reachable(slug: string, providers: Providers): Providers {
  const primary = providers.find((one) => one['primary'] === true) ?? providers[0]
  return providers.map((one) => (one === primary ? { emailSuffixes: [`${slug}.example`], ...one } : one))
}

/** The vendor's tenant; members of the group `support` hold the Support role. */
export function vendorTenant(): Record<string, unknown> {
  const tenant = { slug: 'vendor', name: 'Vendor Inc', vendor: true }
  return smallTenant('vendor', { tenant, supportGroups: ['support'] })
}

/** A tenant's provider as the tenant file describes it. */
export function providerEntry(
  issuer: string,
  more: { name?: string; suffixes: string[]; config?: Record<string, unknown>; secret?: string; primary?: boolean },
): Record<string, unknown> {
  return {
    name: more.name ?? 'Main',
    type: 'OIDC',
    primary: more.primary ?? true,
    config: { issuer, clientId: scriptedClient, ...more.config },
    clientSecret: more.secret ?? scriptedSecret,
    emailSuffixes: more.suffixes,
  }
}

export function tenantWith(slug: string, identityProviders: Record<string, unknown>[]): Record<string, unknown> {
  return smallTenant(slug, { identityProviders })
}
