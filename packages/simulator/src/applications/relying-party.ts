import { createPrivateKey } from 'node:crypto'

import { createRemoteJWKSet, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  type IDToken,
  PrivateKeyJwt,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'

import type { ApplicationClient } from '../config/checked.ts'

/** What a sign-in that has begun needs when its answer arrives. */
export type Attempt = { readonly client: ApplicationClient; readonly nonce: string; readonly verifier: string }

export type SignedIn = { readonly claims: IDToken; readonly idToken: string }

/** OpenID Connect for one registration of an application, by openid-client; every ID token's signature is verified. */
export function relyingParty(client: ApplicationClient, redirectUri: string) {
  let found: Promise<Configuration> | undefined
  let keys: JWTVerifyGetKey | undefined
  /** Asked for at the first sign-in: the provider may start after us. */
  const configuration = () =>
    (found ??= discover(client).catch((error: unknown) => {
      found = undefined
      throw error
    }))

  return {
    /** Where the browser goes to sign in (authorization code with PKCE), and what its answer is compared with. */
    async begin(loginHint: string | undefined): Promise<{ url: URL; state: string; attempt: Attempt }> {
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(loginHint === undefined ? {} : { login_hint: loginHint }),
      })
      return { url, state, attempt: { client, nonce, verifier } }
    },

    /** Redeems the code of an answer. Throws where anything is wrong with it. */
    async finish(answer: URL, state: string, { nonce, verifier }: Attempt): Promise<SignedIn> {
      const tokens = await authorizationCodeGrant(await configuration(), answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined || tokens.id_token === undefined) throw new TypeError('The answer has no ID token.')
      return { claims, idToken: tokens.id_token }
    },

    /** Where the browser goes to log out at the provider too (RP-Initiated Logout 1.0); undefined if the provider does not offer it. */
    async endSession(idToken: string, returnTo: string): Promise<URL | undefined> {
      const config = await configuration()
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined
      return buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: returnTo })
    },

    /** The claims of a logout token (Back-Channel Logout 1.0 section 2.6). Throws where anything is wrong with it. */
    async readLogoutToken(token: string): Promise<JWTPayload> {
      const { issuer, jwks_uri: jwksUri } = (await configuration()).serverMetadata()
      const { payload } = await jwtVerify(token, (keys ??= createRemoteJWKSet(new URL(jwksUri ?? ''))), {
        issuer,
        audience: client.clientId,
        algorithms: ['RS256'],
        typ: 'logout+jwt',
        requiredClaims: ['iat', 'exp', 'jti', 'events'],
      })
      const { events, nonce, sid, sub } = payload
      if (typeof events !== 'object' || events === null || !(logoutEvent in events))
        throw new TypeError('The token has no logout event.')
      if (nonce !== undefined) throw new TypeError('A logout token has no nonce.')
      if (sid === undefined && sub === undefined) throw new TypeError('The token names neither a session nor a person.')
      return payload
    },
  }
}

export type RelyingParty = ReturnType<typeof relyingParty>

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

async function discover(client: ApplicationClient): Promise<Configuration> {
  const metadata = { id_token_signed_response_alg: 'RS256' }
  const options = {
    execute: [enableNonRepudiationChecks, ...(client.issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
  }
  return discovery(new URL(client.issuer), client.clientId, metadata, await authentication(client), options)
}

async function authentication({ clientSecret, privateKey }: ApplicationClient): Promise<ClientAuth> {
  if (privateKey === undefined) return ClientSecretBasic(clientSecret ?? '')
  const pkcs8 = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' })
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  return PrivateKeyJwt(await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']))
}
