import type { Dispatcher } from 'undici'
import connect from 'undici/lib/api/api-connect.js'
import AnyDispatcher from 'undici/lib/dispatcher/dispatcher.js'
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js'

import type { Io } from '../io/io.ts'
import { createDirectDispatcher, limits, proxiesFor } from './direct-dispatcher.ts'

/**
 * Connections to one origin, through HTTPS_PROXY or HTTP_PROXY where the environment names one and NO_PROXY does
 * not exempt the host. Node itself reads NODE_EXTRA_CA_CERTS.
 */
export function createDispatcher(origin: string, env: Io['env']): Dispatcher {
  const proxies = proxiesFor(origin, env)
  if (proxies === undefined) return createDirectDispatcher()
  // A proxy agent calls connect(), which dispatchers are given in undici's front door, which we do not load.
  Object.assign(AnyDispatcher.prototype, { connect: connectThroughProxy })
  return new EnvHttpProxyAgent({
    ...limits,
    httpProxy: proxies.http,
    httpsProxy: proxies.https,
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
