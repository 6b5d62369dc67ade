import { randomBytes } from 'node:crypto'

import type { AdapterFactory, ClientMetadata, Configuration, KoaContextWithOIDC } from 'oidc-provider'

import type { CheckedClient, CheckedOidc } from '../config/checked.ts'
import { loggedOutPage } from '../pages/logout.ts'
import { messagePage } from '../pages/message.ts'
import type { SigningKey } from './keys.ts'
import type { OidcProviderModule } from './load.ts'
import { showLogout } from './logout-page.ts'
import { loginPolicy } from './other-person.ts'
import { accountOf, claimsOfScopes, pairwiseSubject } from './people.ts'

/** Paths below the issuer. */
const endpoints = {
  authorization: '/authorize',
  token: '/token',
  jwks: '/jwks',
  userinfo: '/userinfo',
  end_session: '/logout',
}
export const routes = { ...endpoints, session: '/session' }
export const discoveryPath = '/.well-known/openid-configuration'

/** What stays the same when the provider is rebuilt with other keys or redirect addresses. */
export type Lasting = {
  mountPath: string
  cookiePrefix: string
  cookieKeys: string[]
  storage: AdapterFactory
}

export function lasting(mountPath: string, port: number, id: string, storage: AdapterFactory): Lasting {
  // Browsers send a cookie to every port of its host: two simulators must not read each other's.
  return { mountPath, cookiePrefix: `sim_${port}_${id}`, cookieKeys: [randomBytes(32).toString('base64url')], storage }
}

/** The configuration of oidc-provider for one simulated provider. */
export function oidcConfiguration(
  oidc: OidcProviderModule,
  provider: CheckedOidc,
  clients: readonly CheckedClient[],
  key: SigningKey,
  { mountPath, cookiePrefix, cookieKeys, storage }: Lasting,
  fetch: NonNullable<Configuration['fetch']>,
): Configuration {
  return {
    adapter: storage,
    fetch,
    clients: clients.map((each) => clientMetadata(provider, each)),
    jwks: { keys: [key.jwk] },
    routes: endpoints,
    responseTypes: ['code'],
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: claimsOfScopes(provider),
    conformIdTokenClaims: false,
    subjectTypes: [provider.pairwise ? 'pairwise' : 'public'],
    sectorIdentifierUriValidate: () => false,
    pairwiseIdentifier: (_context, subject, client) => pairwiseSubject(provider.id, subject, client.clientId),
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: [provider.idTokenSignedResponseAlg] },
    findAccount: (_context, subject) => accountOf(provider, subject),
    loadExistingGrant: grantSilently,
    // Some real relying parties do not support PKCE; those that use it must use S256.
    pkce: { required: () => false },
    clientBasedCORS: () => false,
    interactions: {
      policy: loginPolicy(oidc, provider),
      url: (_context, interaction) => `${mountPath}/interaction/${interaction.uid}`,
    },
    cookies: {
      keys: cookieKeys,
      names: {
        session: `${cookiePrefix}_session`,
        interaction: `${cookiePrefix}_interaction`,
        resume: `${cookiePrefix}_resume`,
      },
      long: { signed: true, httpOnly: true, sameSite: 'lax', path: mountPath },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      resourceIndicators: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          const xsrf = /name="xsrf" value="([^"]*)"/.exec(form)?.[1] ?? ''
          const action = `${mountPath}${routes.end_session}/confirm`
          showLogout(context, { config: provider, action, xsrf })
        },
        postLogoutSuccessSource: (context) => {
          context.body = loggedOutPage({ company: provider.name })
        },
      },
    },
    renderError: (context, out) => {
      context.type = 'html'
      const sentences = [out.error_description ?? '', `Error: ${out.error}`].filter((each) => each !== '')
      context.body = messagePage({ title: `${provider.name} cannot do this`, sentences })
    },
    // In seconds.
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      ClientCredentials: 600,
      Grant: 8 * 3600,
      IdToken: 600,
      Interaction: 1800,
      RefreshToken: 8 * 3600,
      Session: 8 * 3600,
    },
  }
}

/**
 * A pairwise client with addresses on several hosts must name a sector (OpenID Connect Core, section 8.1). The sector is
 * the client itself, so this address is only a name and never fetched.
 */
const sector = 'https://sector.example/'

function clientMetadata(provider: CheckedOidc, client: CheckedClient): ClientMetadata {
  // A client that uses codes has to name an address, also where others are allowed.
  const redirectUris =
    provider.anyLoopback && client.redirectUris.length === 0 ? ['http://127.0.0.1/'] : client.redirectUris
  return {
    client_id: client.clientId,
    client_secret: client.clientSecret,
    redirect_uris: redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    response_types: redirectUris.length === 0 ? [] : ['code'],
    grant_types: redirectUris.length === 0 ? [] : ['authorization_code'],
    token_endpoint_auth_method: 'client_secret_basic',
    id_token_signed_response_alg: provider.idTokenSignedResponseAlg,
    // Most products always send auth_time.
    require_auth_time: true,
    ...(client.backchannelLogoutUri === undefined
      ? {}
      : { backchannel_logout_uri: client.backchannelLogoutUri, backchannel_logout_session_required: true }),
    ...(provider.pairwise ? { subject_type: 'pairwise', sector_identifier_uri: sector } : { subject_type: 'public' }),
  }
}

/** Grants all requested scopes, as if the companies' administrators had consented for everyone. */
async function grantSilently(context: KoaContextWithOIDC) {
  const { provider, session, client, params } = context.oidc
  const accountId = session?.accountId
  if (accountId === undefined || client === undefined) return undefined
  const known = session?.grantIdFor(client.clientId)
  const grant =
    (known === undefined ? undefined : await provider.Grant.find(known)) ??
    new provider.Grant({ clientId: client.clientId, accountId })
  grant.addOIDCScope(typeof params?.scope === 'string' ? params.scope : 'openid')
  await grant.save()
  return grant
}
