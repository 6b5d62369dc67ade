import { closedHeaders } from '../../../kit/closed-headers.ts'
import { failureOf } from '../../../kit/http/database-faults.ts'
import type { Deps } from '../../../kit/http/deps.ts'
import { Failure } from '../../../kit/http/failure.ts'
import { ScimFailure, scimErrorBody } from '../failure.ts'
import { TooMany } from './authenticate.ts'
import type { ScimAnswer } from './call.ts'
import { WrongMethod } from './dispatch.ts'

type Answered = { readonly requestId: string }

export function sent(
  { status, body, etag, location }: ScimAnswer,
  { requestId }: Answered,
  more: Record<string, string> = {},
) {
  const headers: Record<string, string> = {
    'X-Request-Id': requestId,
    ...closedHeaders,
    'Cache-Control': 'no-store',
    ...more,
  }
  if (etag !== undefined) headers['ETag'] = etag
  if (location !== undefined) headers['Location'] = location
  if (body === undefined) return new Response(null, { status, headers })
  headers['Content-Type'] = 'application/scim+json; charset=utf-8'
  return new Response(JSON.stringify(body), { status, headers })
}

/** The answer to a failed request; `error` is what was thrown, for the log. */
export function refused(
  { failure, error }: { readonly failure: ScimFailure; readonly error: unknown },
  from: Answered,
  { log }: Pick<Deps, 'log'>,
): Response {
  const { requestId } = from
  if (failure.status === 500) log.error({ requestId, err: error }, 'a SCIM request failed')
  if (failure.status === 503)
    log.warn({ requestId, reason: (error as Error).message }, 'a SCIM request has to be sent again')
  const headers: Record<string, string> = {}
  if (failure.status === 401) headers['WWW-Authenticate'] = 'Bearer realm="SCIM"'
  if (failure instanceof TooMany) headers['Retry-After'] = String(failure.seconds)
  if (failure instanceof WrongMethod) headers['Allow'] = failure.allowed
  if (failure.status === 503) headers['Retry-After'] = '2'
  return sent({ status: failure.status, body: scimErrorBody(failure) }, from, headers)
}

/** What an error is to the directory. */
export function failureFor(error: unknown): ScimFailure {
  return error instanceof ScimFailure ? error : ofDatabase(error)
}

function ofDatabase(error: unknown): ScimFailure {
  // Such as the last path to Security Admin: its sentence is for the administrator of the directory.
  if (error instanceof Failure && error.status < 500) return new ScimFailure(error.status, error.message)
  const failure = failureOf(error)
  if (failure?.status === 409)
    return new ScimFailure(409, 'Another resource of this identity provider has this name or identifier.', 'uniqueness')
  if (failure?.status === 400) return new ScimFailure(400, 'A value cannot be stored.', 'invalidValue')
  if (failure?.status === 503) return new ScimFailure(503, 'Try again in a moment.')
  return new ScimFailure(500, 'The request failed. The reason is in the server log.')
}
