import { apiPrefix } from '@portico/core/contract'
import { Hono } from 'hono'
import * as v from 'valibot'

import { readiness } from './health.ts'
import type { Deps } from '../kit/http/deps.ts'
import { AnswerHeaders } from '../kit/http/answer-headers.ts'
import { closedHeaders } from '../kit/closed-headers.ts'
import { encoded, encodedStream } from '../kit/http/compression.ts'
import { logForeignRequest } from '../kit/http/csrf.ts'
import { failureOf } from '../kit/http/database-faults.ts'
import { errorBody, Failure } from '../kit/http/failure.ts'
import { handle } from '../kit/http/handle.ts'
import { inLanguageOf } from '../kit/words/language.ts'
import { requestIdFrom } from '../kit/http/request-id.ts'
import type { Answer, Route } from '../kit/http/route.ts'
import { streamed } from '../kit/http/stream.ts'
import { uuidv7 } from '../kit/identifiers.ts'
import { openApi as openApiOf } from './openapi.ts'
import { noteRequest } from '../kit/tracing/requests.ts'
import { routes } from './routes.ts'
import { scimPrefix } from '../people/scim-tokens/prefixes.ts'
import { createScimEndpoint } from '../protocols/scim/http/endpoint.ts'
import { scimNowhere } from '../protocols/scim/http/nowhere.ts'
import { browserRefusal } from '../sign-in/browser-refusal.ts'

type Bindings = { Bindings: { address?: string } }

/** The API as one standard `fetch` function; `bindings.address` is the caller's network address. */
export function createApp(deps: Deps): {
  fetch: (request: Request, bindings?: { address?: string }) => Promise<Response>
} {
  const app = new Hono<Bindings>()
  const started = new WeakMap<Request, string>()
  const idOf = (request: Request) => started.get(request) ?? uuidv7(deps.clock.now())

  app.use(async (context, next) => {
    const requestId = requestIdFrom(context.req.header('x-request-id'), deps.clock.now())
    started.set(context.req.raw, requestId)
    const begun = performance.now()
    await next()
    const { method, path } = context.req
    const took = Math.round(performance.now() - begun)
    const { status } = context.res
    const route = routeName(method, path)
    deps.metrics?.request({ method, route: route ?? 'unmatched', status, seconds: (performance.now() - begun) / 1000 })
    const traced = noteRequest({ method, route, requestId })
    deps.log.info({ requestId, ...traced, method, path, status, ms: took }, 'request')
  })

  const own = (request: Request, value: unknown, status = 200) =>
    new Response(JSON.stringify(value), { status, headers: jsonHeaders(idOf(request)).init })
  app.get('/healthz', (context) => own(context.req.raw, { status: 'ok' }))
  app.get('/readyz', async (context) => {
    const state = await readiness(deps)
    return own(context.req.raw, state, state.status === 'ready' ? 200 : 503)
  })
  // Building it takes up to 160 ms, and it is the same for every caller.
  let openApi: string | undefined
  app.get(`${apiPrefix}/openapi.json`, async (context) => {
    const request = context.req.raw
    openApi ??= JSON.stringify(openApiOf(deps.settings.baseUrl, deps.version))
    const headers = jsonHeaders(idOf(request))
    const body = await encoded(openApi, { ...accepted(request), headers })
    return new Response(body, { headers: headers.init })
  })

  const scim = createScimEndpoint(deps)
  app.all('/scim/*', (context) => {
    const request = context.req.raw
    const { path } = context.req
    if (!path.startsWith(scimPrefix) || path === scimPrefix) return scimNowhere(deps.settings, idOf(request))
    return scim(request, { requestId: idOf(request), address: context.env?.address ?? 'unknown' })
  })

  for (const route of routes) {
    const path = apiPrefix + route.endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    app.on(route.endpoint.method, path, async (context) => {
      const request = context.req.raw
      const requestId = idOf(request)
      const incoming = {
        request,
        params: context.req.param() as Record<string, string>,
        requestId,
        address: context.env?.address ?? 'unknown',
      }
      const answer = await handle(route, incoming, deps)
      return responseOf(route, answer, { request, requestId, deps })
    })
  }

  const refused = (failure: Failure, request: Request, route: Route | undefined) => {
    const requestId = idOf(request)
    const { settings } = deps
    const answer = route && browserRefusal(route.endpoint, { request, settings, failure, requestId })
    return answer === undefined ? failed(failure, requestId) : redirected(answer, requestId)
  }

  app.notFound((context) => {
    const known = routesAt(context.req.path)
    const methods = ownPaths.has(context.req.path) ? ['GET'] : known.map(({ endpoint }) => endpoint.method)
    const failure =
      methods.length === 0
        ? new Failure(404, 'NOT_FOUND')
        : new Failure(405, 'METHOD_NOT_ALLOWED', { headers: { Allow: allowed(methods) } })
    return refused(failure, context.req.raw, known[0])
  })

  app.onError((error, context) => {
    const request = context.req.raw
    const requestId = idOf(request)
    const route = routesAt(context.req.path).find(({ endpoint }) => endpoint.method === context.req.method)
    const failure = failureOf(error)
    if (failure === undefined) {
      deps.log.error({ requestId, err: error }, 'unexpected error')
      return refused(new Failure(500, 'SYSTEM_ERROR'), request, route)
    }
    if (failure.errorID === 'CSRF') logForeignRequest(deps.log, request, requestId)
    if (failure.errorID === 'BODY_INCOMPLETE') deps.log.info({ requestId }, 'the client closed its connection')
    if (failure.status >= 500) deps.log.warn({ requestId, err: error }, 'unavailable')
    return refused(failure, request, route)
  })

  return { fetch: async (request, bindings = {}) => inLanguageOf(request, () => app.fetch(request, bindings)) }
}

