import { createServer, type AddressInfo } from 'node:net'

/** A port that is free now, where 0 was asked for; else the port itself. */
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
