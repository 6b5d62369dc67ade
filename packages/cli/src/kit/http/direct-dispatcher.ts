import type { Dispatcher } from 'undici'

import type { Io } from '../io/io.ts'
import { isLoopback } from '../settings/server-url.ts'
import { Agent } from './undici.ts'

/** `connect.timeout` in milliseconds. */
export const limits = { connect: { timeout: 10_000 } }

/** Direct connections, without a proxy. */
export function createDirectDispatcher(): Dispatcher {
  return new Agent(limits)
}

/** HTTPS_PROXY or HTTP_PROXY, in upper or lower case; loopback addresses never use a proxy. */
export function proxiesFor(origin: string, env: Io['env']): { https: string; http: string } | undefined {
  const https = env['https_proxy'] || env['HTTPS_PROXY']
  const http = env['http_proxy'] || env['HTTP_PROXY']
  if (isLoopback(new URL(origin).hostname) || !(https || http)) return undefined
  return { https: https ?? '', http: http ?? '' }
}
