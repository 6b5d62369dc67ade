import type { OidcConfig } from '../../identity-providers/oidc-config.ts'
import { SignInFault } from '../faults.ts'
import type { ProviderFetch } from '../provider-fetch.ts'

/** The addresses and facts of a provider that a sign-in needs. */
export type ProviderFacts = {
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly jwksUri: string
  readonly userinfoEndpoint: string | undefined
  readonly tokenAuthMethods: readonly string[]
  /** RFC 9207: the provider says who answered, and its answer must say so. */
  readonly issParameterRequired: boolean
}

export type ProviderMetadata = { read(config: OidcConfig): Promise<ProviderFacts> }

const freshMs = 5 * 60_000
const entriesMax = 1000

/** Discovery (OpenID Connect Discovery 1.0), kept for five minutes; when it fails, what was last good goes on working. */
export function createProviderMetadata(deps: { fetch: ProviderFetch; clock: { now(): number } }): ProviderMetadata {
  const known = new Map<string, { document: Document; at: number }>()
  const pending = new Map<string, Promise<Document>>()

  async function documentOf(issuer: string): Promise<Document> {
    const entry = known.get(issuer)
    if (entry && deps.clock.now() - entry.at < freshMs) return entry.document
    const running = pending.get(issuer) ?? discover(deps.fetch, issuer).finally(() => pending.delete(issuer))
    pending.set(issuer, running)
    try {
      const document = await running
      if (known.size >= entriesMax) known.clear()
      known.set(issuer, { document, at: deps.clock.now() })
      return document
    } catch (error) {
      if (entry) return entry.document
      throw error
    }
  }

  return {
    async read(config) {
      const manual = config.authorizationUrl && config.tokenUrl && config.jwksUrl
      const document: Document = manual ? {} : await documentOf(config.issuer)
      return {
        issuer: config.issuer,
        authorizationEndpoint: needed(
          config.authorizationUrl ?? document.authorization_endpoint,
          'authorization_endpoint',
        ),
        tokenEndpoint: needed(config.tokenUrl ?? document.token_endpoint, 'token_endpoint'),
        jwksUri: needed(config.jwksUrl ?? document.jwks_uri, 'jwks_uri'),
        userinfoEndpoint: config.userinfoUrl ?? textOf(document.userinfo_endpoint),
        tokenAuthMethods: listOf(document.token_endpoint_auth_methods_supported) ?? ['client_secret_basic'],
        issParameterRequired: document.authorization_response_iss_parameter_supported === true,
      }
    },
  }
}

type Document = Readonly<Record<string, unknown>>

async function discover(fetch: ProviderFetch, issuer: string): Promise<Document> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  let document: unknown
  try {
    const response = await fetch(address, { headers: { accept: 'application/json' } })
    if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
    document = await response.json()
  } catch (error) {
    throw new SignInFault('IDP_ERROR', `discovery failed: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (typeof document !== 'object' || document === null)
    throw new SignInFault('IDP_ERROR', 'discovery answered no object')
  // A document of another issuer would send people to another provider (OpenID Connect Discovery 1.0 section 4.3).
  const named = (document as Document)['issuer']
  if (named !== issuer)
    throw new SignInFault('IDP_ERROR', `discovery names the issuer ${String(named)}, configured is ${issuer}`)
  return document as Document
}

function needed(value: unknown, name: string): string {
  const text = textOf(value)
  if (text === undefined || !URL.canParse(text)) throw new SignInFault('IDP_ERROR', `the provider has no ${name}`)
  return text
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function listOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : undefined
}
