import type { Endpoint, ParametersOf, ParsedBodyOf, ParsedQueryOf, ReplyOf, WordId } from '@portico/core/contract'

import type { AuditEntry } from '../audit-trail/record.ts'
import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { Deps } from './deps.ts'
import type { Actor, Person, SetupActor, SupportActor } from './actor.ts'
import type { ReadOnlyPart } from './read-only.ts'
import type { Sender } from './senders.ts'
import type { ReceivedDocument } from '../outbound/received-document.ts'

/**
 * Who may call (the authority matrix is made from this): `anyone`; `signed-in`, a person or a service account;
 * `person`, a session in a browser; `admin`, an administrator of the tenant; `support`, a person of the vendor's tenant with
 * the Support role, in a session there; `in-support`, a support session in another tenant and no one else; `setup`, the holder
 * of a setup URL and no one else.
 */
export type Allow = 'anyone' | 'signed-in' | 'person' | 'admin' | 'support' | 'in-support' | 'setup'

type Document = { readonly type: string; readonly status?: number } & (
  | { readonly text: string; readonly bytes?: undefined }
  | { readonly bytes: Uint8Array; readonly text?: undefined }
)

export type Answer<Reply> = {
  readonly value?: Reply | undefined
  readonly etag?: string | undefined
  /** Where a posted form sends the browser. */
  readonly location?: string | undefined
  /** A document instead of JSON: a page that continues by itself, metadata, an image. */
  readonly document?: Document | undefined
  /** JSON in parts, for an answer too long for memory: the next part is made when the client has received the last one. */
  readonly parts?: AsyncIterable<string> | undefined
  /** Media type of `parts`, where it is not JSON. */
  readonly partsType?: string | undefined
  readonly headers?: readonly (readonly [string, string])[] | undefined
  /** For calls to other systems: runs after the transaction, so that none stays open during the call. */
  readonly afterwards?: (() => Promise<Answer<Reply>>) | undefined
}

export type Call<E extends Endpoint> = {
  readonly deps: Deps
  readonly request: Request
  readonly requestId: string
  /** The caller's network address. */
  readonly address: string
  readonly params: ParametersOf<E>
  readonly query: ParsedQueryOf<E>
  readonly body: ParsedBodyOf<E>
  /** The read-only fields of a PUT: the handler compares them with the current values (read-only.ts). */
  readonly readOnlyPart: ReadOnlyPart
  /** Fields of a posted form, or of a file upload, before the schema. */
  readonly form: ReadonlyMap<string, string | Blob>
  /** A body of XML, as it arrived. */
  readonly document: ReceivedDocument
  readonly ifMatch: string | undefined
}

/** A GET that asks only about its sender. It has no transaction unless it opens one. */
export type SenderCall<E extends Endpoint> = Call<E> & {
  readonly sender: Sender
  /** Opens a transaction of the tenant, for the calls that need rows after all. */
  readonly inTenant: <T>(work: (tx: TenantTransaction) => Promise<T>) => Promise<T>
}

/** A call inside its tenant: one transaction, committed when the handler answers. */
export type TenantCall<E extends Endpoint, A extends Actor = Actor> = Call<E> & {
  readonly actor: A
  readonly sender: Sender
  readonly tx: TenantTransaction
  /**
   * Reads the sender again in this transaction, for what waited for a lock: it throws 401 or 403 if the session, the
   * account or the right has ended since the call began.
   */
  readonly checkAgain: () => Promise<void>
  /** Writes the audit row of this change into the same transaction. */
  readonly audit: (entry: AuditEntry) => Promise<void>
  /**
   * A later transaction of this call, for data read after the handler has answered. It authenticates and authorizes the
   * caller again: it throws 401 or 403 if the session, the account or the right has ended since.
   */
  readonly later: <T>(work: (tx: TenantTransaction) => Promise<T>) => Promise<T>
}

export type OpenHandler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<ReplyOf<E>>>
export type TenantHandler<E extends Endpoint, A extends Actor = Actor> = (
  call: TenantCall<E, A>,
) => Promise<Answer<ReplyOf<E>>>

export type SenderHandler<E extends Endpoint> = (call: SenderCall<E>) => Promise<Answer<ReplyOf<E>>>

