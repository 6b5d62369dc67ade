import type { Field, Noun } from '../../kit/nouns/noun.ts'
import type { Webhook, WebhookProgress } from './contract.ts'

/** In one word, for tables and `--json`: `on`, `off`, `retrying`, or why it is paused. */
export function webhookState({ enabled, pausedReason, failedAttempts }: WebhookProgress) {
  if (enabled) return failedAttempts > 0 ? 'retrying' : 'on'
  return pausedReason ?? 'off'
}

const fields: readonly Field<WebhookProgress>[] = [
  { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
  { name: 'url', label: 'URL', kind: 'text', summary: 'Address that messages are sent to', value: (row) => row.url },
  {
    name: 'state',
    label: 'State',
    kind: 'text',
    isWord: true,
    summary: 'on, retrying, off, failing (paused) or gone (paused)',
    value: webhookState,
  },
  { name: 'events', label: 'Events', kind: 'list', summary: 'audit, notices', value: (row) => row.events },
  {
    name: 'actions',
    label: 'Actions',
    kind: 'list',
    summary: 'Actions of audit rows, or the beginnings of actions; empty: all',
    value: (row) => row.actions,
  },
  {
    name: 'backlog',
    label: 'Waiting',
    kind: 'number',
    summary: 'Number of rows that are not sent yet',
    value: (row) => row.backlog,
  },
  {
    name: 'lastDeliveredAt',
    label: 'Last delivery',
    kind: 'time',
    summary: 'When a message was last accepted',
    value: (row) => row.lastDeliveredAt,
  },
  {
    name: 'nextAttemptAt',
    label: 'Next attempt',
    kind: 'time',
    isEnd: true,
    summary: 'When a failed message is sent again',
    value: (row) => row.nextAttemptAt,
  },
  {
    name: 'failedAttempts',
    label: 'Failed attempts',
    kind: 'number',
    summary: 'Failed attempts in a row',
    value: (row) => row.failedAttempts,
  },
  {
    name: 'failingSince',
    label: 'Failing since',
    kind: 'time',
    summary: 'When the current series of failed attempts began',
    value: (row) => row.failingSince,
  },
  {
    name: 'lastFailure',
    label: 'Last failure',
    kind: 'text',
    summary: 'status and its number, redirect, timeout, forbidden, unreachable or answer',
    value: ({ lastFailure }) =>
      lastFailure === null ? null : [lastFailure.kind, lastFailure.status].filter((part) => part !== null).join(' '),
  },
  {
    name: 'previousSecretUntil',
    label: 'Old secret until',
    kind: 'time',
    isEnd: true,
    summary: 'Until when messages are signed with the replaced secret too',
    value: (row) => row.previousSecretUntil,
  },
  { name: 'createdAt', label: 'Created', kind: 'time', summary: 'When it was created', value: (row) => row.createdAt },
]

export const webhookNoun: Noun<WebhookProgress> = {
  name: 'webhook',
  plural: 'webhooks',
  aliases: [],
  label: 'Webhook',
  labelPlural: 'Webhooks',
  summary: 'Addresses that receive the audit log and notices as signed messages',
  fields,
  columns: ['url', 'state', 'events', 'backlog', 'lastDeliveredAt'],
  wideColumns: ['id', 'nextAttemptAt', 'lastFailure'],
  actions: [
    { name: 'list', summary: 'List webhooks and their delivery state', changes: false, severity: 'none' },
    { name: 'get', summary: 'Show one webhook', changes: false, severity: 'none' },
    { name: 'create', summary: 'Create a webhook and print its secret once', changes: true, severity: 'none' },
    { name: 'update', summary: 'Change a webhook, or switch it on or off', changes: true, severity: 'none' },
    {
      name: 'rotate-secret',
      summary: 'Create a new secret; for a day, messages are signed with the old one too',
      changes: true,
      severity: 'moderate',
    },
    { name: 'test', summary: 'Send a signed ping', changes: true, severity: 'none' },
    { name: 'delete', summary: 'Delete a webhook', changes: true, severity: 'severe' },
  ],
  inEnvironment: false,
}

/** What is printed once, when a secret is made. */
export const webhookSecretNoun: Noun<Webhook & { readonly secret: string }> = {
  ...webhookNoun,
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
    { name: 'url', label: 'URL', kind: 'text', summary: 'Address that messages are sent to', value: (row) => row.url },
    {
      name: 'secret',
      label: 'Secret',
      kind: 'text',
      summary: 'Verifies the signatures; shown once',
      shownOnce: true,
      value: (row) => row.secret,
    },
  ],
  columns: ['id', 'url', 'secret'],
  wideColumns: [],
}
