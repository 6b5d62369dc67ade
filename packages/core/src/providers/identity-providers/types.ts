/** Types of identity providers (spec section 1), in the order the wizard and the forms offer them. */
export const identityProviderTypes = ['OIDC', 'AAD2', 'AAD', 'OPENSAML', 'ADFS_SAML', 'SFDC_SAML'] as const

export type IdentityProviderType = (typeof identityProviderTypes)[number]

/** The three families: what is configured and how a sign-in runs. */
export type ProviderFamily = 'oidc' | 'azure' | 'saml'

export const samlTypes = ['OPENSAML', 'ADFS_SAML', 'SFDC_SAML'] as const
export const azureTypes = ['AAD2', 'AAD'] as const

export type SamlType = (typeof samlTypes)[number]
export type AzureType = (typeof azureTypes)[number]

export function familyOf(type: IdentityProviderType): ProviderFamily {
  if (type === 'OIDC') return 'oidc'
  return type === 'AAD' || type === 'AAD2' ? 'azure' : 'saml'
}
