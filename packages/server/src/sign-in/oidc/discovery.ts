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
/** A provider that did not answer is left alone for so long where an older document does. */
const retryMs = 30_000
const entriesMax = 1000

type Known = { readonly document: Document; readonly at: number; readonly triedAt: number }

/**
 * Discovery (OpenID Connect Discovery 1.0), kept for five minutes; when it fails, what was last good goes on working.
 * `allowHttp`: a development setting; addresses are https otherwise.
 */
export function createProviderMetadata(deps: {
  fetch: ProviderFetch
  clock: { now(): number }
  allowHttp: boolean
}): ProviderMetadata {
  const known = new Map<string, Known>()
  const pending = new Map<string, Promise<Document>>()

  async function documentOf(issuer: string): Promise<Document> {
    const entry = known.get(issuer)
    const now = deps.clock.now()
    if (entry && (now - entry.at < freshMs || now - entry.triedAt < retryMs)) return entry.document
    const running = pending.get(issuer) ?? discover(deps.fetch, issuer).finally(() => pending.delete(issuer))
    pending.set(issuer, running)
    try {
      const document = await running
      const [oldest] = known.keys()
      if (known.size >= entriesMax && oldest !== undefined) known.delete(oldest)
      known.set(issuer, { document, at: now, triedAt: now })
      return document
    } catch (error) {
      if (entry === undefined) throw error
      known.set(issuer, { ...entry, triedAt: now })
      return entry.document
    }
  }

  return {
    async read(config) {
      const manual = config.authorizationUrl && config.tokenUrl && config.jwksUrl
      const document: Document = manual ? {} : await documentOf(config.issuer)
      const address = (value: unknown, name: string) => checkedAddress(value, name, deps.allowHttp)
      const userinfo = config.userinfoUrl ?? textOf(document.userinfo_endpoint)
      return {
        issuer: config.issuer,
        authorizationEndpoint: address(
          config.authorizationUrl ?? document.authorization_endpoint,
          'authorization_endpoint',
        ),
        tokenEndpoint: address(config.tokenUrl ?? document.token_endpoint, 'token_endpoint'),
        jwksUri: address(config.jwksUrl ?? document.jwks_uri, 'jwks_uri'),
        userinfoEndpoint: userinfo === undefined ? undefined : address(userinfo, 'userinfo_endpoint'),
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

/** A browser is sent to some of these addresses: a provider must not be able to make that `javascript:` or plain http. */
function checkedAddress(value: unknown, name: string, allowHttp: boolean): string {
  const text = textOf(value)
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  if (text === undefined || url === undefined) throw new SignInFault('IDP_ERROR', `the provider has no ${name}`)
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))
    throw new SignInFault('IDP_ERROR', `the ${name} of the provider is not https`)
  return text
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function listOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : undefined
}
