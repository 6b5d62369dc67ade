import {
  createWebhookEditor,
  createWebhooksStore,
  listOf,
  webhookList,
  webhookSecretOverlapHours,
  type Webhook,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { questionDialog } from '../../../kit/terminal/dialogs/question-dialog.ts'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import { hostOf } from '../host.ts'

/** Shows a secret that was just made. It is not kept: once the dialog is closed, it can only be replaced. */
export function showSecret(app: App, secret: string, closed: () => void = () => undefined): void {
  const { words } = app
  const label = words.say('webhooks.secret')
  app.openDialog(
    textDialog(app, {
      title: label,
      lines: () => [words.say('webhooks.once'), '', neutralise(secret)],
      more: [
        {
          id: 'webhook.copy',
          keys: ['c', 'y'],
          label: words.say('webhooks.copy'),
          run: () => {
            app.copy(secret)
            app.say(words.say('tui.copied', { what: label }))
          },
        },
      ],
      cancelled: closed,
    }),
  )
}

/** Asks, makes a new secret and shows it once. */
export function askForNewSecret(app: App, { id, url }: Webhook): void {
  const { words, core } = app
  app.openDialog(
    questionDialog(app, {
      title: words.say('webhooks.rotate'),
      lines: () => [
        words.say('webhooks.rotateAsk', { host: neutralise(hostOf(url)), hours: webhookSecretOverlapHours }),
      ],
      action: words.say('webhooks.rotate'),
      run: async () => {
        const store = core.lazily(createWebhooksStore)
        await store.rotate(id)
        const { secret } = store.getState()
        store.hide()
        if (secret !== undefined) showSecret(app, secret)
        await listOf(core, webhookList).refreshQuietly()
      },
    }),
  )
}

/** Asks for the host of its address, and deletes the webhook. */
export function askToDeleteWebhook(app: App, { id, url }: Webhook): void {
  const { words, core } = app
  const host = hostOf(url)
  const name = neutralise(host)
  app.openDialog(
    typedDialog(app, {
      title: words.text('Webhook'),
      lines: [words.say('webhooks.deleteAsk', { host: name }), '', words.say('form.confirmName', { name })],
      label: words.say('field.name'),
      action: words.say('webhooks.delete'),
      expected: name,
      run: async () => {
        app.closeDialog()
        const editor = createWebhookEditor(core, { id })
        if (!(await editor.remove()) && editor.getState().conflict === 'gone') app.say(words.say('webhooks.notFound'))
        await listOf(core, webhookList).refreshQuietly()
      },
    }),
  )
}
