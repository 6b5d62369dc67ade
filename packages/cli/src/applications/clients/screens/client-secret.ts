import { usesClientSecret, type ClientEditor } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'

/** Why no client secret can be made now. */
export function secretRefusal({ words }: App, editor: ClientEditor): string | undefined {
  const { stored } = editor.getState()
  if (stored?.config == null) return words.say('clients.saveFirst')
  if (!usesClientSecret(stored.config)) return words.say('CLIENT_NO_SECRET')
  // A new secret is read with the registration, and what is typed would be lost.
  return editor.hasChanges() ? words.say('clients.saveFirst') : undefined
}

/** Makes the first client secret at once; asks before it replaces one, because the application uses that one. */
export function askForClientSecret(app: App, editor: ClientEditor): void | Promise<void> {
  const { words } = app
  const replace = async (now: boolean) => {
    app.closeDialog()
    await make(app, editor, now)
  }
  if (editor.getState().stored?.secretMadeAt == null) return make(app, editor, true)
  app.openDialog(
    textDialog(app, {
      title: words.say('clients.secretReplace'),
      lines: () => [words.say('clients.secretAsk')],
      confirm: {
        id: 'client.secret-later',
        keys: ['enter'],
        label: words.say('clients.secretLater'),
        run: () => replace(false),
      },
      more: [{ id: 'client.secret-now', keys: ['e'], label: words.say('clients.secretNow'), run: () => replace(true) }],
    }),
  )
}

/** Shows the secret that was made. It is not kept: once the dialog is closed, it can only be replaced. */
async function make(app: App, editor: ClientEditor, now: boolean): Promise<void> {
  const { words } = app
  const secret = await editor.newSecret(now)
  if (secret === undefined) return
  const label = words.say('clients.secret')
  app.openDialog(
    textDialog(app, {
      title: label,
      lines: () => [words.say('clients.once'), '', neutralise(secret)],
      more: [
        {
          id: 'client.copy',
          keys: ['c', 'y'],
          label: words.text('Copy'),
          run: () => {
            app.copy(secret)
            app.say(words.say('tui.copied', { what: label }))
          },
        },
      ],
    }),
  )
}
