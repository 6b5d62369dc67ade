import {
  compareNames,
  folded,
  lastPage,
  matchesSearch,
  type Dependency,
  type SearchMatch,
  type ServiceAccount,
} from '@portico/core'

type Held = { readonly account: ServiceAccount; readonly dependencies: readonly Dependency[] }

/** The list of accounts with the server's paging and search; cursors are row numbers. */
export function accountPage(
  held: readonly Held[],
  query: URLSearchParams,
  applicationOf: (dependency: Dependency) => { readonly label: string; readonly urn: string },
): Record<string, unknown> {
  const search = { match: (query.get('match') ?? 'contains') as SearchMatch, text: query.get('search') ?? '' }
  const name = query.get('name')
  const [, minus = '', field = ''] = /^(-?)(.*)$/.exec(query.get('sort') ?? '') ?? []
  const direction = minus === '-' ? -1 : 1
  const sortedBy = ({ account }: Held) => (field === 'updatedAt' ? account.updatedAt : account.name)
  const rows = held
    .filter(({ account }) => matchesSearch(`${folded(account.name)} ${account.urn} ${account.id}`, search))
    // The ids of this portal are too short for a search to recognise them as ids.
    .filter(({ account }) => name === null || account.id === name || folded(account.name) === folded(name))
    .toSorted((a, b) => direction * compareNames(sortedBy(a), sortedBy(b)))
    .map(({ account, dependencies }) => ({
      ...account,
      ...(query.get('include') === 'dependencies'
        ? { dependencies: dependencies.map((row) => ({ ...row, ...applicationOf(row) })) }
        : {}),
    }))
  const limit = query.get('limit')
  if (limit === null) return { serviceAccounts: rows, readonly: false }
  const cursor = query.get('cursor') ?? '0'
  const from = cursor === lastPage ? Math.max(0, rows.length - Number(limit)) : Number(cursor)
  const until = from + Number(limit)
  return {
    serviceAccounts: rows.slice(from, until),
    readonly: false,
    next: until < rows.length ? String(until) : null,
    previous: from > 0 ? String(Math.max(0, from - Number(limit))) : null,
    total: rows.length,
  }
}
