import { actionInWords, createAuditRevert, type AuditRow } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { choiceDialog } from '../../../kit/terminal/dialogs/choice-dialog.tsx'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import { changeLines } from './change-lines.ts'

/** Shows what taking a change back would set, and asks; or says why it cannot be taken back. */
export async function takeBack(app: App, entry: AuditRow, done: () => void | Promise<void>): Promise<void> {
  const { words, core } = app
  const store = createAuditRevert(core, entry)
  await store.load()
  const { status, changes, refusal = '' } = store.getState()
  const title = neutralise(words.say('audit.revertTitle', { action: actionInWords(entry.action, words) }))
  if (status === 'refused') {
    const lines = [words.say('audit.notReverted'), refusal]
    return app.openDialog(textDialog(app, { title, lines: () => lines }))
  }
  if (status !== 'ready') return
  const act = async () => {
    const isDone = await store.revert()
    app.closeDialog()
    const later = store.getState().refusal
    if (isDone) await done()
    else if (later !== undefined) app.say(`${words.say('audit.notReverted')} ${later}`)
  }
  app.openDialog(
    choiceDialog(app, {
      title,
      lines: () => [words.say('audit.revertSets'), ...changeLines(changes)],
      choices: [
        { key: 'c', label: words.say('form.cancel'), run: () => app.closeDialog() },
        { key: 't', label: words.say('audit.revert'), run: act },
      ],
      cancel: () => app.closeDialog(),
    }),
  )
}
