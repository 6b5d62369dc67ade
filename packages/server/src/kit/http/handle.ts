import { getSession, readInput, type Endpoint, type Schema, type WordId } from '@portico/core/contract'

import { recordAudit, type AuditEntry } from '../audit-trail/record.ts'
import { tenantScope, type TenantTransaction } from '../database/tenant-scope.ts'
import type { Deps } from './deps.ts'
import { isUuid } from '../identifiers.ts'
import type { Actor } from './actor.ts'
import { bodyBytesMax, openBodyBytesMax, readBody, type ReadBody } from './body.ts'
import { checkCsrf } from './csrf.ts'
import { failureOf } from './database-faults.ts'
import { Failure, forbidden, invalid, notFound, personOnly } from './failure.ts'
import { idempotent } from './idempotency.ts'
import { isWordParameter, wordParameterMax } from './path-parameters.ts'
import { queryOf } from './query.ts'
import { withoutReadOnly } from './read-only.ts'
import { concerning } from './resource.ts'
import type { Allow, Answer, Call, Route } from './route.ts'
import { senderScope } from './sender-scope.ts'
import type { Credential, Sender } from './senders.ts'
import { supportBanner } from './support-banner.ts'
import { checkActive, noticeHeaders } from './tenant-notice.ts'

export type Incoming = {
  readonly request: Request
  readonly params: Readonly<Record<string, string>>
  readonly requestId: string
  readonly address: string
}

type GuardedRoute = Exclude<Route, { allow: 'anyone' }>

/** One request of the API: authenticate, authorize, validate, handle. Throws a Failure otherwise. */
export async function handle(route: Route, incoming: Incoming, deps: Deps): Promise<Answer<unknown>> {
  const trail: Trail = {}
  try {
    const answer = await answerOf(route, incoming, deps, trail)
    await transcribe(trail, incoming, answer.document?.status ?? route.endpoint.success, deps)
    return answer
  } catch (error) {
    if (failureOf(error)?.status === 403) logRefusal(error, trail, incoming, deps)
    if (!trail.isTranscribed) await transcribe(trail, incoming, failureOf(error)?.status ?? 500, deps)
    throw error instanceof Failure ? concerning(error, route.endpoint, incoming.params) : error
  }
}

/** The sender of the request, as soon as it is known. */
type Trail = { credential?: Credential; actor?: Actor; isTranscribed?: boolean }

/** Who was refused, where the sender is known: the line of the request says what was refused. */
function logRefusal(
  error: unknown,
  { credential, actor }: Trail,
  { requestId, address }: Incoming,
  { log }: Pick<Deps, 'log'>,
): void {
  const errorID = failureOf(error)?.errorID
  const who = actor && { kind: actor.kind, id: actor.id }
  if (credential !== undefined)
    log.info({ requestId, tenantId: credential.tenantId, actor: who, address, errorID }, 'refused')
}

/** No answer leaves a support session without a line in its transcript: where that cannot be written, this throws. */
async function transcribe(trail: Trail, { request, requestId }: Incoming, status: number, deps: Deps): Promise<void> {
  const { credential } = trail
  if (credential?.kind !== 'session' || credential.began !== 'support') return
  trail.isTranscribed = true
  const { pathname: path } = new URL(request.url)
  await deps.senders.transcribe(credential, { method: request.method, path, status, requestId })
}

async function answerOf(route: Route, incoming: Incoming, deps: Deps, trail: Trail): Promise<Answer<unknown>> {
  const { endpoint } = route
  checkParams(endpoint.path, incoming.params)
  if (route.allow === 'anyone') {
    const read = await bodyOf(endpoint, incoming.request, openBodyBytesMax)
    return route.handle(callOf(endpoint, incoming, deps, read))
  }
  const answer = await (endpoint.method === 'GET' ? read : change)(route, incoming, deps, trail)
  return answer.afterwards === undefined ? answer : answer.afterwards()
}

/** A call that only reads believes what is known of its sender. */
async function read(route: GuardedRoute, incoming: Incoming, deps: Deps, trail: Trail): Promise<Answer<unknown>> {
  const { endpoint } = route
  const { request } = incoming
  const sender = await deps.senders.senderOf(request)
  trail.credential = sender.credential
  trail.actor = sender.actor
  checkAllowed(sender.actor, route, incoming)
  await deps.senders.used(sender, request, endpoint === getSession)
  const call = callOf(endpoint, incoming, deps, noBody)
  const inTenant = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
    senderScope(deps.database, sender.credential).transaction(work)
  const answer =
    route.answer === undefined
      ? await inTenant((tx) => handlerOf(route)({ ...call, ...toolsIn(tx, sender, route, incoming, deps) }))
      : await route.answer({ ...call, sender, inTenant })
  return noticed(answer, sender, deps)
}

