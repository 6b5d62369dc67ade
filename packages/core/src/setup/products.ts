import type { IdentityProviderType } from '../identity-providers/types.ts'
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

/** What we know of each product; `docs/guides/providers` names the sources. */
export const setupProducts: readonly SetupProduct[] = [
  { id: 'entra-id', name: 'Microsoft Entra ID', types: ['AAD2', 'AAD'], config: {} },
  {
    id: 'okta',
    name: 'Okta',
    types: ['OIDC', 'OPENSAML'],
    config: {
      OIDC: { scope: 'openid profile email groups' },
      OPENSAML: {
        nameIdFormat: 'emailAddress',
        attributes: { firstName: 'firstName', lastName: 'lastName', email: 'email', group: 'groups' },
      },
    },
  },
  {
    id: 'google-workspace',
    name: 'Google Workspace',
    types: ['OPENSAML'],
    config: {
      OPENSAML: {
        nameIdFormat: 'emailAddress',
        disableSlo: true,
        attributes: { firstName: 'firstName', lastName: 'lastName', email: 'email', group: 'groups' },
      },
    },
  },
  {
    id: 'keycloak',
    name: 'Keycloak',
    types: ['OIDC', 'OPENSAML'],
    config: { OIDC: { ...mail, groupTransforms: [{ kind: 'path-end' }] } },
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
    // Auth0 drops claims without a namespace that are not of the standard.
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
        attributes: { firstName: 'firstname', lastName: 'lastname', email: 'email', group: 'memberOf' },
      },
      OIDC: { ...mail, groupClaim: 'memberOf' },
    },
  },
  { id: 'authentik', name: 'authentik', types: ['OIDC', 'OPENSAML'], config: { OIDC: { ...mail } } },
  // The attributes that are usual for SAML fit.
  { id: 'simplesamlphp', name: 'SimpleSAMLphp', types: ['OPENSAML'], config: {} },
]

export function setupProductOf(id: SetupProductId | null): SetupProduct | undefined {
  return setupProducts.find((one) => one.id === id)
}
