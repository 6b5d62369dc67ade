import { createTenantRoleEditor, readRoleMappings, sayRoleMappings, type TenantRole } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'

/** Asks for the name of a custom role, after saying how many mappings are deleted with it, and deletes it. */
export async function askToDeleteRole(app: App, { id, label }: TenantRole): Promise<void> {
  const { words, core } = app
  const mappings = await readRoleMappings(core, id)
  if (!mappings.ok) return core.feedback.report(mappings.problem)
  const name = neutralise(label)
  app.openDialog(
    typedDialog(app, {
      title: words.say('tenantRole.deleteTitle', { name }),
      lines: [
        words.say('tenantRole.deleteMessage'),
        neutralise(sayRoleMappings(mappings.value, words)),
        '',
        words.say('form.confirmName', { name }),
      ],
      label: words.say('field.name'),
      action: words.say('form.delete'),
      expected: name.trim(),
      run: async () => {
        app.closeDialog()
        const editor = createTenantRoleEditor(core, { id })
        if (!(await editor.remove()) && editor.getState().conflict === 'gone') app.say(words.say('tenantRole.notFound'))
      },
    }),
  )
}
