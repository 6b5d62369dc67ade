import type { ScimStore } from '@portico/core'

import type { App } from '../../terminal/app/app.ts'
import { textDialog } from '../../terminal/dialogs/text-dialog.tsx'

type Parts = { readonly store: ScimStore; /** Its name. */ readonly provider: string }

/** Says what the other source of groups changes, and asks. */
export async function askForGroupSource(app: App, { store, provider }: Parts): Promise<void> {
  const { words } = app
  const other = store.getState().source === 'claims' ? 'scim' : 'claims'
  const preview = other === 'scim' ? await store.preview() : undefined
  if (other === 'scim' && preview === undefined) return
  const changes =
    preview === undefined
      ? [words.say('groupSource.fromSignIns')]
      : [
          words.say('groupSource.sent', { groups: preview.groups, people: preview.people }),
          words.say('groupSource.losing', { people: preview.losing }),
          ...(preview.losesOwn ? [words.say('groupSource.losesOwn')] : []),
          words.say('groupSource.gaining', { people: preview.gaining }),
        ]
  app.openDialog(
    textDialog(app, {
      title: words.say(`groupSource.ask.${other}`),
      lines: () => [provider, '', ...changes],
      confirm: {
        id: 'scim.choose-source',
        keys: ['enter'],
        label: words.say(`groupSource.to.${other}`),
        run: async () => {
          app.closeDialog()
          await store.choose(other)
        },
      },
    }),
  )
}
