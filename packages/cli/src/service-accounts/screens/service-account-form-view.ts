import { dependencyText, savedDependencies, serviceAccountNoun } from '@portico/core'

import { neutralise } from '../../output/neutralise.ts'
import type { App } from '../../terminal/app/app.ts'
import { commandText } from '../../terminal/app/command-text.ts'
import type { View } from '../../terminal/app/view.ts'
import { changeLines } from './changes.ts'
import { formBindings } from './form-bindings.ts'
import { createFormModel, type FormModel } from './form-model.ts'
import { serviceAccountFormBody } from './service-account-form.tsx'
import { spokenForm } from './spoken-form.ts'

/** Create and edit: one form, guarded by core's leave blocker while it is on screen. */
export function serviceAccountFormView(app: App, environmentId: string, id: string | undefined): View {
  const { core } = app
  const model = createFormModel(app, environmentId, id)
  const environmentName = () => app.environment(environmentId)?.name ?? environmentId
  const fetchedName = () => neutralise(model.form.getState().fetched.values.name) || 'Service account'
  const unguard = core.leaveBlocker.guard({
    hasChanges: () => model.isDirty(),
    save: () => model.persist(),
    discard: () => model.discard(),
  })
  return {
    Body: serviceAccountFormBody(model),
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
    watched: [model.view, model.form, core.feedback],
    spoken: () => spokenForm(model),
    layer: {
      name: 'service account form',
      isModal: false,
      field: () => model.field(),
      bindings: () => formBindings(model),
    },
  }
}

/** What is on screen as a command: get while nothing changed, else the create or update that does the same. Keys stay files. */
function formCommand({ form, view }: FormModel, environment: string): string {
  const { values, fetched, dependencies } = form.getState()
  const { id } = view.getState()
  const inEnvironment = ['--env', environment]
  const words: string[] = []
  if (values.name.trim() !== fetched.values.name.trim()) words.push('--name', values.name.trim())
  for (const slot of ['key1', 'key2'] as const)
    if (values[slot].trim() !== fetched.values[slot].trim())
      words.push(`--${slot}`, values[slot].trim() === '' ? '' : `@${slot}.pem`)
  const texts = (rows: typeof dependencies) =>
    savedDependencies(rows).map(({ appId, name }) =>
      dependencyText({ urn: rows.find((row) => row.appId === appId)?.urn ?? appId, name }),
    )
  const [before, after] = [texts(fetched.dependencies), texts(dependencies)]
  const added = after.filter((text) => !before.includes(text))
  const removed = before.filter((text) => !after.includes(text))
  if (id === undefined)
    return commandText([
      'service-account',
      'create',
      ...inEnvironment,
      ...words,
      ...added.flatMap((text) => ['--app', text]),
    ])
  words.push(...added.flatMap((text) => ['--add-app', text]), ...removed.flatMap((text) => ['--remove-app', text]))
  return commandText(['service-account', words.length === 0 ? 'get' : 'update', id, ...inEnvironment, ...words])
}
