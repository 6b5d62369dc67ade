import {
  createWebhookEditor,
  type FieldsForm,
  listOf,
  webhookEvents,
  webhookList,
  webhookNoun,
  type Webhook,
  type WebhookEditor,
  type WebhookValues,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { guardOf } from '../../../kit/terminal/editing/save-editor.ts'
import type { Saving } from '../../../kit/terminal/editing/saving.ts'
import { createLine } from '../../../kit/terminal/fields/line.ts'
import { editorFormView } from '../../../kit/terminal/form/editor-form-view.ts'
import { createFormCursor } from '../../../kit/terminal/form/form-cursor.ts'
import type { FieldRow, FormRow, RowEditor } from '../../../kit/terminal/form/form-row.ts'
import { hostOf } from '../host.ts'
import { progressOf } from './webhook-progress.ts'
import { showSecret } from './webhook-questions.ts'

/** A new webhook, or the one with this id: its address, what it gets, and whether it is on. */
export function webhookForm(app: App, id: string | undefined): View {
  const { words, core } = app
  const editor = createWebhookEditor(core, { id, lock: () => app.tenantRefusal() })
  const cursor = createFormCursor({
    rows: () => rowsOf(app, editor),
    editorOf: (row) => lineOf(editor, row),
    left: (row) => editor.visit(row),
  })
  if (id === undefined) cursor.edit()
  const toList = () => app.replace({ view: 'webhooks' })
  const saving: Saving<FieldsForm<WebhookValues>, Webhook> = {
    app,
    editor,
    createQuestion: 'Add this webhook?',
    createLabel: words.say('webhooks.add'),
    toList,
    created() {
      toList()
      showOnce()
    },
    // Leaving would close the dialog with the only sight of the secret.
    stays: () => showOnce(toList),
    refused({ fields: [first] }) {
      if (first !== undefined) cursor.moveTo(first === 'events' ? eventRow('audit') : first)
    },
  }
  let seen: string | undefined
  /** Whether there was a new secret to show. */
  function showOnce(closed?: () => void): boolean {
    const secret = editor.secret()
    if (secret === undefined || secret === seen) return false
    seen = secret
    showSecret(app, secret, closed)
    return true
  }
  const unguard = core.leaveBlocker.guard(guardOf(saving))
  const name = () => {
    const { stored } = editor.getState()
    return stored === undefined ? words.text('New') : neutralise(hostOf(stored.url))
  }
  return editorFormView(app, {
    name: 'webhook',
    saving,
    cursor,
    stores: [listOf(core, webhookList)],
    unguard,
    notFound: words.say('webhooks.notFound'),
    crumbs: () => [words.text(webhookNoun.labelPlural), name()],
    command: () => {
      if (id === undefined || editor.hasChanges()) return editor.command()
      return commandText(['webhook', 'get', id])
    },
    webPath: () => '/portal/admin/global-settings/security-settings',
    edit: () => ({
      label: cursor.current()?.id === 'enabled' || eventAt() !== undefined ? 'Switch' : 'Edit',
      run: () => {
        const event = eventAt()
        const { events, enabled } = editor.getState().form.values
        if (cursor.current()?.id === 'enabled') editor.set({ enabled: !enabled })
        else if (event === undefined) cursor.edit()
        else editor.set({ events: webhookEvents.filter((one) => (one === event) !== events.includes(one)) })
      },
    }),
    bindings: () => [],
    back: {
      id: 'form.back',
      keys: ['esc'],
      label: 'Back',
      run: () => (editor.hasChanges() ? app.go({ view: 'webhooks' }) : toList()),
    },
  })

  function eventAt() {
    const row = cursor.current()?.id
    return webhookEvents.find((one) => eventRow(one) === row)
  }
}

const eventRow = (event: (typeof webhookEvents)[number]) => `event ${event}`

function rowsOf(app: App, editor: WebhookEditor): readonly FormRow[] {
  const { words, glyphs } = app
  const { form, stored, id } = editor.getState()
  const { url, events, actions, enabled } = form.values
  const mark = (isOn: boolean) => (isOn ? glyphs.yes : glyphs.no)
  const text = (name: 'url' | 'actions', value: string, help?: string): FieldRow => ({
    kind: 'field',
    id: name,
    label: words.say(`webhooks.${name}`),
    shown: value || words.text('not set'),
    isDefault: value === '',
    help,
    problem: editor.problemOf(name),
  })
  const state = enabled ? 'webhooks.state.on' : 'webhooks.state.off'
  return [
    ...(id === undefined ? [words.say('webhooks.lead')] : progress()).map((sentence, at): FormRow => ({
      kind: 'note',
      id: `note ${at}`,
      text: sentence,
    })),
    text('url', url),
    { kind: 'heading', id: 'events', text: words.say('webhooks.events') },
    ...webhookEvents.map((event, at): FormRow => {
      const isOn = events.includes(event)
      return {
        kind: 'field',
        id: eventRow(event),
        label: words.say(`webhooks.event.${event}`),
        shown: `${mark(isOn)} ${words.text(isOn ? 'on' : 'off')}`,
        problem: at === 0 ? editor.problemOf('events') : undefined,
      }
    }),
    ...(events.includes('audit') ? [text('actions', actions, words.say('webhooks.actionsHelp'))] : []),
    ...(id === undefined
      ? []
      : [
          {
            kind: 'field',
            id: 'enabled',
            label: words.say('webhooks.enabled'),
            shown: `${mark(enabled)} ${words.say(state)}`,
            warning: reasonOf(),
          } as const,
        ]),
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

function lineOf(editor: WebhookEditor, row: string): RowEditor | undefined {
  if (row !== 'url' && row !== 'actions') return undefined
  const changed = (text: string) => editor.set({ [row]: text })
  const line = createLine({ value: editor.getState().form.values[row], changed })
  return { kind: 'line', line, mask: false, placeholder: row === 'url' ? 'https://siem.example.com/portico' : '' }
}
