import { LRUCache } from 'lru-cache'

import type { Checks } from '../checks/checks.ts'
import type { ProviderFetch } from './provider-fetch.ts'
import { DiscoveryProblem } from './discovery-problem.ts'
import { factsOf, type Document, type ProviderFacts } from './provider-facts.ts'
import type { RelyingParty } from './relying-party.ts'

export type { ProviderFacts } from './provider-facts.ts'

export type ProviderMetadata = {
  /** Throws SignInFault if no usable document is available. */
  read(party: RelyingParty, checks: Checks): Promise<ProviderFacts>
  /** The last valid answer, however old, without a request; undefined when nothing is cached. */
  remembered(party: RelyingParty): ProviderFacts | undefined
}

const freshMs = 5 * 60_000
/** How long a provider that did not answer is not asked again if an older document is available. */
const retryMs = 30_000
const entriesMax = 1000

type Known = { readonly document: Document; readonly at: number; readonly triedAt: number }

/**
 * Discovery (OpenID Connect Discovery 1.0), cached for five minutes; if it fails, or the answer is unusable, the last good
 * document stays in use. `allowHttp`: a development setting; addresses are https otherwise.
 */
export function createProviderMetadata(deps: {
  fetch: ProviderFetch
  clock: { now(): number }
  allowHttp: boolean
}): ProviderMetadata {
  const known = new LRUCache<string, Known>({ max: entriesMax })
  const pending = new Map<string, Promise<Document>>()

  async function documentFor(party: RelyingParty): Promise<Document> {
    const key = keyOf(party)
    const entry = known.get(key)
    const now = deps.clock.now()
    if (entry && (now - entry.at < freshMs || now - entry.triedAt < retryMs)) return entry.document
    const running = pending.get(key) ?? read(party, entry).finally(() => pending.delete(key))
    pending.set(key, running)
    try {
      const document = await running
      known.set(key, { document, at: now, triedAt: now })
      return document
    } catch (error) {
      if (entry === undefined) throw error
      known.set(key, { ...entry, triedAt: now })
      return entry.document
    }
  }

  /** A document is accepted if it is this provider's, still names the same issuer, and has every address. */
  async function read(party: RelyingParty, before: Known | undefined): Promise<Document> {
    const document = await readDocument(deps.fetch, party.discoveryUrl)
    const { issuer } = factsOf(party, document, deps.allowHttp)
    const first = before === undefined ? issuer : factsOf(party, before.document, deps.allowHttp).issuer
    if (issuer !== first) throw new DiscoveryProblem('discovery-issuer', { expected: first, found: issuer })
    return document
  }

  return {
    remembered(party) {
      const entry = known.get(keyOf(party))
      return entry && factsOf(party, entry.document, deps.allowHttp)
    },

    async read(party, checks) {
      const { addresses } = party
      const typed = addresses.authorization && addresses.token && addresses.jwks
      try {
        const document: Document = typed ? { issuer: party.issuer.expected } : await documentFor(party)
        const facts = factsOf(party, document, deps.allowHttp)
        checks.passed('discovery', { issuer: facts.issuer })
        return facts
      } catch (error) {
        if (error instanceof DiscoveryProblem) return checks.refuse(error.finding, error.evidence)
        const evidence = { address: party.discoveryUrl, error: error instanceof Error ? error.message : String(error) }
        return checks.refuse('discovery-failed', evidence)
      }
    },
  }
}

/** The expected issuer is part of the key: an answer that is valid for one registration may not be for another. */
function keyOf({ discoveryUrl, issuer, clientId }: RelyingParty): string {
  return `${discoveryUrl} ${issuer.expected} ${clientId}`
}

/** Throws a description of the failure for readers of the flight recorder. */
async function readDocument(fetch: ProviderFetch, address: string): Promise<Document> {
  const response = await fetch(address, { headers: { accept: 'application/json' }, followsRedirects: true })
  if (response.status !== 200) throw new Error(`the server answered with status ${response.status}`)
  const document: unknown = await response.json()
  if (typeof document !== 'object' || document === null) throw new Error('the answer is not a JSON object')
  return document as Document
}
