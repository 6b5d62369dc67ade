import type { IncomingMessage, ServerResponse } from 'node:http'

import { clientAddress } from '../../kit/http/client-address.ts'
import { closedHeaders } from '../../kit/closed-headers.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { invalidRequest, sendRefusal, sendReply, tooMany, type Refusal } from '../../kit/http/oauth-refusal.ts'
import { networkOf } from '../../kit/http/rate-limit.ts'
import { noteRequest } from '../../kit/tracing/requests.ts'
import { readForm, type Form } from './read-form.ts'
import { routes } from './routes.ts'

export type EndpointDeps = Pick<Deps, 'database' | 'secrets' | 'settings' | 'clock' | 'log' | 'rateLimits' | 'metrics'>

/** A request to one of the OAuth endpoints, and its answer. */
export type Exchange = { readonly req: IncomingMessage; readonly res: ServerResponse; readonly requestId: string }

/** The form of a POST; undefined: it was refused, or the sender went away. */
export async function readPosted(
  exchange: Exchange,
  deps: EndpointDeps,
  waitSecsOf: (network: string) => number | Promise<number>,
): Promise<Form | undefined> {
  const { req, res } = exchange
  if (req.method !== 'POST') {
    sendRefusal(res, wrongMethod('POST'))
    return undefined
  }
  const waitSecs = await waitSecsOf(networkOf(addressOf(req, deps)))
  const form = waitSecs > 0 ? tooMany(waitSecs) : await readForm(req)
  if (form === 'gone') return undefined
  if (!('status' in form)) return form
  refuse(exchange, form, deps)
  return undefined
}

export function addressOf(req: IncomingMessage, { settings }: EndpointDeps): string {
  return clientAddress(req, settings.trustedProxies)
}

export function reply(exchange: Exchange, outcome: object | Refusal, deps: EndpointDeps): void {
  return 'status' in outcome ? refuse(exchange, outcome as Refusal, deps) : sendReply(exchange.res, outcome)
}

export function refuse({ req, res, requestId }: Exchange, refusal: Refusal, { log }: EndpointDeps): void {
  if (!req.complete) res.setHeader('Connection', 'close')
  // A waiting command line polls repeatedly; do not log that.
  if (refusal.error !== 'authorization_pending')
    log.info({ requestId, error: refusal.error, reason: refusal.description }, 'token refused')
  sendRefusal(res, refusal)
}

export function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/'
}

export function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}

export function wrongMethod(allow: string): Refusal {
  return { ...invalidRequest(`This address answers ${allow} only.`), status: 405, headers: { Allow: allow } }
}

export function headersOf(requestId: string): [string, string][] {
  return [['X-Request-Id', requestId], ...Object.entries(closedHeaders)]
}

export function logRequest(
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
  { log, metrics }: EndpointDeps,
): void {
  const begun = performance.now()
  const { method = '' } = req
  const path = pathOf(req)
  const traced = noteRequest({ method, route: path, requestId })
  res.once('close', () => {
    const ms = performance.now() - begun
    const status = res.statusCode
    log.info({ requestId, ...traced, method, path, status, ms: Math.round(ms) }, 'request')
    metrics?.request({ method, route: path, status, seconds: ms / 1000 })
    if (path === routes.token && method === 'POST') metrics?.token(status === 200 ? 'issued' : 'refused')
  })
}
