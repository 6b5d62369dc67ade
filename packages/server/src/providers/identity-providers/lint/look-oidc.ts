import { hasPlaceholder, type TokenAuthMethod } from '@portico/core/contract'

import type { OidcProvider } from '../queries.ts'
import { listOf, textOf } from '../metadata-import/openid.ts'
import { found, when, type Found } from './finding.ts'

/** What the provider's own discovery document says against the configuration (OpenID Connect Discovery 1.0 section 3). */
export function compareDiscovery({ config }: OidcProvider, document: Readonly<Record<string, unknown>>): Found[] {
  const issuer = textOf(document['issuer']) ?? 'nothing'
  const offered = (name: string) => listOf(document[name])
  const algorithms = offered('id_token_signing_alg_values_supported')
  const modes = offered('response_modes_supported')
  const types = offered('response_types_supported')
  const scopes = offered('scopes_supported')
  const methods = offered('token_endpoint_auth_methods_supported')
  const unknown = config.scope.split(/ +/).filter((one) => scopes !== undefined && !scopes.includes(one))
  const lacks = (list: string[] | undefined, value: string) => list !== undefined && !list.includes(value)
  return [
    ...issuerFindings(config.issuer, issuer),
    ...when(lacks(types, 'code'), () => found('error', 'code-flow-missing')),
    ...when(lacks(modes, config.responseMode), () =>
      found('warning', 'response-mode-unsupported', 'responseMode', {
        mode: config.responseMode,
        offered: modes?.join(', ') ?? '',
      }),
    ),
    ...when(unknown.length > 0, () => found('warning', 'scope-unsupported', 'scope', { scopes: unknown.join(', ') })),
    ...when(!config.disableSignatureVerification && lacks(algorithms, config.signatureAlgorithm), () =>
      found('error', 'algorithm-unsupported', 'signatureAlgorithm', {
        algorithm: config.signatureAlgorithm,
        offered: algorithms?.join(', ') ?? '',
      }),
    ),
    ...when(methods !== undefined && !methods.some((one) => acceptable(config.tokenAuthMethod).includes(one)), () =>
      found('error', 'client-authentication-unsupported', 'tokenAuthMethod', {
        method: acceptable(config.tokenAuthMethod).join(' or '),
        offered: methods?.join(', ') ?? '',
      }),
    ),
    ...(['usernameClaim', 'groupClaim'] as const).flatMap((field) =>
      when(
        namesOfClaim(config[field]).every((name) => lacks(offered('claims_supported'), name)),
        () => found('note', 'claim-unlisted', field, { claim: config[field] }),
      ),
    ),
    ...when(
      !config.disableSlo && config.sloUrl === undefined && textOf(document['end_session_endpoint']) === undefined,
      () => found('warning', 'end-session-missing', 'sloUrl'),
    ),
    ...addressFindings(config, document),
  ]
}

/** The names under which a claim may be listed: the part of its path before each dot, as claims.ts looks it up. */
function namesOfClaim(path: string): string[] {
  const parts = path.split('.')
  return parts.map((_, index) =>
    parts
      .slice(0, index + 1)
      .join('.')
      .replaceAll('\\.', '.'),
  )
}

/** What a provider may offer so that the configured method works. */
function acceptable(method: TokenAuthMethod): string[] {
  return method === 'auto' ? ['client_secret_basic', 'client_secret_post', 'none'] : [method]
}

function issuerFindings(configured: string, issuer: string): Found[] {
  if (issuer === configured) return []
  const bare = (text: string) => text.replace(/\/$/, '')
  if (hasPlaceholder(issuer)) return [found('error', 'issuer-placeholder', 'issuer', { found: issuer })]
  const code = bare(issuer) === bare(configured) ? 'issuer-slash' : 'issuer-other'
  return [found('error', code, 'issuer', { found: issuer })]
}

function addressFindings(config: OidcProvider['config'], document: Readonly<Record<string, unknown>>): Found[] {
  const fields = [
    ['authorizationUrl', 'authorization_endpoint'],
    ['tokenUrl', 'token_endpoint'],
    ['jwksUrl', 'jwks_uri'],
    ['userinfoUrl', 'userinfo_endpoint'],
    ['sloUrl', 'end_session_endpoint'],
  ] as const
  return fields.flatMap(([field, name]) => {
    const published = textOf(document[name])
    const typed = config[field]
    return when(typed !== undefined && published !== undefined && typed !== published, () =>
      found('note', 'address-other', field, { found: published ?? '' }),
    )
  })
}
