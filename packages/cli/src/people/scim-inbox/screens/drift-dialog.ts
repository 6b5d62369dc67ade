import { scimDriftLead, scimDriftLines, scimInboxOf } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'

/** Where the directory and the tenant differ, and from there the people who never signed in. */
export async function driftDialog(app: App, id: string): Promise<void> {
  const { words, core } = app
  const store = scimInboxOf(core, id)
  await store.fetch()
  const { status, drift } = store.getState()
  if (status !== 'ready' || drift === undefined) return
  const differences = scimDriftLines(drift, words).flatMap(({ title, items }, index) => [
    ...(index === 0 ? [] : ['']),
    title,
    ...items.map((item) => `  ${neutralise(item)}`),
  ])
  const lines = drift.hasSent ? differences : [scimDriftLead(drift, words), '', ...differences]
  app.openDialog(
    textDialog(app, {
      title: words.say('scimDrift.title'),
      lines: () => lines,
      more: [
        {
          id: 'scim.unseen',
          keys: ['p'],
          label: words.say('scimDrift.showPeople'),
          refused: () => (drift.unseenCount === 0 ? words.say('scimDrift.unseen', { count: 0 }) : undefined),
          run: () => {
            app.closeDialog()
            app.go({ view: 'scim-unseen', id })
          },
        },
      ],
    }),
  )
}
