import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import type { Database } from '../database/connect.ts'
import { closedHeaders } from '../closed-headers.ts'
import { listenFailure } from '../process/listen-failure.ts'
import { equalText } from '../secrets/secret-box.ts'
import type { Settings } from '../settings/settings.ts'
import type { Metrics } from './metrics.ts'

/** Loaded and collected only where the operator set up a reader. */
export async function startMetrics(
  { metrics }: Settings,
  database: Database,
  version: string | undefined,
): Promise<Metrics | undefined> {
  if (metrics.port === undefined && metrics.token === undefined) return undefined
  const { createMetrics } = await import('./metrics.ts')
  const created = createMetrics(() => database.poolState(), {
    process: true,
    ...(version !== undefined && { version }),
  })
  database.watchWaits((queue, seconds) => created.databaseWait(queue, seconds))
  return created
}

/** Serves metrics on a separate port, where one is set; returns a function that stops it. */
export async function serveMetrics(
  { metrics: { host, port, token } }: Settings,
  metrics: Metrics | undefined,
): Promise<() => Promise<void>> {
  if (metrics === undefined || port === undefined) return async () => {}
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] === '/metrics') return void answerMetrics(request, response, metrics, token)
    response.writeHead(404, closedHeaders).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFailure(error, host, port, metricsOptions)))
    server.listen(port, host, resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}

const metricsOptions = { host: 'PORTICO_METRICS_HOST', port: 'PORTICO_METRICS_PORT' }

/** GET /metrics. With a token: 401 without it. */
export async function answerMetrics(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  metrics: Metrics,
  token: string | undefined,
): Promise<void> {
  for (const [name, value] of Object.entries(closedHeaders)) response.setHeader(name, value)
  if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, { Allow: 'GET, HEAD' }).end()
  if (token !== undefined && !equalText(headers.authorization ?? '', `Bearer ${token}`))
    return void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
  const { text, type } = await metrics.read()
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(method === 'HEAD' ? '' : text)
}
