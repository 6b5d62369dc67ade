import type { WebhookValues } from './queries.ts'

/** What the audit log says of a webhook. A path or query can hold a token of the receiver, so only its beginning is recorded. */
export function auditedWebhook({ url, events, actions, enabled }: WebhookValues) {
  return { url: addressWithoutPath(url), events, actions, enabled }
}

export function webhookTarget({ id, url }: { readonly id: string; readonly url: string }) {
  return { kind: 'webhook', id, name: new URL(url).host }
}

export function addressWithoutPath(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? origin : `${origin}/…`
}
