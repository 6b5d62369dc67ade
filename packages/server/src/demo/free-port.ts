import { createServer, type AddressInfo } from 'node:net'

/** A port that is free now if 0 was requested; otherwise the port itself. */
export async function freePort(host: string, port: number): Promise<number> {
  if (port !== 0) return port
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, host, resolve)
  })
  const free = (server.address() as AddressInfo).port
  await new Promise((resolve) => server.close(resolve))
  return free
}
