import type { Guard, SaveOutcome } from '@portico/core'

import { textDialog } from '../dialogs/text-dialog.tsx'
import { askAboutConflict } from './ask-about-conflict.ts'
import { changeLines } from './change-lines.ts'
import type { Saving } from './saving.ts'

/** Shows the changes; Enter saves them. Shows the reason instead if saving is not possible. */
export function requestSave<Form, Stored>(saving: Saving<Form, Stored>): void {
  const { app, editor, createQuestion, createLabel } = saving
  const refusal = editor.saveRefusal()
  if (refusal !== undefined) return tellRefusal(saving)
  const isNew = editor.getState().id === undefined
  app.openDialog(
    textDialog(app, {
      title: (isNew ? createQuestion : undefined) ?? 'Save these changes?',
      lines: () => [...changeLines(editor), ...(saving.notes?.() ?? [])],
      confirm: {
        id: 'form.save-now',
        keys: ['enter', 's'],
        label: (isNew ? createLabel : undefined) ?? 'Save',
        run: async () => {
          app.closeDialog()
          await saveNow(saving)
        },
      },
    }),
  )
}

/** Saves without asking, and shows the outcome. */
export async function saveNow<Form, Stored>(saving: Saving<Form, Stored>): Promise<void> {
  const outcome = await tried(saving)
  if (outcome.ok && outcome.created) saving.created?.()
}

/** For the leave blocker: also shows why saving fails; the blocker continues the navigation. */
export function guardOf<Form, Stored>(saving: Saving<Form, Stored>): Guard {
  return { ...saving.editor.guard, save: async () => (await tried(saving)).ok && saving.stays?.() !== true }
}

async function tried<Form, Stored>(saving: Saving<Form, Stored>): Promise<SaveOutcome> {
  const outcome = await saving.editor.save()
  if (outcome.ok) return outcome
  if ('refusal' in outcome) tellRefusal(saving)
  else {
    askAboutConflict(saving, () => saveNow(saving))
    await saving.failed?.(outcome.problem)
  }
  return outcome
}

/** Shows why saving is not possible, and where. */
export function tellRefusal<Form, Stored>({ app, editor, refused }: Saving<Form, Stored>): void {
  const refusal = editor.saveRefusal()
  app.say(refusal?.message)
  if (refusal?.why !== 'invalid') return
  editor.visitAll()
  refused?.(refusal)
}
