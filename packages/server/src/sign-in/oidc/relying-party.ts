import type { ResponseMode, SignatureAlgorithm } from '@portico/core/contract'

import type { AzureProvider, OidcProvider } from '../../identity-providers/queries.ts'
import type { Settings } from '../../settings.ts'
import { azureRelyingParty } from '../azure/relying-party.ts'

/** A provider as the OpenID Connect flow uses it, whatever its type: what it is called, where it answers, what we send. */
export type RelyingParty = {
  readonly providerId: string
  readonly clientId: string
  /** undefined: a public client. */
  readonly clientSecret: string | undefined
  /** What discovery has to name, and ID tokens too unless `issuerOf` says otherwise. */
  readonly issuer: string
  /** Where the discovery document is, unless below the issuer. */
  readonly discoveryUrl: string | undefined
  /** Addresses an administrator typed: they win over discovery. */
  readonly addresses: {
    readonly authorization?: string | undefined
    readonly token?: string | undefined
    readonly jwks?: string | undefined
    readonly userinfo?: string | undefined
    readonly endSession?: string | undefined
  }
  readonly responseMode: ResponseMode
  readonly scope: string
  readonly signatureAlgorithm: SignatureAlgorithm
  readonly disableSignatureVerification: boolean
  /** Sent with the authorization request beside the standard parameters. */
  readonly extraParameters: Readonly<Record<string, string>>
  /** Whether the userinfo endpoint is asked; Azure AD's says nothing that its tokens do not. */
  readonly readsUserinfo: boolean
}

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
    issuer: config.issuer,
    discoveryUrl: undefined,
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
    readsUserinfo: true,
  }
}
