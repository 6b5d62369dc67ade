import type { IncomingMessage, ServerResponse } from 'node:http'

import { currentSpan, currentTracer, inSpan } from './spans.ts'

/** `path`: without the query. */
type Listener = (request: IncomingMessage, response: ServerResponse, path: string) => void

/** Health checks and files of the build: many, and always the same. */
const isUntraced = (path: string): boolean => path === '/healthz' || path === '/readyz' || path.startsWith('/assets/')

/** The listener with a span for each request; the listener itself where traces are off. */
export function tracedRequests(listener: Listener): Listener {
  const tracer = currentTracer()
  if (tracer === undefined) return listener
  return (request, response, path) => {
    const { method = 'GET', headers } = request
    if (isUntraced(path)) return listener(request, response, path)
    const attributes = { 'http.request.method': method }
    const traceparent = headers['traceparent']?.toString()
    const span = tracer.begin({ name: method, kind: 'server', attributes, traceparent })
    if (span === undefined) return listener(request, response, path)
    response.once('close', () => {
      const { statusCode, writableFinished } = response
      span.set({ 'http.response.status_code': statusCode })
      if (statusCode >= 500) span.failed(String(statusCode))
      else if (!writableFinished) span.failed('closed')
      span.end()
    })
    inSpan(tracer, span, () => listener(request, response, path))
  }
}

/** Names the span of this request, and gives what the request's line in the log says of it. */
export function noteRequest({
  method,
  route,
  requestId,
}: {
  readonly method: string
  /** The pattern of its path, never the path. */
  readonly route: string | undefined
  readonly requestId?: string
}): { readonly traceId: string } | undefined {
  const span = currentSpan()
  if (span === undefined) return undefined
  span.rename(route === undefined ? method : `${method} ${route}`)
  span.set({
    ...(route !== undefined && { 'http.route': route }),
    ...(requestId !== undefined && { 'portico.request_id': requestId }),
  })
  return { traceId: span.traceId }
}
