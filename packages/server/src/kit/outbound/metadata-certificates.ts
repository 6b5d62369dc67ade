import { LRUCache } from 'lru-cache'

import type { Checks } from '../checks/checks.ts'
import type { ProviderFetch } from './provider-fetch.ts'

/** Signing certificates that providers publish at the address of their metadata, for those that are followed. */
export type MetadataCertificates = {
  /** In PEM; empty, with a warning, where the address never answered with metadata of this entity. */
  certificates(source: MetadataSource, checks: Checks): Promise<readonly string[]>
  /**
   * For a message that `known`, the last answer, does not verify: the newer answer, read in between or now, at most every
   * 30 s. Undefined when there is nothing newer.
   */
  newerThan(known: readonly string[], source: MetadataSource): Promise<readonly string[] | undefined>
}

export type MetadataSource = { readonly url: string; readonly entityId: string }

const freshMs = 3_600_000
/** How long a provider that failed is not asked again. */
const retryMs = 300_000
/** How long to wait before reading again for a certificate that is not in it. */
const unknownRetryMs = 30_000
/** How long a sign-in waits while the metadata of a federation is being read. */
const waitMaxMs = 10_000
const entriesMax = 1000
const certificatesMax = 8

type Entity = { readonly entityId: string; readonly certificates: readonly string[] }

type Sources = {
  readonly fetch: ProviderFetch
  /** Reads an entity of the metadata in an answer; rejects where it is not metadata. */
  readonly read: (
    response: Response,
    wanted: { readonly entityId: string; readonly nowMs: number },
  ) => Promise<{ readonly entities: readonly Entity[] }>
}

type Known = { readonly certificates: readonly string[]; readonly at: number; readonly failure?: string }

/** Read once an hour, and for an unknown certificate; during an outage the last good answer stays in use. */
export function createMetadataCertificates(
  deps: Sources & { clock: { now(): number }; waitMs?: number | undefined },
): MetadataCertificates {
  const { waitMs = waitMaxMs } = deps
  const known = new LRUCache<string, Known>({ max: entriesMax })
  const pending = new Map<string, Promise<Known>>()

  async function ask(key: string, source: MetadataSource): Promise<Known> {
    const at = deps.clock.now()
    const found = await fetchCertificates(deps, source, at).then(
      (certificates): Known => ({ certificates, at }),
      (error: unknown): Known => ({
        certificates: known.get(key)?.certificates ?? [],
        at,
        failure: error instanceof Error ? error.message : String(error),
      }),
    )
    known.set(key, found)
    return found
  }

  /** Concurrent sign-ins share one request, which goes on when they stop waiting. */
  async function shared(key: string, source: MetadataSource): Promise<Known> {
    const running = pending.get(key) ?? ask(key, source).finally(() => pending.delete(key))
    pending.set(key, running)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Known>((resolve) => {
      timer = setTimeout(() => {
        const { certificates = [], at = 0 } = known.get(key) ?? {}
        resolve({ certificates, at, failure: `${source.url} took too long` })
      }, waitMs)
    })
    return Promise.race([running, late]).finally(() => clearTimeout(timer))
  }

  return {
    async certificates(source, checks) {
      const key = keyOf(source)
      const entry = known.get(key)
      const lastsMs = entry?.failure === undefined ? freshMs : retryMs
      const current = entry !== undefined && deps.clock.now() - entry.at < lastsMs ? entry : await shared(key, source)
      const { certificates, failure } = current
      if (failure !== undefined) checks.warned('saml-metadata-failed', { address: source.url, error: failure })
      return certificates
    },
    async newerThan(before, source) {
      const key = keyOf(source)
      const entry = known.get(key)
      if (entry !== undefined && entry.certificates !== before) return entry.certificates
      if (entry !== undefined && !pending.has(key) && deps.clock.now() - entry.at < unknownRetryMs) return undefined
      const { certificates } = await shared(key, source)
      return certificates === before ? undefined : certificates
    },
  }
}

function keyOf({ url, entityId }: MetadataSource): string {
  return `${url} ${entityId}`
}

async function fetchCertificates(
  { fetch, read }: Sources,
  { url, entityId }: MetadataSource,
  nowMs: number,
): Promise<readonly string[]> {
  const headers = { accept: 'application/samlmetadata+xml, application/xml' }
  const response = await fetch(url, { headers, followsRedirects: true, streams: true })
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  const { entities } = await read(response, { entityId, nowMs })
  const entity = entities.find((one) => one.entityId === entityId)
  if (entity === undefined) throw new Error(`${url} does not describe ${entityId}`)
  return entity.certificates.slice(0, certificatesMax)
}
