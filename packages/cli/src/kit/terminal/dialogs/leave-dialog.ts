import type { App } from '../app/app.ts'
import type { Dialog } from '../app/view.ts'
import { choiceDialog } from './choice-dialog.tsx'

/** The unsaved-changes dialog of core's leave blocker (spec section 2: Save, Discard or Cancel). */
export function leaveDialog(app: App, changes: () => readonly string[]): Dialog {
  const { leaveBlocker } = app.core
  const { words } = app
  return choiceDialog(app, {
    title: words.say('leave.title'),
    lines: () => [words.say('leave.message'), '', ...changes()],
    choices: [
      { key: 's', label: words.say('form.save'), run: () => leaveBlocker.answer('save') },
      { key: 'd', label: words.say('form.discard'), run: () => leaveBlocker.answer('discard') },
      { key: 'c', label: words.say('form.cancel'), run: () => leaveBlocker.answer('cancel') },
    ],
    cancel: () => leaveBlocker.answer('cancel'),
  })
}
