import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener } from '@hono/node-server'

import { createApp } from './app.ts'
import { pageBrands } from '../tenant/branding/pages.ts'
import type { Deps } from '../kit/http/deps.ts'
import { readiness } from './health.ts'
import { personalPages } from './first-answers.ts'
import { clientAddress } from '../kit/http/client-address.ts'
import { closedHeaders } from '../kit/closed-headers.ts'
import { createDrain } from '../kit/http/drain.ts'
import { answerMetrics } from '../kit/metrics/serve.ts'
import { inLanguageOf } from '../kit/words/language.ts'
import { servePage } from '../kit/pages/serve.ts'
import type { StaticFile } from '../kit/pages/static-files.ts'
import { listenFailure } from '../kit/process/listen-failure.ts'
import { isSecure } from '../kit/settings/settings.ts'
import { noteRequest, tracedRequests } from '../kit/tracing/requests.ts'
import type { TokenEndpoint } from '../protocols/oauth/endpoints.ts'

export type Running = { readonly server: Server; readonly port: number; stop(): Promise<void> }

/** API, token endpoint and pages on one socket. Rejects with a readable sentence if it cannot listen. */
export async function serve(
  deps: Deps,
  options: { host: string; port: number; tokenEndpoint: TokenEndpoint; pages: ReadonlyMap<string, StaticFile> },
): Promise<Running> {
  const server = createServer()
  const drain = createDrain(server)
  const draining = drain.begun
  const app = createApp({ ...deps, draining })
  deps.metrics?.readiness(async () => (await readiness({ ...deps, draining })).status === 'ready')
  const pageDeps = { settings: deps.settings, log: deps.log, personal: personalPages(deps), brands: pageBrands(deps) }
  const listener = getRequestListener(
    async (request, env) => {
      if (!isApi(pathOf(request.url))) return inLanguageOf(request, () => page(request))
      const incoming = (env as { incoming: Parameters<typeof clientAddress>[0] }).incoming
      return app.fetch(request, { address: clientAddress(incoming, deps.settings.trustedProxies) })
    },
    {
      // Its Response keeps a text as a text: the platform's would make a stream of it, which cost a third of a small request.
      overrideGlobalObjects: true,
      // For HTTP/1.0, whose requests may have no Host: health checks of load balancers. No address is built from it.
      hostname: new URL(deps.settings.baseUrl).host,
    },
  )
  const answer = tracedRequests((request, response, path) => {
    if (options.tokenEndpoint.owns(path)) return options.tokenEndpoint.handler(request, response)
    void listener(request, response)
  })
  const isHttps = isSecure(deps.settings)
  server.on('request', (request, response) => {
    if (isHttps) response.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
    if (hostsOf(request) > 1) return refuseHosts(response)
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const { metrics, settings } = deps
    if (path === '/metrics' && metrics && settings.metrics.token)
      return void answerMetrics(request, response, metrics, settings.metrics.token)
    // Not the portal's page: a collector would take it for an answer.
    if (path === '/metrics') return noMetrics(response)
    answer(request, response, path)
  })
  server.requestTimeout = 60_000
  server.headersTimeout = 20_000
  server.keepAliveTimeout = 65_000
  await listen(server, options.host, options.port)
  return { server, port: (server.address() as AddressInfo).port, stop }

  async function page(request: Request): Promise<Response> {
    const begun = performance.now()
    noteRequest({ method: request.method, route: 'page' })
    const response = await servePage(request, options.pages, pageDeps)
    const seconds = (performance.now() - begun) / 1000
    deps.metrics?.request({ method: request.method, route: 'page', status: response.status, seconds })
    return response
  }

  async function stop(): Promise<void> {
    if ((await drain.run(deps.settings.drainSecs * 1_000)) === 'cut')
      deps.log.warn({ afterSecs: deps.settings.drainSecs }, 'requests still under way were cut')
    await options.tokenEndpoint.settled()
    await deps.apiTokenUses.settled()
    await deps.scimTokenUses.settled()
    await deps.scimRequests.settled()
  }
}

/** Node.js uses the first of several and drops the others; a proxy in front may have used the last (RFC 9112 section 3.2). */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
}

function refuseHosts(response: ServerResponse): void {
  response.writeHead(400, { ...closedHeaders, 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
  response.end('A request has one Host header.\n')
}

function noMetrics(response: ServerResponse): void {
  response.writeHead(404, {
    ...closedHeaders,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  response.end('Metrics are off on this port.\n')
}

/** Path of an absolute address; `new URL` would cost more than the rest of this listener. */
function pathOf(address: string): string {
  return address.slice(address.indexOf('/', 'https://'.length)).split('?', 1)[0] ?? '/'
}

function isApi(path: string): boolean {
  return (
    path.startsWith('/api/') ||
    path.startsWith('/scim/') ||
    path === '/api' ||
    path === '/scim' ||
    path === '/healthz' ||
    path === '/readyz'
  )
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenFailure(error, host, port)))
    server.listen(port, host, resolve)
  })
}
