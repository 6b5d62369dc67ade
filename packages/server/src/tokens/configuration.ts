import type { AdapterFactory, Configuration, KoaContextWithOIDC } from 'oidc-provider'

import type { Exchange } from './exchange.ts'
import type { Issuing } from './issue.ts'
import { assertionAlgorithms, clockSkewSecs } from './limits.ts'
import { routes } from './routes.ts'
import { signingAlgorithm, type SigningKey } from './signing-keys.ts'

/** oidc-provider with everything switched off but client credentials by private_key_jwt. */
export function createConfiguration(
  {
    storage,
    keys,
    issuing,
    accessTokenSecs,
  }: { storage: AdapterFactory; keys: readonly SigningKey[]; issuing: Issuing; accessTokenSecs: number },
  exchangeOf: (context: KoaContextWithOIDC) => Exchange,
): Configuration {
  const signer = keys[0]?.kid
  return {
    adapter: storage,
    jwks: {
      keys: keys.map(({ kid, privateJwk }) => ({ ...privateJwk, kty: 'RSA', kid, use: 'sig', alg: signingAlgorithm })),
    },
    routes: { token: routes.token, jwks: routes.jwks },
    responseTypes: [],
    scopes: [],
    clientAuthMethods: ['private_key_jwt'],
    enabledJWA: {
      clientAuthSigningAlgValues: [...assertionAlgorithms],
      idTokenSigningAlgValues: [signingAlgorithm],
    },
    // Our own rules are stricter and use the database's clock; this is the wider check in front of them.
    clockTolerance: clockSkewSecs,
    assertJwtClientAuthClaimsAndHeader: (context, claims, header, client) =>
      issuing.judge(exchangeOf(context), client.clientId, {
        text: String(context.oidc.params?.['client_assertion']),
        header,
        claims,
      }),
    clientBasedCORS: () => false,
    features: {
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: (context) => issuing.defaultTarget(exchangeOf(context)),
        getResourceServerInfo: async (context, resource) => {
          const { audience } = await issuing.aim(exchangeOf(context), resource)
          return {
            scope: '',
            audience,
            accessTokenTTL: accessTokenSecs,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: signingAlgorithm, ...(signer === undefined ? {} : { kid: signer }) } },
          }
        },
        useGrantedResource: () => false,
      },
      devInteractions: { enabled: false },
      deviceFlow: { enabled: false },
      dPoP: { enabled: false },
      introspection: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      registration: { enabled: false },
      revocation: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    formats: {
      customizers: {
        jwt: async (context, token, parts) => {
          parts.payload = await issuing.claim(exchangeOf(context), token.jti)
        },
      },
    },
    // In seconds. Only the one of client credentials is ever used.
    ttl: {
      AccessToken: accessTokenSecs,
      AuthorizationCode: 60,
      BackchannelAuthenticationRequest: 60,
      ClientCredentials: accessTokenSecs,
      DeviceCode: 60,
      Grant: 60,
      IdToken: 60,
      Interaction: 60,
      PreAuthorizedCode: 60,
      RefreshToken: 60,
      Session: 60,
    },
  }
}
