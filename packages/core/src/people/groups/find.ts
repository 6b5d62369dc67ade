import type { ReplyOf } from '../../kit/http/endpoint.ts'
import { pageLimitMax } from '../../kit/lists/contract.ts'
import { isIdWord, type SearchMatch } from '../../kit/lists/search.ts'
import { matchByIdOrName } from '../../kit/nouns/noun.ts'
import type { Group, listProviderGroups } from './contract.ts'

const searchLengthMax = 200

type Query = {
  readonly search: string
  readonly match: SearchMatch
  readonly sort: 'name'
  readonly limit: string
  readonly cursor?: string
}

/**
 * The groups of a provider that a typed id, name or spelling means; several are ambiguous. `read` calls listProviderGroups:
 * the server searches, because a provider may have more groups than one answer holds.
 */
export async function findGroups(
  read: (query: Query) => Promise<ReplyOf<typeof listProviderGroups>>,
  wanted: string,
): Promise<readonly Group[]> {
  const search = wanted.slice(0, searchLengthMax)
  const page = { search, sort: 'name', limit: String(pageLimitMax) } as const
  const among = (groups: readonly Group[]) => matchByIdOrName(groups, wanted, ({ name, claim }) => [name, claim])
  // By name, the name itself comes before those that go on after it.
  if (!isIdWord(wanted)) {
    const named = among((await read({ ...page, match: 'prefix' })).groups)
    if (named.length > 0) return named
  }
  // An id, or the spelling at the provider.
  const found: Group[] = []
  let cursor: string | null | undefined
  do {
    const { groups, next } = await read({ ...page, match: 'contains', ...(cursor == null ? {} : { cursor }) })
    found.push(...groups)
    cursor = next
  } while (cursor != null)
  return among(found)
}
