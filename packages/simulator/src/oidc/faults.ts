import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

import type { FailingEndpoint, Switches } from '../control/switches.ts'
import { discoveryPath, routes } from './configuration.ts'

/**
 * Waits and fails as the switches say, before the provider sees the request. False: the request is dealt with, the
 * provider must no longer touch it.
 */
export async function passesFaults(
  { latencyMs, fail, failWith }: Switches,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  stopping: AbortSignal,
): Promise<boolean> {
  if (latencyMs > 0) await wait(latencyMs, undefined, { signal: stopping }).catch(() => undefined)
  if (stopping.aborted) {
    request.socket.destroy()
    return false
  }
  if (fail === null || endpointPaths[fail] !== path) return true
  if (failWith === 'dropped-connection') request.socket.destroy()
  else response.writeHead(500, { 'content-type': 'text/plain' }).end('The simulator was told to fail here.\n')
  return false
}

const endpointPaths: Record<FailingEndpoint, string> = {
  discovery: discoveryPath,
  authorize: routes.authorization,
  token: routes.token,
  jwks: routes.jwks,
  userinfo: routes.userinfo,
}
