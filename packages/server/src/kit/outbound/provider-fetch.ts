import { lookup } from 'node:dns'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

import { aggregateBytesMax } from '@portico/core/contract'

import { checkJson, JsonFault } from '../json/read-json.ts'
import type { Settings } from '../settings/settings.ts'
import { currentSpan, errorType, type Span } from '../tracing/spans.ts'
import { createTunnels, ProxyError, usesProxy } from './proxy.ts'
import { createAddressRules, isLocalhost, isLoopbackHost } from './provider-addresses.ts'

/**
 * A fetch for addresses that administrators typed: https only, public addresses only, bounded, and without redirects unless the
 * request allows them.
 */
export type ProviderFetch = (url: string, init?: ProviderRequest) => Promise<Response>

export type ProviderRequest = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** The body of a successful answer is not read, however long it is. */
  readonly statusOnly?: boolean | undefined
  /**
   * Follows up to {@link redirectsMax} redirects within the origin of the address, each checked like a new address. Only for published
   * documents, whose addresses may change; never for calls that send a code, a token or credentials.
   */
  readonly followsRedirects?: boolean | undefined
  /**
   * The body of an answer with status 200 comes as a stream of up to {@link streamBytesMax}, within {@link streamTimeoutMs} in all. It must be
   * read to its end or cancelled. Only for published documents.
   */
  readonly streams?: boolean | undefined
  /** Ends the call earlier than its own limit would. */
  readonly signal?: AbortSignal | undefined
}

export const providerBytesMax = 1_048_576
/** After decompression. */
export const streamBytesMax = aggregateBytesMax
/** Shorter than the command line waits for an answer. */
export const streamTimeoutMs = 25_000
export const redirectsMax = 3

/** Refused before or during the call, with a sentence for the log. */
export class ProviderFetchError extends Error {
  override name = 'ProviderFetchError'
  readonly reason: 'address' | 'timeout' | 'answer' | 'silence' | 'tls'

  constructor(message: string, reason: ProviderFetchError['reason'], cause?: Error) {
    super(message, { cause })
    this.reason = reason
  }
}

/** Names the setting with which the operator allows the address. */
function notPublic(host: string, is: 'is not a' | 'is not on a'): string {
  const setting = isLoopbackHost(host) ? 'PORTICO_ALLOW_LOOPBACK_PROVIDERS' : 'PORTICO_ALLOWED_PROVIDER_RANGES'
  return `${host} ${is} public address. The operator of the server can allow it with ${setting}.`
}

/**
 * A connection waits so long for another call to the same host. Shorter than servers usually wait (5 s at the least), and
 * short enough that a name that leads elsewhere is followed.
 */
const idleMaxMs = 4_000

/**
 * The address is checked where the socket connects, so that a name cannot resolve to one thing for the check and to
 * another for the call. Only calls of this fetch reuse a connection, so that its address was checked by the same
 * rules. Redirects are returned unchanged unless the request allows them: a provider's endpoints do not move.
 */