/** A call that changes something reads its sender in the transaction of the change (docs/decisions/0085). */
async function change(route: GuardedRoute, incoming: Incoming, deps: Deps, trail: Trail): Promise<Answer<unknown>> {
  const { endpoint } = route
  const { request } = incoming
  const credential = await deps.senders.credentialOf(request)
  trail.credential = credential
  const body = await bodyOf(endpoint, request)
  if (credential.kind === 'session') await checkCsrf(request, body.form, deps)
  const { answer, sender } = await senderScope(deps.database, credential).transaction(async (tx) => {
    const sender = await deps.senders.readSender(tx, credential)
    trail.actor = sender.actor
    checkAllowed(sender.actor, route, incoming)
    checkTenant(sender, route, deps)
    if (sender.actor.kind === 'support') await deps.senders.checkSupportChange(tx, route, incoming.params)
    const call = callOf(endpoint, incoming, deps, body)
    const run = () => handlerOf(route)({ ...call, ...toolsIn(tx, sender, route, incoming, deps) })
    const wanted = { tx, actor: sender.actor, request, endpoint, params: incoming.params, body: body.value }
    return { answer: await (endpoint.success === 201 ? idempotent(wanted, run) : run()), sender }
  })
  await deps.senders.used(sender, request, false)
  return noticed(answer, sender, deps)
}

/** The answer with what the operator tells the people of this tenant, or that this is a support session. */
function noticed(answer: Answer<unknown>, { actor, tenant }: Sender, { clock }: Deps): Answer<unknown> {
  const notice = noticeHeaders(tenant, clock.now(), actor.kind === 'support' ? supportBanner(actor, tenant.name) : null)
  return notice.length === 0 ? answer : { ...answer, headers: [...(answer.headers ?? []), ...notice] }
}

/** What a handler has inside the tenant's transaction. */
function toolsIn(tx: TenantTransaction, sender: Sender, route: GuardedRoute, incoming: Incoming, deps: Deps) {
  const { actor } = sender
  const by = {
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    requestId: incoming.requestId,
    address: incoming.address,
    nowMs: deps.clock.now(),
  } as const
  const checkIn = async (current: TenantTransaction) => {
    const now = await deps.senders.readSender(current, sender.credential)
    checkAllowed(now.actor, route, incoming)
    checkTenant(now, route, deps)
  }
  const later = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
    senderScope(deps.database, sender.credential).transaction(async (next) => {
      await checkIn(next)
      return work(next)
    })
  return {
    tx,
    actor,
    sender,
    later,
    checkAgain: () => checkIn(tx),
    audit: (entry: AuditEntry) => recordAudit(tx, by, entry),
  }
}

/**
 * What these calls of a signed-in browser read, in one transaction: one value per route, undefined for one that the
 * person may not call. Only GET, without query and parameters. Throws a Failure, as {@link handle} does.
 */
export async function readTogether(
  routes: readonly Route[],
  incoming: Omit<Incoming, 'params'>,
  deps: Deps,
): Promise<readonly unknown[]> {
  const sender = await deps.senders.senderOf(incoming.request)
  const { actor } = sender
  // Its requests are transcribed one by one: the page asks for these answers itself.
  if (actor.kind === 'support') throw forbidden()
  await deps.senders.used(sender, incoming.request, false)
  return tenantScope(deps.database, sender.tenant.id).transaction(async (tx) => {
    const later = () => Promise.reject(new TypeError('What is read together is read at once.'))
    const audit = () => Promise.reject(new TypeError('Reading changes nothing.'))
    const checkAgain = () => Promise.reject(new TypeError('Reading waits for nothing.'))
    const values: unknown[] = []
    for (const route of routes) {
      if (route.allow === 'anyone') throw new TypeError(`${route.endpoint.name} needs no signed-in person.`)
      const call = callOf(route.endpoint, { ...incoming, params: {} }, deps, noBody)
      const answer = () =>
        route.answer === undefined
          ? handlerOf(route)({ ...call, actor, sender, tx, later, checkAgain, audit })
          : route.answer({ ...call, sender, inTenant: (work) => work(tx) })
      values.push(isAllowed(actor, route) ? (await answer()).value : undefined)
    }
    return values
  })
}

