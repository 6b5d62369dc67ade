import { commandOf, hasChanges, serviceAccountNoun } from '@portico/core'

import { neutralise } from '../../output/neutralise.ts'
import type { App } from '../../terminal/app/app.ts'
import { commandText } from '../../terminal/app/command-text.ts'
import type { View } from '../../terminal/app/view.ts'
import { createAccountFinder } from './account-finder.ts'
import { changeLines } from './changes.ts'
import { formBindings } from './form-bindings.ts'
import { createFormModel, type FormModel } from './form-model.ts'
import { serviceAccountFormBody } from './service-account-form.tsx'
import { spokenForm } from './spoken-form.ts'

/** Create and edit: one form, guarded by core's leave blocker while it is on screen. */
export function serviceAccountFormView(app: App, environmentId: string, id: string | undefined): View {
  const { core } = app
  const model = createFormModel(app, environmentId, id)
  const finder = createAccountFinder(model)
  const environmentName = () => app.environment(environmentId)?.name ?? environmentId
  const fetchedName = () => neutralise(model.form.getState().fetched.values.name) || 'Service account'
  const unguard = core.leaveBlocker.guard({
    hasChanges: () => model.isDirty(),
    save: () => model.persist(),
    discard: () => model.discard(),
  })
  return {
    Body: serviceAccountFormBody(model, finder),
    crumbs: () => [environmentName(), serviceAccountNoun.labelPlural, id === undefined ? 'New' : fetchedName()],
    command: () => formCommand(model, environmentName()),
    webPath: () => {
      const base = `/portal/admin/environments/${encodeURIComponent(environmentId)}/service-accounts`
      return id === undefined ? `${base}/create` : `${base}/edit/${encodeURIComponent(id)}`
    },
    open: () => {
      if (!model.isDirty()) return model.load()
      app.say('There are changes that are not saved: save or discard them first.')
      return Promise.resolve()
    },
    close: unguard,
    changes: () => changeLines(model.form.getState(), app.words),
    filter: finder.filter,
    watched: [model.view, model.form, finder, core.feedback],
    spoken: () => spokenForm(model),
    layer: {
      name: 'service account form',
      isModal: false,
      field: () => model.field(),
      bindings: () => [...(model.field() === undefined ? finder.bindings() : []), ...formBindings(model)],
    },
  }
}

/** What is on screen as a command: get while nothing changed, else the create or update that does the same. */
function formCommand({ form, view }: FormModel, environment: string): string {
  const { id } = view.getState()
  const state = form.getState()
  if (id !== undefined && !hasChanges(state)) return commandText(['service-account', 'get', id, '--env', environment])
  return commandOf(state, { environment, id })
}