export function createProviderFetch(
  settings: Pick<Settings, 'allowLoopbackProviders' | 'allowedProviderRanges' | 'providerTimeoutMs'> &
    Partial<Pick<Settings, 'outgoingProxy'>>,
): ProviderFetch {
  const rules = createAddressRules(settings)
  const guardedLookup: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 4)
      const open = addresses.filter(
        ({ address }) => rules.mayConnect(address) && (!isLocalhost(hostname) || isLoopbackHost(address)),
      )
      const first = open[0]
      if (first === undefined)
        return callback(new ProviderFetchError(notPublic(hostname, 'is not on a'), 'address'), '', 4)
      if (options.all) return (callback as unknown as (e: null, a: typeof open) => void)(null, open)
      return callback(null, first.address, first.family)
    })
  }

  const kept = { keepAlive: true, timeout: idleMaxMs, maxFreeSockets: 4, lookup: guardedLookup }
  const direct = { http: new HttpAgent(kept), https: new HttpsAgent(kept) }
  const { outgoingProxy: proxy, providerTimeoutMs: timeoutMs } = settings
  const tunnels = proxy && createTunnels(proxy, kept, { check: checkedName, timeoutMs })
  const agentFor = (url: URL) => {
    if (url.protocol !== 'https:') return direct.http
    return proxy !== undefined && tunnels !== undefined && usesProxy(url, proxy) ? tunnels : direct.https
  }

  /** The proxy resolves the name again; TLS with the host keeps a call from whatever else it may find. */
  function checkedName(host: string): Promise<void> {
    if (isIP(host) !== 0) return Promise.resolve()
    return new Promise((resolve, reject) =>
      guardedLookup(host, {}, (error) => (error === null ? resolve() : reject(error))),
    )
  }

  function checkedAddress(address: string): URL {
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (url === undefined || url.username !== '' || url.password !== '')
      throw new ProviderFetchError('The address is malformed.', 'address')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const literal = isIP(host) !== 0
    if (literal && !rules.mayConnect(host)) throw new ProviderFetchError(notPublic(host, 'is not a'), 'address')
    const insecure = url.protocol === 'http:' && settings.allowLoopbackProviders && isLoopbackHost(host)
    if (url.protocol !== 'https:' && !insecure)
      throw new ProviderFetchError(`${url.protocol}//${url.host} is not https.`, 'address')
    return url
  }

  return (address, init = {}) => {
    const span = callSpan(address, init)
    return span === undefined
      ? fetchFrom(address, init)
      : inCallSpan(span, (headers) => fetchFrom(address, { ...init, headers: { ...init.headers, ...headers } }))
  }

  async function fetchFrom(address: string, init: ProviderRequest): Promise<Response> {
    let url = checkedAddress(address)
    const { providerTimeoutMs: idleMs } = settings
    const ownLimit = AbortSignal.timeout(init.streams === true ? streamTimeoutMs : idleMs)
    const signal = init.signal ? AbortSignal.any([init.signal, ownLimit]) : ownLimit
    for (let followed = 0; ; followed += 1) {
      const response = await call(url, { ...init, signal, idleMs }, agentFor(url))
      const next = init.followsRedirects === true ? redirectOf(response, url) : undefined
      if (next === undefined) return response
      if (followed === redirectsMax)
        throw new ProviderFetchError(`${url.host} redirects more than ${redirectsMax} times.`, 'answer')
      url = checkedAddress(next)
    }
  }
}

/** Of the address only the host: paths and queries may name people. */
function callSpan(address: string, { method = 'GET' }: ProviderRequest): Span | undefined {
  const parent = currentSpan()
  if (parent === undefined) return undefined
  const { hostname, port, protocol } = URL.canParse(address)
    ? new URL(address)
    : { hostname: 'malformed', port: '', protocol: '' }
  const attributes = {
    'http.request.method': method,
    'server.address': hostname.replace(/^\[|\]$/g, ''),
    'server.port': Number(port || (protocol === 'http:' ? 80 : 443)),
  }
  return parent.child({ name: method, kind: 'client', attributes })
}

async function inCallSpan(
  span: Span,
  call: (headers: { traceparent: string }) => Promise<Response>,
): Promise<Response> {
  try {
    const response = await call({ traceparent: span.traceparent })
    span.set({ 'http.response.status_code': response.status })
    if (response.status >= 400) span.failed(String(response.status))
    return response
  } catch (error) {
    span.failed(error instanceof ProviderFetchError ? error.reason : errorType(error))
    throw error
  } finally {
    span.end()
  }
}

/** The target of a redirect (RFC 9110 section 15.4) within the same scheme, host and port; undefined for any other answer. */
function redirectOf(response: Response, from: URL): string | undefined {
  const location = response.headers.get('location')
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return undefined
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined
  if (to?.origin !== from.origin)
    throw new ProviderFetchError(
      `${from.host} redirects to ${to?.href ?? location}. Enter that address if it is the provider's.`,
      'answer',
    )
  return to.href
}

/** `idleMs`: longest silence. */
type LimitedRequest = ProviderRequest & { readonly signal: AbortSignal; readonly idleMs: number }

async function call(url: URL, request: LimitedRequest, agent: HttpAgent): Promise<Response> {
  const message = await (request.streams === true ? soonAnswerTo : answerTo)(url, request, agent)
  if (request.streams === true && message.statusCode === 200)
    return new Response(streamOf(chunksOf(message, url, request)), { headers: headersOf(message) })
  try {
    const status = message.statusCode ?? 0
    const isRead = request.statusOnly !== true || status < 200 || status > 299
    const body = isRead ? await readAll(message) : null
    // Response rejects other numbers, and a provider may send any.
    if (status < 200 || status > 599)
      throw new ProviderFetchError(`${url.host} answered with status ${status}.`, 'answer')
    return new Response(noBody(status) ? null : body, { status, headers: headersOf(message) })
  } catch (error) {
    throw whyEnded(error, url, request)
  } finally {
    message.destroy()
  }
}

function whyEnded(error: unknown, url: URL, { signal }: LimitedRequest): unknown {
  return signal.aborted ? new ProviderFetchError(`${url.host} took too long.`, 'timeout') : error
}

