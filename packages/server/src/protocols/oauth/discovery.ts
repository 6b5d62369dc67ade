import { cliGrantTypes } from '../../sign-in/cli-sign-in/token-grants.ts'
import { proofAlgorithms } from './dpop.ts'
import { assertionAlgorithms } from './limits.ts'
import { routes } from './routes.ts'
import { signingAlgorithm, type SigningKey } from './signing-keys.ts'
import { grantTypes } from './token-request.ts'

/**
 * Fields of the discovery document (RFC 8414 section 2, OpenID Connect Discovery 1.0 section 3) that one feature adds.
 * Lists of several parts are joined without duplicates; of other values the last one counts. A value that begins with `/`
 * is a path of this server and gets the issuer in front.
 */
export type DiscoveryPart = Readonly<Record<string, string | boolean | readonly string[]>>

/** Tokens of service accounts, and the sign-in of command lines (RFC 8628 section 4). */
const ownPart: DiscoveryPart = {
  authorization_endpoint: routes.authorization,
  device_authorization_endpoint: routes.deviceAuthorization,
  token_endpoint: routes.token,
  introspection_endpoint: routes.introspection,
  revocation_endpoint: routes.revocation,
  jwks_uri: routes.jwks,
  grant_types_supported: [...grantTypes, ...cliGrantTypes],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [signingAlgorithm],
  // `none` is the command line's, which is a public client.
  token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
  token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
  dpop_signing_alg_values_supported: proofAlgorithms,
  introspection_endpoint_auth_methods_supported: ['private_key_jwt'],
  introspection_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
  revocation_endpoint_auth_methods_supported: ['private_key_jwt'],
  revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
}

/** Registered clients authenticate as they are registered. */
export const clientCallersPart: DiscoveryPart = {
  introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
}

/** The discovery document of this deployment: ours, then those of `parts`. */
export function discoveryDocument(issuer: string, parts: readonly DiscoveryPart[] = []): Record<string, unknown> {
  const document: Record<string, unknown> = { issuer }
  for (const [name, value] of [ownPart, ...parts].flatMap((part) => Object.entries(part))) {
    const before = document[name]
    if (Array.isArray(value)) document[name] = [...new Set([...(Array.isArray(before) ? before : []), ...value])]
    else document[name] = typeof value === 'string' && value.startsWith('/') ? issuer + value : value
  }
  return document
}

/** The published key set (RFC 7517 section 5): public halves only. */
export function keySetOf(keys: readonly SigningKey[]): { readonly keys: readonly object[] } {
  return {
    keys: keys.map(({ kid, publicJwk: { n, e } }) => ({ kty: 'RSA', use: 'sig', alg: signingAlgorithm, kid, e, n })),
  }
}
