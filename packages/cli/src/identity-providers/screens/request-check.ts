import { tellRefusal } from '../../terminal/editing/save-editor.ts'
import { findingsDialog } from './findings-dialog.ts'
import type { ConfigurationForm } from './configuration-form.ts'

/** What will go wrong: with the form as it stands, or with the provider as it is stored where nothing was changed. */
export async function requestCheck({ app, editor, saving }: ConfigurationForm): Promise<void> {
  const { id, form } = editor.getState()
  // The linter looks at what the rules let through.
  if (!editor.check.canRun()) return tellRefusal(saving)
  if (id === undefined || editor.hasChanges()) await editor.check.run()
  app.openDialog(findingsDialog(app, form.type, editor.check.getState().findings))
}
