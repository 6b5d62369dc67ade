import type { ErrorBody, ProblemDetail, Violation, WordId } from '@portico/core/contract'
import { findSentence } from '../words/say.ts'

/** An error answer, thrown by a handler; `app/app.ts` writes them all. It must not contain private data. */
export class Failure extends Error {
  readonly status: number
  readonly errorID: string
  readonly details: readonly ProblemDetail[]
  resource: { readonly type: string; readonly id?: string | undefined } | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    errorID: WordId,
    more: {
      details?: readonly ProblemDetail[]
      values?: Readonly<Record<string, unknown>>
      resource?: { type: string; id?: string | undefined }
      headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    super(sentence(errorID, more.values))
    this.status = status
    this.errorID = errorID
    this.details = more.details ?? []
    this.resource = more.resource
    this.headers = more.headers ?? {}
  }

  /** Adds the resource it concerns, if that is known only later. */
  about(resource: NonNullable<Failure['resource']>): this {
    this.resource = resource
    return this
  }
}

/** The wire's error format (spec section 3, "Error"). */
export function errorBody(failure: Failure, requestID: string): ErrorBody {
  return {
    errorID: failure.errorID,
    errorMessage: failure.message,
    resourceType: failure.resource?.type,
    resourceID: failure.resource?.id,
    requestID,
    details: failure.details,
  }
}

export const unauthenticated = () => new Failure(401, 'UNAUTHENTICATED')
export const forbidden = () => new Failure(403, 'FORBIDDEN')
/** For a service account where only people have something. */
export const personOnly = () => new Failure(403, 'PERSON_ONLY')
export const readOnly = (type: string) => new Failure(403, 'READ_ONLY', { resource: { type } })
/** The same answer for a foreign, a random and a malformed id (design "Data and tenancy"). */
export const notFound = () => new Failure(404, 'NOT_FOUND')
export const stale = (type: string, id: string) => new Failure(412, 'STALE', { resource: { type, id } })

export function conflict(errorID: WordId, fieldID: string, type: string): Failure {
  return new Failure(409, errorID, { details: [detail({ errorID, fieldID })], resource: { type } })
}

export function invalid(violations: readonly Violation[], type?: string): Failure {
  return new Failure(400, 'INVALID_REQUEST', {
    details: violations.map(detail),
    ...(type === undefined ? {} : { resource: { type } }),
  })
}

export function tooManyRequests(retryAfterSecs: number): Failure {
  const seconds = Math.max(1, Math.ceil(retryAfterSecs))
  return new Failure(429, 'TOO_MANY_REQUESTS', { values: { seconds }, headers: { 'Retry-After': String(seconds) } })
}

export function unavailable(retryAfterSecs = 2): Failure {
  return new Failure(503, 'UNAVAILABLE', { headers: { 'Retry-After': String(retryAfterSecs) } })
}

function detail({ errorID, fieldID }: Violation): ProblemDetail {
  return { errorID, errorMessage: sentence(errorID), fieldID }
}

function sentence(id: string, values?: Readonly<Record<string, unknown>>): string {
  return findSentence(id, values) ?? id
}
