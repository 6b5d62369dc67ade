import { createServer, type AddressInfo } from 'node:net'

import { listenFailure, type ListenOptions } from '../../kit/process/listen-failure.ts'

/** A port that is free now if 0 was requested, otherwise the port itself. Rejects with one sentence if it cannot be used. */
export async function freePort(host: string, port: number, options?: ListenOptions): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFailure(error, host, port, options)))
    server.listen(port, host, resolve)
  })
  const free = (server.address() as AddressInfo).port
  await new Promise((resolve) => server.close(resolve))
  return free
}
