import type { WebhookValues } from './queries.ts'

/** What the audit log has about a webhook: of the address only the origin, because a path or query can contain a token of the receiver. */
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
