import type { IdentityProvider } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { Dialog } from '../../../kit/terminal/app/view.ts'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'

/** Why it cannot be deleted: it is locked, or it is the primary one. */
export function deleteRefusal(app: App, provider: IdentityProvider | undefined): string | undefined {
  if (provider === undefined) return 'No identity provider is selected.'
  return app.tenantRefusal() ?? (provider.primary ? app.words.say('IDP_PRIMARY') : undefined)
}

/** Asks for the name, because formats, groups and people are deleted too, and deletes. */
export function deleteProviderDialog(app: App, storedName: string, remove: () => Promise<void>): Dialog {
  const { words } = app
  const name = neutralise(storedName)
  return typedDialog(app, {
    title: words.say('idp.deleteTitle', { name }),
    lines: [words.say('idp.deleteMessage'), '', words.say('form.confirmName', { name })],
    label: words.say('field.name'),
    action: words.say('form.delete'),
    expected: name.trim(),
    run: async () => {
      app.closeDialog()
      await remove()
    },
  })
}
