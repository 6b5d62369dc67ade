import { createHmac, randomBytes, randomUUID } from 'node:crypto'

/** A webhook message, signed as Standard Webhooks 1.0.0 says; each part can be given another value. */
export type SignedWebhook = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export function signedWebhook(
  body: string,
  { secrets, ageSecs = 0 }: { readonly secrets: readonly string[]; readonly ageSecs?: number },
): SignedWebhook {
  const id = `msg_${randomUUID()}`
  const time = String(Math.floor(Date.now() / 1000) - ageSecs)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`
  })
  return {
    headers: { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures.join(' ') },
    body,
  }
}
