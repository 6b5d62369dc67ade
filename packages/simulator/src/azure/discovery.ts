import type { Context } from 'hono'

import { endpoint, graphBase, issuerOf, keysAddress } from './addresses.ts'
import type { Directory } from './directory.ts'

/** The discovery document; its addresses name the directory as the asker did. */
export function discovery({ config }: Directory, base: URL, tenant: string): Record<string, unknown> {
  const { version } = config
  const claims = version === 1 ? ['upn', 'unique_name', 'given_name', 'family_name'] : ['preferred_username', 'email']
  return {
    issuer: issuerOf(base, config),
    authorization_endpoint: endpoint(base, tenant, version, 'authorize'),
    token_endpoint: endpoint(base, tenant, version, 'token'),
    jwks_uri: keysAddress(base, tenant, version),
    end_session_endpoint: endpoint(base, tenant, version, 'logout'),
    userinfo_endpoint: `${graphBase(base)}/oidc/userinfo`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    response_modes_supported: ['query', 'form_post'],
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    claims_supported: ['sub', 'iss', 'aud', 'exp', 'iat', 'nonce', 'name', 'oid', 'tid', 'ver', ...claims],
    frontchannel_logout_supported: true,
    http_logout_supported: true,
    tenant_region_scope: 'EU',
    msgraph_host: new URL(base).host,
  }
}

export async function keySet({ config, keys }: Directory, base: URL): Promise<Record<string, unknown>> {
  const published = (await keys.published()).map(({ kid, publicKey }) => {
    const { n, e } = publicKey.export({ format: 'jwk' })
    return {
      kty: 'RSA',
      use: 'sig',
      kid,
      x5t: kid,
      n,
      e,
      ...(config.version === 2 ? { issuer: issuerOf(base, config) } : {}),
    }
  })
  return { keys: published }
}

/** What was sent, by GET or POST. */
export async function sentTo(context: Context): Promise<URLSearchParams> {
  if (context.req.method === 'GET') return new URL(context.req.url).searchParams
  return new URLSearchParams(await context.req.text())
}
