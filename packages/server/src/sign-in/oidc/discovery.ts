import type { Checks } from '../checks.ts'
import type { ProviderFetch } from '../provider-fetch.ts'
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
  /** RFC 9207: the provider says who answered, and its answer must say so. */
  readonly issParameterRequired: boolean
}

export type ProviderMetadata = { read(party: RelyingParty, checks: Checks): Promise<ProviderFacts> }

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

  async function documentAt(address: string): Promise<Document> {
    const entry = known.get(address)
    const now = deps.clock.now()
    if (entry && (now - entry.at < freshMs || now - entry.triedAt < retryMs)) return entry.document
    const running = pending.get(address) ?? readDocument(deps.fetch, address).finally(() => pending.delete(address))
    pending.set(address, running)
    try {
      const document = await running
      const [oldest] = known.keys()
      if (known.size >= entriesMax && oldest !== undefined) known.delete(oldest)
      known.set(address, { document, at: now, triedAt: now })
      return document
    } catch (error) {
      if (entry === undefined) throw error
      known.set(address, { ...entry, triedAt: now })
      return entry.document
    }
  }

  async function discover(party: RelyingParty, checks: Checks): Promise<Document> {
    const address = party.discoveryUrl ?? discoveryAddress(party.issuer)
    let document: Document
    try {
      document = await documentAt(address)
    } catch (error) {
      return checks.refuse('discovery-failed', {
        address,
        error: error instanceof Error ? error.message : String(error),
      })
    }
    // A document of another issuer would send people to another provider (OpenID Connect Discovery 1.0 section 4.3).
    if (document['issuer'] !== party.issuer)
      return checks.refuse('discovery-issuer', { expected: party.issuer, found: String(document['issuer']) })
    return document
  }

  return {
    async read(party, checks) {
      const { addresses } = party
      const manual = addresses.authorization && addresses.token && addresses.jwks
      const document: Document = manual ? {} : await discover(party, checks)
      const address = (value: unknown, name: string) => checkedAddress(value, name, deps.allowHttp, checks)
      const userinfo = addresses.userinfo ?? textOf(document['userinfo_endpoint'])
      const endSession = addresses.endSession ?? textOf(document['end_session_endpoint'])
      const facts = {
        issuer: party.issuer,
        authorizationEndpoint: address(
          addresses.authorization ?? document['authorization_endpoint'],
          'authorization_endpoint',
        ),
        tokenEndpoint: address(addresses.token ?? document['token_endpoint'], 'token_endpoint'),
        jwksUri: address(addresses.jwks ?? document['jwks_uri'], 'jwks_uri'),
        userinfoEndpoint: userinfo === undefined ? undefined : address(userinfo, 'userinfo_endpoint'),
        endSessionEndpoint: endSession === undefined ? undefined : address(endSession, 'end_session_endpoint'),
        tokenAuthMethods: listOf(document['token_endpoint_auth_methods_supported']) ?? ['client_secret_basic'],
        issParameterRequired: document['authorization_response_iss_parameter_supported'] === true,
      }
      checks.passed('discovery', { issuer: party.issuer })
      return facts
    },
  }
}

export function discoveryAddress(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

type Document = Readonly<Record<string, unknown>>

/** Throws what went wrong in words, for whoever reads the flight recorder. */
async function readDocument(fetch: ProviderFetch, address: string): Promise<Document> {
  const response = await fetch(address, { headers: { accept: 'application/json' } })
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
  const document: unknown = await response.json()
  if (typeof document !== 'object' || document === null) throw new Error(`${address} answered no object`)
  return document as Document
}

/** A browser is sent to some of these addresses: a provider must not be able to make that `javascript:` or plain http. */
function checkedAddress(value: unknown, name: string, allowHttp: boolean, checks: Checks): string {
  const text = textOf(value)
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  if (text === undefined || url === undefined)
    return checks.refuse('provider-misconfigured', { error: `the provider has no ${name}` })
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))
    return checks.refuse('provider-misconfigured', { error: `the ${name} of the provider is not https` })
  return text
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function listOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : undefined
}
