import type { HttpAnswer, HttpPort, HttpRequest } from '@portico/core'
import type { Dispatcher } from 'undici'

import type { CookieJar } from './cookies.ts'
import { multipartOf } from './multipart.ts'
import { networkError } from './network-error.ts'
import { requestLines } from './trace.ts'
import { request } from './undici.ts'

export const timeoutMs = 30_000
export const answerBytesMax = 20_000_000

export type Trace = (line: string) => void

export type HttpPortOptions = {
  /** Scheme, host and port: the only origin that this port sends requests and credentials to. */
  readonly origin: string
  readonly dispatcher: Dispatcher
  /** Origin of the proxy, for messages. */
  readonly proxy?: string | undefined
  readonly jar?: CookieJar | undefined
  /** The current bearer token, read at each request. */
  readonly bearer?: (() => string | undefined) | undefined
  readonly userAgent: string
  /** BCP 47 tag of the language in which the server's sentences are wanted. */
  readonly language?: string | undefined
  /** `--debug`. */
  readonly trace?: Trace | undefined
  readonly timeoutMs?: number
  readonly answerBytesMax?: number
}

/** Sends a command's requests: undici, one origin, no redirects, limited time and size. */
export function createHttpPort(options: HttpPortOptions): HttpPort {
  return {
    cookie: (name) => options.jar?.value(options.origin, name),
    async send(outgoing) {
      const abort = new AbortController()
      outgoing.signal?.addEventListener('abort', () => abort.abort())
      const limitMs = options.timeoutMs ?? timeoutMs
      let timer: NodeJS.Timeout | undefined
      // undici handles an abort only once it is connected, so a separate timer runs too.
      const expired = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          abort.abort()
          reject(new Error('timed out'))
        }, limitMs)
      })
      try {
        return await Promise.race([exchange(outgoing, options, abort.signal), expired])
      } catch (reason) {
        throw networkError(reason, options.origin, abort.signal.aborted ? limitMs : undefined, options.proxy)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

async function exchange(outgoing: HttpRequest, options: HttpPortOptions, signal: AbortSignal): Promise<HttpAnswer> {
  // A path without a leading slash would extend the host: https://portal.example.com + .evil.example
  if (!outgoing.path.startsWith('/')) throw new Error(`${outgoing.path} is not a path of ${options.origin}.`)
  const url = new URL(options.origin + outgoing.path)
  const { body, headers } = await encoded(outgoing, options, url)
  if (options.trace) requestLines({ method: outgoing.method, url, headers, body }).forEach(options.trace)
  const {
    statusCode,
    headers: answered,
    body: stream,
  } = await request.call(options.dispatcher, {
    origin: url.origin,
    path: url.pathname + url.search,
    method: outgoing.method as Dispatcher.HttpMethod,
    headers,
    body: body ?? null,
    signal,
  })
  const text = await readText(stream, answered, options.answerBytesMax ?? answerBytesMax)
  await options.jar?.store(url.href, listOf(answered['set-cookie']))
  options.trace?.(`< ${statusCode} ${text.length} characters, request ${String(answered['x-request-id'] ?? 'unknown')}`)
  return {
    status: statusCode,
    statusText: `The server answered with status ${statusCode}.`,
    header: (name) => listOf(answered[name]).join(', ') || undefined,
    text: () => Promise.resolve(text),
  }
}

async function encoded(outgoing: HttpRequest, options: HttpPortOptions, url: URL) {
  const headers: Record<string, string> = { ...outgoing.headers, 'user-agent': options.userAgent }
  if (options.language !== undefined) headers['accept-language'] = options.language
  const token = options.bearer?.()
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`
  const cookies = options.jar?.header(url.href)
  if (cookies) headers['cookie'] = cookies
  if (outgoing.body === undefined || typeof outgoing.body === 'string') return { headers, body: outgoing.body }
  const { contentType, bytes } = await multipartOf(outgoing.body)
  return { headers: { ...headers, 'content-type': contentType }, body: bytes }
}

async function readText(
  stream: AsyncIterable<Uint8Array>,
  headers: Record<string, string | string[] | undefined>,
  bytesMax: number,
): Promise<string> {
  const tooLarge = () => new Error(`The answer is larger than ${bytesMax} bytes and was refused.`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.byteLength
    // Leaving the loop destroys the stream and its connection.
    if (size > bytesMax || Number(headers['content-length'] ?? 0) > bytesMax) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function listOf(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}
