import type { App } from '../app/app.ts'
import type { Dialog } from '../app/view.ts'
import { choiceDialog } from './choice-dialog.tsx'

/** The unsaved-changes dialog of core's leave blocker (spec section 2: Save, Discard or Cancel). */
export function leaveDialog(app: App, changes: () => readonly string[]): Dialog {
  const { leaveBlocker } = app.core
  return choiceDialog(app, {
    title: 'Unsaved changes',
    lines: () => ['You have changes that are not saved.', '', ...changes()],
    choices: [
      { key: 's', label: 'Save', run: () => leaveBlocker.answer('save') },
      { key: 'd', label: 'Discard', run: () => leaveBlocker.answer('discard') },
      { key: 'c', label: 'Cancel', run: () => leaveBlocker.answer('cancel') },
    ],
    cancel: () => leaveBlocker.answer('cancel'),
  })
}
