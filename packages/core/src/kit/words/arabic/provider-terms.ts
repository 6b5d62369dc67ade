/** The Arabic of what the types of providers are, and of the protocols' terms, by their English text. */
export const providerTerms = {
  'text.Keycloak, Okta, Auth0, Google and every other provider that speaks OpenID Connect.':
    'Keycloak وOkta وAuth0 وGoogle وكل موفّر آخر يدعم OpenID Connect.',
  'text.Azure AD with OpenID Connect (v2 endpoints). For new registrations.':
    'Azure AD مع OpenID Connect (نقاط نهاية v2). للتسجيلات الجديدة.',
  'text.The older v1 endpoints, for app registrations that still use them.':
    'نقاط نهاية v1 الأقدم، لتسجيلات التطبيقات التي ما زالت تستخدمها.',
  'text.Shibboleth, SimpleSAMLphp, Okta, PingFederate and every other SAML provider.':
    'Shibboleth وSimpleSAMLphp وOkta وPingFederate وكل موفّر SAML آخر.',
  'text.Active Directory Federation Services on your own servers.': 'Active Directory Federation Services على خوادمكم.',
  'text.People sign in with their Salesforce account.': 'يسجّل الأشخاص الدخول بحساباتهم في Salesforce.',
  'text.Security Admin': 'Security Admin',
  'text.Issuer': 'Issuer',
  'text.Scope': 'Scope',
  'text.URN': 'URN',
} as const
