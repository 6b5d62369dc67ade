import type { Dispatcher } from 'undici'

import { fail } from '../errors/failure.ts'
import type { Io } from '../io/io.ts'
import { createDirectDispatcher, limits, proxiesFor } from './direct-dispatcher.ts'
import { AnyDispatcher, loadProxyParts } from './undici.ts'
import { phrase } from '../phrases/phrase.ts'

type ProxyParts = Awaited<ReturnType<typeof loadProxyParts>>

/**
 * Connections to one origin, through HTTPS_PROXY or HTTP_PROXY if the environment sets one and NO_PROXY does not
 * exempt the host. Node itself reads NODE_EXTRA_CA_CERTS.
 */
export async function createDispatcher(origin: string, env: Io['env']): Promise<Dispatcher> {
  const proxies = proxiesFor(origin, env)
  if (proxies === undefined) return createDirectDispatcher()
  // A proxy agent calls connect(), which undici's main module adds to dispatchers; we do not load that module.
  const { connect, EnvHttpProxyAgent } = await loadProxyParts()
  Object.assign(AnyDispatcher.prototype, { connect: throughProxy(connect) })
  return new EnvHttpProxyAgent({
    ...limits,
    httpProxy: proxies.http,
    httpsProxy: proxies.https,
    noProxy: env['no_proxy'] || env['NO_PROXY'] || '',
  })
}

/** Origin of the proxy for a server, for messages. Fails as validation if a proxy address is invalid. */
export function proxyFor(origin: string, env: Io['env']): string | undefined {
  const { https, http } = proxiesFor(origin, env) ?? { https: '', http: '' }
  const ofHttps = https === '' ? undefined : proxyOrigin('HTTPS_PROXY', https)
  const ofHttp = http === '' ? undefined : proxyOrigin('HTTP_PROXY', http)
  // Without HTTPS_PROXY, undici uses HTTP_PROXY for https too.
  return origin.startsWith('https:') ? (ofHttps ?? ofHttp) : ofHttp
}

/** Scheme, host and port of a proxy; the full address may contain a password, so it is never printed. */
function proxyOrigin(variable: string, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url !== undefined && /^(?:https?|socks5?h?):$/.test(url.protocol)) return `${url.protocol}//${url.host}`
  return fail('validation', phrase`${variable} is not the address of a proxy.`, {
    errorID: 'INVALID_VALUE',
    hint: `export ${variable}=http://HOST:PORT`,
  })
}

/** undici retries forever if the proxy closes the connection while opening a tunnel; an error with our code stops that. */
function throughProxy(connect: ProxyParts['connect']) {
  return async function (this: Dispatcher, options: Dispatcher.ConnectOptions) {
    try {
      return await connect.call(this, options)
    } catch (reason) {
      throw Object.assign(new Error('The proxy closed the connection.', { cause: reason }), {
        code: 'PROXY_BROKE_OFF',
      })
    }
  }
}
