import { cliSignInPaths } from '@portico/core/contract'

/** The paths of the OAuth endpoints that are ours, without those that `ApplicationEndpoints` adds. */
export const routes = {
  token: '/oauth2/token',
  introspection: '/oauth2/introspect',
  revocation: '/oauth2/revoke',
  jwks: '/oauth2/jwks',
  discovery: '/.well-known/openid-configuration',
  authorization: cliSignInPaths.authorization,
  deviceAuthorization: cliSignInPaths.deviceAuthorization,
} as const
