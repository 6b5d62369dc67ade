import * as v from 'valibot'

import { isHttpAddress } from '../../kit/text/rules.ts'

/** Webhooks of one tenant. */
export const webhooksMax = 10
export const webhookUrlLengthMax = 2000
export const webhookActionsMax = 20
/** The most rows in one message. */
export const webhookRowsMax = 100
/** How long messages are signed with a replaced secret too. */
export const webhookSecretOverlapHours = 24
/** How long a receiver may fail before the webhook is paused. */
export const webhookFailingDays = 4

/** `audit`: rows of the audit log; `notices`: what expires, once at 60, 30 and 7 days and when it has expired, or what is not valid yet. */
export const webhookEvents = ['audit', 'notices'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** What may be saved. The messages are error ids. */
export const WebhookInput = v.strictObject({
  url: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('WEBHOOK_URL_REQUIRED'),
    v.maxLength(webhookUrlLengthMax, 'TOO_LONG'),
    v.check((text) => text === '' || isHttpAddress(text), 'ADDRESS_SHAPE'),
  ),
  events: v.pipe(
    v.array(v.picklist(webhookEvents, 'INVALID_VALUE')),
    v.minLength(1, 'WEBHOOK_EVENTS_REQUIRED'),
    v.maxLength(webhookEvents.length, 'INVALID_VALUE'),
    v.check((events) => new Set(events).size === events.length, 'INVALID_VALUE'),
  ),
  /** Actions of audit rows, or their beginnings: `service-account` sends `service-account.create`. Empty: all. */
  actions: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9.-]{0,99}$/, 'WEBHOOK_ACTION_SHAPE'))),
      v.maxLength(webhookActionsMax, 'WEBHOOK_ACTIONS_TOO_MANY'),
    ),
  ),
  /** false: the webhook is off, and rows wait until it is on again. */
  enabled: v.optional(v.boolean()),
})
export type WebhookInput = v.InferOutput<typeof WebhookInput>
