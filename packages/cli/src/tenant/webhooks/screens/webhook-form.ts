import {
  createWebhookEditor,
  listOf,
  sayLabel,
  webhookEvents,
  webhookFields,
  webhookList,
  webhookNoun,
  type WebhookEditor,
  type WebhookValues,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import { rememberCreated } from '../../../kit/terminal/list/noun-list-view.tsx'
import type { View } from '../../../kit/terminal/app/view.ts'
import { fieldsFormView, type RowOf } from '../../../kit/terminal/form/fields-form-view.ts'
import type { FormRow } from '../../../kit/terminal/form/form-row.ts'
import { hostOf } from '../host.ts'
import { progressOf } from './webhook-progress.ts'
import { showSecret } from './webhook-questions.ts'

/** A new webhook, or the one with this id: its address, what it gets, and whether it is on. */
export function webhookForm(app: App, id: string | undefined): View {
  const { words, core } = app
  const editor = createWebhookEditor(core, { id, lock: () => app.tenantRefusal() })
  const toList = () => app.replace({ view: 'webhooks' })
  let seen: string | undefined
  /** Whether there was a new secret to show. */
  function showOnce(closed?: () => void): boolean {
    const secret = editor.secret()
    if (secret === undefined || secret === seen) return false
    seen = secret
    showSecret(app, secret, closed)
    return true
  }
  const name = () => {
    const { stored } = editor.getState()
    return stored === undefined ? words.text('New') : neutralise(hostOf(stored.url))
  }
  return fieldsFormView(app, {
    name: 'webhook',
    editor,
    fields: webhookFields,
    rows: (rowOf) => rowsOf(app, editor, rowOf),
    placeholders: { url: 'https://siem.example.com/portico' },
    list: { view: 'webhooks' },
    rowOfField: (field) => (field === 'events' ? eventRow('audit') : field),
    createQuestion: 'Add this webhook?',
    createLabel: words.say('webhooks.add'),
    created() {
      rememberCreated(app, webhookNoun, editor.getState().id)
      toList()
      showOnce()
    },
    // Leaving would close the dialog with the only sight of the secret.
    stays: () => showOnce(toList),
    stores: [listOf(core, webhookList)],
    notFound: words.say('webhooks.notFound'),
    crumbs: () => [words.text(webhookNoun.labelPlural), name()],
    command: () => {
      if (id === undefined || editor.hasChanges()) return editor.command()
      return commandText(['webhook', 'get', id])
    },
    webPath: () => '/portal/admin/global-settings/security-settings/webhooks',
    act(row) {
      const event = webhookEvents.find((one) => eventRow(one) === row)
      if (event === undefined) return undefined
      const { events } = editor.getState().form.values
      const run = () => editor.set({ events: webhookEvents.filter((one) => (one === event) !== events.includes(one)) })
      return { label: 'Switch', run }
    },
  })
}

const eventRow = (event: (typeof webhookEvents)[number]) => `event ${event}`

function rowsOf(app: App, editor: WebhookEditor, rowOf: RowOf<WebhookValues>): readonly FormRow[] {
  const { words, glyphs } = app
  const { form, stored, id } = editor.getState()
  const { events, enabled } = form.values
  const mark = (isOn: boolean) => (isOn ? glyphs.yes : glyphs.no)
  const eventRows = webhookEvents.map((event, at): FormRow => {
    const isOn = events.includes(event)
    return {
      kind: 'field',
      id: eventRow(event),
      label: words.say(`webhooks.event.${event}`),
      shown: `${mark(isOn)} ${words.text(isOn ? 'on' : 'off')}`,
      problem: at === 0 ? editor.problemOf('events') : undefined,
    }
  })
  const state = words.say(enabled ? 'webhooks.state.on' : 'webhooks.state.off')
  return [
    ...(id === undefined ? [words.say('webhooks.lead')] : progress()).map((sentence, at): FormRow => ({
      kind: 'note',
      id: `note ${at}`,
      text: sentence,
    })),
    ...webhookFields.flatMap((field): readonly FormRow[] => {
      if (field.name === 'events')
        return [{ kind: 'heading', id: 'events', text: sayLabel(words, field.label) }, ...eventRows]
      if (field.name === 'actions')
        return events.includes('audit') ? [rowOf(field, { help: words.say('webhooks.actionsHelp') })] : []
      if (field.name !== 'enabled') return [rowOf(field)]
      return id === undefined ? [] : [rowOf(field, { shown: `${mark(enabled)} ${state}`, warning: reasonOf() })]
    }),
  ]

  /** From the list, where it was read. */
  function progress(): readonly string[] {
    const row = listOf(app.core, webhookList)
      .getState()
      .held?.find((one) => one.id === id)
    return row === undefined ? [] : progressOf(app, row)
  }

  function reasonOf(): string | undefined {
    const reason = stored?.pausedReason ?? null
    return reason === null || enabled ? undefined : words.say(`webhooks.state.${reason}`)
  }
}
