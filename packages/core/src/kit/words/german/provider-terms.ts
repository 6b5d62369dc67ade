/** The German of what the types of providers are, and of the protocols' terms, by their English text. */
export const providerTerms = {
  'text.Keycloak, Okta, Auth0, Google and every other provider that speaks OpenID Connect.':
    'Keycloak, Okta, Auth0, Google und jeder andere Anbieter, der OpenID Connect spricht.',
  'text.Azure AD with OpenID Connect (v2 endpoints). For new registrations.':
    'Azure AD mit OpenID Connect (v2-Endpunkte). Für neue Registrierungen.',
  'text.The older v1 endpoints, for app registrations that still use them.':
    'Die älteren v1-Endpunkte, für App-Registrierungen, die sie noch verwenden.',
  'text.Shibboleth, SimpleSAMLphp, Okta, PingFederate and every other SAML provider.':
    'Shibboleth, SimpleSAMLphp, Okta, PingFederate und jeder andere SAML-Anbieter.',
  'text.Active Directory Federation Services on your own servers.':
    'Active Directory Federation Services auf eigenen Servern.',
  'text.People sign in with their Salesforce account.': 'Personen melden sich mit ihrem Salesforce-Konto an.',
  'text.Issuer': 'Issuer',
  'text.Scope': 'Scope',
} as const
