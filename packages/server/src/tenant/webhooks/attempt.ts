import type { WebhookFailure } from '@portico/core/contract'

import { ProviderFetchError, type ProviderFetch } from '../../kit/outbound/provider-fetch.ts'
import { signedHeaders, type Message } from './secrets.ts'

/** The longest time for one attempt, reading the whole answer included. */
export const attemptMaxMs = 15_000

export type Outcome = {
  /** HTTP status of the answer, also of one that rejects the message; null: the receiver did not answer. */
  readonly status: number | null
  /** undefined: the receiver accepted the message. */
  readonly failure: WebhookFailure['kind'] | undefined
  /** Seconds in `Retry-After`; 0 without the header, or if it has a date. */
  readonly retryAfterSecs: number
}

/** Sends one message once. Never throws for what the receiver or the network does; redirects are not followed. */
export async function attempt(
  fetch: ProviderFetch,
  { url, secrets, message, nowMs, signal }: Attempt,
): Promise<Outcome> {
  const headers = signedHeaders(message, secrets, nowMs)
  try {
    const answer = await fetch(url, { method: 'POST', headers, body: message.body, signal })
    const { status } = answer
    const retryAfter = Number(answer.headers.get('retry-after') ?? 0)
    const retryAfterSecs = Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : 0
    if (answer.ok) return { status, failure: undefined, retryAfterSecs }
    return { status, failure: status >= 300 && status < 400 ? 'redirect' : 'status', retryAfterSecs }
  } catch (error) {
    return { status: null, failure: failureOf(error), retryAfterSecs: 0 }
  }
}

export type Attempt = {
  readonly url: string
  readonly secrets: readonly string[]
  readonly message: Message
  readonly nowMs: number
  readonly signal?: AbortSignal
}

function failureOf(error: unknown): WebhookFailure['kind'] {
  if (error instanceof ProviderFetchError) return failures[error.reason]
  const { code = '' } = error as { code?: string }
  return /^(?:Z_|HPE_)/.test(code) ? 'answer' : 'unreachable'
}

const failures = {
  address: 'forbidden',
  timeout: 'timeout',
  answer: 'answer',
  silence: 'unreachable',
  tls: 'unreachable',
} as const satisfies Record<ProviderFetchError['reason'], WebhookFailure['kind']>
