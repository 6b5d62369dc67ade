import { serviceAccountNoun } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { changeLines } from '../../../kit/terminal/editing/change-lines.ts'
import { guardOf } from '../../../kit/terminal/editing/save-editor.ts'
import { createAccountFinder } from './account-finder.ts'
import { formBindings } from './form-bindings.ts'
import { createAccountForm, type AccountForm } from './account-form.ts'
import { accountTarget, serviceAccountFormBody } from './service-account-form.tsx'
import { spokenForm } from './spoken-form.ts'

/** Create and edit: one form, guarded by core's leave blocker while it is on screen. */
export function serviceAccountFormView(app: App, environmentId: string, id: string | undefined): View {
  const { core } = app
  const model = createAccountForm(app, environmentId, id)
  const finder = createAccountFinder(model)
  const environmentName = () => app.environment(environmentId)?.name ?? environmentId
  const fetchedName = () => neutralise(model.editor.getState().form.fetched.values.name) || 'Service account'
  const unguard = core.leaveBlocker.guard(guardOf(model.saving))
  return {
    Body: serviceAccountFormBody(model, finder),
    crumbs: () => [
      environmentName(),
      app.words.text(serviceAccountNoun.labelPlural),
      id === undefined ? app.words.text('New') : fetchedName(),
    ],
    command: () => formCommand(model, environmentName()),
    webPath: () => {
      const base = `/portal/admin/environments/${encodeURIComponent(environmentId)}/service-accounts`
      return id === undefined ? `${base}/create` : `${base}/edit/${encodeURIComponent(id)}`
    },
    open: () => {
      if (!model.editor.hasChanges()) return model.load()
      app.say('There are changes that are not saved: save or discard them first.')
      return Promise.resolve()
    },
    close: unguard,
    changes: () => changeLines(model.editor),
    filter: finder.filter,
    watched: [model.view, model.editor, finder, core.feedback],
    target: (line) => accountTarget(model, line),
    spoken: () => spokenForm(model),
    layer: {
      name: 'service account form',
      isModal: false,
      field: () => model.field(),
      bindings: () => [...(model.field() === undefined ? finder.bindings() : []), ...formBindings(model)],
    },
  }
}

/** The equivalent command: get without changes, else the create or update. */
function formCommand({ editor }: AccountForm, environment: string): string {
  const { id } = editor.getState()
  if (id === undefined || editor.hasChanges()) return editor.command()
  return commandText(['service-account', 'get', id, '--env', environment])
}
