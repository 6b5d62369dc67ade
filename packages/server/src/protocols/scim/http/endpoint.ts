import { sendAudit, type AuditEntry } from '../../../kit/audit-trail/record.ts'
import type { Deps } from '../../../kit/http/deps.ts'
import { scimBaseUrl, scimPrefix } from '../../../people/scim-tokens/prefixes.ts'
import { createScimSenders, type ScimSender, type ScimSenders } from '../../../people/scim-tokens/sender.ts'
import { scimTransaction, TokenEnded } from '../../../people/scim-tokens/transaction.ts'
import { ScimFailure, UnknownMembers } from '../failure.ts'
import { createScimRecorder } from '../inbox/recorder.ts'
import { createKnownPlaces, type KnownPlaces } from '../lists/known-places.ts'
import { authenticate, limitToken, refusedToken } from './authenticate.ts'
import { readScimBody } from './body.ts'
import type { ScimAnswer } from './call.ts'
import { discoveryAnswer } from './discovery.ts'
import { handlerOf, WrongMethod } from './dispatch.ts'
import { failureFor, refused, sent } from './respond.ts'

type From = { readonly address: string; readonly requestId: string }

/** The SCIM service provider of every identity provider, at `/scim/v2/{idpId}` (RFC 7643, RFC 7644). */
export function createScimEndpoint(deps: Deps): (request: Request, from: From) => Promise<Response> {
  const record = createScimRecorder(deps)
  const service = { deps, senders: createScimSenders(deps), knownPlaces: createKnownPlaces() }
  return async (request, from) => {
    const begun = performance.now()
    const seen: Seen = { audited: [], ignored: new Set() }
    let response: Response
    let failure: ScimFailure | undefined
    try {
      response = sent(await answer(request, from, service, seen), from)
    } catch (error) {
      failure = failureFor(error)
      seen.audited = []
      seen.ignored.clear()
      response = refused({ failure, error }, from, deps)
    }
    const { sender, path = '', body, audited, ignored } = seen
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
        ignored: [...ignored],
        detail: failure?.message,
        unknownMembers: failure instanceof UnknownMembers ? failure.members : [],
      })
    return response
  }
}

/** What is known about a request when it is answered. */
type Seen = {
  sender?: ScimSender
  path?: string
  body?: unknown
  audited: AuditEntry[]
  readonly ignored: Set<string>
}

/** How many unknown attributes of one request are recorded. */
const ignoredMax = 100

type Service = { readonly deps: Deps; readonly senders: ScimSenders; readonly knownPlaces: KnownPlaces }

/** Who sends it, what it asks for, and what is wrong with that; then the call, in its transaction. */
async function answer(request: Request, from: From, service: Service, seen: Seen): Promise<ScimAnswer> {
  const { deps, senders } = service
  const [providerId = '', ...path] = segmentsOf(new URL(request.url).pathname)
  const asker = { authorization: request.headers.get('authorization'), providerId, address: from.address }
  const recalled = senders.recall(asker.authorization, providerId)
  const sender = recalled ?? (await authenticate(asker, service))
  const asked = await readAsked(request, path, sender, deps).catch((wrong: unknown) => ({ wrong }))
  // Also what is wrong with a request is answered to a valid token only. That of a call is checked in its transaction.
  if (recalled !== undefined && !('handler' in asked)) await authenticate(asker, service)
  seen.sender = sender
  seen.path = `/${path.join('/')}`
  if ('wrong' in asked) throw asked.wrong
  if ('document' in asked) return asked.document

  seen.body = asked.body
  try {
    return await answerCall(request, from, { sender, asked }, service, seen)
  } catch (error) {
    if (!(error instanceof TokenEnded)) throw error
    delete seen.sender
    senders.forget(sender)
    throw refusedToken(asker, deps)
  }
}

type Called = { readonly handler: ReturnType<typeof handlerOf>; readonly body: unknown }

/** What a request asks for: a document or a call. Throws for one that cannot be answered. */
async function readAsked(
  request: Request,
  path: readonly string[],
  sender: ScimSender,
  deps: Deps,
): Promise<Called | { readonly document: ScimAnswer }> {
  limitToken(sender, deps)
  const { method } = request
  const document = discoveryAnswer(path, scimBaseUrl(deps.settings, sender.providerId))
  if (document !== undefined) {
    if (method !== 'GET' && method !== 'HEAD') throw new WrongMethod(['GET'])
    // RFC 7644 section 4.
    if (new URL(request.url).searchParams.has('filter'))
      throw new ScimFailure(403, 'Filters are not supported at this address.')
    return { document }
  }
  const handler = handlerOf(method, path)
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? await readScimBody(request) : undefined
  return { handler, body }
}

/** Throws TokenEnded for a token that is no longer valid: the transaction checks it first. */
function answerCall(
  request: Request,
  from: From,
  { sender, asked: { handler, body } }: { readonly sender: ScimSender; readonly asked: Called },
  { deps, knownPlaces }: Service,
  seen: Seen,
): Promise<ScimAnswer> {
  const nowMs = deps.clock.now()
  const actor = { kind: 'system', name: `SCIM ${sender.name}` } as const
  const call = {
    sender,
    base: scimBaseUrl(deps.settings, sender.providerId),
    query: new URL(request.url).searchParams,
    body,
    ifMatch: request.headers.get('if-match') ?? undefined,
    ifNoneMatch: request.headers.get('if-none-match') ?? undefined,
    nowMs,
    knownPlaces,
    actorName: actor.name,
    ignored: (name: string) => {
      if (seen.ignored.size < ignoredMax) seen.ignored.add(name)
    },
  }
  return scimTransaction(deps, sender, (tx) => {
    // Retries a transaction that failed because of a concurrent one.
    seen.audited = []
    const audit = (entry: AuditEntry) => {
      seen.audited.push(entry)
      return sendAudit(tx, { actor, nowMs, ...from }, entry)
    }
    return handler({ ...call, tx, audit })
  })
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