async function responseOf(
  route: Route,
  answer: Answer<unknown>,
  { request, requestId, deps }: { request: Request; requestId: string; deps: Deps },
): Promise<Response> {
  const { endpoint } = route
  if (answer.location !== undefined) return redirected(answer, requestId)
  const headers = headersOf(answer, requestId)
  if (answer.document !== undefined) {
    headers.set('Content-Type', answer.document.type)
    const { text, bytes } = answer.document
    return new Response(text ?? new Uint8Array(bytes), { status: answer.document.status ?? 200, headers: headers.init })
  }
  if (answer.parts !== undefined) {
    headers.set('Content-Type', answer.partsType ?? 'application/json; charset=utf-8')
    const body = encodedStream(streamed(answer.parts, deps), { ...accepted(request), headers })
    return new Response(body, { status: endpoint.success, headers: headers.init })
  }
  if (endpoint.reply === undefined) return new Response(null, { status: endpoint.success, headers: headers.init })
  if (deps.checkReplies) v.parse(endpoint.reply, answer.value)
  headers.set('Content-Type', 'application/json; charset=utf-8')
  const text = JSON.stringify(answer.value)
  // A secret is returned only by the call that creates it, never by a later read.
  const body = endpoint.method === 'GET' ? await encoded(text, { ...accepted(request), headers }) : text
  return new Response(body, { status: endpoint.success, headers: headers.init })
}

const accepted = (request: Request) => ({ acceptEncoding: request.headers.get('accept-encoding') })

function redirected(answer: Answer<unknown>, requestId: string): Response {
  const headers = headersOf(answer, requestId)
  headers.set('Location', headerAddress(answer.location ?? '/'))
  return new Response(null, { status: 303, headers: headers.init })
}

/** A header must be ASCII (RFC 9110 section 5.5); the rest of the address stays unchanged, because it may be signed. */
function headerAddress(address: string): string {
  return address.replace(/[^\x21-\x7e]+/gu, (part) => encodeURIComponent(part.replace(/\p{Cs}/gu, '\ufffd')))
}

/** A page that continues by itself sets its own policy (pages/continue.ts). */
function headersOf(answer: Answer<unknown>, requestId: string): AnswerHeaders {
  const headers = apiHeaders(requestId)
  const own = new Set<string>()
  for (const [name, value] of answer.headers ?? []) {
    // The first of a name replaces what every answer has.
    if (own.has(name.toLowerCase()) || name.toLowerCase() === 'set-cookie') headers.append(name, value)
    else headers.set(name, value)
    own.add(name.toLowerCase())
  }
  if (answer.etag !== undefined) headers.set('ETag', answer.etag)
  return headers
}

function failed(failure: Failure, requestId: string): Response {
  const headers = jsonHeaders(requestId)
  for (const [name, value] of Object.entries(failure.headers ?? {})) headers.set(name, value)
  return new Response(JSON.stringify(errorBody(failure, requestId)), { status: failure.status, headers: headers.init })
}

function jsonHeaders(requestId: string): AnswerHeaders {
  const headers = apiHeaders(requestId)
  headers.set('Content-Type', 'application/json; charset=utf-8')
  return headers
}

/** What every answer of the API has. */
function apiHeaders(requestId: string): AnswerHeaders {
  const headers = new AnswerHeaders()
  headers.set('X-Request-Id', requestId)
  for (const [name, value] of Object.entries(closedHeaders)) headers.set(name, value)
  headers.set('Cache-Control', 'no-store')
  return headers
}

/** The pattern of the route, for metrics and traces: never the actual path. undefined: none fits. */
function routeName(method: string, path: string): string | undefined {
  if (ownPaths.has(path)) return path
  if (path.startsWith(scimPrefix)) return `${scimPrefix}{idpId}`
  const wanted = method === 'HEAD' ? 'GET' : method
  const route = routesAt(path).find(({ endpoint }) => endpoint.method === wanted)
  return route === undefined ? undefined : apiPrefix + route.endpoint.path
}

/** Paths served here without a route of the contract. */
const ownPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', `${apiPrefix}/openapi.json`])

/** HEAD is answered wherever GET is (RFC 9110 section 10.2.1). */
function allowed(methods: readonly string[]): string {
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(', ')
}

function routesAt(path: string): Route[] {
  return routes.filter((route) => matches(apiPrefix + route.endpoint.path, path))
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith('{') || part === given[index])
}
