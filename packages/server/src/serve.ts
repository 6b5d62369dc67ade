import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener } from '@hono/node-server'

import { createApp } from './app.ts'
import type { Deps } from './deps.ts'
import { clientAddress } from './http/client-address.ts'
import { servePage } from './pages/serve.ts'
import type { StaticFile } from './pages/static-files.ts'
import type { TokenEndpoint } from './tokens/provider.ts'

export type Running = { readonly server: Server; readonly port: number; stop(): Promise<void> }

/** Waits at most this long for requests under way when stopping. */
const drainMs = 10_000

/** API, token endpoint and pages on one socket. Rejects with a readable sentence when the port is taken. */
export async function serve(
  deps: Deps,
  options: { host: string; port: number; tokenEndpoint: TokenEndpoint; pages: ReadonlyMap<string, StaticFile> },
): Promise<Running> {
  const app = createApp(deps)
  const listener = getRequestListener(
    async (request, env) => {
      const { pathname } = new URL(request.url)
      if (!isApi(pathname)) return servePage(request, options.pages, deps.settings)
      const incoming = (env as { incoming: Parameters<typeof clientAddress>[0] }).incoming
      return app.fetch(request, { address: clientAddress(incoming, deps.settings.trustedProxies) })
    },
    { overrideGlobalObjects: false },
  )
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    if (options.tokenEndpoint.owns(path)) return options.tokenEndpoint.handler(request, response)
    void listener(request, response)
  })
  server.requestTimeout = 60_000
  server.headersTimeout = 20_000
  server.keepAliveTimeout = 65_000
  await listen(server, options.host, options.port)
  return { server, port: (server.address() as AddressInfo).port, stop: () => stop(server) }
}

function isApi(path: string): boolean {
  return path.startsWith('/api/') || path === '/api' || path === '/healthz' || path === '/readyz'
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return reject(error)
      reject(
        new Error(
          `Port ${port} of ${host} is taken (EADDRINUSE). Choose another with --port, or stop the program that uses it.`,
        ),
      )
    })
    server.listen(port, host, resolve)
  })
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), drainMs)
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
}
