import {
  apiPrefix,
  fillPath,
  type BodyOf,
  type Endpoint,
  type ParametersOf,
  type QueryOf,
  type ReplyOf,
} from './endpoint.ts'
import { clockAhead } from './clock-ahead.ts'
import type { Clock, HttpAnswer, HttpPort, HttpRequest } from './port.ts'
import { networkProblem, problemOf, type Problem } from './problem.ts'

export type Outcome<T> =
  | {
      readonly ok: true
      readonly value: T
      readonly etag?: string | undefined
      /** How far this device's clock is ahead of the server's; undefined if the answer has no Date header. */
      readonly clockAheadMs?: number | undefined
    }
  | { readonly ok: false; readonly problem: Problem }

type Optional<Key extends string, T> = undefined extends T ? { [K in Key]?: T } : { [K in Key]: T }
type NeedsParameters<E extends Endpoint> = keyof ParametersOf<E> extends never
  ? { params?: undefined }
  : { params: ParametersOf<E> }

/** What a call takes: path parameters, query, body, and the headers a mutation accepts (design "The API"). */
export type Arguments<E extends Endpoint> = NeedsParameters<E> &
  ({} extends QueryOf<E> ? { query?: QueryOf<E> | undefined } : Optional<'query', QueryOf<E>>) &
  Optional<'body', BodyOf<E>> & {
    /** ETag of the version that was read; a stale one answers 412. */
    ifMatch?: string | undefined
    /** Sending the same key twice creates one object. */
    idempotencyKey?: string | undefined
    /** The call does not extend the session. */
    background?: boolean | undefined
    /** Cancels the call, which then fails as if no server had answered. */
    signal?: AbortSignal | undefined
  }

type CallTuple<E extends Endpoint> = {} extends Arguments<E> ? [args?: Arguments<E>] : [args: Arguments<E>]

export type Client = {
  call<E extends Endpoint>(endpoint: E, ...args: CallTuple<E>): Promise<Outcome<ReplyOf<E>>>
  /** A call by method and path, for `portico api`, with the same headers and the raw answer. */
  raw(request: { method: string; path: string; body?: string | undefined }): Promise<Outcome<RawAnswer>>
}

export type RawAnswer = { readonly status: number; readonly contentType: string; readonly text: string }

/** The shared wrapper of spec section 7: one client over the contract. Failures come back as data, never as exceptions. */
export function createClient(ports: { http: HttpPort; clock: Clock }): Client {
  /** Sends a call again where its refusal brought another CSRF token: it had no effect. */
  async function send(make: () => HttpRequest): Promise<Outcome<{ answer: HttpAnswer; text: string }>> {
    const token = ports.http.cookie('csrf')
    const outcome = await sendOnce(make())
    const isRefused = !outcome.ok && outcome.problem.kind === 'expected' && outcome.problem.errorID === 'CSRF'
    return isRefused && ports.http.cookie('csrf') !== token ? sendOnce(make()) : outcome
  }

  async function sendOnce(request: HttpRequest): Promise<Outcome<{ answer: HttpAnswer; text: string }>> {
    let answer: HttpAnswer
    let text: string
    try {
      answer = await ports.http.send(request)
      text = await answer.text()
    } catch (reason) {
      return { ok: false, problem: networkProblem(reason, ports.http.isOffline?.()) }
    }
    const { status, statusText } = answer
    // A browser shows a manual redirect as status 0; a posted form's redirect is success either way.
    const redirect = status === 0 || (status >= 300 && status < 400)
    if (redirect || (status >= 200 && status < 300)) return { ok: true, value: { answer, text } }
    return { ok: false, problem: problemOf({ status, statusText, text, requestID: answer.header('x-request-id') }) }
  }

  return {
    async call<E extends Endpoint>(endpoint: E, ...rest: CallTuple<E>): Promise<Outcome<ReplyOf<E>>> {
      const askedAt = ports.clock.now()
      const outcome = await send(() => requestFor(endpoint, (rest[0] ?? {}) as AnyArguments, ports))
      if (!outcome.ok) return outcome
      const answeredAt = ports.clock.now()
      const { answer, text } = outcome.value
      if (endpoint.reply === undefined) return { ok: true, value: undefined as ReplyOf<E> }
      try {
        const clockAheadMs = clockAhead({ askedAt, answeredAt, date: answer.header('date') })
        return { ok: true, value: JSON.parse(text) as ReplyOf<E>, etag: answer.header('etag'), clockAheadMs }
      } catch {
        const statusText = `The server answered ${endpoint.method} ${endpoint.path} with something that is not JSON.`
        return {
          ok: false,
          problem: {
            kind: 'expected',
            status: answer.status,
            code: String(answer.status),
            errorMessage: statusText,
            details: [],
          },
        }
      }
    },
    async raw({ method, path, body }) {
      const outcome = await send(() => {
        const headers = wrapperHeaders(ports.http)
        if (body !== undefined) headers['Content-Type'] = 'application/json'
        return { method, path, headers, body }
      })
      if (!outcome.ok) return outcome
      const { answer, text } = outcome.value
      return { ok: true, value: { status: answer.status, contentType: answer.header('content-type') ?? '', text } }
    },
  }
}

type AnyArguments = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  ifMatch?: string
  idempotencyKey?: string
  background?: boolean
  signal?: AbortSignal
}

function requestFor(endpoint: Endpoint, args: AnyArguments, ports: { http: HttpPort; clock: Clock }): HttpRequest {
  const headers: Record<string, string> = endpoint.outsideWrapper
    ? { Accept: 'application/json' }
    : wrapperHeaders(ports.http)
  if (args.ifMatch !== undefined) headers['If-Match'] = args.ifMatch
  if (args.idempotencyKey !== undefined) headers['Idempotency-Key'] = args.idempotencyKey
  if (args.background) headers['X-Portico-Background'] = '1'
  const query = queryString(
    args.query ?? {},
    endpoint.cached || endpoint.outsideWrapper ? undefined : ports.clock.now(),
  )
  const path = apiPrefix + fillPath(endpoint.path, args.params ?? {}) + query
  const request = { method: endpoint.method, path, headers, signal: args.signal }
  return args.body === undefined ? request : { ...request, body: encodeBody(endpoint, args.body, headers) }
}

function wrapperHeaders(http: HttpPort): Record<string, string> {
  const csrf = http.cookie('csrf')
  return csrf === undefined ? { Accept: 'application/json' } : { Accept: 'application/json', 'X-CSRFToken': csrf }
}

/** Array values are repeated; `bust` is the cache-busting parameter named `_` (spec section 7). */
export function queryString(query: Readonly<Record<string, unknown>>, bust?: number): string {
  const pairs: string[] = []
  const add = (name: string, value: unknown) =>
    pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) add(name, one)
  }
  if (bust !== undefined) add('_', bust)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function encodeBody(endpoint: Endpoint, body: unknown, headers: Record<string, string>): string | FormData {
  if (endpoint.bodyKind === 'json') {
    headers['Content-Type'] = 'application/json'
    return JSON.stringify(body)
  }
  const fields = Object.entries(body as Record<string, string | Blob>)
  if (endpoint.bodyKind === 'form') {
    headers['Content-Type'] = 'application/x-www-form-urlencoded'
    return queryString(Object.fromEntries(fields)).slice(1)
  }
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}
