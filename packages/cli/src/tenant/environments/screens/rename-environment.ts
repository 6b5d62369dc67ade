import { createEnvironmentEditor } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import { requestSave } from '../../../kit/terminal/editing/save-editor.ts'
import { filled, phrase } from '../../../kit/phrases/phrase.ts'

/** Why the environment cannot be renamed now. `:write` unlocks the environment that the screen works in. */
export function renameRefusal(app: App, id: string | undefined): string | undefined {
  const refusal = app.writeRefusal(id)
  const environment = app.environment(id)
  if (refusal === undefined || environment === undefined || app.isReadonly || environment.readonly) return refusal
  return id === app.state.getState().environmentId
    ? refusal
    : filled(
        phrase`${environment.name} is a production environment: press Enter to work in it, then type :write`,
        app.words.text,
      )
}

/** Asks for the new name, then shows the change before it is saved. */
export async function askForName(app: App, id: string): Promise<void> {
  const editor = createEnvironmentEditor(app.core, { id })
  await editor.load()
  const { status, form } = editor.getState()
  if (status !== 'ready') return
  app.openDialog(
    typedDialog(app, {
      title: app.words.say('environments.rename'),
      lines: [],
      label: app.words.say('environments.fact.name'),
      action: app.words.say('form.save'),
      start: form.values.name,
      run: (typed) => {
        editor.set({ name: typed })
        if (editor.saveRefusal()?.why !== 'invalid') app.closeDialog()
        requestSave({ app, editor, toList: () => app.closeDialog() })
      },
    }),
  )
}
