import { mapped, wholePage, type ListedNoun } from '../../kit/lists/listed.ts'
import { listWebhooks, type WebhookProgress } from './contract.ts'
import { webhookNoun } from './noun.ts'

/** The webhooks of the tenant and how far each is, as the server orders them. */
export const webhookList: ListedNoun<WebhookProgress> = {
  noun: webhookNoun,
  idOf: ({ id }) => id,
  searchedBy: 'here',
  noFilter: {},
  async fetchPage({ client }, { signal }) {
    const outcome = await client.call(listWebhooks, { signal })
    return wholePage(mapped(outcome, ({ webhooks: rows }) => ({ rows })))
  },
}
