import type { CheckedServiceProvider } from '../config/checked.ts'
import { isLoopback } from '../config/names.ts'
import type { Log } from '../log.ts'
import { described, readMetadata, type ServiceProvider } from './service-provider.ts'

const fetchMs = 10_000
const metadataLengthMax = 1024 * 1024

export type ServiceProviders = ReturnType<typeof serviceProviders>

/**
 * The service providers that one provider serves. Metadata is fetched when first needed, and again for an unknown
 * name or a refresh.
 */
export function serviceProviders(
  configured: readonly CheckedServiceProvider[],
  {
    fetch,
    log,
    provider,
    anyLoopback,
  }: { fetch: typeof globalThis.fetch; log: Log; provider: string; anyLoopback: boolean },
) {
  const known = new Map<string, ServiceProvider>()
  const addresses = new Set<string>()
  let fetching: Promise<void> | undefined
  let fetchedOnce = false
  for (const each of configured) add(each)

  function add(addition: CheckedServiceProvider): void {
    if ('metadataUrl' in addition) addresses.add(addition.metadataUrl)
    else known.set(addition.entityId, described(addition))
    if ('metadataUrl' in addition) fetchedOnce = false
  }

  /** One fetch at a time: concurrent callers share its answer. */
  function refresh(): Promise<void> {
    return (fetching ??= Promise.all([...addresses].map(read)).then((successes) => {
      fetchedOnce = successes.every((each) => each)
      fetching = undefined
    }))
  }

  /** Whether it could be read: a failure does not fail the caller, and is tried again. */
  async function read(address: string): Promise<boolean> {
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(fetchMs) })
      const text = await answer.text()
      if (!answer.ok || text.length > metadataLengthMax) throw new Error(`Status ${answer.status}.`)
      for (const each of readMetadata(text)) known.set(each.entityId, each)
      return true
    } catch (error) {
      const reason = String((error as Error).message)
      log({ level: 'warn', message: 'Metadata cannot be read.', provider, address, error: reason })
      return false
    }
  }

  return {
    add,
    refresh,
    /** Every service provider that is known once all metadata was read. */
    async all(): Promise<ServiceProvider[]> {
      if (!fetchedOnce) await refresh()
      return [...known.values()]
    },
    /** `consumerUrl` is where a sign-in request asks for its answer. */
    async find(entityId: string, consumerUrl?: string): Promise<ServiceProvider | undefined> {
      const isServed = () => {
        const found = known.get(entityId)
        return (
          found !== undefined && (consumerUrl === undefined || found.consumers.some(({ url }) => url === consumerUrl))
        )
      }
      if (!isServed()) await refresh()
      if (!isServed() && anyLoopback && consumerUrl !== undefined && isLoopback(consumerUrl))
        await read(new URL('metadata', consumerUrl).href)
      return known.get(entityId)
    },
  }
}