/** As {@link answerTo}, with the time for a whole call as the limit of the wait for a stream's first byte. */
async function soonAnswerTo(url: URL, request: LimitedRequest, agent: HttpAgent): Promise<IncomingMessage> {
  const wait = new AbortController()
  const timer = setTimeout(() => wait.abort(), request.idleMs)
  const signal = AbortSignal.any([request.signal, wait.signal])
  return answerTo(url, { ...request, signal }, agent).finally(() => clearTimeout(timer))
}

function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}

async function* chunksOf(message: IncomingMessage, url: URL, request: LimitedRequest): AsyncGenerator<Uint8Array> {
  message.setTimeout(request.idleMs, () =>
    message.destroy(new ProviderFetchError(`${url.host} took too long.`, 'timeout')),
  )
  try {
    let size = 0
    for await (const chunk of decompressed(message)) {
      size += chunk.length
      if (size > streamBytesMax) throw new ProviderFetchError('The answer is larger than 100 MB.', 'answer')
      yield chunk
    }
  } catch (error) {
    throw whyEnded(error, url, request)
  } finally {
    message.destroy()
  }
}

function answerTo(url: URL, asked: LimitedRequest, agent: HttpAgent): Promise<IncomingMessage> {
  const { method = 'GET', headers, body, signal } = asked
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method,
      headers: { 'accept-encoding': 'gzip, deflate, br', ...headers },
      signal,
      agent,
    })
    let hasAnswer = false
    request.on('error', (error) => {
      // The host had closed the connection that waited: it is asked again by another one.
      if (request.reusedSocket && !hasAnswer && !signal.aborted && wasClosed(error))
        return resolve(answerTo(url, asked, agent))
      reject(
        signal.aborted ? new ProviderFetchError(`${url.host} took too long.`, 'timeout') : withoutTlsCode(error, url),
      )
    })
    request.on('response', () => (hasAnswer = true))
    request.on('response', resolve)
    // Switching protocols ends the call without an error and without an answer.
    request.on('close', () => reject(new ProviderFetchError(`${url.host} gave no answer.`, 'silence')))
    request.end(body)
  })
}

/** OpenSSL names by a code only that a certificate is refused, or that something does not speak TLS. */
function withoutTlsCode(error: Error, { host }: URL): Error {
  if (error instanceof ProxyError) return new ProviderFetchError(error.message, 'silence', error)
  const code = 'code' in error ? String(error.code) : ''
  if (/wrong version number|packet length too long|http request/.test(error.message))
    return new ProviderFetchError(`${host} does not speak TLS, although its address begins with https.`, 'tls', error)
  if (/^(EPROTO|ERR_SSL_)/.test(code))
    return new ProviderFetchError(`A secure connection to ${host} failed: ${error.message}.`, 'tls', error)
  return /^(ERR_TLS_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_MISMATCH$)/.test(code)
    ? new ProviderFetchError(`The certificate of ${host} is refused: ${error.message}.`, 'tls', error)
    : error
}

const wasClosed = (error: Error): boolean => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

const noBody = (status: number) => status === 204 || status === 205 || status === 304

/** At most {@link providerBytesMax} after decompression. */
async function readAll(message: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of decompressed(message)) {
    size += chunk.length
    if (size > providerBytesMax) throw new ProviderFetchError('The answer is larger than 1 MB.', 'answer')
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  checkBounds(bytes)
  return new Uint8Array(bytes)
}

function decompressed(message: IncomingMessage): AsyncIterable<Buffer> {
  const decoders = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress } as const
  const encoding = message.headers['content-encoding'] ?? ''
  if (!Object.hasOwn(decoders, encoding)) return message
  const decoder = decoders[encoding as keyof typeof decoders]()
  message.on('error', (error) => decoder.destroy(error))
  return message.pipe(decoder)
}

/** Libraries parse some of the answers themselves, whatever type they claim to have. */
function checkBounds(bytes: Buffer): void {
  const text = bytes.toString('utf8')
  if (!/^[\s\ufeff]*[[{]/.test(text)) return
  try {
    checkJson(text)
  } catch (error) {
    throw error instanceof JsonFault
      ? new ProviderFetchError(`The answer is refused: ${error.message}.`, 'answer')
      : error
  }
}

const keptHeaders = [
  'content-type',
  'location',
  'cache-control',
  'www-authenticate',
  'date',
  'dpop-nonce',
  'etag',
  'last-modified',
  'retry-after',
] as const

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers()
  for (const name of keptHeaders) {
    const value = message.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return headers
}
