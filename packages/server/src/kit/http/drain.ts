import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Drain = {
  readonly begun: () => boolean
  /** Resolves once no connection is left; after `maxMs` the rest is closed. Returns whether any had to be closed. */
  run(maxMs: number): Promise<'complete' | 'cut'>
}

type Connection = {
  readonly answers: Set<ServerResponse>
  /** Bytes read when it was last idle: more than that is the beginning of a request. */
  readAtRest: number
}

/**
 * Stops a server as soon as its slowest answer is sent. Connections without a request are closed at once, pending answers
 * say `Connection: close`, and a partly received request is still answered. `closeIdleConnections` of Node.js
 * leaves connections open that have never sent anything (browsers open some in advance), for `headersTimeout`.
 */
export function createDrain(server: Server): Drain {
  const connections = new Map<Socket, Connection>()
  let begun = false
  const closeIfIdle = (socket: Socket, { answers, readAtRest }: Connection): void => {
    if (answers.size === 0 && socket.bytesRead === readAtRest) socket.destroySoon()
  }

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { answers: new Set(), readAtRest: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', ({ socket }, answer) => {
    const connection = connections.get(socket)
    if (connection === undefined) return
    connection.answers.add(answer)
    if (begun) answer.shouldKeepAlive = false
    answer.once('close', () => {
      connection.answers.delete(answer)
      connection.readAtRest = socket.bytesRead
      if (begun) closeIfIdle(socket, connection)
    })
  })

  return {
    begun: () => begun,
    run: (maxMs) =>
      new Promise((resolve) => {
        begun = true
        let outcome: 'complete' | 'cut' = 'complete'
        const late = setTimeout(() => {
          outcome = 'cut'
          server.closeAllConnections()
        }, maxMs)
        server.close(() => {
          clearTimeout(late)
          resolve(outcome)
        })
        for (const { answers } of connections.values()) for (const answer of answers) answer.shouldKeepAlive = false
        // Requests that lie in the sockets are read first.
        setImmediate(() => connections.forEach((connection, socket) => closeIfIdle(socket, connection)))
      }),
  }
}
