import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** The simulator cannot listen where it should; the message says why, with the system's code. */
export class ListenError extends Error {
  override name = 'ListenError'
}

/** Listens, and serves the app that `install` returns for the actual address. Throws ListenError. */
export async function listen(
  { host, port }: { host: string; port: number },
  install: (base: URL) => Handler,
): Promise<{ base: URL; close: () => Promise<void> }> {
  const server = createServer()
  await new Promise<void>((listening, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => failed(new ListenError(sentence(error, host, port))))
    server.listen(port, host, () => listening())
  })
  const address = server.address()
  const base = new URL(`http://${host}:${typeof address === 'object' ? address?.port : port}`)
  server.on('request', install(base))
  return { base, close: () => close(server) }
}

function sentence(error: NodeJS.ErrnoException, host: string, port: number): string {
  const code = error.code ?? error.message
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is taken (EADDRINUSE). Choose another port.`
  if (code === 'EACCES')
    return `Port ${port} of ${host} is not allowed to this user (EACCES). Choose a port above 1023.`
  return `The simulator cannot listen on ${host}, port ${port} (${code}).`
}

function close(server: Server): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed())
    server.closeAllConnections()
  })
}
