import type { Dispatcher } from 'undici'
import connect from 'undici/lib/api/api-connect.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import AnyDispatcher from 'undici/lib/dispatcher/dispatcher.js'
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js'

import { isLoopback } from '../config/server-url.ts'
import type { Io } from '../io/io.ts'

const connectTimeoutMs = 10_000
/** Bytes; Node's own default, said here so that undici does not load node:http to ask. */
const maxHeaderSize = 16_384

/**
 * Connections to one origin, through HTTPS_PROXY or HTTP_PROXY where the environment names one and NO_PROXY does
 * not exempt the host. This machine is never behind a proxy. Node itself reads NODE_EXTRA_CA_CERTS.
 */
export function createDispatcher(origin: string, env: Io['env']): Dispatcher {
  const limits = { connect: { timeout: connectTimeoutMs }, maxHeaderSize }
  const httpsProxy = env['https_proxy'] || env['HTTPS_PROXY']
  const httpProxy = env['http_proxy'] || env['HTTP_PROXY']
  if (isLoopback(new URL(origin).hostname) || !(httpsProxy || httpProxy)) return new Agent(limits)
  // A proxy agent calls connect(), which dispatchers are given in undici's front door, which we do not load.
  Object.assign(AnyDispatcher.prototype, { connect: connectThroughProxy })
  return new EnvHttpProxyAgent({
    ...limits,
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? '',
    noProxy: env['no_proxy'] || env['NO_PROXY'] || '',
  })
}

/** undici tries again without end when a tunnel is broken off while it is made; a code of ours stops that. */
async function connectThroughProxy(this: Dispatcher, options: Dispatcher.ConnectOptions) {
  try {
    return await connect.call(this, options)
  } catch (reason) {
    throw Object.assign(new Error('The proxy broke the connection off.', { cause: reason }), {
      code: 'PROXY_BROKE_OFF',
    })
  }
}
