import type { ProvisioningFailure } from '@portico/core/contract'

import { readJson } from '../../kit/json/read-json.ts'
import { ProviderFetchError, type ProviderFetch } from '../../kit/outbound/provider-fetch.ts'
import { retryAfterSecs } from './retry-after.ts'
import { withoutToken } from './without-token.ts'

const detailMax = 300

/** What an application did with a call, when it is not what the call asked for. */
export class ScimFailure extends Error {
  override name = 'ScimFailure'
  readonly failure: ProvisioningFailure
  /** Whether other calls would fail too: wait before the next one. `unauthorized`: no call can succeed with this token. */
  readonly reach: 'object' | 'service' | 'unauthorized'
  readonly retryAfterSecs: number

  constructor(failure: ProvisioningFailure, reach: ScimFailure['reach'] = 'object', retryAfter = 0) {
    super(`${failure.kind} ${failure.status ?? ''} ${failure.detail ?? ''}`.trim())
    this.failure = failure
    this.reach = reach
    this.retryAfterSecs = retryAfter
  }
}

export type ScimAnswer = {
  readonly status: number
  /** undefined: no JSON object. */
  readonly body: Readonly<Record<string, unknown>> | undefined
  /** When it was asked, by its own clock; undefined: it does not tell the time. */
  readonly askedAtMs: number | undefined
}

/** The SCIM service of an application (RFC 7644). */
export type ScimService = {
  /**
   * Returns a response with 2xx or one of `accepted`. Throws `ScimFailure` for everything else. `path` follows the
   * base URL. What a group is after a change is not read: it may have very many members.
   */
  call(method: Method, path: string, body?: object, accepted?: readonly number[]): Promise<ScimAnswer>
  /** Whether the application takes PATCH (RFC 7644 section 3.5.2). Assumed until it answers otherwise. */
  patches: boolean
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export function createScimService(
  fetch: ProviderFetch,
  { url, token, signal }: { readonly url: string; readonly token: string; readonly signal?: AbortSignal },
): ScimService {
  const concealed = withoutToken(token)
  return {
    patches: true,
    async call(method, path, body, accepted = []) {
      const ask = () =>
        fetch(url + path, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            accept: 'application/scim+json, application/json;q=0.9',
            'user-agent': 'Portico-Provisioning',
            ...(body && { 'content-type': 'application/scim+json' }),
          },
          body: body && JSON.stringify(body),
          signal,
          statusOnly: path.startsWith('/Groups/') && method !== 'GET',
        })
      const begun = performance.now()
      const answer = await reach(ask, signal)
      const { status } = answer
      const answeredAtMs = Date.parse(answer.headers.get('date') ?? '')
      const askedAtMs = Number.isNaN(answeredAtMs) ? undefined : answeredAtMs - (performance.now() - begun)
      const json = await jsonOf(answer)
      if (answer.ok || accepted.includes(status)) return { status, body: json, askedAtMs }
      const detail = typeof json?.['detail'] === 'string' ? readable(concealed(json['detail'])) : null
      const kind = status >= 300 && status < 400 ? 'redirect' : 'status'
      const wait = retryAfterSecs(answer.headers.get('retry-after'), Date.now())
      throw new ScimFailure({ kind, status, detail }, reachOf(status), wait)
    },
  }
}

function reachOf(status: number): ScimFailure['reach'] {
  if (status === 401) return 'unauthorized'
  return status === 429 || status === 503 || (status >= 300 && status < 400) ? 'service' : 'object'
}

async function reach(call: () => Promise<Response>, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await call()
  } catch (error) {
    // This process is stopping, or lost its turn: not a failure of the application.
    signal?.throwIfAborted()
    const kind = error instanceof ProviderFetchError ? kinds[error.reason] : 'unreachable'
    throw new ScimFailure({ kind, status: null, detail: null }, kind === 'answer' ? 'object' : 'service')
  }
}

const kinds = {
  address: 'forbidden',
  timeout: 'timeout',
  answer: 'answer',
  silence: 'unreachable',
  tls: 'tls',
} as const satisfies Record<ProviderFetchError['reason'], ProvisioningFailure['kind']>

async function jsonOf(answer: Response): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const value = readJson(await answer.text())
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}

/** One line that is safe to print on a terminal. */
export function readable(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, detailMax)
}
