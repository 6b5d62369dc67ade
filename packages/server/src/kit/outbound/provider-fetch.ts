import { lookup } from 'node:dns'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

import { checkJson, JsonFault } from '../json/read-json.ts'
import type { Settings } from '../settings/settings.ts'
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
  /** Ends the call earlier than its own limit would. */
  readonly signal?: AbortSignal | undefined
}

export const providerBytesMax = 1_048_576
export const redirectsMax = 3

/** Refused before or during the call, with a sentence for the log. */
export class ProviderFetchError extends Error {
  override name = 'ProviderFetchError'
  readonly reason: 'address' | 'timeout' | 'answer' | 'silence'

  constructor(message: string, reason: ProviderFetchError['reason']) {
    super(message)
    this.reason = reason
  }
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
  settings: Pick<Settings, 'allowLoopbackProviders' | 'allowedProviderRanges' | 'providerTimeoutMs'>,
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
        return callback(new ProviderFetchError(`${hostname} is not on a public address.`, 'address'), '', 4)
      if (options.all) return (callback as unknown as (e: null, a: typeof open) => void)(null, open)
      return callback(null, first.address, first.family)
    })
  }

  const kept = { keepAlive: true, timeout: idleMaxMs, maxFreeSockets: 4, lookup: guardedLookup }
  const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) }

  function checkedAddress(address: string): URL {
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (url === undefined || url.username !== '' || url.password !== '')
      throw new ProviderFetchError('The address is malformed.', 'address')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const literal = isIP(host) !== 0
    if (literal && !rules.mayConnect(host)) throw new ProviderFetchError(`${host} is not a public address.`, 'address')
    const insecure = url.protocol === 'http:' && settings.allowLoopbackProviders && isLoopbackHost(host)
    if (url.protocol !== 'https:' && !insecure)
      throw new ProviderFetchError(`${url.protocol}//${url.host} is not https.`, 'address')
    return url
  }

  return async (address, init = {}) => {
    let url = checkedAddress(address)
    const ownLimit = AbortSignal.timeout(settings.providerTimeoutMs)
    const signal = init.signal ? AbortSignal.any([init.signal, ownLimit]) : ownLimit
    for (let followed = 0; ; followed += 1) {
      const response = await call(url, { ...init, signal }, agents)
      const next = init.followsRedirects === true ? redirectOf(response, url) : undefined
      if (next === undefined) return response
      if (followed === redirectsMax)
        throw new ProviderFetchError(`${url.host} redirects more than ${redirectsMax} times.`, 'answer')
      url = checkedAddress(next)
    }
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

type LimitedRequest = ProviderRequest & { readonly signal: AbortSignal }

type Agents = { readonly http: HttpAgent; readonly https: HttpsAgent }

async function call(url: URL, request: LimitedRequest, agents: Agents): Promise<Response> {
  const { signal } = request
  const message = await answerTo(url, request, agents)
  try {
    const status = message.statusCode ?? 0
    const isRead = request.statusOnly !== true || status < 200 || status > 299
    const body = isRead ? await readAll(message) : null
    // Response rejects other numbers, and a provider may send any.
    if (status < 200 || status > 599)
      throw new ProviderFetchError(`${url.host} answered with status ${status}.`, 'answer')
    return new Response(noBody(status) ? null : body, { status, headers: headersOf(message) })
  } catch (error) {
    throw signal.aborted ? new ProviderFetchError(`${url.host} took too long.`, 'timeout') : error
  } finally {
    message.destroy()
  }
}

function answerTo(url: URL, asked: LimitedRequest, agents: Agents): Promise<IncomingMessage> {
  const { method = 'GET', headers, body, signal } = asked
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method,
      headers: { 'accept-encoding': 'gzip, deflate, br', ...headers },
      signal,
      agent: isSecure ? agents.https : agents.http,
    })
    let hasAnswer = false
    request.on('error', (error) => {
      // The host had closed the connection that waited: it is asked again by another one.
      if (request.reusedSocket && !hasAnswer && !signal.aborted && wasClosed(error))
        return resolve(answerTo(url, asked, agents))
      reject(signal.aborted ? new ProviderFetchError(`${url.host} took too long.`, 'timeout') : error)
    })
    request.on('response', () => (hasAnswer = true))
    request.on('response', resolve)
    // Switching protocols ends the call without an error and without an answer.
    request.on('close', () => reject(new ProviderFetchError(`${url.host} gave no answer.`, 'silence')))
    request.end(body)
  })
}

const wasClosed = (error: Error): boolean => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

const noBody = (status: number) => status === 204 || status === 205 || status === 304

/** At most {@link providerBytesMax} after decompression. */
async function readAll(message: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const decoders = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress } as const
  const encoding = message.headers['content-encoding'] ?? ''
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding as keyof typeof decoders]() : undefined
  if (decoder) {
    message.on('error', (error) => decoder.destroy(error))
    message.pipe(decoder)
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of decoder ?? message) {
    size += (chunk as Buffer).length
    if (size > providerBytesMax) throw new ProviderFetchError('The answer is larger than 1 MB.', 'answer')
    chunks.push(chunk as Buffer)
  }
  const bytes = Buffer.concat(chunks)
  checkBounds(bytes)
  return new Uint8Array(bytes)
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
