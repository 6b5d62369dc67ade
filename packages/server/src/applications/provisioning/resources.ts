import type { FoundAccount, ProvisioningObstacle } from '@portico/core/contract'

import { accountOf, NameTaken } from './account.ts'
import { ScimFailure, type ScimAnswer, type ScimService } from './scim-service.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

type Json = Readonly<Record<string, unknown>>
export type Kind = 'Users' | 'Groups'
export type Resource = Readonly<Record<string, unknown>> & { readonly externalId: string }
export type PatchOperation = {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: string
  readonly value?: unknown
}

/** Statuses of an application that does not support PATCH, or not this one. */
const patchRefused = [400, 405, 501]

/** The name by which an application may already know a person or a group. */
const namedBy = { Users: 'userName', Groups: 'displayName' } as const satisfies Record<Kind, string>

/** The path of a resource, also of one whose id was stored by an earlier version. Throws `answer` for an id that has no path. */
export const pathOf = (kind: Kind, id: string): string => `/${kind}/${encodeURIComponent(idOf({ id }))}`

/**
 * Records that a resource is that of the person or group, and returns null; otherwise, why it may not be. `isOwn`: the application says
 * that Portico made it.
 */
export type TakeOver = (account: FoundAccount, isOwn: boolean) => Promise<ProvisioningObstacle | null>

/** What is to be in the application. `tried`: an earlier attempt may have created it. */
export type Search = {
  readonly kind: Kind
  readonly wanted: Resource
  readonly tried: boolean
  readonly takeOver: TakeOver
}

/**
 * The id of a resource that is ours by `externalId`, or that has the name and may be taken over; undefined: there is none. An application
 * may ignore a filter, so its answer is compared. Throws `taken` where the name belongs to a resource that may not be taken over.
 */
async function findResource(
  service: ScimService,
  { kind, wanted, takeOver }: Omit<Search, 'tried'>,
): Promise<string | undefined> {
  const name = namedBy[kind]
  const claimed = async (resource: Json, isOwn: boolean) => {
    const account = accountOf(resource, { id: idOf(resource), name })
    const obstacle = await takeOver(account, isOwn)
    if (obstacle !== null) throw new NameTaken(obstacle, account)
    return account.id
  }
  const known = oursAmong(await matching(service, kind, 'externalId', wanted.externalId), wanted.externalId)
  if (known !== undefined) return claimed(known, true)
  const key = String(wanted[name])
  const listed = await matching(service, kind, name, key)
  // The application may not filter by `externalId`.
  const ours = oursAmong(listed, wanted.externalId)
  if (ours !== undefined) return claimed(ours, true)
  const named = listed.filter((one) => typeof one[name] === 'string' && one[name].toLowerCase() === key.toLowerCase())
  const [only, ...others] = named
  if (only === undefined) return undefined
  if (others.length > 0) throw new NameTaken('several')
  return claimed(only, false)
}

/**
 * The id of a resource that should be gone and is not; undefined: there is none. Throws unless the application lists: 404 says that
 * there is no SCIM service at the address, and nothing about a resource.
 */
export async function findRemaining(service: ScimService, kind: Kind, externalId: string): Promise<string | undefined> {
  const path = listPath(kind, { filter: equal('externalId', externalId) })
  const filtered = await service.call('GET', path, undefined, filterRefused)
  const answer = filterRefused.includes(filtered.status)
    ? await service.call('GET', listPath(kind, { count: '1' }))
    : filtered
  if (!isList(answer.body)) throw new ScimFailure({ kind: 'answer', status: answer.status, detail: null })
  const ours = oursAmong(resourcesIn(answer), externalId)
  return ours && idOf(ours)
}

function oursAmong(found: readonly Json[], externalId: string): Json | undefined {
  return found.find((one) => one['externalId'] === externalId)
}

/** Statuses of an application that does not filter by an attribute, which may not be in an index. */
const filterRefused = [400, 501]

async function matching(
  service: ScimService,
  kind: Kind,
  attribute: string,
  value: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const path = listPath(kind, { filter: equal(attribute, value) })
  return resourcesIn(await service.call('GET', path, undefined, [404, ...filterRefused]))
}

const equal = (attribute: string, value: string) => `${attribute} eq ${JSON.stringify(value)}`

function listPath(kind: Kind, asked: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(asked)
  if (kind === 'Groups') query.set('excludedAttributes', 'members')
  return `/${kind}?${query.toString()}`
}

function resourcesIn({ body }: ScimAnswer): readonly Readonly<Record<string, unknown>>[] {
  const found = body?.['Resources']
  return Array.isArray(found) ? found.filter((one) => typeof one === 'object' && one !== null) : []
}

