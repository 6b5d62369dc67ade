import { tellRefusal } from '../../../kit/terminal/editing/save-editor.ts'
import { findingsDialog } from './findings-dialog.ts'
import type { ConfigurationForm } from './configuration-form.ts'

/** Runs the linter on the form's values, or on the stored provider if nothing was changed. */
export async function requestCheck({ app, editor, saving }: ConfigurationForm): Promise<void> {
  const { form } = editor.getState()
  // The linter only checks values that satisfy the rules.
  if (!editor.check.canRun()) return tellRefusal(saving)
  // What was found while the form opened may still be under way.
  await editor.check.run()
  app.openDialog(findingsDialog(app, form.type, editor.check.getState().findings))
}
