/**
 * How a request leaves the core. Plain data rather than `Request`, because touching Node's built-in fetch classes
 * costs a command more than the rest of its start.
 */
export type HttpRequest = {
  readonly method: string
  /** Absolute path with query, e.g. `/api/portal/launcher?_=17`. The port knows the origin. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | FormData | undefined
  /** Cancels the request when the answer is no longer needed. */
  readonly signal?: AbortSignal | undefined
}

export type HttpAnswer = {
  readonly status: number
  readonly statusText: string
  /** Header values by lower-case name. */
  header(name: string): string | undefined
  text(): Promise<string>
}

export type HttpPort = {
  /** Rejects only if no answer arrived (refused, reset, timed out). Redirects are not followed. */
  send(request: HttpRequest): Promise<HttpAnswer>
  /** Value of a cookie that scripts may read, without the `__Host-` prefix in the name. */
  cookie(name: string): string | undefined
  /** Whether this device knows that it has no network; absent if it cannot know. */
  isOffline?(): boolean
}

export type Clock = { /** Milliseconds since the epoch. */ now(): number }

/** What is remembered on this device between visits: cookies and local storage in a browser, a file in a terminal. */
export type DeviceMemory = {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
}

/** SHA-256 of these bytes, 64 hexadecimal digits in lower case. */
export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>

/** {@link Sha256} by Web Crypto, which browsers have only in a secure context, and Node always. */
export function webSha256({ subtle }: Pick<Crypto, 'subtle'>): Sha256 {
  return async (bytes) =>
    [...new Uint8Array(await subtle.digest('SHA-256', bytes))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
}

/** An {@link HttpPort} over a standard `fetch`, for the browser and for tests that pass `app.fetch`. */
export function fetchPort(options: {
  fetch: (request: Request) => Promise<Response> | Response
  /** Scheme, host and port without a trailing slash. */
  origin: string
  cookie: (name: string) => string | undefined
  isOffline?: () => boolean
}): HttpPort {
  return {
    cookie: options.cookie,
    ...(options.isOffline && { isOffline: options.isOffline }),
    async send({ method, path, headers, body, signal }) {
      const request = new Request(options.origin + path, {
        method,
        headers,
        body: body ?? null,
        signal: signal ?? null,
        credentials: 'same-origin',
        redirect: 'manual',
      })
      const response = await options.fetch(request)
      return {
        status: response.status,
        statusText: response.statusText,
        header: (name) => response.headers.get(name) ?? undefined,
        text: () => response.text(),
      }
    },
  }
}
