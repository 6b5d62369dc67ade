import { createServiceAccounts } from '@portico/core'
import type { ServiceAccount } from '@portico/core'

import { neutralise } from '../../output/neutralise.ts'
import type { App } from '../../terminal/app/app.ts'
import type { Dialog } from '../../terminal/app/view.ts'
import { typedDialog } from '../../terminal/dialogs/typed-dialog.tsx'

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

/** Confirms deleting several: shows all names and asks for their number. Failures are listed with reasons. */
export function deleteMarkedDialog(
  app: App,
  environmentId: string,
  accounts: readonly ServiceAccount[],
  done: () => void,
): Dialog {
  const expected = `delete ${accounts.length}`
  return typedDialog(app, {
    title: `Delete ${accounts.length} service accounts`,
    lines: [
      'This deletes these service accounts for good:',
      ...accounts.map((one) => `  ${neutralise(one.name)}`),
      '',
      `Type: ${expected}`,
    ],
    label: 'To go on',
    action: 'Delete all of them',
    expected,
    run: async () => {
      app.closeDialog()
      const left: string[] = []
      for (const { id, name } of accounts)
        if (!(await app.core.lazily(createServiceAccounts).remove(environmentId, id))) left.push(neutralise(name))
      done()
      if (left.length > 0) app.say(`${accounts.length - left.length} deleted, ${left.length} not: ${left.join(', ')}`)
      else app.say(`${accounts.length} service accounts were deleted.`)
    },
  })
}
