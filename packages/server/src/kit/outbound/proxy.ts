import { request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, type AgentOptions, request as httpsRequest, type RequestOptions } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

import type { OutgoingProxy } from '../settings/settings.ts'
import { isLoopbackHost, rangesOf } from './provider-addresses.ts'

/**
 * Whether calls to a host go through the proxy. An entry of `NO_PROXY` is a host with its subdomains (`example.com`, `.example.com`,
 * `*.example.com`), with or without a port, an address, or a network range. This machine is always called directly.
 */
export function usesProxy({ hostname, port }: URL, { except }: OutgoingProxy): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isLoopbackHost(host)) return false
  const isExempt = (entry: string): boolean => {
    if (entry === '*') return true
    const isAddress = isIP(entry.split('/')[0] ?? '') !== 0
    const [, name = '', ofPort] = isAddress ? [entry, entry] : (/^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry) ?? [])
    if (ofPort !== undefined && ofPort !== (port || '443')) return false
    const plain = name.replace(/^\[|\]$/g, '')
    if (isIP(host) === 0) return host === plain || host.endsWith(`.${plain}`)
    return isIP(plain.split('/')[0] ?? '') !== 0 && rangesOf([plain])(host)
  }
  return !except.some(isExempt)
}

/**
 * A call through the proxy failed before its host was reached. Administrators of tenants read the message; what it would tell of the
 * network of the operator is in `cause`.
 */
export class ProxyError extends Error {
  override name = 'ProxyError'
}

type Needs = {
  /** Rejects unless a call to the host is allowed. */
  readonly check: (host: string) => Promise<void>
  /** The longest wait for the proxy, ms. */
  readonly timeoutMs: number
}

/**
 * Opens a tunnel for each connection (CONNECT, RFC 9110 section 9.3.6). TLS is with the host at its end, so that the proxy reads nothing
 * and a host that has no certificate for the name gets no request.
 */
export function createTunnels(proxy: OutgoingProxy, options: AgentOptions, { check, timeoutMs }: Needs): HttpsAgent {
  const agent = new HttpsAgent(options)
  const createConnection = (call: RequestOptions, done: (error: Error | null, socket?: Socket) => void) => {
    const host = call.host ?? ''
    const target = `${isIP(host) === 6 ? `[${host}]` : host}:${call.port ?? 443}`
    check(host)
      .then(() => openTunnel(new URL(proxy.url), target, { timeout: timeoutMs, ...(options.ca && { ca: options.ca }) }))
      .then(
        (socket) => done(null, connectTls({ ...(call as object), socket })),
        (error: Error) => done(error),
      )
  }
  return Object.assign(agent, { createConnection })
}

function openTunnel(proxy: URL, target: string, limits: Pick<RequestOptions, 'timeout' | 'ca'>): Promise<Socket> {
  const host = proxy.hostname.replace(/^\[|\]$/g, '')
  const login = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  const request = (proxy.protocol === 'https:' ? httpsRequest : httpRequest)({
    host,
    // Its certificate is for itself: Node would take the name from the host header, which names the target.
    servername: isIP(host) === 0 ? host : '',
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    method: 'CONNECT',
    path: target,
    agent: false,
    ...limits,
    headers: {
      host: target,
      ...(login !== ':' && { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` }),
    },
  })
  return new Promise((resolve, reject) => {
    request.once('timeout', () => request.destroy(new Error('no answer in time')))
    request.once('error', (error) => reject(new ProxyError('The outgoing proxy does not answer.', { cause: error })))
    request.once('connect', ({ statusCode = 0 }, socket: Socket) => {
      socket.setTimeout(0)
      if (statusCode >= 200 && statusCode <= 299) return resolve(socket)
      socket.destroy()
      reject(new ProxyError(`The outgoing proxy refuses ${target}.`, { cause: new Error(`status ${statusCode}`) }))
    })
    request.end()
  })
}
