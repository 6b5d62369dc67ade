import { createHmac, randomBytes } from 'node:crypto'

const secretBytes = 32
const prefix = 'whsec_'

/** As it is shown once: `whsec_` and the key in Base64 (Standard Webhooks 1.0.0, "Signature scheme"). */
export function newWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64')
}

/** What the sealed secret of a webhook is bound to. */
export function webhookSecretContext(id: string): string {
  return `webhook secret ${id}`
}

export type Message = { readonly id: string; readonly body: string }

/**
 * The headers of one attempt: the id of the message, the time of the attempt, and a signature with each secret, over
 * `id.timestamp.body` (Standard Webhooks 1.0.0).
 */
export function signedHeaders(
  { id, body }: Message,
  secrets: readonly string[],
  nowMs: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(nowMs / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Portico-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