/** Whether a body is a list of resources (RFC 7644 section 3.4.2). */
export function isList(body: ScimAnswer['body']): boolean {
  return Array.isArray(body?.['Resources']) || body?.['totalResults'] === 0
}

const idLengthMax = 1_000
/**
 * PostgreSQL stores no NUL, and half of a surrogate pair has no place in a path. `.` and `..` are steps in a path (RFC 3986 section
 * 5.2.4): they would lead to another address of the application.
 */
const isUsable = /^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]+$/u

export function idOf(resource: Readonly<Record<string, unknown>> | undefined): string {
  const id = resource?.['id']
  if (typeof id === 'string' && id.length <= idLengthMax && isUsable.test(id)) return id
  throw new ScimFailure({ kind: 'answer', status: null, detail: null })
}

/** How much older than the request for it a resource must be: clocks of one application differ, and a time may be without its zone. */
const olderMs = { withZone: 60_000, withoutZone: 86_400_000 }

/**
 * Creates a resource and returns its id there. One that an earlier attempt may have created is looked for first. One that the
 * application has already is `found` and not changed by us yet: it answers 409, or with a resource that is older than the request or
 * that another system identifies.
 */
export async function createResource(
  service: ScimService,
  { kind, wanted, tried, takeOver }: Search,
): Promise<{ readonly id: string; readonly found: boolean }> {
  const before = tried ? await findResource(service, { kind, wanted, takeOver }) : undefined
  if (before !== undefined) return { id: before, found: true }
  const answer = await service.call('POST', `/${kind}`, wanted, [409])
  if (answer.status !== 409) {
    const account = accountOf(answer.body ?? {}, { id: idOf(answer.body), name: namedBy[kind] })
    const isOwn = isMadeNow(account, answer, wanted)
    const obstacle = await takeOver(account, isOwn)
    if (obstacle !== null) throw new NameTaken(obstacle, account)
    return { id: account.id, found: !isOwn }
  }
  const other = await findResource(service, { kind, wanted, takeOver })
  if (other === undefined) throw new NameTaken('hidden')
  return { id: other, found: true }
}

/** Whether nothing in the answer says that the resource was there before the request. */
function isMadeNow(
  { externalId, createdAt }: FoundAccount,
  { askedAtMs, body }: ScimAnswer,
  wanted: Resource,
): boolean {
  if (externalId !== null && externalId !== wanted.externalId) return false
  if (createdAt === null || askedAtMs === undefined) return true
  const { created } = (body?.['meta'] ?? {}) as { readonly created?: string }
  const earlierMs = /(Z|[+-]\d\d:?\d\d)$/i.test(created?.trim() ?? '') ? olderMs.withZone : olderMs.withoutZone
  return Date.parse(createdAt) >= askedAtMs - earlierMs
}

/** The application lists a resource and does not find it: then its 404 proves nothing. */
export const notFound = () => new ScimFailure({ kind: 'status', status: 404, detail: null })

/** Changes these attributes and leaves the others as the application has them. False: the application no longer has it. */
export async function changeResource(
  service: ScimService,
  {
    kind,
    id,
    operations,
  }: { readonly kind: Kind; readonly id: string; readonly operations: readonly PatchOperation[] },
): Promise<boolean> {
  if (service.patches) {
    const body = { schemas: [patchSchema], Operations: operations }
    const { status } = await service.call('PATCH', pathOf(kind, id), body, [404, ...patchRefused])
    if (status === 404) return false
    if (!patchRefused.includes(status)) return true
    if (status !== 400) service.patches = false
  }
  const present = await service.call('GET', pathOf(kind, id), undefined, [404])
  if (present.status === 404) return false
  return replaceResource(service, { kind, id, body: merged(present.body ?? {}, operations) })
}

export async function replaceResource(
  service: ScimService,
  { kind, id, body }: { readonly kind: Kind; readonly id: string; readonly body: object },
): Promise<boolean> {
  const { status } = await service.call('PUT', pathOf(kind, id), body, [404])
  return status !== 404
}

/** False: the application no longer has it. */
export async function deleteResource(service: ScimService, kind: Kind, id: string): Promise<boolean> {
  const { status } = await service.call('DELETE', pathOf(kind, id), undefined, [404])
  return status !== 404
}

/** Operations on whole attributes. */
function merged(resource: Readonly<Record<string, unknown>>, operations: readonly PatchOperation[]): object {
  const { meta: _, ...body }: Record<string, unknown> = { ...resource }
  for (const { op, path, value } of operations)
    if (op === 'remove') delete body[path]
    else body[path] = value
  return body
}
