import { readOnlyFields, type Schema, type WordId } from '@portico/core/contract'

import type { Also, FailureStatus, Route } from '../route.ts'

type Ids = Readonly<Partial<Record<FailureStatus | 405 | 500, readonly string[]>>>

/** What every call can answer, by its sender, the form of its request, or the state of the server. */
export const failuresOfAny = {
  400: [
    'INVALID_REQUEST',
    'INVALID_JSON',
    'BODY_TOO_COMPLEX',
    'BODY_INCOMPLETE',
    'REQUIRED',
    'UNKNOWN_FIELD',
    'INVALID_VALUE',
    'TOO_LONG',
    'TEXT_CHARACTERS',
    'NOT_TEXT',
    'NOT_NUMBER',
    'NOT_BOOLEAN',
    'NOT_LIST',
    'NOT_OBJECT',
  ],
  401: ['UNAUTHENTICATED'],
  403: ['FORBIDDEN', 'CSRF', 'TENANT_DEACTIVATED'],
  404: ['NOT_FOUND'],
  405: ['METHOD_NOT_ALLOWED'],
  409: ['CONFLICT'],
  413: ['BODY_TOO_LARGE'],
  415: ['UNSUPPORTED_MEDIA_TYPE'],
  500: ['SYSTEM_ERROR'],
  503: ['UNAVAILABLE'],
} as const satisfies Readonly<Record<number, readonly WordId[]>>

/** What this call answers beyond {@link failuresOfAny}: what its route says, and what follows from its rule and schemas. */
export function failuresOf(route: Route): Ids {
  const { endpoint } = route
  const found = new Map<number, Set<string>>()
  const add = (status: number, ids: readonly string[]) => {
    const known = found.get(status) ?? new Set()
    for (const id of ids) if (!isOfAny(status, id)) known.add(id)
    if (known.size > 0) found.set(status, known)
  }
  add(400, [...idsIn(endpoint.query), ...idsIn(endpoint.body)])
  if (readOnlyFields(endpoint).length > 0) add(400, ['READ_ONLY_FIELD'])
  if (endpoint.bodyKind === 'file') add(400, ['FILE_REQUIRED', 'FILE_TOO_LARGE'])
  if (route.allow !== 'anyone') add(403, refusalsOf(route.allow, route.also))
  if (takesCreationKey(route)) add(422, ['IDEMPOTENCY_MISMATCH'])
  for (const [status, ids] of Object.entries(route.failures)) add(Number(status), ids)
  const sorted = [...found].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(sorted.map(([status, ids]) => [status, [...ids].toSorted()]))
}

/** A creation by a known sender takes an `Idempotency-Key` (handle.ts). */
export const takesCreationKey = ({ endpoint, allow }: Route): boolean => endpoint.success === 201 && allow !== 'anyone'

/** With `If-Match`, the call changes only that version. */
export const comparesVersions = ({ failures }: Route): boolean => failures[412] !== undefined

function isOfAny(status: number, id: string): boolean {
  const ids: Ids = failuresOfAny
  return ids[status as keyof Ids]?.includes(id) ?? false
}

/** Why handle.ts refuses a sender, where the sentence names what is missing. */
function refusalsOf(allow: Exclude<Route['allow'], 'anyone'>, also: readonly Also[]): readonly WordId[] {
  const missing = {
    'signed-in': [],
    person: ['PERSON_ONLY'],
    admin: ['SECURITY_ADMIN_REQUIRED'],
    support: ['SUPPORT_REQUIRED'],
    'in-support': ['SUPPORT_SESSION_REQUIRED'],
    setup: [],
  } as const
  const ofSupport = allow === 'in-support' || also.includes('support-reading') ? [] : supportRefusals(also)
  return [...missing[allow], ...ofSupport]
}

const supportRefusals = (also: readonly Also[]): readonly WordId[] =>
  also.includes('support-changing') ? ['SUPPORT_READ_ONLY', 'SUPPORT_NEVER'] : ['SUPPORT_NEVER']

/** The ids that a schema has as messages of its rules. */
function idsIn(schema: Schema | undefined): string[] {
  const found = new Set<string>()
  const seen = new Set<unknown>()
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    for (const [name, value] of Object.entries(node)) {
      if (name === 'message' && typeof value === 'string' && isId(value)) found.add(value)
      else visit(value)
    }
  }
  visit(schema)
  return [...found]
}

const isId = (text: string) => /^[A-Z][A-Z0-9_-]+$/.test(text)

/** Whether the document lists this failure for this route. */
export function isListed(route: Route, status: number, id: string): boolean {
  const ids: Ids = failuresOf(route)
  return isOfAny(status, id) || (ids[status as keyof Ids]?.includes(id) ?? false)
}
