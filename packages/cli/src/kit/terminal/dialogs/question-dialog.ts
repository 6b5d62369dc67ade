import type { App } from '../app/app.ts'
import type { Dialog } from '../app/view.ts'
import { choiceDialog } from './choice-dialog.tsx'

/** Asks before a change that is tedious to undo. Enter and Esc change nothing; `y` does it, as in the shell. */
export function questionDialog(
  app: App,
  {
    title,
    lines,
    action,
    run,
  }: {
    readonly title: string
    readonly lines: () => readonly string[]
    readonly action: string
    readonly run: () => unknown
  },
): Dialog {
  const cancel = () => app.closeDialog()
  return choiceDialog(app, {
    title,
    lines,
    choices: [
      { key: 'n', label: app.words.say('form.cancel'), run: cancel },
      {
        key: 'y',
        label: action,
        async run() {
          app.closeDialog()
          await run()
        },
      },
    ],
    cancel,
  })
}
