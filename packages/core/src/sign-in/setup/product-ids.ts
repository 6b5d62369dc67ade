/** Products with a guide, in the order the wizard offers them. Another provider of one of the six types needs none. */
export const setupProductIds = [
  'entra-id',
  'okta',
  'google-workspace',
  'keycloak',
  'adfs',
  'salesforce',
  'ping',
  'auth0',
  'onelogin',
  'jumpcloud',
  'authentik',
  'simplesamlphp',
] as const

export type SetupProductId = (typeof setupProductIds)[number]
