import { presetOf } from '../../providers/identity-providers/presets.ts'
import type { IdentityProviderType } from '../../providers/identity-providers/types.ts'
import type { SetupProductId } from './product-ids.ts'

export type SetupProduct = {
  readonly id: SetupProductId
  readonly name: string
  /** The types it speaks; the first is the one we advise. */
  readonly types: readonly [IdentityProviderType, ...IdentityProviderType[]]
  /** Fields of `config` that this product is known to need, by type, over what is usual for the type. */
  readonly config: Partial<Record<IdentityProviderType, Readonly<Record<string, unknown>>>>
}

const mail = { usernameClaim: 'email' }

/** The attributes that the guide of a SAML product has the administrator name; the username is the email address. */
const named = { firstName: 'firstName', lastName: 'lastName', email: 'email', username: 'email', group: 'groups' }
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const lastOfPath = { groupTransforms: [{ kind: 'path-end' }] }

/** What we know of each product; `docs/guides/providers` names the sources. */
export const setupProducts: readonly SetupProduct[] = [
  { id: 'entra-id', name: 'Microsoft Entra ID', types: ['AAD2', 'AAD'], config: {} },
  {
    id: 'okta',
    name: 'Okta',
    types: ['OIDC', 'OPENSAML'],
    config: {
      OIDC: { scope: 'openid profile email groups' },
      OPENSAML: { nameIdFormat: 'emailAddress', attributes: named },
    },
  },
  {
    id: 'google-workspace',
    name: 'Google Workspace',
    types: ['OPENSAML'],
    config: {
      OPENSAML: { nameIdFormat: 'emailAddress', disableSlo: true, attributes: named },
    },
  },
  {
    id: 'keycloak',
    name: 'Keycloak',
    types: ['OIDC', 'OPENSAML'],
    config: { OIDC: { ...mail, ...lastOfPath }, OPENSAML: lastOfPath },
  },
  { id: 'adfs', name: 'AD FS', types: ['ADFS_SAML'], config: {} },
  { id: 'salesforce', name: 'Salesforce', types: ['SFDC_SAML'], config: {} },
  {
    id: 'ping',
    name: 'Ping Identity',
    types: ['OPENSAML', 'OIDC'],
    config: { OIDC: { ...mail } },
  },
  {
    id: 'auth0',
    name: 'Auth0',
    types: ['OIDC'],
    // Auth0 drops claims that are called groups or roles, without an error.
    config: { OIDC: { ...mail, groupClaim: 'https://portico.example/groups' } },
  },
  {
    id: 'onelogin',
    name: 'OneLogin',
    types: ['OIDC', 'OPENSAML'],
    config: { OIDC: { ...mail, scope: 'openid profile email groups' } },
  },
  {
    id: 'jumpcloud',
    name: 'JumpCloud',
    types: ['OPENSAML', 'OIDC'],
    config: {
      OPENSAML: {
        nameIdFormat: 'emailAddress',
        attributes: { ...named, firstName: 'firstname', lastName: 'lastname', group: 'memberOf' },
      },
      OIDC: { ...mail, groupClaim: 'memberOf' },
    },
  },
  {
    id: 'authentik',
    name: 'authentik',
    types: ['OIDC', 'OPENSAML'],
    config: {
      OIDC: { ...mail },
      // The names of its default property mappings.
      OPENSAML: {
        attributes: {
          email: `${claims}/emailaddress`,
          username: `${claims}/emailaddress`,
          displayName: `${claims}/name`,
          group: 'http://schemas.xmlsoap.org/claims/Group',
        },
      },
    },
  },
  // The attributes that are usual for SAML fit.
  { id: 'simplesamlphp', name: 'SimpleSAMLphp', types: ['OPENSAML'], config: {} },
]

export function setupProductOf(id: SetupProductId | null): SetupProduct | undefined {
  return setupProducts.find((one) => one.id === id)
}

/** What the configuration begins with: what is usual for the type, and what the product is known to need over it. */
export function setupConfigOf(
  id: SetupProductId | null,
  type: IdentityProviderType,
): Readonly<Record<string, unknown>> {
  const usual = presetOf(type).config
  const own = setupProductOf(id)?.config[type] ?? {}
  if (usual['attributes'] === undefined) return { ...usual, ...own }
  return { ...usual, ...own, attributes: { ...Object(usual['attributes']), ...Object(own['attributes'] ?? {}) } }
}
