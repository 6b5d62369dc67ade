import { sendAudit, type AuditEntry } from '../../../kit/audit-trail/record.ts'
import type { Deps } from '../../../kit/http/deps.ts'
import { failureOf } from '../../../kit/http/database-faults.ts'
import { Failure } from '../../../kit/http/failure.ts'
import { scimBaseUrl, scimPrefix } from '../../../people/scim-tokens/prefixes.ts'
import { createScimSenders, type ScimSender, type ScimSenders } from '../../../people/scim-tokens/sender.ts'
import { scimTransaction, TokenEnded } from '../../../people/scim-tokens/transaction.ts'
import { ScimFailure, scimErrorBody, UnknownMembers } from '../failure.ts'
import { createScimRecorder } from '../inbox/recorder.ts'
import { createKnownPlaces, type KnownPlaces } from '../lists/known-places.ts'
import { authenticate, limitToken, refusedToken, TooMany } from './authenticate.ts'
import { readScimBody } from './body.ts'
import type { ScimAnswer } from './call.ts'
import { discoveryAnswer } from './discovery.ts'
import { handlerOf, WrongMethod } from './dispatch.ts'

type From = { readonly address: string; readonly requestId: string }

/** The SCIM service provider of every identity provider, at `/scim/v2/{idpId}` (RFC 7643, RFC 7644). */
export function createScimEndpoint(deps: Deps): (request: Request, from: From) => Promise<Response> {
  const record = createScimRecorder(deps)
  const senders = createScimSenders(deps)
  const knownPlaces = createKnownPlaces()
  return async (request, from) => {
    const begun = performance.now()
    const seen: Seen = { audited: [] }
    let response: Response
    let detail: string | undefined
    let unknownMembers: readonly string[] = []
    try {
      response = sent(await answer(request, from, { deps, senders, knownPlaces, seen }), from)
    } catch (error) {
      const failure = failureFor(error)
      detail = failure.message
      if (failure instanceof UnknownMembers) unknownMembers = failure.members
      seen.audited = []
      response = refused({ failure, error }, from, deps)
    }
    const { sender, path = '', body, audited } = seen
    if (sender !== undefined)
      record({
        sender,
        requestId: from.requestId,
        nowMs: deps.clock.now(),
        tookMs: performance.now() - begun,
        method: request.method,
        path,
        query: new URL(request.url).searchParams,
        body,
        userAgent: request.headers.get('user-agent') ?? '',
        status: response.status,
        audited,
        detail,
        unknownMembers,
      })
    return response
  }
}

/** What is known about a request when it is answered. */
type Seen = { sender?: ScimSender; path?: string; body?: unknown; audited: AuditEntry[] }

type Needs = {
  readonly deps: Deps
  readonly senders: ScimSenders
  readonly knownPlaces: KnownPlaces
  readonly seen: Seen
}

async function answer(request: Request, from: From, { deps, senders, knownPlaces, seen }: Needs): Promise<ScimAnswer> {
  const url = new URL(request.url)
  const [providerId = '', ...path] = segmentsOf(url.pathname)
  const asker = { authorization: request.headers.get('authorization'), providerId, address: from.address }
  const recalled = senders.recall(asker.authorization, providerId)
  const sender = recalled ?? (await authenticate(asker, { deps, senders }))
  const base = scimBaseUrl(deps.settings, sender.providerId)
  const [asked] = await Promise.allSettled([readAsked(request, { path, url, base, sender }, deps)])
  const isCall = asked.status === 'fulfilled' && asked.value.handler !== undefined
  // Also what is wrong with a request is answered to a valid token only. That of a call is checked in its transaction.
  if (recalled !== undefined && !isCall) await authenticate(asker, { deps, senders })
  seen.sender = sender
  seen.path = `/${path.join('/')}`
  if (asked.status === 'rejected') throw asked.reason
  if (asked.value.handler === undefined) return asked.value.document
  const { handler, body } = asked.value
  seen.body = body
  const nowMs = deps.clock.now()
  const actor = { kind: 'system', name: `SCIM ${sender.beginning}` } as const
  const call = {
    sender,
    base,
    query: url.searchParams,
    body,
    ifMatch: request.headers.get('if-match') ?? undefined,
    ifNoneMatch: request.headers.get('if-none-match') ?? undefined,
    nowMs,
    knownPlaces,
    actorName: actor.name,
  }
  try {
    return await scimTransaction(deps, sender, (tx) => {
      // Retries a transaction that failed because of a concurrent one.
      seen.audited = []
      const audit = (entry: AuditEntry) => {
        seen.audited.push(entry)
        return sendAudit(tx, { actor, nowMs, ...from }, entry)
      }
      return handler({ ...call, tx, audit })
    })
  } catch (error) {
    if (!(error instanceof TokenEnded)) throw error
    delete seen.sender
    senders.forget(sender)
    throw refusedToken(asker, deps)
  }
}

type Asked =
  | { readonly handler: ReturnType<typeof handlerOf>; readonly body: unknown }
  | { readonly handler: undefined; readonly document: ScimAnswer }

/** What a request asks for. Throws for one that cannot be answered. */
async function readAsked(
  request: Request,
  { path, url, base, sender }: { path: readonly string[]; url: URL; base: string; sender: ScimSender },
  deps: Deps,
): Promise<Asked> {
  limitToken(sender, deps)
  const { method } = request
  const document = discoveryAnswer(path, base)
  if (document !== undefined) {
    if (method !== 'GET' && method !== 'HEAD') throw new WrongMethod(['GET'])
    // RFC 7644 section 4.
    if (url.searchParams.has('filter')) throw new ScimFailure(403, 'Filters are not supported at this address.')
    return { handler: undefined, document }
  }
  const handler = handlerOf(method, path)
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? await readScimBody(request) : undefined
  return { handler, body }
}

/** The parts of the path after the prefix. Throws 404 for what cannot be decoded. */
function segmentsOf(pathname: string): string[] {
  const parts = pathname.slice(scimPrefix.length).replace(/\/$/, '').split('/')
  try {
    return parts.map(decodeURIComponent)
  } catch {
    throw new ScimFailure(404, 'There is no SCIM resource at this address.')
  }
}

const failureFor = (error: unknown) => (error instanceof ScimFailure ? error : ofDatabase(error))

function refused(
  { failure, error }: { readonly failure: ScimFailure; readonly error: unknown },
  from: From,
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

function sent({ status, body, etag, location }: ScimAnswer, { requestId }: From, more: Record<string, string> = {}) {
  const headers: Record<string, string> = {
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
    ...more,
  }
  if (etag !== undefined) headers['ETag'] = etag
  if (location !== undefined) headers['Location'] = location
  if (body === undefined) return new Response(null, { status, headers })
  headers['Content-Type'] = 'application/scim+json; charset=utf-8'
  return new Response(JSON.stringify(body), { status, headers })
}