const noBody: ReadBody = { value: undefined, form: new Map() }

function handlerOf({ handle, endpoint }: GuardedRoute): NonNullable<GuardedRoute['handle']> {
  if (handle === undefined) throw new TypeError(`${endpoint.name} is answered without a transaction.`)
  return handle
}

function checkAllowed(actor: Actor, route: GuardedRoute, { params }: Incoming): void {
  if (!isAllowed(actor, route)) throw refusalOf(actor, route)
  if (isForeignToSetup(actor, params)) throw notFound()
}

function checkTenant({ tenant }: Sender, { endpoint, also }: GuardedRoute, { clock }: Deps): void {
  if (endpoint.method !== 'GET' && !also.includes('deactivated-tenant')) checkActive(tenant, clock.now())
}

function refusalOf(actor: Actor, route: GuardedRoute): Failure {
  if (actor.kind === 'support')
    return new Failure(403, route.also.includes('support-changing') ? 'SUPPORT_READ_ONLY' : 'SUPPORT_NEVER')
  if (isPersonMissing(actor, route)) return personOnly()
  const holdsRoles = actor.kind === 'user' || actor.kind === 'service-account'
  const missing = holdsRoles ? missingRole[route.allow] : undefined
  return missing === undefined ? forbidden() : new Failure(403, missing)
}

/** What a person or a program lacks for these routes: the sentence names the role. */
const missingRole: Partial<Record<Allow, WordId>> = {
  admin: 'SECURITY_ADMIN_REQUIRED',
  support: 'SUPPORT_REQUIRED',
  'in-support': 'SUPPORT_SESSION_REQUIRED',
}

function isAllowed(actor: Actor, { allow, also }: GuardedRoute): boolean {
  if (actor.kind === 'support')
    return (
      allow === 'in-support' ||
      also.includes('support-reading') ||
      (actor.mayChange && also.includes('support-changing'))
    )
  if (allow === 'in-support') return false
  if (actor.kind === 'setup') return allow === 'setup' || also.includes('setup')
  if (actor.kind === 'recovery') return also.includes('recovery')
  if (allow === 'setup') return false
  if (allow === 'support') return actor.kind === 'user' && actor.supports
  if (allow === 'admin') return actor.isAdmin
  return allow !== 'person' || actor.kind === 'user'
}

/** A setup URL shows one provider; every other id looks like a random one. */
function isForeignToSetup(actor: Actor, params: Incoming['params']): boolean {
  return actor.kind === 'setup' && 'id' in params && params['id'] !== actor.providerId
}

function isPersonMissing(actor: Actor, { allow }: GuardedRoute): boolean {
  return allow === 'person' && actor.kind === 'service-account'
}

function checkParams(path: string, params: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(params)) {
    const isWord = isWordParameter(path, name)
    if (isWord ? value.length > wordParameterMax || value.includes('\0') : !isUuid(value)) throw notFound()
  }
}

async function bodyOf(endpoint: Endpoint, request: Request, bytesMax = bodyBytesMax): Promise<ReadBody> {
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return noBody
  if (endpoint.body === undefined && endpoint.bodyKind === 'json') return noBody
  return readBody(request, endpoint.bodyKind, endpoint.bodyBytesMax ?? bytesMax)
}

function callOf(endpoint: Endpoint, incoming: Incoming, deps: Deps, read: ReadBody): Call<Endpoint> {
  const { request, requestId, address, params } = incoming
  const { body, readOnlyPart } = withoutReadOnly(endpoint, read.value)
  return {
    deps,
    request,
    requestId,
    address,
    params: params as Call<Endpoint>['params'],
    query: parsed(endpoint.query, queryOf(request.url)),
    body: parsed(endpoint.body, body),
    readOnlyPart,
    form: read.form,
    document: read.document ?? { bytes: new Uint8Array() },
    ifMatch: request.headers.get('if-match') ?? undefined,
  }
}

function parsed(schema: Schema | undefined, input: unknown): undefined {
  if (schema === undefined) return undefined
  const result = readInput(schema, input)
  if (!result.ok) throw invalid(result.violations)
  // Only the handler knows the endpoint's static type.
  return result.output as undefined
}
