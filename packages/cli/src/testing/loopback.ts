import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type Received = {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type Loopback = {
  readonly origin: string
  readonly received: readonly Received[]
  readonly close: () => Promise<void>
}

/** A real HTTP server on loopback that records its requests. */
export async function listenLoopback(
  answer: (request: Received, response: ServerResponse, body: Buffer) => void,
): Promise<Loopback> {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://localhost')
      const bytes = Buffer.concat(chunks)
      const body = bytes.toString('utf8')
      const entry = { method: request.method ?? '', path, query, headers: request.headers, body }
      received.push(entry)
      answer(entry, response, bytes)
    })
  })
  // As the product's server: a client on a loaded machine may take up a connection that is closed after Node's 5 seconds.
  server.keepAliveTimeout = 65_000
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
