import { createTenantRoleEditor, type TenantRoleEditor } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import { requestSave } from '../../../kit/terminal/editing/save-editor.ts'

type Asked = {
  /** The role to rename; absent: a new one. */
  readonly id?: string
  /** Called with the id of the new role. */
  readonly created?: (id: string) => void
}

/** Asks for the name of a custom role, then shows the change before it is saved. */
export async function askForRoleName(app: App, asked: Asked): Promise<void> {
  const editor = createTenantRoleEditor(app.core, { id: asked.id, lock: () => app.tenantRefusal() })
  await editor.load()
  const { status } = editor.getState()
  if (status === 'ready') ask(app, editor, asked)
  else if (status === 'not-found') app.say(app.words.say('tenantRole.notFound'))
}

function ask(app: App, editor: TenantRoleEditor, asked: Asked): void {
  const { words } = app
  const isNew = asked.id === undefined
  app.openDialog(
    typedDialog(app, {
      title: isNew ? words.say('tenantRole.create') : 'Rename custom role',
      lines: [],
      label: words.say('field.name'),
      action: words.say('form.save'),
      start: editor.getState().form.values.label,
      run: (typed) => {
        editor.set({ label: typed })
        if (editor.saveRefusal()?.why !== 'invalid') app.closeDialog()
        requestSave({
          app,
          editor,
          createQuestion: 'Create this custom role?',
          createLabel: words.say('tenantRole.create'),
          toList: () => app.closeDialog(),
          created: () => asked.created?.(editor.getState().id ?? ''),
          // The name is taken, for example: it can be corrected.
          failed: () => (editor.getState().conflict === undefined ? ask(app, editor, asked) : undefined),
        })
      },
    }),
  )
}
