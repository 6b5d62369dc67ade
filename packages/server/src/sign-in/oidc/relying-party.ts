import type { AzureProvider, OidcProvider } from '../../providers/identity-providers/queries.ts'
import type { Settings } from '../../kit/settings/settings.ts'
import { azureRelyingParty } from '../../providers/identity-providers/azure/relying-party.ts'
import type { IssuerRule, RelyingParty } from '../../kit/outbound/relying-party.ts'

export function relyingPartyOf(
  provider: OidcProvider | AzureProvider,
  settings: Settings,
  nowMs: number,
): RelyingParty {
  if (provider.family === 'azure') return azureRelyingParty(provider, settings, nowMs)
  const { config, secrets } = provider
  return {
    providerId: provider.id,
    clientId: config.clientId,
    clientSecret: secrets.clientSecret,
    tokenAuthMethod: config.tokenAuthMethod,
    issuer: exactIssuer(config.issuer),
    discoveryUrl: `${config.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    addresses: {
      authorization: config.authorizationUrl,
      token: config.tokenUrl,
      jwks: config.jwksUrl,
      userinfo: config.userinfoUrl,
      endSession: config.sloUrl,
    },
    responseMode: config.responseMode,
    scope: config.scope,
    signatureAlgorithm: config.signatureAlgorithm,
    disableSignatureVerification: config.disableSignatureVerification,
    extraParameters: {},
  }
}

/** Exact match (OpenID Connect Discovery 1.0 section 4.3): an extra slash is another issuer. */
export function exactIssuer(issuer: string): IssuerRule {
  return { expected: issuer, of: (named) => (named === issuer ? issuer : undefined) }
}
