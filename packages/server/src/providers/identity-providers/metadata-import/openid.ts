import { hasPlaceholder, namesManyDirectories, signatureAlgorithms } from '@portico/core/contract'

import type { ProviderFetch } from '../../../kit/outbound/provider-fetch.ts'
import { importFault, warning, type Imported } from './imported.ts'
import { readJsonObject, readSource, type Source } from './read-source.ts'

const wellKnown = '/.well-known/openid-configuration'

/**
 * An OpenID discovery document (OpenID Connect Discovery 1.0 section 3), by the issuer's address, its whole address, or
 * from a file. By address only the issuer and choices are filled in: endpoints are discovered at every sign-in.
 */
export async function importOpenId(source: Source, fetch: ProviderFetch): Promise<Imported> {
  const document = readJsonObject(await readSource(source, discoveryAddressOf, fetch))
  const issuer = textOf(document['issuer'])
  if (issuer === undefined || !/^https?:\/\//i.test(issuer))
    throw importFault('METADATA_UNREADABLE', source.url ? 'url' : 'document', 'it does not name an issuer.')
  if (hasPlaceholder(issuer) || namesManyDirectories(issuer))
    throw importFault('METADATA_MANY_DIRECTORIES', source.url ? 'url' : 'document', '', { issuer })
  const fromFile = !source.url
  return {
    entities: [{ entityId: issuer, name: null }],
    total: 1,
    config: { issuer, ...(fromFile ? addressesOf(document) : {}), ...choicesOf(document, fromFile) },
    warnings: warningsOf(document, issuer, source),
  }
}

function discoveryAddressOf(url: string): string {
  const whole = /^https?:\/\//i.test(url) ? url : `https://${url}`
  return whole.includes('/.well-known/') ? whole : `${whole.replace(/\/$/, '')}${wellKnown}`
}

function addressesOf(document: Readonly<Record<string, unknown>>): Record<string, string> {
  const fields = {
    authorizationUrl: 'authorization_endpoint',
    tokenUrl: 'token_endpoint',
    jwksUrl: 'jwks_uri',
    userinfoUrl: 'userinfo_endpoint',
    sloUrl: 'end_session_endpoint',
  }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, name]) => {
      const address = textOf(document[name])
      return address === undefined ? [] : [[field, address]]
    }),
  )
}

/** The first of our methods that the provider supports. */
function choicesOf(document: Readonly<Record<string, unknown>>, fromFile: boolean): Record<string, string> {
  const methods = listOf(document['token_endpoint_auth_methods_supported'])
  const algorithms = listOf(document['id_token_signing_alg_values_supported'])
  const algorithm = signatureAlgorithms.find((one) => algorithms?.includes(one))
  const scopes = listOf(document['scopes_supported'])
  const modes = listOf(document['response_modes_supported'])
  const claims = listOf(document['claims_supported'])
  const username = ['preferred_username', 'upn', 'email'].find((one) => claims?.includes(one))
  const group = ['groups', 'roles'].find((one) => claims?.includes(one))
  return {
    ...(algorithm === undefined ? {} : { signatureAlgorithm: algorithm }),
    ...(scopes === undefined ? {} : { scope: scopesOf(scopes) }),
    ...(modes !== undefined && !modes.includes('query') && modes.includes('form_post')
      ? { responseMode: 'form_post' }
      : {}),
    // Without discovery at sign-in, `auto` means Basic. Only an administrator chooses private_key_jwt.
    ...(fromFile && methods?.includes('client_secret_post') && !methods.includes('client_secret_basic')
      ? { tokenAuthMethod: 'client_secret_post' }
      : {}),
    ...(username === undefined ? {} : { usernameClaim: username }),
    ...(group === undefined ? {} : { groupClaim: group }),
  }
}

function scopesOf(supported: readonly string[]): string {
  return ['openid', 'profile', 'email', 'groups'].filter((one) => one === 'openid' || supported.includes(one)).join(' ')
}

function warningsOf(document: Readonly<Record<string, unknown>>, issuer: string, source: Source): string[] {
  const algorithms = listOf(document['id_token_signing_alg_values_supported'])
  const types = listOf(document['response_types_supported'])
  const methods = listOf(document['token_endpoint_auth_methods_supported'])
  const usable = algorithms === undefined || signatureAlgorithms.some((one) => algorithms.includes(one))
  const elsewhere = source.url ? discoveryAddressOf(issuer) !== discoveryAddressOf(source.url) : false
  return [
    ...(elsewhere ? [warning('import.issuerElsewhere', { issuer })] : []),
    ...(issuer.startsWith('https:') ? [] : [warning('import.issuerHttp')]),
    ...(usable ? [] : [warning('import.noAlgorithm', { algorithms: algorithms?.join(', ') ?? '' })]),
    ...(types === undefined || types.includes('code') ? [] : [warning('import.noCodeFlow')]),
    ...(textOf(document['end_session_endpoint']) === undefined ? [warning('import.noEndSession')] : []),
    ...(methods !== undefined && !methods.some((one) => /^(?:client_secret_basic|client_secret_post|none)$/.test(one))
      ? [warning('import.basicMissing', { methods: methods.join(', ') })]
      : []),
    warning(source.url ? 'import.addressesAtSignIn' : 'import.addressesFixed'),
  ]
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function listOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : undefined
}
