import { createBulkDeletion, createServiceAccounts, type ServiceAccount } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { Dialog } from '../../../kit/terminal/app/view.ts'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'

/** Asks for the name, because a deletion cannot be undone, and deletes. */
export function deleteAccountDialog(app: App, storedName: string, remove: () => Promise<void>): Dialog {
  const { words } = app
  const name = neutralise(storedName)
  return typedDialog(app, {
    title: words.say('serviceAccount.deleteTitle', { name }),
    lines: [words.say('serviceAccount.deleteMessage'), '', words.say('form.confirmName', { name })],
    label: words.say('field.name'),
    action: words.say('form.delete'),
    expected: name.trim(),
    run: async () => {
      app.closeDialog()
      await remove()
    },
  })
}

/** Confirms deleting several: shows all names and asks for their number. What is refused stays marked, with its reason. */
export function deleteMarkedDialog(app: App, environmentId: string, accounts: readonly ServiceAccount[]): Dialog {
  const expected = `delete ${accounts.length}`
  return typedDialog(app, {
    title: app.words.say('tui.deleteMarked', { count: accounts.length }),
    lines: [
      'This deletes these service accounts for good:',
      ...accounts.map((one) => `  ${neutralise(one.name)}`),
      '',
      app.words.say('tui.typeThis', { text: expected }),
    ],
    label: 'To go on',
    action: 'Delete all of them',
    expected,
    run: async () => {
      app.closeDialog()
      const { list } = app.core.lazily(createServiceAccounts)
      const deletion = createBulkDeletion(app.core, list, { environmentId, accounts })
      await deletion.run()
      const { deleted, refused, left } = deletion.getState()
      const reasons = refused.map(({ name, reason }) => `${neutralise(name)} (${reason})`).join(', ')
      if (refused.length === 0) app.say(app.words.say('tui.markedDeleted', { count: deleted }))
      else app.say(app.words.say('tui.markedNotDeleted', { deleted, left: refused.length + left, reasons }))
    },
  })
}
