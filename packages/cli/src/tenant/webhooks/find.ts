import { listWebhooks, matchByIdOrName, type WebhookProgress } from '@portico/core'

import type { Candidate } from '../../kit/command-kit/candidate.ts'
import type { Server } from '../../kit/context/context.ts'
import { exactlyOne } from '../../kit/errors/exactly-one.ts'
import { hostOf } from './host.ts'

export async function webhooksOf(server: Server): Promise<readonly WebhookProgress[]> {
  return (await server.call(listWebhooks, {})).value.webhooks
}

/** The one that an id, an address or the host of one means. */
export async function findWebhook(server: Server, wanted: string): Promise<WebhookProgress> {
  const matches = matchByIdOrName(await webhooksOf(server), wanted, ({ url }) => [url, hostOf(url)])
  return exactlyOne(matches, { what: 'webhook', wanted, nameOf: ({ url }) => url, hint: 'portico webhook list' })
}

/** Hosts of addresses, for completion. */
export async function webhookCandidates(server: Server): Promise<readonly Candidate[]> {
  return (await webhooksOf(server)).map(({ id, url }) => ({ value: hostOf(url), text: url, id }))
}