/**
 * Who may call too, whatever `allow` says; those that a route does not name may not. `support-reading`: every support session;
 * `support-changing`: one of a tenant that allows changes, and not about a provider whose groups administer. `recovery`: the holder of
 * a recovery code. `setup`: the holder of a setup URL, with an `{id}` in the path only for the provider that it sets up.
 * `deactivated-tenant`: people of a deactivated tenant, although the call can change something.
 */
export type Also = 'support-reading' | 'support-changing' | 'recovery' | 'setup' | 'deactivated-tenant'

/**
 * What a call answers when it cannot succeed, by status: ids of the error or of its details. Those that follow from its rule,
 * its path and its schemas are not repeated (openapi/failures.ts). 412 means that the call compares If-Match.
 */
export type Failures = Readonly<Partial<Record<FailureStatus, readonly WordId[]>>>
export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 502 | 503

type Guarded = Exclude<Allow, 'anyone'>
type ActorOf = {
  'signed-in': Actor
  admin: Actor
  person: Person
  support: Person
  'in-support': SupportActor
  setup: SetupActor
}

export type Route =
  | {
      readonly endpoint: Endpoint
      readonly allow: 'anyone'
      readonly failures: Failures
      readonly handle: OpenHandler<Endpoint>
    }
  | {
      readonly endpoint: Endpoint
      readonly allow: Guarded
      readonly failures: Failures
      readonly also: readonly Also[]
      readonly handle: TenantHandler<Endpoint> | undefined
      /** Instead of `handle`: answers from what is known of the sender. */
      readonly answer?: SenderHandler<Endpoint>
    }

/** A handler, and before it what the call can fail with. */
type Work<Handler> = [handle: Handler] | [failures: Failures, handle: Handler]

export function openRoute<E extends Endpoint>(endpoint: E, handle: OpenHandler<E>): Route
export function openRoute<E extends Endpoint>(endpoint: E, failures: Failures, handle: OpenHandler<E>): Route
export function openRoute<E extends Endpoint>(endpoint: E, ...work: Work<OpenHandler<E>>): Route {
  const { failures, handle } = workOf(work)
  return { endpoint, allow: 'anyone', failures, handle: handle as unknown as OpenHandler<Endpoint> }
}

/** Who may call, and who else. */
type Access<A extends Guarded> = A | readonly [A, ...Also[]]

/** The transaction is one of the tenant of the caller, for `support` the vendor's. */
export function route<E extends Endpoint, A extends Guarded>(
  endpoint: E,
  access: Access<A>,
  handle: TenantHandler<E, ActorOf[A]>,
): Route
export function route<E extends Endpoint, A extends Guarded>(
  endpoint: E,
  access: Access<A>,
  failures: Failures,
  handle: TenantHandler<E, ActorOf[A]>,
): Route
export function route<E extends Endpoint, A extends Guarded>(
  endpoint: E,
  access: Access<A>,
  ...work: Work<TenantHandler<E, ActorOf[A]>>
): Route {
  const { failures, handle } = workOf(work)
  return { endpoint, ...accessOf(access), failures, handle: handle as unknown as TenantHandler<Endpoint> }
}

/** Only GET: a call that changes something reads its sender in its transaction. */
export function senderRoute<E extends Endpoint>(
  endpoint: E,
  access: Access<'signed-in' | 'admin'>,
  answer: SenderHandler<E>,
): Route {
  if (endpoint.method !== 'GET') throw new TypeError(`${endpoint.name} changes something.`)
  const handler = answer as unknown as SenderHandler<Endpoint>
  return { endpoint, ...accessOf(access), failures: {}, handle: undefined, answer: handler }
}

function workOf<Handler>(work: Work<Handler>): { readonly failures: Failures; readonly handle: Handler } {
  return work.length === 1 ? { failures: {}, handle: work[0] } : { failures: work[0], handle: work[1] }
}

function accessOf(access: Access<Guarded>): { readonly allow: Guarded; readonly also: readonly Also[] } {
  if (typeof access === 'string') return { allow: access, also: [] }
  const [allow, ...also] = access
  return { allow, also }
}
