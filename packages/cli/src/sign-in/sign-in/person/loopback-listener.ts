import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LoopbackListener = {
  readonly redirectUri: string
  /** The query of the first request with our state; undefined after `timeoutMs`. Other requests are ignored. Rejects once `cancelled`. */
  readonly visit: (timeoutMs: number, cancelled?: AbortSignal) => Promise<URLSearchParams | undefined>
  /** Redirects the waiting browser; resolves when the response was sent. */
  readonly sendOn: (place: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Listens on 127.0.0.1, at a port chosen by the system, for the browser's redirect (RFC 8252 section 7.3). */
export async function listenForBrowser(state: string): Promise<LoopbackListener> {
  let waiting: ServerResponse | undefined
  let arrive: (query: URLSearchParams) => void = () => undefined
  const arrived = new Promise<URLSearchParams>((resolve) => (arrive = resolve))
  const server = createServer((request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader('Referrer-Policy', 'no-referrer')
    response.setHeader('Connection', 'close')
    const query = queryOf(request, host())
    if (query === undefined) return refuse(response, 404, 'There is nothing here.')
    if (waiting !== undefined || !isEqual(query.get('state') ?? '', state))
      return refuse(response, 400, 'This is not the answer that portico waits for.')
    waiting = response
    arrive(query)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    redirectUri: `http://${host()}/callback`,
    async visit(timeoutMs, cancelled) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<undefined>((resolve, reject) => {
        timer = setTimeout(() => resolve(undefined), timeoutMs)
        cancelled?.addEventListener('abort', () => reject(cancelled.reason as Error), { once: true })
      })
      return Promise.race([arrived, late]).finally(() => clearTimeout(timer))
    },
    sendOn: (place) =>
      new Promise((resolve) => {
        if (waiting === undefined || waiting.destroyed) return resolve()
        waiting.once('close', resolve)
        waiting.writeHead(303, { Location: place }).end()
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Rejects another Host: a site may have made its name resolve to this machine (DNS rebinding). */
function queryOf({ method, url = '/', headers }: IncomingMessage, host: string): URLSearchParams | undefined {
  if (method !== 'GET' || headers.host !== host) return undefined
  const [path, query = ''] = url.split('?', 2)
  return path === '/callback' ? new URLSearchParams(query) : undefined
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`)
}

function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
