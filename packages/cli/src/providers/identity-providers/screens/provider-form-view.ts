import { identityProviderNoun, typeNames, type IdentityProviderType } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { changeLines } from '../../../kit/terminal/editing/change-lines.ts'
import { guardOf } from '../../../kit/terminal/editing/save-editor.ts'
import { formBody } from '../../../kit/terminal/form/form-body.tsx'
import { createFormFinder } from '../../../kit/terminal/form/form-finder.ts'
import { formTarget } from '../../../kit/terminal/form/form-target.ts'
import { spokenRows } from '../../../kit/terminal/form/spoken-rows.ts'
import { providerBindings } from './provider-bindings.ts'
import { createConfigurationForm, type ConfigurationForm } from './configuration-form.ts'
import { providerTabs } from './provider-tabs.ts'

/** Add and configure: one form, guarded by core's leave blocker while it is on screen. */
export function providerFormView(app: App, start: { id: string } | { type: IdentityProviderType }): View {
  const { core } = app
  const model = createConfigurationForm(app, start)
  const finder = createFormFinder(app.words, model.cursor, () => model.view.setState({ showsMore: true }))
  const stores = [model.editor, model.editor.check, model.view, model.cursor, finder, core.feedback]
  const unguard = core.leaveBlocker.guard(guardOf(model.saving))
  const instead = () => sentenceOf(model)
  return {
    Body: formBody({
      cursor: model.cursor,
      finder,
      stores,
      instead,
      tabs: () => providerTabs(app.words, 'id' in start, 'configuration'),
    }),
    crumbs: () => [app.words.text(identityProviderNoun.labelPlural), titleOf(model, start)],
    command: () => commandOf(model),
    webPath: () => webPathOf(model),
    open: async () => {
      if (model.editor.hasChanges()) return app.say('There are changes that are not saved: save or discard them first.')
      await model.editor.load()
    },
    close: unguard,
    changes: () => changeLines(model.editor),
    filter: finder.filter,
    watched: stores,
    target: (line) =>
      instead() === undefined
        ? formTarget(app, model.cursor, providerTabs(app.words, 'id' in start, 'configuration').length > 0, line)
        : undefined,
    spoken: () => {
      const sentence = instead()
      return sentence === undefined ? spokenRows(model.cursor, app.words) : [sentence]
    },
    layer: {
      name: 'identity provider',
      isModal: false,
      field: () => model.cursor.field(),
      bindings: () => [...(model.cursor.field() === undefined ? finder.bindings() : []), ...providerBindings(model)],
    },
  }
}

function sentenceOf({ app, editor }: ConfigurationForm): string | undefined {
  const { status } = editor.getState()
  if (status === 'ready') return undefined
  if (status === 'loading') return app.words.say('banner.loading')
  return app.words.say(status === 'not-found' ? 'idp.notFound' : 'error.notLoaded.title')
}

function titleOf(model: ConfigurationForm, start: { id: string } | { type: IdentityProviderType }): string {
  const { stored: provider } = model.editor.getState()
  if (provider !== undefined) return `${neutralise(provider.name)} (${typeNames[provider.type].name})`
  const { words } = model.app
  return 'type' in start
    ? words.say('idp.newTitle', { type: typeNames[start.type].name })
    : words.text(identityProviderNoun.label)
}

/** The equivalent command: get without changes, else the create or update. */
function commandOf({ editor }: ConfigurationForm): string {
  const { status, stored } = editor.getState()
  if (status !== 'ready') return commandText(['idp', 'list'])
  if (stored === undefined || editor.hasChanges()) return editor.command()
  return commandText(['idp', 'get', stored.name])
}

function webPathOf({ editor }: ConfigurationForm): string {
  const { id, form } = editor.getState()
  const base = '/portal/admin/global-settings/identity-providers'
  return id === undefined ? `${base}/create?type=${form.type}` : `${base}/${encodeURIComponent(id)}/configuration`
}
