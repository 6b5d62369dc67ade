import { identityProviderTypes, type IdentityProviderType } from './types.ts'

/** The type's readable name; `summary` distinguishes it from the others. */
export const typeNames: Readonly<Record<IdentityProviderType, { readonly name: string; readonly summary: string }>> = {
  OIDC: {
    name: 'OpenID Connect',
    summary: 'Keycloak, Okta, Auth0, Google and every other provider that speaks OpenID Connect.',
  },
  AAD2: { name: 'Microsoft Entra ID', summary: 'Azure AD with OpenID Connect (v2 endpoints). For new registrations.' },
  AAD: { name: 'Azure AD (legacy)', summary: 'The older v1 endpoints, for app registrations that still use them.' },
  OPENSAML: {
    name: 'SAML 2.0',
    summary: 'Shibboleth, SimpleSAMLphp, Okta, PingFederate and every other SAML provider.',
  },
  ADFS_SAML: { name: 'AD FS', summary: 'Active Directory Federation Services on your own servers.' },
  SFDC_SAML: { name: 'Salesforce', summary: 'People sign in with their Salesforce account.' },
}

/** The display name of a type; one that a newer server knows is shown as it is. */
export function typeName(type: string): string {
  const known = identityProviderTypes.find((one) => one === type)
  return known === undefined ? type : typeNames[known].name
}
