import { METHODS } from 'node:http'

import { scimTypes } from '../../failure.ts'
import { decoyOf, type Others } from './names.ts'
import { marker, type Parties } from './parties.ts'
import { pathOf, type Answer, type FuzzRequest, type Sender } from './wire.ts'

/** Ids of the sender's users and groups that are not deleted. */
export type Own = { readonly Users: Set<string>; readonly Groups: Set<string> }

/** Processor time for one request, on any machine. The slowest take a third of it. */
export const processorMaxMs = 1_500

/** Half of what Node.js accepts before it refuses a request itself. */
const headersMax = 12_000

/** What is wrong with an answer; undefined: nothing. */
export function wrongWith(
  answer: Answer,
  request: FuzzRequest,
  { sender, own, unseen }: { readonly sender: Sender; readonly own: Own; readonly unseen: readonly string[] },
): string | undefined {
  const { status, text, headers, processorMs } = answer
  if (processorMs > processorMaxMs) return `It took ${Math.round(processorMs)} ms of processor time.`
  const path = pathIn(request, sender)
  const isMe = status === 501 && /^\/Me\/?$/.test(path.slice(`/scim/v2/${sender.providerId}`.length))
  if (status >= 500 && !isMe) return 'The status is of a failure of the server.'
  const sent = (text + JSON.stringify(headers)).toLowerCase()
  const seen = [marker, ...unseen].find((one) => sent.includes(one))
  if (seen !== undefined) return `The answer has ${seen}, which is of another provider.`
  if (isNoHttp(request, sender) || !path.toLowerCase().startsWith('/scim/')) return undefined
  if (status < 400 && !isOfSender(path, sender)) return 'The address of another provider is answered.'
  if (request.method === 'HEAD' || status === 204 || status === 304) return text === '' ? undefined : 'There is a body.'
  if (!path.startsWith('/scim/')) return undefined
  if (headers['content-type'] !== 'application/scim+json; charset=utf-8') return 'The Content-Type is not that of SCIM.'
  const body = JSON.parse(text) as Body
  return status >= 400 ? wrongError(answer, body) : wrongResources(body, { path, own, status })
}

type Body = { readonly [name: string]: unknown; readonly id?: unknown; readonly Resources?: readonly Body[] }

/** RFC 7644 section 3.12. */
function wrongError(
  { status, headers }: Answer,
  { schemas, status: given, detail, scimType, ...others }: Body,
): string | undefined {
  if (JSON.stringify(schemas) !== '["urn:ietf:params:scim:api:messages:2.0:Error"]')
    return 'The schemas are not those of an error.'
  if (given !== String(status)) return 'The status in the body is another one.'
  if (typeof detail !== 'string' || detail === '') return 'There is no detail.'
  if (scimType !== undefined && !(scimTypes as readonly unknown[]).includes(scimType)) return 'The scimType is unknown.'
  if (Object.keys(others).length > 0) return 'The error has other names.'
  if (status === 401 && headers['www-authenticate'] === undefined) return 'There is no WWW-Authenticate.'
  if (status === 405 && headers.allow === undefined) return 'There is no Allow.'
  return undefined
}

/** Resources are the sender's, and a list has no more of them than there are. */
function wrongResources(
  body: Body,
  { path, own, status }: { readonly path: string; readonly own: Own; readonly status: number },
): string | undefined {
  const [, , , , collection = '', id] = path.split('/')
  const kind = collection === 'Users' || collection === 'Groups' ? collection : undefined
  if (kind === undefined && collection !== '' && collection !== '.search') return undefined
  const ids = kind === undefined ? new Set([...own.Users, ...own.Groups]) : own[kind]
  const list = body.Resources
  const strange = (list ?? [body]).find((one) => !ids.has(String(one.id)))
  if (strange !== undefined && status !== 201) return `The resource ${String(strange.id)} is not of the sender.`
  if (list === undefined) return id === undefined && status !== 201 ? 'The list has no Resources.' : undefined
  const { totalResults, itemsPerPage } = body
  if (itemsPerPage !== list.length || typeof totalResults !== 'number' || totalResults < list.length)
    return 'The counts do not fit.'
  return totalResults > ids.size ? `There are ${totalResults} resources, and the sender has ${ids.size}.` : undefined
}

function isOfSender(path: string, { providerId }: Sender): boolean {
  const own = `/scim/v2/${providerId}`
  return path === own || path.startsWith(`${own}/`)
}

/** The path after its dots are resolved, as the server sees it. */
export function pathIn(request: FuzzRequest, sender: Sender): string {
  return new URL(`http://127.0.0.1${pathOf(request, sender)}`).pathname
}

/** Whether Node.js, or the adapter of Hono, refuses the request before the server sees it: an unknown method, large headers, a backslash in the path. */
function isNoHttp(request: FuzzRequest, sender: Sender): boolean {
  const path = pathOf(request, sender)
  const headers = Object.entries(request.headers).flat().join('').length
  return !METHODS.includes(request.method) || headers + path.length > headersMax || /^[^?]*\\/.test(path)
}

/** Keeps up which resources the sender has, after a request that applied. */
export function noteApplied(
  answer: Answer,
  request: FuzzRequest,
  { sender, own }: { readonly sender: Sender; readonly own: Own },
): void {
  const { status, text } = answer
  const [collection, id] = pathIn(request, sender).slice(`/scim/v2/${sender.providerId}/`.length).split('/')
  const ids = collection === 'Users' || collection === 'Groups' ? own[collection] : undefined
  if (ids === undefined) return
  if (status === 201) ids.add((JSON.parse(text) as { readonly id: string }).id)
  if (status === 204 && request.method === 'DELETE') ids.delete(decodeURIComponent(id ?? '').toLowerCase())
}

/**
 * Whether two answers are the same, but for what is new with every request, and for an echo of the names that the requests differ in: a
 * decoy differs from a name in one digit.
 */
export function isSameAnswer(probe: Answer, decoy: Answer): boolean {
  const [one, other] = [plain(probe), plain(decoy)]
  if (one.length !== other.length) return false
  return one.split('').every((sign, at) => sign === other[at] || decoyOf(sign) === other[at])
}

function plain({ status, headers, text }: Answer): string {
  const { etag, location, allow } = headers
  const all = JSON.stringify([status, headers['content-type'], etag, location, allow, text]).toLowerCase()
  const named = status === 201 ? all.replaceAll((JSON.parse(text) as { readonly id: string }).id, 'new') : all
  return named.replaceAll(/"(created|lastmodified|requestid)\\":\\"[^"]*"/g, '$1')
}

export function valuesOf({ userIds, groupIds, texts }: Others): readonly string[] {
  return [...userIds, ...groupIds, ...texts].map((text) => text.toLowerCase())
}

export function unseenOf({ probed, hidden, otherProviderIds }: Parties): readonly string[] {
  return [...valuesOf(probed), ...valuesOf(hidden), ...otherProviderIds]
}
