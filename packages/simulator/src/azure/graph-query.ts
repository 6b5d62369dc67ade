import type { DirectoryGroup } from '../config/checked.ts'

const pageSize = { usual: 100, most: 999 }

/** An error of Graph: status, its code, its sentence. */
export class GraphRefusal extends Error {
  override name = 'GraphRefusal'
  readonly status: 400 | 401 | 403 | 404
  readonly code: string

  constructor(status: 400 | 401 | 403 | 404, code: string, sentence: string) {
    super(sentence)
    this.status = status
    this.code = code
  }
}

/**
 * One page of groups as the OData parameters of `address` ask: `$filter`, `$select`, `$top`, `$skiptoken`. `nextLink` is
 * there while there is more. Throws GraphRefusal for what this Graph does not understand.
 */
export function pageOfGroups(groups: readonly DirectoryGroup[], address: URL): Record<string, unknown> {
  const asked = address.searchParams
  const filter = asked.get('$filter')
  const matching = filter === null ? groups : groups.filter(predicate(filter))
  const top = topOf(asked.get('$top'))
  const from = offsetOf(asked.get('$skiptoken'))
  const value = matching.slice(from, from + top).map((each) => selected(groupResource(each), asked.get('$select')))
  const count = asked.get('$count') === 'true' ? { '@odata.count': matching.length } : {}
  if (from + top >= matching.length) return { ...count, value }
  const next = new URL(address)
  next.searchParams.set('$skiptoken', Buffer.from(`at:${from + top}`).toString('base64url'))
  return { ...count, '@odata.nextLink': next.href, value }
}

export function groupResource({ id, name }: DirectoryGroup): Record<string, unknown> {
  return {
    id,
    displayName: name,
    description: null,
    groupTypes: [],
    mailEnabled: false,
    onPremisesSamAccountName: null,
    securityEnabled: true,
  }
}

export function selected(resource: Record<string, unknown>, select: string | null): Record<string, unknown> {
  if (select === null) return resource
  const names = select.split(',').map((each) => each.trim())
  return Object.fromEntries(names.filter((name) => name in resource).map((name) => [name, resource[name]]))
}

/** `startswith(displayName,'X')`, `displayName eq 'X'`, `id in ('…','…')`. Graph compares names without case. */
function predicate(filter: string): (group: DirectoryGroup) => boolean {
  const starts = /^\s*startswith\(\s*displayName\s*,\s*'((?:[^']|'')*)'\s*\)\s*$/i.exec(filter)?.[1]
  if (starts !== undefined) {
    const wanted = unquoted(starts)
    return ({ name }) => name.toLowerCase().startsWith(wanted)
  }
  const equal = /^\s*displayName\s+eq\s+'((?:[^']|'')*)'\s*$/i.exec(filter)?.[1]
  if (equal !== undefined) {
    const wanted = unquoted(equal)
    return ({ name }) => name.toLowerCase() === wanted
  }
  const ids = /^\s*id\s+in\s*\(([^()]*)\)\s*$/i.exec(filter)?.[1]
  if (ids !== undefined) {
    const wanted = new Set(ids.split(',').map((each) => each.trim().replaceAll("'", '').toLowerCase()))
    return ({ id }) => wanted.has(id)
  }
  throw new GraphRefusal(400, 'Request_UnsupportedQuery', 'Unsupported or invalid query filter clause specified.')
}

function unquoted(text: string): string {
  return text.replaceAll("''", "'").toLowerCase()
}

function topOf(text: string | null): number {
  if (text === null) return pageSize.usual
  const top = Number(text)
  if (Number.isInteger(top) && top >= 1 && top <= pageSize.most) return top
  throw new GraphRefusal(
    400,
    'Request_BadRequest',
    `Invalid page size specified: '${text}'. Must be between 1 and 999.`,
  )
}

function offsetOf(token: string | null): number {
  if (token === null) return 0
  const offset = /^at:(\d{1,6})$/.exec(Buffer.from(token, 'base64url').toString('utf8'))?.[1]
  if (offset !== undefined) return Number(offset)
  throw new GraphRefusal(400, 'Directory_ExpiredPageToken', 'The specified page token value has expired.')
}
