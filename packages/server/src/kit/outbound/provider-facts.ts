import { DiscoveryProblem } from './discovery-problem.ts'
import type { RelyingParty } from './relying-party.ts'

/** The addresses and facts of a provider that a sign-in needs. */
export type ProviderFacts = {
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly jwksUri: string
  readonly userinfoEndpoint: string | undefined
  readonly endSessionEndpoint: string | undefined
  readonly tokenAuthMethods: readonly string[]
  /** Where authorization requests are pushed, if the provider requires that of every client (RFC 9126 section 5). */
  readonly pushEndpoint: string | undefined
  /** RFC 9207: the provider says who answered, and its answer must say so. */
  readonly issParameterRequired: boolean
}

/** A discovery document as it came. */
export type Document = Readonly<Record<string, unknown>>

/** Facts from a discovery document and the entered addresses, which win. Throws DiscoveryProblem. */
export function factsOf(party: RelyingParty, document: Document, allowHttp: boolean): ProviderFacts {
  const { addresses } = party
  // A document of another issuer would send people to another provider (OpenID Connect Discovery 1.0 section 4.3).
  const issuer = party.issuer.of(document['issuer'])
  if (issuer === undefined)
    throw new DiscoveryProblem('discovery-issuer', {
      expected: party.issuer.expected,
      found: textOf(document['issuer']) ?? 'none',
    })
  const address = (value: unknown, name: string) => checkedAddress(value, name, allowHttp)
  const optional = (value: unknown, name: string) =>
    textOf(value) === undefined ? undefined : checkedAddress(value, name, allowHttp)
  const { authorization, token, jwks, userinfo, endSession } = addresses
  return {
    issuer,
    authorizationEndpoint: address(authorization ?? document['authorization_endpoint'], 'authorization_endpoint'),
    tokenEndpoint: address(token ?? document['token_endpoint'], 'token_endpoint'),
    jwksUri: address(jwks ?? document['jwks_uri'], 'jwks_uri'),
    userinfoEndpoint: optional(userinfo ?? document['userinfo_endpoint'], 'userinfo_endpoint'),
    endSessionEndpoint: optional(endSession ?? document['end_session_endpoint'], 'end_session_endpoint'),
    pushEndpoint:
      document['require_pushed_authorization_requests'] === true
        ? address(document['pushed_authorization_request_endpoint'], 'pushed_authorization_request_endpoint')
        : undefined,
    tokenAuthMethods: listOf(document['token_endpoint_auth_methods_supported']) ?? ['client_secret_basic'],
    issParameterRequired: document['authorization_response_iss_parameter_supported'] === true,
  }
}

/** A browser is sent to some of these addresses: a provider must not be able to make that `javascript:` or plain http. */
function checkedAddress(value: unknown, name: string, allowHttp: boolean): string {
  const text = textOf(value)
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  if (text === undefined || url === undefined)
    throw new DiscoveryProblem('provider-misconfigured', { error: `the provider has no ${name}` })
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))
    throw new DiscoveryProblem('provider-misconfigured', { error: `the ${name} of the provider is not https` })
  return text
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function listOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : undefined
}
