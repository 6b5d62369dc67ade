import type { Dispatcher } from 'undici'
import Agent from 'undici/lib/dispatcher/agent.js'
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js'

import { isLoopback } from '../config/server-url.ts'
import type { Io } from '../io/io.ts'

const connectTimeoutMs = 10_000

/**
 * Connections to one origin, through HTTPS_PROXY or HTTP_PROXY where the environment names one and NO_PROXY does
 * not exempt the host. This machine is never behind a proxy. Node itself reads NODE_EXTRA_CA_CERTS.
 */
export function createDispatcher(origin: string, env: Io['env']): Dispatcher {
  const limits = { connect: { timeout: connectTimeoutMs } }
  const httpsProxy = env['https_proxy'] || env['HTTPS_PROXY']
  const httpProxy = env['http_proxy'] || env['HTTP_PROXY']
  if (isLoopback(new URL(origin).hostname) || !(httpsProxy || httpProxy)) return new Agent(limits)
  return new EnvHttpProxyAgent({
    ...limits,
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? '',
    noProxy: env['no_proxy'] || env['NO_PROXY'] || '',
  })
}
