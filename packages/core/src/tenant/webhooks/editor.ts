import { createEditor, type Editor } from '../../kit/editing/editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import { shellFlag, shellQuoted } from '../../kit/nouns/shell-text.ts'
import { createWebhook, deleteWebhook, getWebhook, updateWebhook, type Webhook } from './contract.ts'
import { changedWebhookFields, createWebhookForm, webhookFields, webhookInputOf } from './form.ts'
import type { WebhookField, WebhookForm, WebhookValues } from './form.ts'
import { webhookEvents, WebhookInput } from './rules.ts'

export type WebhookEditor = Editor<WebhookForm, Webhook> & {
  set(values: Partial<WebhookValues>): void
  /** That of a webhook that `save` has just created. It is never read again. */
  secret(): string | undefined
}

/** A new webhook, or the one with this id. A new one is on. */
export function createWebhookEditor(
  parts: EditorParts,
  target: EditorOptions & { readonly id: string | undefined },
): WebhookEditor {
  const { client, words } = parts
  const form = createWebhookForm()
  let secret: string | undefined
  const labelOf = (name: WebhookField) => words().say(`webhooks.${name}`)
  const editor = createEditor<WebhookForm, Webhook>(
    parts,
    {
      form,
      idOf: ({ id }) => id,
      violationsOf: ({ values }) =>
        violationsOf(WebhookInput, webhookInputOf(values)).map((one) => ({ ...one, fieldID: nameOf(one.fieldID) })),
      isChanged: (state) => changedWebhookFields(state).length > 0,
      changesOf({ values, fetched }) {
        const isNew = fetched.url === ''
        const names = isNew
          ? webhookFields.filter((name) => name !== 'enabled')
          : changedWebhookFields({ values, fetched })
        return names.flatMap((name) => {
          const [removed, added] = [isNew ? [] : textsOf(fetched)[name], textsOf(values)[name]]
          return removed.length + added.length === 0 ? [] : [{ field: name, label: labelOf(name), removed, added }]
        })
      },
      commandOf: (state, id) =>
        [
          'portico webhook',
          id === undefined ? 'create' : `update ${shellQuoted(id)}`,
          ...(id === undefined ? webhookFields : changedWebhookFields(state)).flatMap((name) =>
            flagsOf(name, state.values, id === undefined),
          ),
        ].join(' '),
      read: (id) => client.call(getWebhook, { params: { id } }),
      async save({ values }, { id, etag }) {
        const body = webhookInputOf(values)
        if (id !== undefined) return client.call(updateWebhook, { params: { id }, body, ifMatch: etag })
        const made = await client.call(createWebhook, { body })
        if (!made.ok) return made
        secret = made.value.secret
        return { ...made, value: made.value.webhook }
      },
      remove: (id) => client.call(deleteWebhook, { params: { id } }),
      sentences: { created: 'webhooks.created', updated: 'webhooks.updated', removed: 'webhooks.deleted' },
      fieldOf: nameOf,
      labelOf: (field) => {
        const name = webhookFields.find((one) => one === field)
        return name && labelOf(name)
      },
      typedOf: (state) => Object.fromEntries(changedWebhookFields(state).map((name) => [name, state.values[name]])),
      retype(content) {
        const { url, events, actions, enabled } = Object(content) as Readonly<Record<WebhookField, unknown>>
        const typed: Partial<WebhookValues> = {
          ...(typeof url === 'string' && { url }),
          ...(Array.isArray(events) && { events: webhookEvents.filter((event) => events.includes(event)) }),
          ...(typeof actions === 'string' && { actions }),
          ...(typeof enabled === 'boolean' && { enabled }),
        }
        if (Object.keys(typed).length === 0) return undefined
        form.set(typed)
        return 'form.kept'
      },
    },
    target,
  )

  /** The values as a person reads them. */
  function textsOf(values: WebhookValues): Readonly<Record<WebhookField, readonly string[]>> {
    const { url, events, actions, enabled } = webhookInputOf(values)
    return {
      url: url === '' ? [] : [url],
      events: events.map((event) => words().say(`webhooks.event.${event}`)),
      actions,
      enabled: [words().say(enabled ? 'webhooks.state.on' : 'webhooks.state.off')],
    }
  }

  return {
    ...editor,
    secret: () => secret,
    set(typed) {
      const { values } = form.getState()
      const changed = webhookFields.filter((name) => name in typed && typed[name] !== values[name])
      if (changed.length === 0) return
      form.set(typed)
      for (const name of changed) editor.touch(name)
    },
  }
}

/** An entry of a list is named with its place: `actions.0`. */
function nameOf(fieldID: string): string {
  return fieldID.split('.')[0] ?? fieldID
}

function flagsOf(name: WebhookField, values: WebhookValues, isNew: boolean): readonly string[] {
  const { url, events, actions, enabled } = webhookInputOf(values)
  switch (name) {
    case 'url':
      return [shellFlag('url', url)]
    case 'events':
      return [shellFlag('events', events.join(','))]
    case 'actions':
      return actions.length === 0 && !isNew ? ['--all-actions'] : actions.map((action) => shellFlag('action', action))
    case 'enabled':
      return isNew ? [] : [enabled ? '--on' : '--off']
  }
}
