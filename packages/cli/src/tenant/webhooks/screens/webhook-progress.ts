import { webhookState, type WebhookProgress } from '@portico/core'

import { exactTime } from '../../../kit/output/cell.ts'
import type { App } from '../../../kit/terminal/app/app.ts'

/** Why the last message was not accepted. */
export function failureOf({ words }: App, { lastFailure }: WebhookProgress): string | undefined {
  return lastFailure === null
    ? undefined
    : words.say(`webhooks.failure.${lastFailure.kind}`, { status: lastFailure.status ?? 0 })
}

/** What the portal says about a webhook: on or off, why nothing arrives, when it is tried again, and what waits. */
export function progressOf(app: App, row: WebhookProgress): readonly string[] {
  const { words } = app
  const { backlog, lastDeliveredAt, nextAttemptAt } = row
  return [
    words.say(`webhooks.state.${webhookState(row)}`),
    failureOf(app, row),
    nextAttemptAt === null ? undefined : words.say('webhooks.nextAttempt', { at: exactTime(nextAttemptAt) }),
    words.say('webhooks.waiting', { count: backlog }),
    lastDeliveredAt === null
      ? words.say('webhooks.never')
      : words.say('webhooks.lastDelivery', { at: exactTime(lastDeliveredAt) }),
  ].filter((part) => part !== undefined)
}
