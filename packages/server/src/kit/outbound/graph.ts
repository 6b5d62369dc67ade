import { LRUCache } from 'lru-cache'

import type { ProviderFetch } from './provider-fetch.ts'
import { createGraphCall, type GraphAnswer, type GraphCall } from './graph-call.ts'
import type { GraphDirectory } from './graph-directory.ts'
import { GraphFault } from './graph-fault.ts'
import { createMemo } from './memo.ts'

/** A group by its id in the directory. */
export type DirectoryGroup = { readonly claim: string; readonly name?: string }

/** What sign-ins and administrators ask Microsoft Graph. All calls throw GraphFault. */
export type Graph = {
  /** All groups of a person, through groups of groups too; names are there where Graph gave them on the way. */
  groupsOf(directory: GraphDirectory, oid: string, signal: AbortSignal): Promise<DirectoryGroup[]>
  /** Groups whose name begins so, in any case, by id. Remembered for five minutes. */
  startingWith(directory: GraphDirectory, prefix: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>>
  /** Names by id, of those that exist. Remembered for five minutes. */
  namesOf(directory: GraphDirectory, ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>>
}

/** What is listed at most; a directory may hold more. */
export const listedGroupsMax = 20_000

const freshMs = 5 * 60_000
const pageSize = 999
const namesPerCall = 1000
const listsMax = 100
const namesMax = 100_000

export function createGraph(deps: { fetch: ProviderFetch; clock: { now(): number }; graphUrl: string }): Graph {
  const call = createGraphCall(deps)
  const lists = createMemo<ReadonlyMap<string, string>>(deps.clock, listsMax)
  const known = new LRUCache<string, string>({ max: namesMax, ttl: freshMs, perf: deps.clock, ttlResolution: 0 })

  return {
    async groupsOf(directory, oid, signal) {
      const user = `/v1.0/users/${encodeURIComponent(oid)}`
      try {
        const body = { securityEnabledOnly: false }
        const { value } = await call(directory, { path: `${user}/getMemberGroups`, body, signal })
        return texts(value).map((claim) => ({ claim }))
      } catch (error) {
        // More than 11,000: the same by pages.
        if (!(error instanceof GraphFault) || error.code !== 'Directory_ResultSizeLimitExceeded') throw error
      }
      const path = `${user}/transitiveMemberOf/microsoft.graph.group?$select=id,displayName&$top=${pageSize}`
      return [...(await readPages(call, directory, path, signal))].map(([claim, name]) => ({ claim, name }))
    },

    startingWith: (directory, prefix, signal) =>
      lists.get(`${directory.key} ${prefix}`, async () => {
        // OData doubles quotes within a text.
        const filter = prefix === '' ? {} : { $filter: `startswith(displayName,'${prefix.replaceAll("'", "''")}')` }
        const query = new URLSearchParams({ ...filter, $select: 'id,displayName', $top: String(pageSize) }).toString()
        return { value: await readPages(call, directory, `/v1.0/groups?${query}`, signal), freshMs }
      }),

    async namesOf(directory, ids, signal) {
      const key = (id: string) => `${directory.key} ${id}`
      const found = new Map<string, string>()
      const missing = ids.filter((id) => {
        const name = known.get(key(id))
        if (name !== undefined) found.set(id, name)
        return name === undefined
      })
      for (let from = 0; from < missing.length; from += namesPerCall) {
        const body = { ids: missing.slice(from, from + namesPerCall), types: ['group'] }
        const answer = await call(directory, { path: '/v1.0/directoryObjects/getByIds', body, signal })
        for (const [id, name] of namedIn(answer)) {
          known.set(key(id), name)
          found.set(id, name)
        }
      }
      return found
    },
  }
}

/** All pages of groups, by id, up to {@link listedGroupsMax}. */
async function readPages(
  call: GraphCall,
  directory: GraphDirectory,
  first: string,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  let path: string | undefined = first
  while (path !== undefined && names.size < listedGroupsMax) {
    const before: number = names.size
    const answer: GraphAnswer = await call(directory, { path, signal })
    for (const [id, name] of namedIn(answer)) names.set(id, name)
    const next: unknown = answer['@odata.nextLink']
    if (typeof next === 'string' && names.size === before)
      throw new GraphFault('graph-failed', { address: first, status: 200, error: 'pages without end' })
    path = typeof next === 'string' ? next : undefined
  }
  return names
}

function namedIn(answer: GraphAnswer): [string, string][] {
  const { value } = answer
  return (Array.isArray(value) ? (value as unknown[]) : []).flatMap((one) => {
    const { id, displayName } = (one ?? {}) as { id?: unknown; displayName?: unknown }
    return typeof id === 'string' && typeof displayName === 'string' ? [[id, displayName] as [string, string]] : []
  })
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}
