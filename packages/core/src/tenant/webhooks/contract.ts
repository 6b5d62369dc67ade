import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { webhookEvents, WebhookInput } from './rules.ts'

/** Why a message was not accepted. */
export const webhookFailures = ['status', 'redirect', 'timeout', 'forbidden', 'unreachable', 'answer'] as const

const Failure = v.object({
  kind: v.picklist(webhookFailures),
  /** HTTP status of the receiver's answer; null: it did not answer. */
  status: v.nullable(v.number()),
})
export type WebhookFailure = v.InferOutput<typeof Failure>

/** An address of the tenant that gets its events. The secret is shown once, when it is made. */
export const Webhook = v.object({
  id: v.string(),
  url: v.string(),
  events: v.array(v.picklist(webhookEvents)),
  actions: v.array(v.string()),
  enabled: v.boolean(),
  /** `failing`: failed for days; `gone`: the receiver answered 410. null: on, or an administrator switched it off. */
  pausedReason: v.nullable(v.picklist(['failing', 'gone'])),
  createdAt: v.string(),
  /** Until then, messages are signed with the replaced secret too. */
  previousSecretUntil: v.nullable(v.string()),
})
export type Webhook = v.InferOutput<typeof Webhook>

/** The same, with the state of its deliveries. */
export const WebhookProgress = v.object({
  ...Webhook.entries,
  lastDeliveredAt: v.nullable(v.string()),
  /** Rows that are not sent yet, also those that the webhook will skip; at most 10,000. */
  backlog: v.number(),
  /** When a failed message is sent again; null: no message has failed. */
  nextAttemptAt: v.nullable(v.string()),
  /** Failed attempts in a row, and since when. */
  failedAttempts: v.number(),
  failingSince: v.nullable(v.string()),
  lastFailure: v.nullable(Failure),
})
export type WebhookProgress = v.InferOutput<typeof WebhookProgress>

/** `secret`: `whsec_` and 32 bytes in Base64 (Standard Webhooks 1.0.0). */
const WithSecret = v.object({ webhook: Webhook, secret: v.string() })

const path = '/portal/admin/webhooks'

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  summary: 'List the webhooks of the tenant and their delivery state',
  method: 'GET',
  path,
  reply: v.object({ webhooks: v.array(WebhookProgress) }),
})

export const getWebhook = endpoint({
  name: 'getWebhook',
  summary: 'Read one webhook',
  method: 'GET',
  path: `${path}/{id}`,
  reply: Webhook,
})

/** Status 200, not 201: an answer with a secret must not be kept for an Idempotency-Key. */
export const createWebhook = endpoint({
  name: 'createWebhook',
  summary: 'Create a webhook; the response shows its secret once',
  method: 'POST',
  path,
  body: WebhookInput,
  reply: WithSecret,
})

export const updateWebhook = endpoint({
  name: 'updateWebhook',
  summary: 'Change a webhook, or switch it on or off',
  method: 'PUT',
  path: `${path}/{id}`,
  body: WebhookInput,
  reply: Webhook,
})

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  summary: 'Delete a webhook',
  method: 'DELETE',
  path: `${path}/{id}`,
})

export const rotateWebhookSecret = endpoint({
  name: 'rotateWebhookSecret',
  summary: 'Create a new secret; for a day, messages are signed with the old one too',
  method: 'POST',
  path: `${path}/{id}/secret`,
  reply: WithSecret,
})

/** The attempt is made now; a failure of the receiver is an answer, not an error. */
export const testWebhook = endpoint({
  name: 'testWebhook',
  summary: 'Send a signed ping to a webhook',
  method: 'POST',
  path: `${path}/{id}/test`,
  reply: v.object({ delivered: v.boolean(), status: v.nullable(v.number()), failure: v.nullable(Failure) }),
})
