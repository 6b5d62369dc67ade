import type { App } from '../app/app.ts'
import type { Dialog } from '../app/view.ts'
import { choiceDialog } from './choice-dialog.tsx'

/** The unsaved-changes dialog of core's leave blocker (spec section 2: Save, Discard or Cancel); it offers Save only where that works. */
export function leaveDialog(app: App, changes: () => readonly string[]): { readonly current: () => Dialog } {
  const { leaveBlocker } = app.core
  const { words } = app
  const refusal = () => {
    const { asks, saving } = leaveBlocker.getState()
    return saving ? undefined : asks?.saveRefusal?.()
  }
  const save = { key: 's', label: words.say('form.save'), run: () => leaveBlocker.answer('save') }
  const others = [
    { key: 'd', label: words.say('form.discard'), run: () => leaveBlocker.answer('discard') },
    { key: 'c', label: words.say('form.cancel'), run: () => leaveBlocker.answer('cancel') },
  ]
  const title = words.say('leave.title')
  const cancel = () => leaveBlocker.answer('cancel')
  const savable = choiceDialog(app, {
    title,
    lines: () => [words.say('leave.message'), '', ...changes()],
    choices: [save, ...others],
    cancel,
  })
  const unsavable = choiceDialog(app, {
    title,
    lines: () => [words.say('leave.invalid', { reason: refusal() ?? '' }), '', ...changes()],
    choices: others,
    cancel,
  })
  return { current: () => (refusal() === undefined ? savable : unsavable) }
}
