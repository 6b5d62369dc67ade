import { getSession, readInput, type Endpoint, type Schema } from '@portico/core/contract'

import { recordAudit } from '../audit/record.ts'
import { tenantScope, type TenantTransaction } from '../database/tenant-scope.ts'
import type { Deps } from '../deps.ts'
import { isUuid } from '../identifiers.ts'
import type { Actor } from './actor.ts'
import { readBody, type ReadBody } from './body.ts'
import { checkCsrf } from './csrf.ts'
import { Failure, forbidden, invalid, notFound, personOnly } from './failure.ts'
import { idempotent } from './idempotency.ts'
import { withoutReadOnly } from './read-only.ts'
import { concerning } from './resource.ts'
import type { Answer, Call, Route } from './route.ts'
import type { Senders } from './senders.ts'

export type Incoming = {
  readonly request: Request
  readonly params: Readonly<Record<string, string>>
  readonly requestId: string
  readonly address: string
}

type GuardedRoute = Exclude<Route, { allow: 'anyone' }>

/** One request of the API: authenticate, authorize, validate, handle. Throws a Failure otherwise. */
export async function handle(route: Route, incoming: Incoming, deps: Deps, senders: Senders): Promise<Answer<unknown>> {
  try {
    return await answerOf(route, incoming, deps, senders)
  } catch (error) {
    throw error instanceof Failure ? concerning(error, route.endpoint, incoming.params) : error
  }
}

async function answerOf(route: Route, incoming: Incoming, deps: Deps, senders: Senders): Promise<Answer<unknown>> {
  const { endpoint } = route
  const { request, requestId } = incoming
  checkParams(endpoint.path, incoming.params)
  if (route.allow === 'anyone') {
    const read = await bodyOf(endpoint, request)
    return route.handle(callOf(endpoint, incoming, deps, read))
  }

  const credential = await senders.credentialOf(request, deps)
  const read = await bodyOf(endpoint, request)
  if (credential.kind === 'session' && endpoint.method !== 'GET') {
    const { secrets, settings } = deps
    checkCsrf({ secrets, sessionToken: credential.token, request, form: read.form, baseUrl: settings.baseUrl })
  }
  const scope = tenantScope(deps.database, credential.tenantId)
  const allowedActor = async (tx: TenantTransaction) => {
    const actor = await senders.actorOf(tx, credential, deps)
    if (!isAllowed(actor, route)) throw isPersonMissing(actor, route) ? personOnly() : forbidden()
    if (isForeignToSetup(actor, incoming.params)) throw notFound()
    return actor
  }
  const later = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
    scope.transaction(async (tx) => {
      await allowedActor(tx)
      return work(tx)
    })
  const answer = await scope.transaction(async (tx) => {
    const actor = await allowedActor(tx)
    await senders.keepAlive(tx, actor, request, endpoint === getSession)
    const call = callOf(endpoint, incoming, deps, read)
    const by = {
      actor: { kind: actor.kind, id: actor.id, name: actor.name },
      requestId,
      nowMs: deps.clock.now(),
    } as const
    const run = () => route.handle({ ...call, actor, tx, later, audit: (entry) => recordAudit(tx, by, entry) })
    return endpoint.success === 201
      ? idempotent({ tx, actor, request, endpoint, params: incoming.params, body: read.value }, run)
      : run()
  })
  return answer.afterwards === undefined ? answer : answer.afterwards()
}

/**
 * What these calls of a signed-in browser read, in one transaction: one value per route, undefined for one that the
 * person may not call. GET alone, without query and parameters. Throws a Failure, as {@link handle} does.
 */
export async function readTogether(
  routes: readonly Route[],
  incoming: Omit<Incoming, 'params'>,
  deps: Deps,
  senders: Senders,
): Promise<readonly unknown[]> {
  const credential = await senders.credentialOf(incoming.request, deps)
  const scope = tenantScope(deps.database, credential.tenantId)
  return scope.transaction(async (tx) => {
    const actor = await senders.actorOf(tx, credential, deps)
    await senders.keepAlive(tx, actor, incoming.request, false)
    const later = () => Promise.reject(new TypeError('What is read together is read at once.'))
    const audit = () => Promise.reject(new TypeError('Reading changes nothing.'))
    const values: unknown[] = []
    for (const route of routes) {
      if (route.allow === 'anyone') throw new TypeError(`${route.endpoint.name} needs no signed-in person.`)
      const call = callOf(route.endpoint, { ...incoming, params: {} }, deps, { value: undefined, form: new Map() })
      const isOpen = isAllowed(actor, route)
      values.push(isOpen ? (await route.handle({ ...call, actor, tx, later, audit })).value : undefined)
    }
    return values
  })
}

function isAllowed(actor: Actor, { allow, repair = false, setup = false }: GuardedRoute): boolean {
  if (actor.kind === 'setup') return setup || allow === 'setup'
  if (actor.kind === 'recovery') return repair
  if (allow === 'setup') return false
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

/** Parameters that are not UUIDs: an application's id, the type of metadata, the code of a sign-in, the hash of an icon. A role of the portal has a name. */
const wordParams = new Set(['appId', 'type', 'code', 'hash'])

/** All other ids are UUIDs. */
function checkParams(path: string, params: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(params)) {
    const isWord = wordParams.has(name) || path.includes('/portal-roles/')
    if (isWord ? value.length > 100 || value.includes('\0') : !isUuid(value)) throw notFound()
  }
}

async function bodyOf(endpoint: Endpoint, request: Request): Promise<ReadBody> {
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return { value: undefined, form: new Map() }
  if (endpoint.body === undefined && endpoint.bodyKind === 'json') return { value: undefined, form: new Map() }
  return readBody(request, endpoint.bodyKind, endpoint.bodyBytesMax)
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
    ifMatch: request.headers.get('if-match') ?? undefined,
  }
}

function queryOf(url: string): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const [name, value] of new URL(url).searchParams) {
    if (name === '_') continue
    const before = query[name]
    query[name] =
      before === undefined ? value : Array.isArray(before) ? [...(before as string[]), value] : [before, value]
  }
  return query
}

function parsed(schema: Schema | undefined, input: unknown): undefined {
  if (schema === undefined) return undefined
  const result = readInput(schema, input)
  if (!result.ok) throw invalid(result.violations)
  // The static type is the endpoint's, known to the handler alone.
  return result.output as undefined
}
