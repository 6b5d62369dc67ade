import { groupSourceLines, type ScimStore } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'

type Parts = { readonly store: ScimStore; /** Its name. */ readonly provider: string }

/** Says what the other source of groups changes, and asks. */
export async function askForGroupSource(app: App, { store, provider }: Parts): Promise<void> {
  const { words } = app
  const other = store.getState().source === 'claims' ? 'scim' : 'claims'
  const preview = other === 'scim' ? await store.preview() : undefined
  if (other === 'scim' && preview === undefined) return
  const refusal = preview?.refusal?.errorMessage
  app.openDialog(
    textDialog(app, {
      title: words.say(`groupSource.ask.${other}`),
      lines: () => [provider, '', ...groupSourceLines(preview, words), ...(refusal === undefined ? [] : ['', refusal])],
      // A change that would certainly be refused is explained, and not offered.
      confirm:
        refusal !== undefined
          ? undefined
          : {
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
