import { createFieldsEditor, type FieldsEditor } from '../../kit/editing/fields-editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import { shellQuoted } from '../../kit/nouns/shell-text.ts'
import { createWebhook, deleteWebhook, getWebhook, updateWebhook, type Webhook } from './contract.ts'
import { webhookFields, webhookInputOf, type WebhookValues } from './form.ts'
import { WebhookInput } from './rules.ts'

export type WebhookEditor = FieldsEditor<WebhookValues, Webhook> & {
  /** That of a webhook that `save` has just created. It is never read again. */
  secret(): string | undefined
}

/** A new webhook, or the one with this id. A new one is on. */
export function createWebhookEditor(
  parts: EditorParts,
  target: EditorOptions & { readonly id: string | undefined },
): WebhookEditor {
  const { client } = parts
  let secret: string | undefined
  const editor = createFieldsEditor<WebhookValues, Webhook>(
    parts,
    {
      fields: webhookFields,
      empty: { url: '', events: ['audit'], actions: '', enabled: true },
      valuesOf: ({ url, events, actions, enabled }) => ({ url, events, actions: actions.join(' '), enabled }),
      idOf: ({ id }) => id,
      violationsOf: (values) => violationsOf(WebhookInput, webhookInputOf(values)),
      commandOf: ({ options, id }) =>
        ['portico webhook', id === undefined ? 'create' : `update ${shellQuoted(id)}`, ...options].join(' '),
      read: (id) => client.call(getWebhook, { params: { id } }),
      async save(values, { id, etag }) {
        const body = webhookInputOf(values)
        if (id !== undefined) return client.call(updateWebhook, { params: { id }, body, ifMatch: etag })
        const made = await client.call(createWebhook, { body })
        if (!made.ok) return made
        secret = made.value.secret
        return { ...made, value: made.value.webhook }
      },
      remove: (id) => client.call(deleteWebhook, { params: { id } }),
      sentences: { created: 'webhooks.created', updated: 'webhooks.updated', removed: 'webhooks.deleted' },
    },
    target,
  )
  return { ...editor, secret: () => secret }
}
